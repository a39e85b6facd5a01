"""What an assessor meets again, and why."""

from __future__ import annotations

from dataclasses import dataclass

from judging.models import Guideline, JudgmentEvent, PoolItem
from judging.queue import Place


@dataclass(frozen=True, slots=True)
class Reopening:
    """An answer group or passage whose label was taken back, and what the label was."""

    item: PoolItem
    text: str
    label: str
    guideline: Guideline


def reopenings_at(place: Place) -> list[Reopening]:
    """Return what a change of the guidelines reopened at a question and is not judged again."""
    if place.assessor is None:
        return []
    latest = (
        JudgmentEvent.objects.filter(assessor=place.assessor, text__item__question=place.question)
        .order_by("text", "-pk")
        .distinct("text")
        .select_related("text__item", "guideline")
    )
    found: dict[int, Reopening] = {}
    for event in latest:
        if event.means == JudgmentEvent.Means.REOPENED and event.guideline and event.label_before:
            item = event.text.item
            one = Reopening(item, event.text.text, event.label_before, event.guideline)
            found.setdefault(item.pk, one)
    return list(found.values())
