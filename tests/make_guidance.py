"""Builders of what guides assessors: guidelines, adjudications, doubts."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

from django.utils import timezone

from campaign.models import Question, Task, User
from judging.actions.assessors import assessor_of
from judging.actions.doubts import raise_comment
from judging.actions.guidelines import publish_guideline
from judging.judgment_format import Label
from judging.models import Adjudication, ClosingAct, Doubt, Guideline, PoolItem


def make_guideline(task: Task, text: str = "## Correct\nSays so.", **more: Any) -> Guideline:
    """Publish the next version of the guidelines, in English unless told otherwise."""
    current = Guideline.objects.current(task)
    fields = {"text_fr": "", "text_en": text, "change": "A sentence.", **more}
    return publish_guideline(
        task=task,
        seen=current.version if current else 0,
        by=task.campaign.opened_by,
        at=fields.pop("at", timezone.now()),
        **fields,
    )


def make_adjudication(item: PoolItem, label: Label = Label.CORRECT, **more: Any) -> Adjudication:
    fields = {"is_precedent": True, "reason": Adjudication.Reason.OVERSIGHT, **more}
    by = item.question.task.campaign.opened_by
    return Adjudication.objects.create(
        item=item, label=label, batch=uuid4(), decided_at=timezone.now(), decided_by=by, **fields
    )


def make_closing_act(task: Task) -> ClosingAct:
    return ClosingAct.objects.create(
        task=task,
        signed_at=timezone.now(),
        signed_by=task.campaign.opened_by,
        units=10,
        disagreement=0.1,
        low=0.0,
        high=0.3,
        threshold=0.05,
    )


def make_doubt(question: Question, by: User, **more: Any) -> Doubt:
    """Ask something in a comment; `item` names what it is about."""
    fields = {"item": None, "text": "May a nickname do?", "key": uuid4(), **more}
    return raise_comment(
        question=question,
        assessor=assessor_of(task=question.task, user=by),
        at=timezone.now(),
        **fields,
    )
