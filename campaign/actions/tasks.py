"""Opening tasks, changing their rules and calendar, opening their results."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime
from typing import Any

from django.db import transaction

from campaign.models import Campaign, Event, Stage, Task, User

# Rules that decide whether a run file is right: fixed once a run has been accepted.
RUN_RULES = frozenset(
    {
        "answers_factual",
        "answers_list",
        "answers_definition",
        "answers_yes_no",
        "asks_documents",
        "asks_passages",
        "passage_limit",
        "accepts_nil",
    }
)


class RulesAreFixed(Exception):
    """Runs were accepted under these rules: they cannot change any more."""


class ResultsArePublic(Exception):
    """What the public has seen cannot be taken back."""


class TextsAreFrozen(Exception):
    """Labels were signed for: the texts on which they rest stay as they are."""


class StageIsReached(Exception):
    """Dates do not take back what people have seen or done at a stage."""

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage)
        self.stage = stage


class JudgingIsOpen(Exception):
    """Results open at once only when judging is closed: until then they move."""


class RunsAreStillOpen(Exception):
    """Judging is closed after the deadline, when every run has arrived."""


class TeamsComeFirst(Exception):
    """The public cannot see results before the teams do."""


@transaction.atomic
def open_task(
    *, campaign: Campaign, name: str, slug: str, by: User, at: datetime, **rules: Any
) -> Task:
    """Open a task in the campaign."""
    task = Task.objects.create(campaign=campaign, name=name, slug=slug, opened_at=at, **rules)
    Event.objects.record(
        "open-task",
        by=by,
        at=at,
        campaign=campaign,
        task=task,
        subject=name,
        after=_readable(rules),
    )
    return task


@transaction.atomic
def edit_task(*, task: Task, by: User, at: datetime, **changes: Any) -> Task:
    """Change the texts, the rules or the calendar of a task.

    :raises RulesAreFixed: if a rule changes that accepted runs were read under.
    :raises StageIsReached: if a date would take back a stage that people rely on.
    """
    task = Task.objects.select_for_update().get(pk=task.pk)
    changed = {field: value for field, value in changes.items() if getattr(task, field) != value}
    if RUN_RULES & changed.keys() and task.runs.exists():
        raise RulesAreFixed
    before = {field: getattr(task, field) for field in changed}
    reached = task.stage(at)
    for field, value in changed.items():
        setattr(task, field, value)
    if task.stage(at) < reached:
        _refuse_return(task, reached, changed, at)
    task.save(update_fields=list(changed))
    if changed:
        Event.objects.record(
            "edit-task",
            by=by,
            at=at,
            campaign=task.campaign,
            task=task,
            before=_readable(before),
            after=_readable(changed),
        )
    return task


def _refuse_return(task: Task, reached: Stage, changed: Collection[str], at: datetime) -> None:
    """Refuse to go back once results were seen, judging was signed, or runs have arrived.

    A deadline may still be extended while answers are judged; signed judging has its own act.
    """
    signed = reached >= Stage.JUDGED and "judged_at" not in changed
    seen = reached >= Stage.RESULTS_TO_TEAMS
    unreleased = task.stage(at) < Stage.RELEASED and task.runs.exists()
    if signed or seen or unreleased:
        raise StageIsReached(reached)


def may_change_texts(*, task: Task, at: datetime) -> None:
    """Check that documents and questions, on which labels rest, may still change.

    :raises TextsAreFrozen: once judging was signed.
    """
    if task.is_judged(at):
        raise TextsAreFrozen


def open_results(
    *,
    task: Task,
    to_teams_at: datetime | None,
    to_public_at: datetime | None,
    by: User,
    at: datetime,
) -> Task:
    """Set the two instants at which the results open; an empty one means not planned.

    :raises TeamsComeFirst: if the public's instant is earlier than the teams'.
    :raises ResultsArePublic: if results that have opened would be hidden again.
    :raises JudgingIsOpen: if they would open at once while labels still change.
    """
    if not task.is_judged(at) and any(
        instant is not None and instant <= at for instant in (to_teams_at, to_public_at)
    ):
        raise JudgingIsOpen
    if to_public_at is not None and (to_teams_at is None or to_teams_at > to_public_at):
        raise TeamsComeFirst
    try:
        return edit_task(
            task=task, by=by, at=at, results_to_teams_at=to_teams_at, results_public_at=to_public_at
        )
    except StageIsReached:
        raise ResultsArePublic from None


def close_judging(*, task: Task, by: User, at: datetime) -> Task:
    """Sign that judging is over: labels stay, and no run joins any more.

    :raises RunsAreStillOpen: before the deadline of the task.
    """
    if task.stage(at) < Stage.CLOSED:
        raise RunsAreStillOpen
    return edit_task(task=task, by=by, at=at, judged_at=at)


def reopen_judging(*, task: Task, by: User, at: datetime) -> Task:
    """Take the signature back, as long as nobody has seen results.

    :raises ResultsArePublic: once the teams have seen them.
    """
    if task.stage(at) >= Stage.RESULTS_TO_TEAMS:
        raise ResultsArePublic
    return edit_task(task=task, by=by, at=at, judged_at=None)


def _readable(values: dict[str, Any]) -> dict[str, Any]:
    return {
        field: value if isinstance(value, int | bool) or value is None else str(value)
        for field, value in values.items()
    }
