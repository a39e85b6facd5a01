"""Asking people again, unannounced, what they decided some days ago."""

from __future__ import annotations

import hashlib
from collections import defaultdict
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Max

from campaign.models import Question, Task, User
from campaign.models.keys import among
from judging.actions.assessors import assessor_of
from judging.models import Assessor, JudgingRules, JudgmentEvent, Slot

JUDGING, REPEAT = Assessor.Purpose.JUDGING, Assessor.Purpose.REPEAT
BY_HAND = [
    JudgmentEvent.Means.KEY,
    JudgmentEvent.Means.BUTTON,
    JudgmentEvent.Means.BRACKET,
    JudgmentEvent.Means.REST,
]
HEIGHT = 2**64


def tasks_to_ask_again(*, at: datetime) -> list[Task]:
    """Return the tasks that are being judged and let decisions come back."""
    tasks = Task.objects.select_related("campaign", "judging_rules")
    return [
        task
        for task in tasks.filter(released_at__lte=at, judged_at=None).order_by("pk")
        if task.is_being_judged(at) and JudgingRules.objects.of(task).repeat_share
    ]


def draw_repeats(*, task: Task, at: datetime) -> int:
    """Let a share of the decisions that are old enough come back once; return how many do.

    Whether one comes back follows from its own number, so that drawing again draws the same:
    nothing is asked a third time, and a missed hour changes nothing.
    """
    rules = JudgingRules.objects.of(task)
    drawn = 0
    for user, items in _drawn(task, rules, at).items():
        with transaction.atomic():
            drawn += _put(task, user, items, at)
    return drawn


def _drawn(task: Task, rules: JudgingRules, at: datetime) -> dict[User, dict[int, list[int]]]:
    """Return the items that come back, by person and question."""
    acts = JudgmentEvent.objects.filter(
        assessor__task=task,
        assessor__purpose=JUDGING,
        assessor__user__is_active=True,
        text__pooled_at__isnull=False,
        text__item__question__withdrawn_at=None,
        means__in=BY_HAND,
    )
    old = (
        acts.values_list("assessor__user", "text__item__question", "text__item")
        .annotate(last=Max("at"))
        .filter(last__lte=at - timedelta(days=rules.repeat_days))
    )
    found: dict[int, dict[int, list[int]]] = defaultdict(lambda: defaultdict(list))
    for user, question, item, _last in old:
        if _chance(task.pk, user, item) < rules.repeat_share:
            found[user][question].append(item)
    people = User.objects.in_bulk(found)
    return {people[user]: dict(questions) for user, questions in found.items()}


def _chance(task: int, user: int, item: int) -> float:
    """Return a number from 0 to 1 that is always the same for one decision."""
    name = hashlib.blake2b(f"repeat {task} {user} {item}".encode(), digest_size=8)
    return int.from_bytes(name.digest()) / HEIGHT


def _put(task: Task, user: User, questions: dict[int, list[int]], at: datetime) -> int:
    assessor = assessor_of(task=task, user=user, purpose=REPEAT)
    # One drawer at a time, so that no hour overwrites what another added.
    Assessor.objects.select_for_update().get(pk=assessor.pk)
    slots = {slot.question_id: slot for slot in Slot.objects.filter(assessor=assessor)}
    positions = dict(Question.objects.filter(among("pk", questions)).values_list("pk", "position"))
    drawn = 0
    for question, items in questions.items():
        slot = slots.get(question) or Slot(
            assessor=assessor,
            question_id=question,
            position=positions[question],
            assigned_at=at,
        )
        fresh = sorted(set(items) - set(slot.items))
        if fresh:
            slot.items = [*slot.items, *fresh]
            slot.save()
            drawn += len(fresh)
    return drawn
