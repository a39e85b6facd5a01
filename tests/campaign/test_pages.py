"""What every page keeps, and what pages say when something goes wrong."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from campaign.forms import TaskForm
from campaign.models import KeptMessage, Stage, Task, Upload, User
from tests import make
from tests.campaign.populated import POST_ONLY, ROLES, World, world

__all__ = ["world"]

CSP = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; "
    "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)


def test_every_page_has_the_strict_policy_and_no_inline_code(world: World) -> None:
    make.put_at_stage(world.task, Stage.PUBLIC)
    faults = []
    for name in sorted(set(world.addresses) - POST_ONLY - {"upload-file", "judgment-file"}):
        for role in ROLES:
            response = world.client(role).get(world.address(name))
            page = response.content.decode()
            if response["Content-Security-Policy"] != CSP:
                faults.append((name, role, response["Content-Security-Policy"]))
            if "<style" in page or " style=" in page or "<script>" in page or " onclick" in page:
                faults.append((name, role, "inline"))
    assert faults == []


@pytest.fixture
def task(db: None) -> Task:
    return make.make_ready_task()


def signed_in(user: User) -> Client:
    client = Client(headers={"accept-language": "en"})
    client.force_login(user)
    return client


def place(task: Task, name: str, **rest: object) -> str:
    kwargs = {"campaign_slug": task.campaign.slug, "task_slug": task.slug, **rest}
    return reverse(name, kwargs=kwargs)


def test_a_file_over_the_limit_is_refused_with_the_limit(task: Task, settings: Settings) -> None:
    settings.MAX_UPLOAD_BYTES = 10
    file = SimpleUploadedFile("q.tsv", make.QUESTIONS.encode())

    response = signed_in(task.campaign.opened_by).post(place(task, "question-list"), {"file": file})

    assert response.status_code == 413
    assert "at most 10 bytes" in response.content.decode()
    assert Upload.objects.filter(name="q.tsv").count() == 0


def test_an_empty_file_gets_a_report(task: Task) -> None:
    file = SimpleUploadedFile("q.tsv", b"")

    response = signed_in(task.campaign.opened_by).post(
        place(task, "question-list"), {"file": file}, follow=True
    )

    assert "empty-file" in response.content.decode()


def test_a_form_without_its_token_is_refused_in_words(task: Task) -> None:
    client = Client(enforce_csrf_checks=True, headers={"accept-language": "en"})
    client.force_login(task.campaign.opened_by)

    response = client.post(place(task, "judging-close"))

    assert (response.status_code, "This form had expired" in response.content.decode()) == (
        403,
        True,
    )


@pytest.mark.parametrize("address", ["/nowhere/", "/campaigns/none/", "/campaigns/a/b/c/d/"])
def test_an_unknown_address_says_so(task: Task, address: str) -> None:
    response = signed_in(task.campaign.opened_by).get(address)

    assert (response.status_code, "No page has this address" in response.content.decode()) == (
        404,
        True,
    )


def test_times_are_entered_on_the_clocks_of_the_zone(task: Task) -> None:
    client = signed_in(task.campaign.opened_by)
    form = {
        "name": "Zoned",
        "time_zone": "Etc/GMT+12",
        "announced_at": "2026-12-01T08:00",
        "released_at": "2026-12-02T08:00",
        "closes_at": "2026-12-09T23:59",
        "answers_factual": 5,
        "answers_definition": 5,
        "answers_yes_no": 1,
        "answers_list": 5,
        "passage_limit": 250,
        "runs_per_team": 2,
        "grace_hours": 24,
    }

    response = client.post(reverse("task-open", kwargs={"campaign_slug": task.campaign.slug}), form)

    zoned = Task.objects.get(slug="zoned")
    assert response.status_code == 302
    assert zoned.closes_at == datetime(2026, 12, 10, 11, 59, tzinfo=UTC)
    page = client.get(place(zoned, "task-edit")).content.decode()
    assert 'value="2026-12-09T23:59"' in page


def test_rules_do_not_change_under_accepted_runs(task: Task) -> None:
    make.make_run(make.make_team(task), task)
    client = signed_in(task.campaign.opened_by)
    page = client.get(place(task, "task-edit"))
    form = {
        name: page.context["form"][name].value() or "" for name in page.context["form"].fields
    } | {"passage_limit": 100}
    form = {name: value for name, value in form.items() if value not in {False, ""}}

    response = client.post(place(task, "task-edit"), form)

    assert response.status_code == 422
    assert "cannot change any more" in response.content.decode()


@pytest.fixture
def kept_mail(db: None, settings: Settings) -> None:
    """Undo the test runner's own mail backend: this installation has no mail server."""
    settings.MAILERS = {"default": {"BACKEND": "campaign.mail.KeptMail"}}


def test_without_a_mail_server_the_organizers_pass_links_on(kept_mail: None) -> None:
    host = make.make_user("Host", opens_campaigns=True)
    visitor = Client(headers={"accept-language": "en"})
    form = {"name": "Ada", "email": "ada@example.org", "password1": make.PASSWORD}

    sent = visitor.post("/sign-up/", form, follow=True)
    assert "Confirm your address" in sent.content.decode()
    message = KeptMessage.objects.get()
    link = next(word for word in message.body.split() if word.startswith("http"))
    assert link in signed_in(host).get("/account/messages/").content.decode()
    assert visitor.get("/").context["user"].is_anonymous

    path = "/" + link.split("/", 3)[3]
    visitor.post(path)
    credentials = {"login": "ada@example.org", "password": make.PASSWORD}
    visitor.post("/sign-in/", credentials)

    assert visitor.get("/").context["user"].name == "Ada"


def test_a_forgotten_password_is_replaced_by_the_link(kept_mail: None) -> None:
    make.make_user("Ada")
    visitor = Client(headers={"accept-language": "en"})
    visitor.post("/account/password/forgotten/", {"email": "ada@example.org"})
    link = next(word for word in KeptMessage.objects.get().body.split() if "://" in word)

    page = visitor.get("/" + link.split("/", 3)[3], follow=True)
    address = page.redirect_chain[-1][0]
    new = "another battery staple"
    visitor.post(address, {"password1": new, "password2": new})
    visitor.post("/sign-in/", {"login": "ada@example.org", "password": new})

    assert visitor.get("/").context["user"].name == "Ada"


def test_the_language_of_a_person_wins_over_the_browser(db: None) -> None:
    client = signed_in(make.make_user("Ada"))
    assert 'lang="en"' in client.get("/").content.decode()

    client.post("/language/", {"language": "fr", "next": "/"})

    assert 'lang="fr"' in client.get("/").content.decode()
    assert User.objects.get().language == "fr"


@pytest.mark.parametrize("target", ["https://example.com/", "//example.com", "javascript:1"])
def test_no_choice_leads_to_another_site(db: None, target: str) -> None:
    response = Client().post("/theme/", {"theme": "dark", "next": target})

    assert response["Location"] == "/"


def test_every_date_out_of_order_is_marked(task: Task) -> None:
    form = TaskForm(
        {
            "announced_at": "2026-03-03T12:00",
            "released_at": "2026-03-02T12:00",
            "closes_at": "2026-03-01T12:00",
            "time_zone": "UTC",
        },
        campaign=task.campaign,
    )
    marked = {"announced_at", "released_at", "closes_at"} & form.errors.keys()
    assert marked == {"released_at", "closes_at"}
