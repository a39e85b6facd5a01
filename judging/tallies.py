"""What each assessor judged of each question: one statement, and all figures that follow."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping
from typing import NamedTuple

from campaign.models import Task
from campaign.models.rows import ask
from judging.judgment_format import Kind, Label

# Pages show several figures of the same judgments: each by itself would read all of them again.
# Units are told apart as bytes: as records, or by a language's order, that takes much longer.
TALLIES = """
SELECT item.question_id, judgment.assessor_id, assessor.user_id, item.kind,
    min(judgment.first_event_id),
    count(*) FILTER (WHERE judgment.verdict <> 'cannot'),
    count(*) FILTER (WHERE judgment.verdict IN ('right', 'inexact')),
    count(*) FILTER (WHERE judgment.label = 'correct'),
    count(*) FILTER (WHERE judgment.label = 'inexact'),
    count(*) FILTER (WHERE judgment.label = 'unsupported'),
    count(*) FILTER (WHERE judgment.label = 'incorrect'),
    count(*) FILTER (WHERE {decided}),
    count(DISTINCT text.item_id || ' ' || text.document COLLATE "C") FILTER (WHERE {decided})
FROM judging_judgment judgment
JOIN judging_assessor assessor ON assessor.id = judgment.assessor_id
JOIN judging_pooltext text ON text.id = judgment.text_id
JOIN judging_poolitem item ON item.id = text.item_id
WHERE assessor.task_id = %s AND assessor.purpose = 'judging' {among}
GROUP BY 1, 2, 3, 4
"""
DECIDED = "text.pooled_at IS NOT NULL AND (judgment.label <> '' OR judgment.verdict = 'cannot')"
OF_TASK = TALLIES.format(decided=DECIDED, among="")
OF_QUESTIONS = TALLIES.format(decided=DECIDED, among="AND item.question_id = ANY (%s)")


class Tally(NamedTuple):
    """What one assessor judged of the answers, or the passages, of one question.

    Verdicts and labels are counted in texts, whether a run gave these or not; what is done of the
    pool, in its texts and in its units.
    """

    question: int
    assessor: int
    user: int | None
    kind: str
    first_event: int
    verdicts: int
    right: int
    correct: int
    inexact: int
    unsupported: int
    incorrect: int
    texts: int
    units: int

    @property
    def labels(self) -> Iterable[tuple[Label, int]]:
        yield Label.CORRECT, self.correct
        yield Label.INEXACT, self.inexact
        yield Label.UNSUPPORTED, self.unsupported
        yield Label.INCORRECT, self.incorrect


def tallies_of(task: Task, questions: Collection[int] | None = None) -> list[Tally]:
    """Return what was judged of each question, or of some, where something was judged."""
    if questions is None:
        return list(map(Tally._make, ask(OF_TASK, [task.pk])()))
    found = ask(OF_QUESTIONS, [task.pk, list(questions)])() if questions else []
    return list(map(Tally._make, found))


def answers_judged(tallies: Iterable[Tally]) -> tuple[int, int]:
    """Return how many short answers have a verdict, and how many are right or inexact."""
    answers = [one for one in tallies if one.kind == Kind.ANSWER]
    return sum(one.verdicts for one in answers), sum(one.right for one in answers)


def labels_by_assessor(tallies: Iterable[Tally]) -> Mapping[int, Counter[Label]]:
    """Return how often each assessor gave each label."""
    given: dict[int, Counter[Label]] = defaultdict(Counter)
    for one in tallies:
        counts = given[one.assessor]
        for label, count in one.labels:
            counts[label] += count
    return given
