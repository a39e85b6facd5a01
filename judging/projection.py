"""The current judgments: what the latest events say."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from judging.decisions import UNKNOWN, Opinion, Verdict
from judging.judgment_format import Label
from judging.models import Assessor, Judgment, JudgmentEvent, PoolText

type Current = Mapping[tuple[int, int], Judgment]


@dataclass(frozen=True, slots=True)
class Change:
    """What an assessor says of one text from now on; no verdict takes it back."""

    assessor: Assessor
    text: PoolText
    opinion: Opinion = UNKNOWN
    label: Label | None = None
    distinct: tuple[str, ...] = ()


def key_of(change: Change) -> tuple[int, int]:
    """Return what a judgment is found under: its assessor and its text."""
    return change.assessor.pk, change.text.pk


def judgments_of(changes: Sequence[Change]) -> dict[tuple[int, int], Judgment]:
    """Return the current judgments of what is to change, by assessor and text."""
    rows = Judgment.objects.filter(
        assessor__in={change.assessor.pk for change in changes},
        text__in=[change.text.pk for change in changes],
    )
    return {(judgment.assessor_id, judgment.text_id): judgment for judgment in rows}


def reversed_change(event: JudgmentEvent) -> Change:
    """Return the change that restores what was before an event."""
    verdict, label = event.verdict_before, event.label_before
    return Change(
        event.assessor,
        event.text,
        Opinion(Verdict(verdict) if verdict else None, event.is_supported_before),
        Label(label) if label else None,
        tuple(event.distinct_before),
    )


def is_in_force(event: JudgmentEvent, judgment: Judgment | None) -> bool:
    """Whether what an event said is what its assessor says now."""
    if judgment is None:
        return not event.verdict
    said = (judgment.verdict, judgment.is_supported, judgment.label, judgment.distinct)
    return said == (event.verdict, event.is_supported, event.label, event.distinct)


def project(events: Iterable[JudgmentEvent], current: Current) -> None:
    """Make the current judgments what the events say, the last one of a text last."""
    fresh: dict[tuple[int, int], Judgment] = {}
    changed, gone = set[Judgment](), set[int]()
    for event in events:
        key = (event.assessor_id, event.text_id)
        known = current.get(key)
        if not event.verdict:
            fresh.pop(key, None)
            if known is not None:
                gone.add(known.pk)
                changed.discard(known)
            continue
        if known is None:
            first = fresh[key].first_event if key in fresh else event
            fresh[key] = Judgment(
                text_id=event.text_id, assessor_id=event.assessor_id, first_event=first
            )
        else:
            gone.discard(known.pk)
            changed.add(known)
        _follow(known or fresh[key], event)
    Judgment.objects.filter(pk__in=gone).delete()
    Judgment.objects.bulk_create(fresh.values(), batch_size=2000)
    Judgment.objects.bulk_update(
        changed, ["verdict", "is_supported", "label", "distinct"], batch_size=500
    )


def _follow(judgment: Judgment, event: JudgmentEvent) -> None:
    judgment.verdict, judgment.is_supported = event.verdict, event.is_supported
    judgment.label, judgment.distinct = event.label, event.distinct
