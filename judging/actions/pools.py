"""Bringing the answers of the official runs into the pool."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import NamedTuple

from django.db import connection, transaction

from campaign.actions.documents import MANY_ROWS
from campaign.actions.jobs import Lease
from campaign.models import Answer, Run, Task
from judging.actions.inheritance import inherit_labels
from judging.answer_matching import NORMALISATION_VERSION, matching_key
from judging.judgment_format import Kind
from judging.models import JudgingRules


class Occurrence(NamedTuple):
    """A raw text that belongs to a pool item."""

    question_id: int
    kind: Kind
    document: str
    text: str

    @property
    def item_document(self) -> str:
        # An answer group spans documents; a passage is judged in its own.
        return self.document if self.kind is Kind.PASSAGE else ""


def tasks_to_extend() -> list[tuple[Task, str]]:
    """Return the tasks with official runs that the pool does not hold yet, and which these are."""
    waiting: dict[Task, list[int]] = {}
    runs = Run.objects.official().filter(pooled_at=None).select_related("task")
    for run in runs.order_by("pk"):
        waiting.setdefault(run.task, []).append(run.pk)
    return [(task, repr(run_ids)) for task, run_ids in waiting.items()]


def extend_pool(*, task: Task, at: datetime, lease: Lease) -> int:
    """Add what the task's new official runs gave; doing it again adds nothing.

    :raises LeaseLost: if another attempt does this job now.
    """
    rules = JudgingRules.objects.of(task)
    waiting = list(task.runs.official().filter(pooled_at=None).order_by("pk"))
    for number, run in enumerate(waiting, start=1):
        with transaction.atomic():
            lease.fence()
            add_to_pool(occurrences=set(_occurrences(run, rules)), pooled_at=at)
            Run.objects.filter(pk=run.pk).update(pooled_at=at)
        lease.advance(number / len(waiting))
    with transaction.atomic():
        lease.fence()
        inherit_labels(task=task, at=at)
    return len(waiting)


def _occurrences(run: Run, rules: JudgingRules) -> Iterator[Occurrence]:
    """Yield what the run brings: answers down to the depth, of the first runs of each team."""
    if rules.pool_runs_per_team is not None:
        earlier = run.task.runs.official().filter(team=run.team_id, pk__lt=run.pk)
        if earlier.count() >= rules.pool_runs_per_team:
            return
    answers = Answer.objects.filter(run=run)
    if rules.pool_depth is not None:
        answers = answers.filter(rank__lte=rules.pool_depth)
    for answer in answers.values_list("question_id", "document", "short_answer", "passage"):
        question_id, document, short_answer, passage = answer
        if short_answer.strip():
            yield Occurrence(question_id, Kind.ANSWER, document, short_answer)
        if passage.strip():
            yield Occurrence(question_id, Kind.PASSAGE, document, passage)


def add_to_pool(*, occurrences: set[Occurrence], pooled_at: datetime | None) -> None:
    """Add texts to the pool under their items; what is there stays as it is.

    Rows go in sorted by their text, so that their order tells nothing about runs.
    """
    rows = sorted((*_item_key(one), one.document, one.text) for one in occurrences)
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(
            "CREATE TEMPORARY TABLE IF NOT EXISTS arriving_text (question_id bigint, kind text,"
            " item_document text, key text, document text, text text) ON COMMIT DROP"
        )
        cursor.execute("TRUNCATE arriving_text")
        with cursor.copy("COPY arriving_text FROM STDIN") as copy:
            for row in rows:
                copy.write_row(row)
        cursor.execute(INSERT_ITEMS, [NORMALISATION_VERSION])
        cursor.execute(INSERT_TEXTS, [pooled_at])
        if len(rows) > MANY_ROWS:
            # Without statistics the planner takes a table just filled for an empty one.
            cursor.execute("ANALYZE judging_poolitem, judging_pooltext")


def _item_key(one: Occurrence) -> tuple[int, str, str, str]:
    return one.question_id, one.kind.value, one.item_document, matching_key(one.text)


INSERT_ITEMS = """
INSERT INTO judging_poolitem (question_id, kind, document, key, token, normalisation_version)
SELECT DISTINCT question_id, kind, item_document, key,
    left(md5(kind || E'\\n' || item_document || E'\\n' || key), 16), %s::smallint
FROM arriving_text
ORDER BY question_id, kind, item_document, key
ON CONFLICT DO NOTHING
"""
INSERT_TEXTS = """
INSERT INTO judging_pooltext (item_id, document, text, pooled_at)
SELECT item.id, arriving.document, arriving.text, %s::timestamptz
FROM arriving_text arriving
JOIN judging_poolitem item ON item.question_id = arriving.question_id
  AND item.kind = arriving.kind
  AND md5(item.document) = md5(arriving.item_document)
  AND md5(item.key) = md5(arriving.key)
ORDER BY item.id, arriving.document, arriving.text
ON CONFLICT (item_id, md5(document), md5(text))
DO UPDATE SET pooled_at = coalesce(judging_pooltext.pooled_at, excluded.pooled_at)
"""
