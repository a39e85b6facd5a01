"""Writing events: every change is one, and the current judgment follows from them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import datetime
from itertools import batched
from typing import Any, NamedTuple
from uuid import UUID

from django.db import connection

from campaign.models import User
from judging.changes import Change
from judging.models import Assessor, JudgmentEvent

CHANGES_OF_A_STATEMENT = 5000
# One event per change, in the order given; what was said before stands in the judgments. Of
# several changes of one text the last holds. A judgment keeps its first event: it is its age.
APPEND = """
WITH change AS (
    SELECT * FROM jsonb_to_recordset(%(changes)s::jsonb) AS change (
        place integer, text_id bigint, assessor_id bigint,
        verdict text, is_supported boolean, label text, "distinct" text[]
    )
), event AS (
    INSERT INTO judging_judgmentevent (
        text_id, assessor_id, batch, undoes,
        verdict_before, is_supported_before, label_before, distinct_before,
        verdict, is_supported, label, "distinct",
        means, by_id, at, client_at, active_ms, guideline_id
    )
    SELECT
        text_id, assessor_id, %(batch)s, %(undoes)s,
        coalesce(known.verdict, ''), known.is_supported,
        coalesce(known.label, ''), coalesce(known."distinct", '{}'),
        change.verdict, change.is_supported, change.label, change."distinct",
        %(means)s, %(by)s, %(at)s, %(client_at)s, %(active_ms)s, %(guideline)s
    FROM change LEFT JOIN judging_judgment known USING (text_id, assessor_id)
    ORDER BY change.place
    RETURNING id, text_id, assessor_id, verdict, is_supported, label, "distinct"
), last AS (
    SELECT DISTINCT ON (text_id, assessor_id)
        *, min(id) FILTER (WHERE verdict <> '') OVER (PARTITION BY text_id, assessor_id) AS first_id
    FROM event ORDER BY text_id, assessor_id, id DESC
), taken_back AS (
    DELETE FROM judging_judgment judgment USING last
    WHERE judgment.text_id = last.text_id AND judgment.assessor_id = last.assessor_id
      AND last.verdict = ''
)
INSERT INTO judging_judgment (
    text_id, assessor_id, verdict, is_supported, label, "distinct", first_event_id
)
SELECT text_id, assessor_id, verdict, is_supported, label, "distinct", first_id
FROM last WHERE verdict <> '' ORDER BY first_id
ON CONFLICT (assessor_id, text_id) DO UPDATE SET
    verdict = excluded.verdict, is_supported = excluded.is_supported,
    label = excluded.label, "distinct" = excluded."distinct"
"""


class Circumstances(NamedTuple):
    """What is noted with each event beside the change itself; ``guideline`` is its key."""

    client_at: datetime | None = None
    active_ms: int | None = None
    guideline: int | None = None
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
) -> None:
    """Append one event per change, in the order given, and bring the judgments up to date.

    The same batch again changes nothing.
    """
    assessors = {change.assessor for change in changes}
    # One writer per assessor at a time: two tabs cannot interleave.
    list(Assessor.objects.select_for_update().filter(pk__in=assessors).order_by("pk"))
    if not JudgmentEvent.objects.filter(assessor__in=assessors, batch=batch).exists():
        append_batch(
            changes=changes, means=means, batch=batch, by=by, at=at, circumstances=circumstances
        )


def append_batch(
    *,
    changes: Sequence[Change],
    means: JudgmentEvent.Means,
    batch: UUID,
    by: User,
    at: datetime,
    circumstances: Circumstances,
) -> None:
    """Append the events of one act whose assessor is locked and whose key is new."""
    noted: dict[str, Any] = {"means": means.value, "batch": batch, "by": by.pk, "at": at}
    noted |= circumstances._asdict()
    with connection.cursor() as cursor:
        for some in batched(changes, CHANGES_OF_A_STATEMENT):
            rows = [_row(place, change) for place, change in enumerate(some)]
            cursor.execute(APPEND, noted | {"changes": json.dumps(rows)})


def _row(place: int, change: Change) -> dict[str, object]:
    return {
        "place": place,
        "text_id": change.text,
        "assessor_id": change.assessor,
        "verdict": change.opinion.verdict or "",
        "is_supported": change.opinion.is_supported,
        "label": change.label or "",
        "distinct": change.distinct,
    }
