"""Writing events: every change is one, the current judgment follows from them."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from campaign.models import User
from judging.models import Assessor, Guideline, Judgment, JudgmentEvent
from judging.projection import Change, Current, judgments_of, key_of, project


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
    return append_batch(
        changes=changes,
        current=judgments_of(changes),
        means=means,
        batch=batch,
        by=by,
        at=at,
        circumstances=circumstances,
    )


def append_batch(
    *,
    changes: Sequence[Change],
    current: Current,
    means: JudgmentEvent.Means,
    batch: UUID,
    by: User,
    at: datetime,
    circumstances: Circumstances,
) -> list[JudgmentEvent]:
    """Append the events of one act whose assessor is locked and whose key is new."""
    events = JudgmentEvent.objects.bulk_create(
        [
            JudgmentEvent(
                assessor=change.assessor,
                text=change.text,
                batch=batch,
                **_before(current.get(key_of(change))),
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
