"""Builders of what assessors are given; `tests.make` offers them."""

from __future__ import annotations

from typing import Any

from django.utils import timezone

from campaign.models import Question, Task
from judging.actions.rules import set_rules
from judging.models import Assessor, JudgingRules, Slot


def make_judging_rules(task: Task, **rules: Any) -> JudgingRules:
    return set_rules(task=task, by=task.campaign.opened_by, at=timezone.now(), **rules)


def make_slot(assessor: Assessor, question: Question, **fields: Any) -> Slot:
    return Slot.objects.create(
        assessor=assessor, question=question, assigned_at=timezone.now(), **fields
    )
