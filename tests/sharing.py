"""Questions given to assessors, as an organizer would."""

from __future__ import annotations

from typing import Any

from django.utils import timezone

from campaign.models import Question, Role, Task, User
from judging import assignment
from judging.actions.assignment import assign_questions
from judging.assignment import Choices, Plan, plan_assignment
from judging.work_done import work_done
from tests import make


def make_task() -> Task:
    """Make twelve questions, a third of them lists, the last two medical."""
    task = make.make_task()
    for number in range(12):
        question = make.make_question(task, f"GF{number}")
        Question.objects.filter(pk=question.pk).update(
            type="list" if number % 3 == 0 else "factual",
            position=number + 1,
            tags=["médecine"] if number >= 10 else [],
        )
        make.make_pool_item(question)
    return task


def make_people(task: Task) -> list[User]:
    """Make three assessors."""
    users = [make.make_user(name) for name in ("Ada", "Blaise", "Carl")]
    for user in users:
        make.make_membership(task.campaign, Role.ASSESSOR, user=user)
    return users


def choose(*people: User, **more: Any) -> Choices:
    return Choices({user.pk: 1.0 for user in people}, more.pop("tags", {}), **more)


def give(task: Task, choices: Choices) -> Plan:
    return assign_questions(
        task=task,
        choices=choices,
        digest=plan_assignment(task, choices).digest,
        by=task.campaign.opened_by,
        at=timezone.now(),
    )


def holders_of(task: Task) -> dict[int, list[int]]:
    """Ask as a new request would."""
    fresh = Task.objects.get(pk=task.pk)
    return dict(assignment.holders_of(fresh, work_done(fresh)))


def names_held(task: Task, user: User) -> set[str]:
    held = {question for question, who in holders_of(task).items() if user.pk in who}
    return set(Question.objects.filter(pk__in=held).values_list("identifier", flat=True))


def page(task: Task, rest: str) -> str:
    return f"/campaigns/{task.campaign.slug}/{task.slug}/{rest}"
