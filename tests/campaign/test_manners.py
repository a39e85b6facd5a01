"""What pages promise: names, invitations, roles, dates, mail and jobs said as they are."""

from __future__ import annotations

import html

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import Settings

from campaign.actions.teams import (
    NotYoursToRemove,
    invite_member,
    remove_member,
    take_back_invitation,
)
from campaign.models import (
    Event,
    Membership,
    Role,
    Stage,
    Task,
    Team,
    TeamInvitation,
    Upload,
    User,
)
from campaign.templatetags.equer import file_size
from campaign.views.files import LISTS
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
    team = make.make_team(task, member=captain)
    Team.objects.filter(pk=team.pk).update(registered_by=captain)
    team.refresh_from_db()
    return team


def signed_in(user: User) -> Client:
    client = Client(headers={"accept-language": "en"})
    client.force_login(user)
    return client


def place(task: Task, name: str, **rest: object) -> str:
    kwargs = {"campaign_slug": task.campaign.slug, "task_slug": task.slug, **rest}
    return reverse(name, kwargs=kwargs)


def read(client: Client, address: str) -> str:
    return html.unescape(client.get(address).content.decode())


# --- the page of a campaign ------------------------------------------------------------------------


def test_an_organizer_is_not_asked_to_register_a_team_first(task: Task) -> None:
    page = read(signed_in(task.campaign.opened_by), f"/campaigns/{task.campaign.slug}/")
    visitor = read(Client(), f"/campaigns/{task.campaign.slug}/")
    register = reverse("team-register", kwargs={"campaign_slug": task.campaign.slug})

    assert f'class="button button--quiet" href="{register}"' in page
    assert f'class="button button--primary" href="{register}"' in visitor


def test_a_task_without_runs_offers_no_results(task: Task) -> None:
    organizer = signed_in(task.campaign.opened_by)
    results = place(task, "leaderboard")
    assert results not in read(organizer, f"/campaigns/{task.campaign.slug}/")

    make.make_run(make.make_team(task), task)

    assert results in read(organizer, f"/campaigns/{task.campaign.slug}/")


@pytest.mark.parametrize(
    ("stage", "state"),
    [(Stage.DRAFT, "wait"), (Stage.CLOSED, "now"), (Stage.PUBLIC, "done")],
)
def test_only_what_is_public_is_checked_green(task: Task, stage: Stage, state: str) -> None:
    make.make_run(make.make_team(task), task)
    make.put_at_stage(task, stage)
    page = read(signed_in(task.campaign.opened_by), f"/campaigns/{task.campaign.slug}/")
    badge = page.partition('class="task__head"')[2].partition("</div>")[0]
    assert f"state state--{state}" in badge


@pytest.mark.parametrize(
    ("stage", "said"),
    [
        (Stage.CLOSED, ["Only organizers see this.", "Provisional: judging is not closed."]),
        (Stage.JUDGED, ["Only organizers see this."]),
        (Stage.RESULTS_TO_TEAMS, ["Only the teams and the organizers see this."]),
        (Stage.PUBLIC, []),
    ],
)
def test_first_results_say_who_sees_them(task: Task, stage: Stage, said: list[str]) -> None:
    make.put_at_stage(task, stage)
    page = read(signed_in(task.campaign.opened_by), place(task, "results-summary"))
    known = [
        "Only organizers see this.",
        "Provisional: judging is not closed.",
        "Only the teams and the organizers see this.",
    ]
    assert [sentence for sentence in known if sentence in page] == said


def test_scores_are_being_computed_only_if_a_job_does_it(task: Task) -> None:
    client, summary = signed_in(task.campaign.opened_by), place(task, "results-summary")
    assert "No official run has arrived" in read(client, summary)
    make.make_run(make.make_team(task), task)
    assert "There is no score yet" in read(client, summary)
    make.make_job("scoring.tasks.score_task", task=task)
    assert "The scores are being computed." in read(client, summary)


def test_announcing_a_campaign_is_asked_about(task: Task) -> None:
    campaign = task.campaign
    campaign.announced_at = None
    campaign.save()
    page = read(signed_in(campaign.opened_by), f"/campaigns/{campaign.slug}/")
    assert "Announce the campaign to everybody?" in page


# --- teams and roles --------------------------------------------------------------------------------


def test_a_mistyped_invitation_is_taken_back(task: Task, team: Team, captain: User) -> None:
    now = timezone.now()
    invitation = invite_member(team=team, email="adda@example.org", by=captain, at=now)
    client = signed_in(captain)
    here = {"campaign_slug": task.campaign.slug}
    act = reverse("team-uninvite", kwargs=here | {"invitation_id": invitation.pk})
    assert act in read(client, reverse("team-page", kwargs=here))

    client.post(act)

    assert not TeamInvitation.objects.open().exists()
    assert Event.objects.filter(verb="take-back-invitation").count() == 1
    invite_member(team=team, email="adda@example.org", by=captain, at=now)


def test_an_answered_invitation_is_not_taken_back(team: Team, captain: User) -> None:
    invitation = make.make_team_invitation(team)
    TeamInvitation.objects.update(answered_at=timezone.now(), is_accepted=True)
    take_back_invitation(invitation=invitation, by=captain, at=timezone.now())
    assert TeamInvitation.objects.get().is_accepted


def test_nobody_takes_back_the_invitation_of_another_team(task: Task, team: Team) -> None:
    invitation = make.make_team_invitation(team)
    rival = make.make_user("Rival")
    make.make_team(task, "Other", member=rival)
    here = {"campaign_slug": task.campaign.slug, "invitation_id": invitation.pk}
    assert signed_in(rival).post(reverse("team-uninvite", kwargs=here)).status_code == 404


