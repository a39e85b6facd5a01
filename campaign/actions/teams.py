"""Registering teams, entering tasks, joining and leaving."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from django.db import IntegrityError, transaction
from django.db.models import Q

from campaign.models import (
    Campaign,
    Event,
    Membership,
    Role,
    Task,
    Team,
    TeamInvitation,
    User,
    Waiver,
)


class RegistrationIsClosed(Exception):
    """The task takes no more teams."""


class HoldsAnotherHat(Exception):
    """Whoever organized, wrote or judged a task cannot compete in it without a public waiver."""

    def __init__(self, task: Task, people: list[User]) -> None:
        super().__init__(task, people)
        self.task, self.people = task, people


class AlreadyInvited(Exception):
    """The address has an open invitation to the team, or belongs to a member."""


class NotYoursToRemove(Exception):
    """Whoever registered the team takes members out of it; others only leave it themselves."""


class LastMember(Exception):
    """A team with runs keeps at least one member."""


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
    :raises HoldsAnotherHat: if a member has seen of the task what teams must not see.
    """
    if not task.accepts_teams(at):
        raise RegistrationIsClosed
    _refuse_other_hats(task, team.members.all())
    team.tasks.add(task)
    Event.objects.record(
        "enter-task", by=by, at=at, campaign=team.campaign, task=task, subject=team.name
    )


def _refuse_other_hats(task: Task, people: Iterable[User]) -> None:
    """Refuse people who hold or held a role in the task since it has questions.

    Before that a role has shown nothing: an organizer may still decide to compete, and is then
    a participant there. A public waiver lifts the rule.
    """
    if not task.question_set_version:
        return
    waived = set(Waiver.objects.filter(task=task).values_list("user_id", flat=True))
    hatted = [user for user in people if user.pk not in waived and _had_a_role(task, user)]
    if hatted:
        raise HoldsAnotherHat(task, hatted)


def _had_a_role(task: Task, user: User) -> bool:
    covering = Q(task=None) | Q(task=task)
    held = Membership.objects.filter(covering, campaign=task.campaign_id, user=user)
    # A role that was taken away again has shown what it showed.
    granted = Event.objects.filter(
        covering, campaign=task.campaign_id, verb="grant-role", subject=user.email
    )
    return held.exclude(role=Role.PARTICIPANT).exists() or granted.exists()


@transaction.atomic
def invite_member(*, team: Team, email: str, by: User, at: datetime) -> TeamInvitation:
    """Invite an address to the team; its owner answers.

    :raises AlreadyInvited: if the address is invited or a member's.
    """
    email = email.lower()
    if team.members.filter(email=email).exists():
        raise AlreadyInvited
    try:
        with transaction.atomic():
            invitation = TeamInvitation.objects.create(
                team=team, email=email, invited_by=by, invited_at=at
            )
    except IntegrityError:
        raise AlreadyInvited from None
    _record("invite-member", team, by=by, at=at, member=email)
    return invitation


@transaction.atomic
def answer_invitation(
    *, invitation: TeamInvitation, accept: bool, by: User, at: datetime
) -> TeamInvitation:
    """Join the team, or say no.

    :raises HoldsAnotherHat: if the person has seen of a task of the team what teams must not see.
    """
    invitation = TeamInvitation.objects.select_for_update().get(pk=invitation.pk)
    if invitation.answered_at is not None:
        return invitation
    if accept:
        for task in invitation.team.tasks.all():
            _refuse_other_hats(task, [by])
        invitation.team.members.add(by)
    invitation.answered_at, invitation.is_accepted = at, accept
    invitation.save(update_fields=["answered_at", "is_accepted"])
    verb = "join-team" if accept else "decline-invitation"
    _record(verb, invitation.team, by=by, at=at, member=by.email)
    return invitation


@transaction.atomic
def leave_team(*, team: Team, by: User, at: datetime) -> None:
    """Leave the team; its runs stay.

    :raises LastMember: if nobody would be left to answer for its runs.
    """
    team = Team.objects.select_for_update().get(pk=team.pk)
    if team.runs.exists() and not team.members.exclude(pk=by.pk).exists():
        raise LastMember
    team.members.remove(by)
    _record("leave-team", team, by=by, at=at, member=by.email)


@transaction.atomic
def take_back_invitation(*, invitation: TeamInvitation, by: User, at: datetime) -> None:
    """Void an invitation that nobody has answered; the address may be invited again."""
    invitation = TeamInvitation.objects.select_for_update().get(pk=invitation.pk)
    if invitation.answered_at is not None:
        return
    invitation.answered_at, invitation.is_accepted = at, False
    invitation.save(update_fields=["answered_at", "is_accepted"])
    _record("take-back-invitation", invitation.team, by=by, at=at, member=invitation.email)


def may_remove(*, team: Team, user: User) -> bool:
    """Tell whether the person takes members out: who registered the team, else any member."""
    members = {member.pk for member in team.members.all()}
    represents = user.pk == team.registered_by_id or team.registered_by_id not in members
    return user.pk in members and represents


@transaction.atomic
def remove_member(*, team: Team, member: User, by: User, at: datetime) -> None:
    """Take another person out of the team; its runs stay.

    :raises NotYoursToRemove: unless the person represents the team, and names somebody else.
    """
    team = Team.objects.select_for_update().get(pk=team.pk)
    if member == by or not may_remove(team=team, user=by):
        raise NotYoursToRemove
    team.members.remove(member)
    _record("remove-member", team, by=by, at=at, member=member.email)


def _record(verb: str, team: Team, *, by: User, at: datetime, member: str) -> None:
    Event.objects.record(
        verb, by=by, at=at, campaign=team.campaign, subject=team.name, after={"member": member}
    )
