"""Disagreements and decisions on them, as people would make them."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

from django.utils import timezone

from campaign.models import Question, User
from judging.actions.adjudications import adjudicate
from judging.disagreements import last_decision
from judging.judgment_format import Label
from judging.models import Adjudication, PoolItem
from tests import make


def make_dispute(
    question: Question,
    text: str = "Zola",
    labels: tuple[Label, ...] = (Label.CORRECT, Label.INEXACT),
) -> PoolItem:
    """Make an answer that several people labelled differently; each judges that answer alone."""
    item = make.make_pool_item(question, text)
    for number, label in enumerate(labels, start=1):
        email = f"reader{number}@example.org"
        known = User.objects.filter(email=email).first()
        make.judge(item, label, known or make.make_user(f"Reader {number}", email=email))
    return item


def decide_on(
    item: PoolItem, label: Label = Label.INEXACT, *, document: str = "D1", **more: Any
) -> Adjudication:
    """Settle a disagreement as an adjudicator would."""
    fields = {
        "reason": Adjudication.Reason.OVERSIGHT,
        "comment": "",
        "is_precedent": False,
        "seen": last_decision(item, document),
        "key": uuid4(),
        "by": item.question.task.campaign.opened_by,
        **more,
    }
    return adjudicate(item=item, document=document, label=label, at=timezone.now(), **fields)
