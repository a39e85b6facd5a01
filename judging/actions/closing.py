"""Closing judging by a signed act that states how good the reference is."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from campaign.actions.tasks import close_judging
from campaign.models import Event, Task, User
from judging.closing_figures import closing_figures
from judging.models import Assessor, ClosingAct


class JudgingWasClosed(Exception):
    """Judging was signed before and is not open again."""


class LabelsMoved(Exception):
    """Somebody judged since the figures were shown: whoever signs reads them first."""


class DisagreementIsHigh(Exception):
    """The disagreement is above the task's threshold; whoever signs says that they know it."""


@transaction.atomic
def sign_closing(
    *, task: Task, seen: int, remark: str, acknowledges: bool, by: User, at: datetime
) -> ClosingAct:
    """Sign that judging is over, and keep what was known of its quality at that time.

    ``seen`` is the newest judgment event under the figures that were read.

    :raises RunsAreStillOpen: before the deadline of the task.
    :raises JudgingWasClosed: if it is closed.
    :raises LabelsMoved: if labels changed since.
    :raises DisagreementIsHigh: if it is above the threshold and this was not acknowledged.
    """
    task = Task.objects.select_for_update().get(pk=task.pk)
    # Whoever is saving a decision ends first, and the next one finds judging closed.
    list(Assessor.objects.select_for_update().filter(task=task).order_by("pk"))
    if task.is_judged(at):
        raise JudgingWasClosed
    figures = closing_figures(task)
    if figures.newest_event != seen:
        raise LabelsMoved
    if figures.is_high and not acknowledges:
        raise DisagreementIsHigh
    close_judging(task=task, by=by, at=at)
    act = ClosingAct.objects.create(
        task=task,
        signed_at=at,
        signed_by=by,
        units=figures.units,
        disagreement=figures.value,
        low=figures.disagreement.low,
        high=figures.disagreement.high,
        threshold=figures.threshold,
        undecided=figures.undecided + figures.unjudged,
        remark=remark.strip(),
    )
    Event.objects.record(
        "sign-closing",
        by=by,
        at=at,
        campaign=task.campaign,
        task=task,
        after={"remark": act.remark, "units": act.units, "undecided": act.undecided},
    )
    return act
