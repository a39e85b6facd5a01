"""Giving questions to assessors, and giving them to others."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import NamedTuple

from django.db import transaction

from campaign.models import Event, Question, Task, User
from campaign.models.keys import among
from judging.actions.assessors import assessor_of
from judging.actions.judgments import JudgingIsClosed
from judging.assignment import (
    Choices,
    Holders,
    Plan,
    assessors_of_task,
    holders_of,
    kept_choices,
    plan_assignment,
)
from judging.balancing import Weighed, share_out
from judging.models import Assessor, JudgingRules, Slot
from judging.work_done import Work, decided_share, work_done
from judging.workload import Load, loads_of, right_share_of

JUDGING, TRAINING = Assessor.Purpose.JUDGING, Assessor.Purpose.TRAINING


class NobodyIsChosen(Exception):
    """Questions are given to somebody: an assessor with a weight or a specialty."""


class PlanHasChanged(Exception):
    """What would be done now is not what was looked at."""


class NothingToGive(Exception):
    """The assessor has no question left that somebody else could take over."""


@transaction.atomic
def assign_questions(*, task: Task, choices: Choices, digest: str, by: User, at: datetime) -> Plan:
    """Give every question that nobody holds, and the sample that is judged twice a second time.

    From then on people find the questions that were given to them. The draw rests on the seed
    alone, so it can be repeated; who has the second place at a question is told to nobody.

    :raises JudgingIsClosed: after judging was signed.
    :raises NobodyIsChosen: if no assessor of the task has a weight or a specialty.
    :raises PlanHasChanged: if the plan is not the one that the digest names.
    """
    task = _open_task(task, at)
    plan = plan_assignment(task, choices)
    if not any(choices.weights.values()) and not any(choices.tags.values()):
        raise NobodyIsChosen
    if plan.digest != digest:
        raise PlanHasChanged
    _write(task, plan, at)
    _remember(task, choices)
    Event.objects.record(
        "assign-questions",
        by=by,
        at=at,
        campaign=task.campaign,
        task=task,
        after={
            "questions": len(plan.first),
            "doubled": len(plan.second),
            "training": len(choices.training),
            "seed": choices.seed,
        },
    )
    return plan


def give_unheld(*, task: Task, by: User, at: datetime) -> Plan:
    """Give the questions that came since, as the others were given.

    :raises JudgingIsClosed: after judging was signed.
    :raises NobodyIsChosen: if questions were never given in this task.
    """
    choices = kept_choices(JudgingRules.objects.of(task))
    digest = plan_assignment(task, choices).digest
    return assign_questions(task=task, choices=choices, digest=digest, by=by, at=at)


def _open_task(task: Task, at: datetime) -> Task:
    locked = Task.objects.select_for_update().get(pk=task.pk)
    if locked.is_judged(at):
        raise JudgingIsClosed
    return locked


def _write(task: Task, plan: Plan, at: datetime) -> None:
    wanted: dict[tuple[int, int], bool] = {}
    for question, people in plan.held.items():
        for number, user in enumerate(people):
            wanted[question, user] = number > 0
    wanted |= dict.fromkeys(plan.first.items(), False)
    wanted |= dict.fromkeys(plan.second.items(), True)
    names = _names(task, {user for _question, user in wanted}, JUDGING)
    if not JudgingRules.objects.of(task).assigns_questions:
        # A place where somebody only opened a page is nobody's.
        opened = Slot.objects.filter(assessor__task=task, assessor__purpose=JUDGING)
        opened.exclude(question__in=plan.held).delete()
    put_slots(
        slots=[
            Slot(assessor=names[user], question_id=question, is_double=is_double, assigned_at=at)
            for (question, user), is_double in wanted.items()
        ]
    )
    trainees = _names(task, plan.training, TRAINING)
    Slot.objects.bulk_create(
        [
            # Position 0 comes before every question.
            Slot(assessor=trainees[user], question_id=question, position=0, assigned_at=at)
            for user, questions in plan.training.items()
            for question in questions
        ],
        ignore_conflicts=True,
    )


def _names(task: Task, users: Iterable[int], purpose: Assessor.Purpose) -> dict[int, Assessor]:
    people = User.objects.filter(pk__in=list(users)).order_by("name", "pk")
    return {user.pk: assessor_of(task=task, user=user, purpose=purpose) for user in people}


def put_slots(*, slots: list[Slot]) -> None:
    """Write slots down, each at the place of its question; who had one before has it again."""
    questions = {slot.question_id for slot in slots}
    positions = dict(Question.objects.filter(among("pk", questions)).values_list("pk", "position"))
    for slot in slots:
        slot.position = positions[slot.question_id]
    Slot.objects.bulk_create(
        slots,
        update_conflicts=True,
        unique_fields=["assessor", "question"],
        update_fields=["position", "is_double", "released_at"],
    )


def _remember(task: Task, choices: Choices) -> None:
    rules = JudgingRules.objects.of(task)
    rules.assigns_questions = True
    rules.shares = choices.kept()
    if choices.training:
        rules.training_reference_id = choices.reference
    rules.save()


class Handover(NamedTuple):
    """Who gets each question, and how many stay: those named hold them already."""

    given: Mapping[int, int]
    kept: int


@transaction.atomic
def reassign_questions(
    *, task: Task, assessor: Assessor, weights: Mapping[int, float], by: User, at: datetime
) -> Handover:
    """Give what an assessor has not finished to others.

    Labels and events stay as they are; whoever takes over judges the question whole and sees
    nothing of what was judged before.

    :raises JudgingIsClosed: after judging was signed.
    :raises NobodyIsChosen: if nobody of those named may judge the task.
    :raises NothingToGive: if nothing is left, or all others hold these questions already.
    """
    task = _open_task(task, at)
    allowed = set(assessors_of_task(task).values_list("pk", flat=True)) - {assessor.user_id}
    weights = {user: weight for user, weight in weights.items() if weight and user in allowed}
    if not weights:
        raise NobodyIsChosen
    loads, work = loads_of(task, right_share_of(task)), work_done(task)
    old = {slot.question_id: slot for slot in _unfinished(assessor, loads, work)}
    free = _to_give(old, loads, holders_of(task, work), weights)
    given = share_out(free, weights, seed=assessor.pk)
    if not given:
        raise NothingToGive
    names = _names(task, set(given.values()), JUDGING)
    put_slots(
        slots=[
            Slot(
                assessor=names[user],
                question_id=question,
                is_double=old[question].is_double,
                assigned_at=at,
            )
            for question, user in given.items()
        ]
    )
    released = Slot.objects.filter(among("pk", (old[question].pk for question in given)))
    released.update(released_at=at, lease_tab=None, lease_until=None)
    Event.objects.record(
        "reassign-questions",
        by=by,
        at=at,
        campaign=task.campaign,
        task=task,
        subject=assessor.user or assessor.name,
        after={"questions": len(given)},
    )
    return Handover(given, len(old) - len(given))


def _unfinished(assessor: Assessor, loads: Mapping[int, Load], work: Work) -> list[Slot]:
    slots = Slot.objects.standing().filter(assessor=assessor).order_by("pk")
    return [
        slot
        for slot in slots
        if assessor.user_id is None
        or decided_share(work, loads, slot.question_id, assessor.user_id) < 1
    ]


def _to_give(
    old: Mapping[int, Slot],
    loads: Mapping[int, Load],
    holders: Holders,
    weights: Mapping[int, float],
) -> list[Weighed]:
    able = frozenset(weights)
    return [
        Weighed(
            question.pk,
            question.type,
            loads[question.pk].decisions,
            able - set(holders.get(question.pk, ())),
        )
        for question in Question.objects.filter(among("pk", old))
    ]
