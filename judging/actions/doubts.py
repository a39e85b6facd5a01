"""What assessors ask and note, and what the organizers reply."""

from __future__ import annotations

from datetime import datetime
from uuid import UUID, uuid4

from django.db import transaction

from campaign.actions.questions import withdraw_question
from campaign.models import Event, Question, Task, User
from judging.actions.events import apply_changes
from judging.changes import Change
from judging.decisions import Verdict
from judging.models import Assessor, Doubt, Judgment, JudgmentEvent, PoolItem


class WasAnswered(Exception):
    """Somebody else replied first."""

    def __init__(self, doubt: Doubt) -> None:
        super().__init__(doubt)
        self.doubt = doubt


class WasTakenBack(Exception):
    """The assessor needs no reply any more."""


def raise_comment(
    *,
    question: Question,
    assessor: Assessor,
    item: PoolItem | None,
    text: str,
    key: UUID,
    at: datetime,
) -> Doubt:
    """Put a comment into the organizers' inbox; the same key again adds nothing."""
    comment, _created = Doubt.objects.get_or_create(
        assessor=assessor,
        batch=key,
        kind=Doubt.Kind.COMMENT,
        defaults={
            "question": question,
            "item": item,
            "text": text.strip(),
            "raised_at": at,
        },
    )
    return comment


@transaction.atomic
def reply_to_doubt(
    *, doubt: Doubt, reply: str, outcome: Doubt.Outcome, by: User, at: datetime
) -> Doubt:
    """Answer a doubt; what could not be judged returns to its assessor, with the reply.

    :raises WasAnswered: if somebody replied before.
    :raises WasTakenBack: if the assessor took it back.
    :raises TextsAreFrozen: if the question is to be withdrawn and judging is closed.
    """
    # In the order in which whoever loads and judges takes them: the task, the assessor, the rest.
    task = Task.objects.select_for_update().get(pk=doubt.question.task_id)
    Assessor.objects.select_for_update().get(pk=doubt.assessor_id)
    rows = Doubt.objects.select_for_update(of=("self",)).select_related("question", "assessor")
    doubt = rows.get(pk=doubt.pk)
    if doubt.replied_at is not None:
        raise WasAnswered(doubt)
    if doubt.taken_back_at is not None:
        raise WasTakenBack
    if outcome == Doubt.Outcome.WITHDRAWN:
        if not doubt.question.is_withdrawn:
            withdraw_question(question=doubt.question, reason=reply.strip(), by=by, at=at)
    elif doubt.kind == Doubt.Kind.CANNOT and task.is_being_judged(at):
        _give_back(doubt, by=by, at=at)
    doubt.reply, doubt.outcome = reply.strip(), outcome
    doubt.replied_by, doubt.replied_at = by, at
    doubt.save(update_fields=["reply", "outcome", "replied_by", "replied_at"])
    Event.objects.record(
        "reply-to-doubt",
        by=by,
        at=at,
        campaign=task.campaign,
        task=task,
        subject=doubt.question.identifier,
        after={"outcome": outcome.value, "reply": doubt.reply},
    )
    return doubt


def _give_back(doubt: Doubt, *, by: User, at: datetime) -> None:
    """Take back that the unit cannot be judged, wherever that act still holds."""
    act = JudgmentEvent.objects.filter(
        assessor=doubt.assessor, batch=doubt.batch, verdict=Verdict.CANNOT, text__item=doubt.item
    )
    held = Judgment.objects.filter(
        assessor=doubt.assessor, text__in=act.values("text"), verdict=Verdict.CANNOT
    )
    changes = [Change(one.assessor_id, one.text_id) for one in held.order_by("pk")]
    if changes:
        apply_changes(
            changes=changes, means=JudgmentEvent.Means.REOPENED, batch=uuid4(), by=by, at=at
        )
