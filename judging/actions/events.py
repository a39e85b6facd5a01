"""Writing events: every change is one, the current judgment follows from them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from campaign.models import User
from judging.decisions import UNKNOWN, Opinion, Verdict
from judging.judgment_format import Label
from judging.models import Assessor, Guideline, Judgment, JudgmentEvent, PoolText

type Current = Mapping[tuple[int, int], Judgment]


@dataclass(frozen=True, slots=True)
class Change:
    """What an assessor says of one text from now on; no verdict takes it back."""

    assessor: Assessor
    text: PoolText
    opinion: Opinion = UNKNOWN
    label: Label | None = None
    distinct: tuple[str, ...] = ()


class Circumstances(NamedTuple):
    """What is noted with each event beside the change itself."""

    client_at: datetime | None = None
    active_ms: int | None = None
    guideline: Guideline | None = None
    undoes: UUID | None = None


USUAL = Circumstances()


def apply_changes(
    *,
    changes: Sequence[Change],
    means: JudgmentEvent.Means,
    batch: UUID,
    by: User,
    at: datetime,
    circumstances: Circumstances = USUAL,
) -> list[JudgmentEvent]:
    """Append one event per change, in the order given, and bring the judgments up to date.

    The same batch again changes nothing and returns what it did.
    """
    assessors = {change.assessor.pk for change in changes}
    # One writer per assessor at a time: two tabs cannot interleave.
    list(Assessor.objects.select_for_update().filter(pk__in=assessors).order_by("pk"))
    stored = list(JudgmentEvent.objects.filter(assessor__in=assessors, batch=batch).order_by("pk"))
    if stored:
        return stored
    current = judgments_of(changes)
    events = JudgmentEvent.objects.bulk_create(
        [
            JudgmentEvent(
                assessor=change.assessor,
                text=change.text,
                batch=batch,
                **_before(current.get(_key(change))),
                verdict=change.opinion.verdict or "",
                is_supported=change.opinion.is_supported,
                label=change.label or "",
                distinct=list(change.distinct),
                means=means,
                by=by,
                at=at,
                **circumstances._asdict(),
            )
            for change in changes
        ],
        batch_size=2000,
    )
    project(events, current)
    return events


def _before(known: Judgment | None) -> dict[str, object]:
    if known is None:
        return {}
    return {
        "verdict_before": known.verdict,
        "is_supported_before": known.is_supported,
        "label_before": known.label,
        "distinct_before": known.distinct,
    }


def _key(change: Change) -> tuple[int, int]:
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
