"""What an assessor meets again, and why."""

from __future__ import annotations

from dataclasses import dataclass

from campaign.models.rows import ask
from judging.models import Guideline, JudgmentEvent, PoolItem
from judging.queue import Place

# Hardly ever is anything reopened, and every question that is opened asks: so rows are not loaded.
REOPENED = """
SELECT latest.id
FROM (
    SELECT DISTINCT ON (event.text_id) event.id, event.means
    FROM judging_judgmentevent event
    JOIN judging_pooltext text ON text.id = event.text_id
    JOIN judging_poolitem item ON item.id = text.item_id
    WHERE event.assessor_id = %s AND item.question_id = %s
    ORDER BY event.text_id, event.id DESC
) latest
WHERE latest.means = 'reopened'
"""


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
    events = [event for (event,) in ask(REOPENED, [place.assessor.pk, place.question.pk])()]
    if not events:
        return []
    found: dict[int, Reopening] = {}
    rows = JudgmentEvent.objects.filter(pk__in=events).select_related("text__item", "guideline")
    for event in rows.order_by("text", "pk"):
        if event.guideline and event.label_before:
            item = event.text.item
            one = Reopening(item, event.text.text, event.label_before, event.guideline)
            found.setdefault(item.pk, one)
    return list(found.values())