def test_who_registered_the_team_takes_members_out(task: Task, team: Team, captain: User) -> None:
    ada, eve = make.make_user("Ada"), make.make_user("Eve")
    team.members.add(ada, eve)
    with pytest.raises(NotYoursToRemove):
        remove_member(team=team, member=eve, by=ada, at=timezone.now())
    with pytest.raises(NotYoursToRemove):
        remove_member(team=team, member=captain, by=captain, at=timezone.now())
    here = {"campaign_slug": task.campaign.slug, "team_id": team.pk, "user_id": ada.pk}

    signed_in(captain).post(reverse("team-remove", kwargs=here))

    assert sorted(user.name for user in team.members.all()) == ["Captain", "Eve"]
    assert Event.objects.filter(verb="remove-member").count() == 1


def people(task: Task) -> str:
    return reverse("people", kwargs={"campaign_slug": task.campaign.slug})


def test_a_known_address_needs_no_name_and_no_role_is_chosen_for_one(task: Task) -> None:
    ada = make.make_user("Ada")
    client = signed_in(task.campaign.opened_by)

    unnamed = client.post(people(task), {"email": "new@example.org", "role": "assessor"})
    without = client.post(people(task), {"email": ada.email})
    given = client.post(people(task), {"email": ada.email, "role": "assessor"})

    assert (unnamed.status_code, without.status_code, given.status_code) == (422, 422, 302)
    assert "write the person's name" in html.unescape(unnamed.content.decode())
    assert Membership.objects.get(user=ada).role == Role.ASSESSOR


def test_a_role_that_does_not_count_says_so(task: Task, team: Team, captain: User) -> None:
    make.make_membership(task.campaign, Role.ASSESSOR, user=captain)
    client = signed_in(task.campaign.opened_by)
    assert read(client, people(task)).count("set aside in general: competes there") == 1

    make.make_waiver(task, captain)

    assert "set aside in" not in read(client, people(task))


# --- names, numbers, words --------------------------------------------------------------------------


def test_a_name_holds_no_sign_that_turns_what_follows(task: Task) -> None:
    client = signed_in(make.make_user("Ada"))
    form = {"name": "Véga\u202eagéV", "affiliation": "x", "sector": "public", "tasks": task.pk}

    client.post(reverse("team-register", kwargs={"campaign_slug": task.campaign.slug}), form)

    assert Team.objects.get().name == "VégaagéV"


def test_one_byte_is_one() -> None:
    assert (file_size(1), file_size(2)) == ("1 byte", "2 bytes")


@pytest.mark.parametrize("kind", LISTS)
def test_a_report_stands_under_the_tab_of_its_form(task: Task, kind: Upload.Kind) -> None:
    upload = make.make_upload(task, "x", kind=kind, team=make.make_team(task))
    page = read(
        signed_in(task.campaign.opened_by), place(task, "upload-report", upload_id=upload.pk)
    )
    assert f'href="{place(task, LISTS[kind])}" aria-current="page"' in page


def test_a_date_that_is_wrong_is_said_once(task: Task) -> None:
    client = signed_in(task.campaign.opened_by)
    form = {"time_zone": "Europe/Paris", "announced_at": "soon", "released_at": "2026-12-02T08:00"}

    response = client.post(place(task, "task-edit"), form)

    assert response.context["form"].errors["announced_at"] == [
        "Write a date and a time, such as 2026-11-30 12:00."
    ]
    assert "released_at" not in response.context["form"].errors


def test_a_job_that_began_again_says_so(task: Task) -> None:
    job = make.make_job(task=task)
    client = signed_in(task.campaign.opened_by)
    assert "started again" not in read(client, place(task, "job-list"))
    type(job).objects.update(attempt=2, state="running")
    assert "started again after an interruption" in read(client, place(task, "job-list"))


# --- accounts ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("keeps", [True, False])
def test_pages_promise_no_mail_that_is_not_sent(settings: Settings, *, keeps: bool) -> None:
    settings.KEEPS_MAIL = keeps
    client = Client(headers={"accept-language": "en"})
    pages = [
        "/account/address/",
        "/account/password/forgotten/",
        "/account/password/forgotten/sent/",
    ]
    for page in pages:
        text = read(client, page)
        assert ("organizers of your campaign" in text) == keeps
        assert (
            "a link is on its way" in text or "brings a link" in text or "on its way" in text
        ) != keeps


def test_signing_up_leads_on_to_where_one_wanted_to_go(settings: Settings) -> None:
    settings.MAILERS = {"default": {"BACKEND": "campaign.mail.KeptMail"}}
    from campaign.models import KeptMessage  # noqa: PLC0415

    client = Client(headers={"accept-language": "en"})
    wanted = "/help/participant/"
    login = read(client, f"/sign-in/?next={wanted}")
    assert 'href="/sign-up/?next=/help/participant/"' in login
    form = {"name": "Ada", "email": "ada@example.org", "password1": make.PASSWORD, "next": wanted}
    client.post("/sign-up/", form)
    link = next(word for word in KeptMessage.objects.get().body.split() if "://" in word)

    confirmed = client.post("/" + link.split("/", 3)[3], follow=True)

    assert confirmed.redirect_chain[-1][0].endswith("?next=%2Fhelp%2Fparticipant%2F")
    assert "Your address is confirmed" in confirmed.content.decode()


# --- the demonstration -------------------------------------------------------------------------------


def test_the_first_page_of_the_demonstration_leads_into_its_roles(settings: Settings) -> None:
    client = Client(headers={"accept-language": "en"})
    assert "/tour/" not in read(client, "/")
    settings.DEMO = True
    assert 'hx-get="/tour/"' in read(client, "/")

    client.get("/tour/visitor/")

    assert 'href="/tour/visitor/"' in read(client, "/help/")
    assert "Back to your path" not in read(client, "/tour/visitor/")
