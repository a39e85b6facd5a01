"""Who may do what: one table, read by pages, API and templates."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from enum import StrEnum, auto
from typing import Any

from django.contrib.auth.models import AnonymousUser

from campaign.models import Campaign, Membership, Role, Task, Team, User, Waiver
from campaign.models.rows import ask


class Permission(StrEnum):
    VISIT = auto()
    SIGN_IN = auto()
    OPEN_CAMPAIGN = auto()
    MANAGE_CAMPAIGN = auto()
    MANAGE_TASK = auto()
    EDIT_QUESTIONS = auto()
    REGISTER_TEAM = auto()
    SUBMIT_RUN = auto()
    JUDGE = auto()
    ADJUDICATE = auto()


# Every page asks this, so it is one statement.
HATS = """
SELECT campaign_id, task_id, role, NULL AS team_id FROM campaign_membership
WHERE user_id = %(user)s AND campaign_id = ANY (%(campaigns)s)
UNION ALL
SELECT NULL, entry.task_id, '', entry.team_id
FROM campaign_team_members member JOIN campaign_team_tasks entry USING (team_id)
WHERE member.user_id = %(user)s AND entry.task_id = ANY (%(tasks)s)
"""

EVERYBODY = frozenset({Permission.VISIT})
SIGNED_IN = frozenset({Permission.SIGN_IN, Permission.REGISTER_TEAM})

PERMISSIONS_BY_ROLE: dict[Role, frozenset[Permission]] = {
    Role.ORGANIZER: frozenset(
        {
            Permission.MANAGE_CAMPAIGN,
            Permission.MANAGE_TASK,
            Permission.EDIT_QUESTIONS,
            Permission.ADJUDICATE,
        }
    ),
    Role.QUESTION_EDITOR: frozenset({Permission.EDIT_QUESTIONS}),
    Role.ASSESSOR: frozenset({Permission.JUDGE}),
    Role.ADJUDICATOR: frozenset({Permission.ADJUDICATE}),
    Role.PARTICIPANT: frozenset({Permission.SUBMIT_RUN}),
}


@dataclass(frozen=True, slots=True)
class Member:
    """A person seen from one campaign, or from one task of it: the hats they wear there."""

    user: User | AnonymousUser
    roles: frozenset[Role] = frozenset()
    teams: tuple[Team, ...] = ()
    set_aside: frozenset[Role] = frozenset()

    @property
    def hats(self) -> list[str]:
        """The roles in words, in the order of their table."""
        return [str(role.label) for role in Role if role in self.roles]

    @property
    def permissions(self) -> frozenset[Permission]:
        granted = EVERYBODY
        if self.user.is_authenticated:
            granted |= SIGNED_IN
            if isinstance(self.user, User) and self.user.opens_campaigns:
                granted |= {Permission.OPEN_CAMPAIGN}
        return granted.union(*(PERMISSIONS_BY_ROLE[role] for role in self.roles))

    def may(self, permission: Permission) -> bool:
        return permission in self.permissions


def member_of_campaign(user: User | AnonymousUser, campaign: Campaign) -> Member:
    """Return the roles held in the whole campaign, and the person's teams."""
    if not isinstance(user, User):
        return Member(user)
    held = Membership.objects.filter(campaign=campaign, task=None, user=user)
    teams = tuple(Team.objects.filter(campaign=campaign, members=user).order_by("name", "pk"))
    return Member(user, _roles(held.values_list("role", flat=True), teams), teams)


def member_of_task(user: User | AnonymousUser, task: Task) -> Member:
    """Return the roles that count in the task.

    Whoever belongs to one of its teams is a participant there and nothing else, unless a
    public waiver lifts the rule; the roles this takes away are told in ``set_aside``.
    """
    return members_of_tasks(user, [task])[task.pk]


def members_of_tasks(user: User | AnonymousUser, tasks: Collection[Task]) -> dict[int, Member]:
    """Return what the person is in each of several tasks, by the task's key, in three queries.

    One is enough for whoever belongs to no team.
    """
    if not isinstance(user, User):
        return {task.pk: Member(user) for task in tasks}
    roles, entries = _hats(user, tasks)
    found = Team.objects.filter(pk__in={team for _, team in entries}).order_by("name", "pk")
    teams: dict[int, list[Team]] = {task.pk: [] for task in tasks}
    for team in found if entries else ():
        for key, entered in teams.items():
            if (key, team.pk) in entries:
                entered.append(team)
    competes = [key for key, own in teams.items() if own]
    waivers = Waiver.objects.filter(task__in=competes, user=user) if competes else ()
    waived = {waiver.task_id for waiver in waivers}
    members = {}
    for task in tasks:
        covering = [
            role
            for campaign_id, task_id, role in roles
            if campaign_id == task.campaign_id and task_id in {None, task.pk}
        ]
        own = tuple(teams[task.pk])
        members[task.pk] = _member(user, covering, own, is_waived=task.pk in waived)
    return members


def _hats(
    user: User, tasks: Collection[Task]
) -> tuple[list[tuple[int, int | None, str]], set[tuple[int, int]]]:
    """Return the person's roles in the tasks' campaigns, and which teams enter which tasks."""
    named: dict[str, Any] = {
        "user": user.pk,
        "campaigns": [task.campaign_id for task in tasks],
        "tasks": [task.pk for task in tasks],
    }
    rows = ask(HATS, named)()
    roles = [(campaign, task, role) for campaign, task, role, team in rows if team is None]
    return roles, {(task, team) for _, task, _, team in rows if team is not None}


def _member(
    user: User, names: Iterable[str], teams: tuple[Team, ...], *, is_waived: bool
) -> Member:
    roles = _roles(names, teams)
    if not teams or is_waived:
        return Member(user, roles, teams)
    competing = frozenset({Role.PARTICIPANT})
    return Member(user, competing, teams, set_aside=roles - competing)


def _roles(names: Iterable[str], teams: tuple[Team, ...]) -> frozenset[Role]:
    roles = {Role(name) for name in names}
    if teams:
        roles.add(Role.PARTICIPANT)
    return frozenset(roles)
