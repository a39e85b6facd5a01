"""Settling disagreements: the decision is one more judgment, first labels stay as they are."""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from django.db import transaction

from campaign.models import Task, User
from judging.actions.events import Circumstances, apply_changes
from judging.actions.judgments import JudgingIsClosed, LabelDoesNotFit, QuestionIsWithdrawn
from judging.changes import Change
from judging.decisions import opinion_behind
from judging.disagreements import disputes, last_decision
from judging.judgment_format import Kind, Label
from judging.models import (
    ADJUDICATION,
    Adjudication,
    Assessor,
    Guideline,
    JudgmentEvent,
    PoolItem,
    PoolText,
)

PASSAGE_LABELS = frozenset({Label.CORRECT, Label.INCORRECT})


class NobodyDisagrees(Exception):
    """The unit is not in dispute, or somebody is still judging its question."""


class SettledMeanwhile(Exception):
    """Somebody else decided on the unit after it was shown."""


class OwnDisagreement(Exception):
    """Whoever judged the unit knows whose opinion is whose: somebody else settles it."""


@transaction.atomic
def adjudicate(
    *,
    item: PoolItem,
    document: str,
    label: Label,
    reason: str,
    comment: str,
    is_precedent: bool,
    seen: int,
    key: UUID,
    by: User,
    at: datetime,
) -> Adjudication:
    """Decide on a unit on which assessors differ; a later decision takes its place.

    ``seen`` is the `last_decision` that was shown. The same key again changes nothing and returns
    what it decided.

    :raises JudgingIsClosed: before the release of the questions and after judging was signed.
    :raises QuestionIsWithdrawn: if the question was taken out.
    :raises LabelDoesNotFit: if a passage is given a label of short answers.
    :raises NobodyDisagrees: if the unit is not in dispute.
    :raises OwnDisagreement: if one of the opinions is of who would decide.
    :raises SettledMeanwhile: if there is a later decision than the one shown.
    """
    # The row of the task holds off its closing, and a second decision at the same time.
    task = Task.objects.select_for_update().get(pk=item.question.task_id)
    known = Adjudication.objects.filter(batch=key).first()
    if known is not None:
        return known
    _refuse(item, document, label, task, by, at)
    if last_decision(item, document) != seen:
        raise SettledMeanwhile
    assessor, _created = Assessor.objects.get_or_create(task=task, name=ADJUDICATION)
    opinion = opinion_behind(label, Kind(item.kind))
    texts = PoolText.objects.filter(item=item, document=document).order_by("pk")
    guideline = Guideline.objects.current(task)
    apply_changes(
        changes=[Change(assessor.pk, text.pk, opinion, label) for text in texts],
        means=JudgmentEvent.Means.ADJUDICATION,
        batch=key,
        by=by,
        at=at,
        circumstances=Circumstances(guideline=guideline.pk if guideline else None),
    )
    return Adjudication.objects.create(
        item=item,
        document=document,
        label=label,
        reason=reason,
        comment=comment.strip(),
        is_precedent=is_precedent,
        batch=key,
        decided_at=at,
        decided_by=by,
    )


def _refuse(
    item: PoolItem, document: str, label: Label, task: Task, by: User, at: datetime
) -> None:
    if not task.is_being_judged(at):
        raise JudgingIsClosed
    question = task.questions.get(pk=item.question_id)
    if question.is_withdrawn:
        raise QuestionIsWithdrawn
    if item.kind == Kind.PASSAGE and label not in PASSAGE_LABELS:
        raise LabelDoesNotFit
    found = {(one.item.pk, one.document): one for one in disputes(task, question=question)}
    if (item.pk, document) not in found:
        raise NobodyDisagrees
    if found[item.pk, document].is_of(by):
        raise OwnDisagreement
