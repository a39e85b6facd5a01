"""Recording labels: every change is an event, the current label follows from it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db import transaction

from campaign.models import Task, User
from judging.judgment_format import Kind, Label
from judging.models import Assessor, Judgment, JudgmentEvent, PoolItem, PoolText


class JudgingIsClosed(Exception):
    """Judging was signed, or has not begun: labels stay as they are."""


class QuestionIsWithdrawn(Exception):
    """The question counts no more: judging it would be lost work."""


class NotOffered(Exception):
    """The answer was not given with this document."""


class LabelDoesNotFit(Exception):
    """A passage is correct or incorrect, nothing else."""


@dataclass(frozen=True, slots=True)
class Change:
    """One label that an assessor gives to one text; None takes the label back."""

    assessor: Assessor
    text: PoolText
    label: Label | None
    distinct: tuple[str, ...] = ()


@transaction.atomic
def judge_item(
    *,
    item: PoolItem,
    document: str | None,
    label: Label,
    means: JudgmentEvent.Means,
    batch: UUID,
    by: User,
    at: datetime,
) -> list[JudgmentEvent]:
    """Give a label to an answer group in one document, or to a passage unit.

    *Incorrect* holds for the group in every document; the other labels only where the person
    saw the evidence. The same batch again changes nothing and returns what it did.

    :raises JudgingIsClosed: before the release of the questions and after judging was signed.
    :raises QuestionIsWithdrawn: if the question was taken out.
    :raises LabelDoesNotFit: if a passage is given a label of short answers.
    :raises NotOffered: if no run gave the answer with this document.
    """
    task = item.question.task
    if not task.is_being_judged(at):
        raise JudgingIsClosed
    if item.question.is_withdrawn:
        raise QuestionIsWithdrawn
    if item.kind == Kind.PASSAGE and label not in {Label.CORRECT, Label.INCORRECT}:
        raise LabelDoesNotFit
    texts = item.texts.order_by("pk")
    if item.kind == Kind.ANSWER and label is not Label.INCORRECT and document is not None:
        texts = texts.filter(document=document)
    if not texts:
        raise NotOffered
    assessor = assessor_of(task=task, user=by)
    return apply_changes(
        changes=[Change(assessor, text, label) for text in texts],
        means=means,
        batch=batch,
        by=by,
        at=at,
    )


@transaction.atomic
def undo_last_batch(*, task: Task, batch: UUID, by: User, at: datetime) -> JudgmentEvent | None:
    """Take the person's latest decision back that is not undone yet; None if there is none.

    :raises JudgingIsClosed: before the release of the questions and after judging was signed.
    """
    if not task.is_being_judged(at):
        raise JudgingIsClosed
    assessor = assessor_of(task=task, user=by)
    events = JudgmentEvent.objects.filter(assessor=assessor)
    undone = events.filter(means=JudgmentEvent.Means.UNDO).values("undoes")
    last = (
        events.exclude(means__in=[JudgmentEvent.Means.UNDO, JudgmentEvent.Means.IMPORT])
        .exclude(batch__in=undone)
        .order_by("-pk")
        .first()
    )
    if last is None:
        return None
    changed = events.filter(batch=last.batch).select_related("text").order_by("pk")
    apply_changes(
        changes=[
            Change(assessor, event.text, Label(event.label_before) if event.label_before else None)
            for event in changed
        ],
        means=JudgmentEvent.Means.UNDO,
        batch=batch,
        undoes=last.batch,
        by=by,
        at=at,
    )
    return last


@transaction.atomic
def assessor_of(*, task: Task, user: User) -> Assessor:
    """Return the name under which the person judges in the task, giving one the first time.

    Names are numbers in the order of arrival, so that exported judgments name nobody.
    """
    known = Assessor.objects.filter(task=task, user=user).first()
    if known is not None:
        return known
    Task.objects.select_for_update().get(pk=task.pk)
    taken = set(Assessor.objects.filter(task=task).values_list("name", flat=True))
    number = next(n for n in range(1, len(taken) + 2) if f"assessor-{n}" not in taken)
    assessor, _created = Assessor.objects.get_or_create(
        task=task, user=user, defaults={"name": f"assessor-{number}"}
    )
    return assessor


def apply_changes(
    *,
    changes: Sequence[Change],
    means: JudgmentEvent.Means,
    batch: UUID,
    by: User,
    at: datetime,
    undoes: UUID | None = None,
) -> list[JudgmentEvent]:
    """Append one event per change, in the order given, and bring the current labels up to date.

    The same batch again changes nothing and returns what it did.
    """
    assessors = {change.assessor.pk for change in changes}
    # One writer per assessor at a time: two tabs cannot interleave.
    list(Assessor.objects.select_for_update().filter(pk__in=assessors).order_by("pk"))
    stored = list(JudgmentEvent.objects.filter(assessor__in=assessors, batch=batch))
    if stored:
        return stored
    current = _current(changes)
    events = JudgmentEvent.objects.bulk_create(
        [
            JudgmentEvent(
                assessor=change.assessor,
                text=change.text,
                batch=batch,
                undoes=undoes,
                label_before=current[key].label if (key := _key(change)) in current else "",
                label=change.label or "",
                distinct=list(change.distinct),
                means=means,
                by=by,
                at=at,
            )
            for change in changes
        ],
        batch_size=2000,
    )
    _project(events, current)
    return events


def _key(change: Change) -> tuple[int, int]:
    return change.assessor.pk, change.text.pk


def _current(changes: Sequence[Change]) -> dict[tuple[int, int], Judgment]:
    rows = Judgment.objects.filter(
        assessor__in={change.assessor.pk for change in changes},
        text__in=[change.text.pk for change in changes],
    )
    return {(judgment.assessor_id, judgment.text_id): judgment for judgment in rows}


def _project(events: Iterable[JudgmentEvent], current: Mapping[tuple[int, int], Judgment]) -> None:
    """Make the current labels what the events say."""
    fresh, changed, gone = [], [], []
    for event in events:
        known = current.get((event.assessor_id, event.text_id))
        if known is None and event.label:
            fresh.append(
                Judgment(
                    text_id=event.text_id,
                    assessor_id=event.assessor_id,
                    label=event.label,
                    distinct=event.distinct,
                    first_event=event,
                )
            )
        elif known is not None and event.label:
            known.label, known.distinct = event.label, event.distinct
            changed.append(known)
        elif known is not None:
            gone.append(known.pk)
    Judgment.objects.filter(pk__in=gone).delete()
    Judgment.objects.bulk_create(fresh, batch_size=2000)
    Judgment.objects.bulk_update(changed, ["label", "distinct"], batch_size=500)
