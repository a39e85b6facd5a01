"""Opening tasks, changing their rules and calendar, opening their results."""

from __future__ import annotations

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
    """
    task = Task.objects.select_for_update().get(pk=task.pk)
    changed = {field: value for field, value in changes.items() if getattr(task, field) != value}
    if RUN_RULES & changed.keys() and task.runs.exists():
        raise RulesAreFixed
    before = {field: getattr(task, field) for field in changed}
    for field, value in changed.items():
        setattr(task, field, value)
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
    for opened, wanted in (
        (task.results_to_teams_at, to_teams_at),
        (task.results_public_at, to_public_at),
    ):
        if opened is not None and opened <= at and (wanted is None or wanted > at):
            raise ResultsArePublic
    return edit_task(
        task=task, by=by, at=at, results_to_teams_at=to_teams_at, results_public_at=to_public_at
    )


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
