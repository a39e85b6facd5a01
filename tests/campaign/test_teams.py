"""Teams: nobody joins without saying yes, and nobody competes after seeing too much."""

from __future__ import annotations

import pytest
from django.test import Client
from django.utils import timezone

from campaign.actions.campaigns import OwnWaiver, grant_role, grant_waiver, revoke_role
from campaign.actions.tasks import (
    JudgingIsOpen,
    ResultsArePublic,
    RunsAreStillOpen,
    close_judging,
    open_results,
    reopen_judging,
)
from campaign.actions.teams import (
    AlreadyInvited,
    HoldsAnotherHat,
    LastMember,
    answer_invitation,
    enter_task,
    invite_member,
    leave_team,
)
from campaign.models import Membership, Role, Stage, Task, Team, User
from campaign.permissions import member_of_task
from tests import make

pytestmark = pytest.mark.django_db


@pytest.fixture
def task() -> Task:
    return make.make_ready_task()


@pytest.fixture
def captain() -> User:
    return make.make_user("Captain")


@pytest.fixture
def team(task: Task, captain: User) -> Team:
    return make.make_team(task, member=captain)


def test_an_invitation_changes_nothing_until_it_is_accepted(
    task: Task, team: Team, captain: User
) -> None:
    organizer = task.campaign.opened_by
    invitation = invite_member(team=team, email=organizer.email, by=captain, at=timezone.now())

    assert member_of_task(organizer, task).roles == {Role.ORGANIZER}
    with pytest.raises(HoldsAnotherHat):
        answer_invitation(invitation=invitation, accept=True, by=organizer, at=timezone.now())
    answer_invitation(invitation=invitation, accept=False, by=organizer, at=timezone.now())

    assert list(team.members.all()) == [captain]


def test_the_owner_of_the_address_joins_by_the_page(task: Task, team: Team, captain: User) -> None:
    invite_member(team=team, email="ADA@example.org", by=captain, at=timezone.now())
    with pytest.raises(AlreadyInvited):
        invite_member(team=team, email="ada@example.org", by=captain, at=timezone.now())
    client = Client(headers={"accept-language": "en"})
    client.force_login(make.make_user("Ada"))
    page = client.get(f"/campaigns/{task.campaign.slug}/team/").content.decode()
    assert "Captain invites you to the team Vésale" in page

    invitation = team.invitations.get()
    client.post(
        f"/campaigns/{task.campaign.slug}/team/invitations/{invitation.pk}/", {"answer": "accept"}
    )

    assert {user.name for user in team.members.all()} == {"Captain", "Ada"}


def test_nobody_answers_for_another(task: Task, team: Team, captain: User) -> None:
    invitation = invite_member(team=team, email="ada@example.org", by=captain, at=timezone.now())
    client = Client()
    client.force_login(make.make_user("Eve"))

    path = f"/campaigns/{task.campaign.slug}/team/invitations/{invitation.pk}/"

    assert client.post(path, {"answer": "accept"}).status_code == 404


def test_members_leave_but_somebody_answers_for_the_runs(
    task: Task, team: Team, captain: User
) -> None:
    make.make_run(team, task)
    with pytest.raises(LastMember):
        leave_team(team=team, by=captain, at=timezone.now())
    team.members.add(make.make_user("Ada"))

    leave_team(team=team, by=captain, at=timezone.now())

    assert [user.name for user in team.members.all()] == ["Ada"]


@pytest.mark.parametrize("role", [Role.ASSESSOR, Role.QUESTION_EDITOR, Role.ORGANIZER])
def test_whoever_held_a_role_cannot_compete(task: Task, captain: User, role: Role) -> None:
    by, at = task.campaign.opened_by, timezone.now()
    membership, _new = grant_role(
        campaign=task.campaign, task=None, email=captain.email, name="", role=role, by=by, at=at
    )
    team = make.make_team(task, "New", member=captain)
    team.tasks.clear()
    with pytest.raises(HoldsAnotherHat):
        enter_task(team=team, task=task, by=captain, at=at)
    revoke_role(membership=membership, by=by, at=at)
    with pytest.raises(HoldsAnotherHat):
        enter_task(team=team, task=task, by=captain, at=at)

    grant_waiver(task=task, user=captain, reason="The only specialist", by=by, at=at)
    enter_task(team=team, task=task, by=captain, at=at)

    assert list(team.tasks.all()) == [task]


