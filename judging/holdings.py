"""Who has what: the table of a task's assessors, and what nobody holds."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import QuerySet

from campaign.models import Task
from judging.assignment import Holders, trained_on
from judging.models import Assessor
from judging.work_done import Work
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


def people_who_judge(task: Task) -> QuerySet[Assessor]:
    """Return the names under which people judge the task, in the order in which they are told."""
    named = Assessor.objects.counting().filter(task=task, user__isnull=False)
    return named.select_related("user").order_by("user__name", "pk")


def holdings_of(
    assessors: Iterable[Assessor], loads: dict[int, Load], holders: Holders, work: Work
) -> list[Holding]:
    """Return what each of the assessors holds and has done, of those who hold something."""
    held: dict[int, list[int]] = defaultdict(list)
    second: dict[int, int] = defaultdict(int)
    for question, people in holders.items():
        for number, holder in enumerate(people):
            if question in loads:
                held[holder].append(question)
                second[holder] += number > 0
    return [
        Holding(
            assessor,
            len(held[user]),
            second[user],
            sum(loads[question].judged_units for question in held[user]),
            sum(
                work[place].units for question in held[user] if (place := (question, user)) in work
            ),
        )
        for assessor in assessors
        if (user := assessor.user_id) is not None and user in held
    ]


def unheld_questions(task: Task, loads: dict[int, Load], holders: Holders) -> set[int]:
    """Return the standing questions with something to judge that nobody holds."""
    return loads.keys() - holders.keys() - trained_on(task)
