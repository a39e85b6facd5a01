"""Registering teams, entering tasks."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from campaign.models import Campaign, Event, Task, Team, User


class RegistrationIsClosed(Exception):
    """The task takes no more teams."""


class HasRuns(Exception):
    """A team that has submitted a run cannot leave the task."""


@transaction.atomic
def register_team(
    *,
    campaign: Campaign,
    name: str,
    affiliation: str,
    members: list[User],
    by: User,
    at: datetime,
    sector: str = Team.Sector.PUBLIC,
) -> Team:
    """Register a team in the campaign."""
    team = Team.objects.create(
        campaign=campaign,
        name=name,
        affiliation=affiliation,
        sector=sector,
        registered_by=by,
        registered_at=at,
    )
    team.members.set(members)
    Event.objects.record("register-team", by=by, at=at, campaign=campaign, subject=name)
    return team


@transaction.atomic
def enter_task(*, team: Team, task: Task, by: User, at: datetime) -> None:
    """Let the team compete in the task.

    :raises RegistrationIsClosed: before its announcement and after its deadline.
    """
    if not task.accepts_teams(at):
        raise RegistrationIsClosed
    team.tasks.add(task)
    Event.objects.record(
        "enter-task", by=by, at=at, campaign=team.campaign, task=task, subject=team.name
    )


@transaction.atomic
def invite_member(
    *, team: Team, email: str, name: str, by: User, at: datetime
) -> tuple[User, bool]:
    """Add a person to the team, opening an account for a new address; tell whether it is new."""
    user = User.objects.filter(email__iexact=email).first()
    is_new = user is None
    if user is None:
        user = User.objects.create_user(email=email, name=name)
    team.members.add(user)
    Event.objects.record(
        "invite-member",
        by=by,
        at=at,
        campaign=team.campaign,
        subject=team.name,
        after={"member": user.email},
    )
    return user, is_new