def test_before_there_are_questions_an_organizer_may_decide_to_compete(captain: User) -> None:
    task = make.make_task()
    make.make_membership(task.campaign, Role.ORGANIZER, user=captain)
    team = make.make_team(task, member=captain)
    team.tasks.clear()

    enter_task(team=team, task=task, by=captain, at=timezone.now())

    assert member_of_task(captain, task).roles == {Role.PARTICIPANT}


def test_nobody_waives_the_rule_alone(task: Task) -> None:
    organizer = task.campaign.opened_by
    with pytest.raises(OwnWaiver):
        grant_waiver(task=task, user=organizer, reason="I", by=organizer, at=timezone.now())


def test_an_organizer_sends_a_new_invitation(task: Task) -> None:
    by, at = task.campaign.opened_by, timezone.now()
    membership, is_new = grant_role(
        campaign=task.campaign,
        task=None,
        email="new@example.org",
        name="New",
        role=Role.ASSESSOR,
        by=by,
        at=at,
    )
    client = Client(headers={"accept-language": "en"})
    client.force_login(by)

    page = client.post(f"/campaigns/{task.campaign.slug}/people/{membership.pk}/invite/")

    assert is_new
    assert "/account/invitation/" in page.content.decode()
    assert Membership.objects.filter(user=membership.user).count() == 1


def test_results_open_only_when_judging_is_closed(task: Task) -> None:
    by, now = task.campaign.opened_by, timezone.now()
    with pytest.raises(RunsAreStillOpen):
        close_judging(task=task, by=by, at=now)
    make.put_at_stage(task, Stage.CLOSED)
    with pytest.raises(JudgingIsOpen):
        open_results(task=task, to_teams_at=now, to_public_at=now, by=by, at=now)
    Task.objects.filter(pk=task.pk).update(
        judged_at=None, results_to_teams_at=now, results_public_at=now, archived_at=None
    )
    task.refresh_from_db()
    assert task.stage(now) == Stage.CLOSED

    task = close_judging(task=task, by=by, at=now)

    assert task.stage(now) == Stage.PUBLIC
    with pytest.raises(ResultsArePublic):
        reopen_judging(task=task, by=by, at=now)


@pytest.mark.parametrize(
    ("clock", "message"),
    [
        ("9999-12-31T23:59", "Choose a year from 1990 to 2199."),
        ("0001-01-01T00:00", "Choose a year from 1990 to 2199."),
        ("2026-03-29T02:30", "This time does not exist there"),
        ("2026-01-01T00:00+05:00", "Write a date and a time"),
        ("soon", "Write a date and a time"),
    ],
)
def test_a_time_that_makes_no_sense_is_refused(task: Task, clock: str, message: str) -> None:
    client = Client(headers={"accept-language": "en"})
    client.force_login(task.campaign.opened_by)

    response = client.post(
        f"/campaigns/{task.campaign.slug}/{task.slug}/results/open/",
        {"results_to_teams_at": clock},
    )

    assert (response.status_code, message in response.content.decode()) == (422, True)


def test_a_lost_session_leads_back_to_the_page_and_says_what_was_lost(task: Task) -> None:
    client = Client(headers={"accept-language": "en"})
    page = f"http://testserver/campaigns/{task.campaign.slug}/{task.slug}/judge/question/GF1/"
    act = page.replace("question", "label")

    by_htmx = client.post(act, headers={"hx-request": "true", "hx-current-url": page})
    plain = client.post(act, headers={"referer": page})

    assert (by_htmx.status_code, plain.status_code) == (204, 302)
    assert by_htmx["HX-Redirect"] == plain["Location"]
    assert "question/GF1" in plain["Location"]
    assert "your last act was not saved" in client.get(plain["Location"]).content.decode()
