"""Publishing guidelines, and reopening what a change of them affects."""

from __future__ import annotations

from datetime import datetime
from uuid import uuid4

from django.db import transaction
from django.db.models import QuerySet

from campaign.models import Event, Task, User
from judging.actions.events import Circumstances, apply_changes
from judging.actions.judgments import JudgingIsClosed
from judging.changes import Change
from judging.models import Assessor, Guideline, Judgment, JudgmentEvent


class GuidelinesWerePublished(Exception):
    """Somebody published another version since this one was begun."""

    def __init__(self, newest: Guideline) -> None:
        super().__init__(newest)
        self.newest = newest


class NothingChanged(Exception):
    """The texts are those of the version that holds."""


class ChangeIsUnsaid(Exception):
    """Assessors are told what changed."""


class TooManyAtOnce(Exception):
    """So many labels are a search that was not narrowed, and more than a page waits for."""

    def __init__(self, found: int) -> None:
        super().__init__(found)
        self.found = found


MOST_AT_ONCE = 2000


@transaction.atomic
def publish_guideline(
    *, task: Task, text_fr: str, text_en: str, change: str, seen: int, by: User, at: datetime
) -> Guideline:
    """Publish a version of the task's guidelines, begun from the version that was seen.

    :raises GuidelinesWerePublished: if another version came in between.
    :raises NothingChanged: if both texts are as they were.
    :raises ChangeIsUnsaid: if a later version does not say what changed.
    """
    Task.objects.select_for_update().get(pk=task.pk)
    current = Guideline.objects.current(task)
    if current is not None:
        if current.version != seen:
            raise GuidelinesWerePublished(current)
        if (current.text_fr, current.text_en) == (text_fr, text_en):
            raise NothingChanged
        if not change.strip():
            raise ChangeIsUnsaid
    guideline = Guideline.objects.create(
        task=task,
        version=current.version + 1 if current else 1,
        text_fr=text_fr,
        text_en=text_en,
        change=change.strip(),
        published_at=at,
        published_by=by,
    )
    Event.objects.record(
        "publish-guidelines",
        by=by,
        at=at,
        campaign=task.campaign,
        task=task,
        subject=f"v{guideline.version}",
        after={"change": guideline.change},
    )
    return guideline


@transaction.atomic
def reopen_judgments(
    *, judgments: QuerySet[Judgment], guideline: Guideline, by: User, at: datetime
) -> int:
    """Take labels back because of a change of the guidelines; return how many.

    Their assessors meet the answers again and see which version is the reason. What was judged
    again meanwhile is no longer among the judgments, which are read once nobody else writes.

    :raises JudgingIsClosed: if labels cannot change any more.
    :raises TooManyAtOnce: above ``MOST_AT_ONCE`` labels.
    """
    task = Task.objects.select_for_update().get(pk=guideline.task_id)
    if not task.is_being_judged(at):
        raise JudgingIsClosed
    # In the order in which whoever writes takes them.
    list(Assessor.objects.select_for_update().filter(task=task).order_by("pk"))
    found = judgments.count()
    if found > MOST_AT_ONCE:
        raise TooManyAtOnce(found)
    chosen = list(judgments.order_by("pk"))
    if not chosen:
        return 0
    apply_changes(
        changes=[Change(one.assessor_id, one.text_id) for one in chosen],
        means=JudgmentEvent.Means.REOPENED,
        batch=uuid4(),
        by=by,
        at=at,
        circumstances=Circumstances(guideline=guideline.pk),
    )
    Event.objects.record(
        "reopen-judgments",
        by=by,
        at=at,
        campaign=task.campaign,
        task=task,
        subject=f"v{guideline.version}",
        after={"labels": len(chosen)},
    )
    return len(chosen)
