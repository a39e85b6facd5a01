"""Who has what: the table of a task's assessors, and what nobody holds."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass

from django.db.models import Count, F, Func, QuerySet, TextField

from campaign.models import Question, Task
from judging.assignment import Holders, holders_of, trained_on
from judging.models import Assessor, Judgment
from judging.queue import decided
from judging.workload import Load


@dataclass(frozen=True, slots=True)
class Holding:
    """What one assessor holds, in labels to give: answers in their documents, and passages."""

    assessor: Assessor
    questions: int
    doubled: int
    units: int
    done: int

    @property
    def left(self) -> int:
        return max(0, self.units - self.done)


def holdings_of(task: Task, loads: dict[int, Load]) -> list[Holding]:
    """Return what each assessor of the task holds and has done."""
    held: dict[int, list[int]] = defaultdict(list)
    second: dict[int, int] = defaultdict(int)
    for question, people in holders_of(task).items():
        for number, holder in enumerate(people):
            if question in loads:
                held[holder].append(question)
                second[holder] += number > 0
    done = units_decided(task)
    names = Assessor.objects.counting().filter(task=task, user__in=held).select_related("user")
    return [
        Holding(
            assessor,
            len(held[user]),
            second[user],
            sum(loads[question].judged_units for question in held[user]),
            sum(done.get((assessor.pk, question), 0) for question in held[user]),
        )
        for assessor in names.order_by("user__name", "pk")
        if (user := assessor.user_id) is not None
    ]


def units_decided(task: Task) -> dict[tuple[int, int], int]:
    """Return how many units each assessor has decided of each question."""
    unit = Func(F("text__item"), F("text__document"), function="ROW", output_field=TextField())
    rows = _pooled_decisions(task).values_list("assessor", "text__item__question")
    return {
        (assessor, question): units
        for assessor, question, units in rows.annotate(units=Count(unit, distinct=True))
    }


def _pooled_decisions(task: Task) -> QuerySet[Judgment]:
    return decided().filter(
        assessor__task=task,
        assessor__purpose=Assessor.Purpose.JUDGING,
        text__pooled_at__isnull=False,
        text__item__question__withdrawn_at=None,
    )


def unheld_questions(task: Task, loads: dict[int, Load], holders: Holders) -> list[Question]:
    """Return the standing questions with something to judge that nobody holds."""
    free = set(loads) - set(holders) - trained_on(task)
    return list(task.questions.filter(pk__in=free).in_order())
