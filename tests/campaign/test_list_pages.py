"""Pages with lists ask the database as often for three rows as for one."""

from __future__ import annotations

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from campaign.models import Campaign, Role, Stage, Task, Upload, User
from tests import make

ROWS = pytest.mark.parametrize("rows", [1, 3])
pytestmark = pytest.mark.django_db


def signed_in(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def address(task: Task, page: str = "") -> str:
    return f"/campaigns/{task.campaign.slug}/{task.slug}/{page}"


def campaigns(rows: int) -> list[Campaign]:
    return [make.make_campaign(f"campaign-{number}") for number in range(rows)]


@ROWS
def test_home_of_a_visitor(
    client: Client, rows: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    campaigns(rows)
    with django_assert_num_queries(1):
        response = client.get("/")
    assert len(response.context["announced_campaigns"]) == rows


@ROWS
def test_home_of_a_member(rows: int, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    client = signed_in(campaigns(rows)[0].opened_by)
    with django_assert_num_queries(5):
        response = client.get("/")
    assert len(response.context["own_campaigns"]) == rows


@ROWS
@pytest.mark.parametrize(("role", "queries"), [("visitor", 3), ("organizer", 8)])
def test_campaign_page(
    rows: int, role: str, queries: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    campaign = make.make_campaign()
    for number in range(rows):
        task = make.make_ready_task(campaign, slug=f"task-{number}")
        make.make_waiver(task, make.make_user(f"Person{number}"))
    client = signed_in(campaign.opened_by) if role == "organizer" else Client()
    with django_assert_num_queries(queries):
        response = client.get(f"/campaigns/{campaign.slug}/")
    assert len(response.context["tasks"]) == len(response.context["waivers"]) == rows


@ROWS
def test_campaign_page_with_drafts(
    rows: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    campaign = make.make_campaign()
    drafts = [
        make.put_at_stage(make.make_task(campaign, slug=f"task-{number}"), Stage.DRAFT)
        for number in range(rows)
    ]
    editor = make.make_user("Editor")
    make.make_membership(campaign, Role.QUESTION_EDITOR, task=drafts[0], user=editor)
    client = signed_in(editor)
    with django_assert_num_queries(8):
        response = client.get(f"/campaigns/{campaign.slug}/")
    assert response.context["tasks"] == drafts[:1]


@ROWS
def test_people(rows: int, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    task = make.make_task()
    campaign = task.campaign
    for number in range(rows):
        user = make.make_user(f"Person{number}")
        make.make_membership(campaign, Role.ASSESSOR, task=task, user=user)
        make.make_team(task, f"Team {number}", member=user)
    client = signed_in(campaign.opened_by)
    with django_assert_num_queries(11):
        response = client.get(f"/campaigns/{campaign.slug}/people/")
    assert len(response.context["memberships"]) == 1 + rows
    assert len(response.context["teams"]) == rows


@ROWS
def test_team_page(rows: int, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    task = make.make_task()
    user = make.make_user("Participant")
    for number in range(rows):
        make.make_team(task, f"Team {number}", member=user)
    client = signed_in(user)
    with django_assert_num_queries(11):
        response = client.get(f"/campaigns/{task.campaign.slug}/team/")
    assert len(response.context["teams"]) == rows


@ROWS
def test_journal(rows: int, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    campaign = make.make_campaign()
    for number in range(rows):
        make.make_task(campaign, slug=f"task-{number}")
    client = signed_in(campaign.opened_by)
    with django_assert_num_queries(9):
        response = client.get(f"/campaigns/{campaign.slug}/journal/")
    assert len(response.context["page"]) == 1 + rows


@ROWS
def test_task_page(rows: int, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    task = make.make_ready_task()
    for number in range(rows):
        make.make_job(f"job-{number}", task=task)
    client = signed_in(task.campaign.opened_by)
    with django_assert_num_queries(10):
        response = client.get(address(task))
    assert len(response.context["jobs"]) == rows


@ROWS
def test_document_list(rows: int, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    task = make.make_task()
    for number in range(rows):
        make.make_document(task, f"D{number}")
        make.make_upload(task, f"file {number}", kind=Upload.Kind.DOCUMENTS)
    client = signed_in(task.campaign.opened_by)
    with django_assert_num_queries(8):
        response = client.get(address(task, "documents/"))
    assert len(response.context["page"]) == len(response.context["uploads"]) == rows


@ROWS
def test_question_list(rows: int, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    task = make.make_task()
    for number in range(rows):
        make.make_question(task, f"GF{number}")
        make.make_upload(task, f"file {number}")
    client = signed_in(task.campaign.opened_by)
    with django_assert_num_queries(9):
        response = client.get(address(task, "questions/"))
    assert len(response.context["page"]) == len(response.context["uploads"]) == rows


@ROWS
@pytest.mark.parametrize(("role", "queries"), [("organizer", 8), ("participant", 12)])
def test_run_list(
    rows: int, role: str, queries: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    task = make.make_ready_task()
    participant = make.make_user("Participant")
    team = make.make_team(task, member=participant)
    for number in range(rows):
        make.make_run(team, task, name=f"run-{number}.tsv")
        make.submit(team, task, f"refused {number}")
    client = signed_in(participant if role == "participant" else task.campaign.opened_by)
    with django_assert_num_queries(queries):
        response = client.get(address(task, "runs/"))
    assert len(response.context["runs"]) == len(response.context["refused"]) == rows


@ROWS
def test_job_list(rows: int, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    task = make.make_task()
    for number in range(rows):
        make.make_job(f"job-{number}", task=task)
    client = signed_in(task.campaign.opened_by)
    with django_assert_num_queries(7):
        response = client.get(address(task, "jobs/"))
    assert len(response.context["jobs"]) == rows


@ROWS
def test_upload_report_with_problems(
    rows: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    task = make.make_ready_task()
    participant = make.make_user("Participant")
    team = make.make_team(task, member=participant)
    faulty = make.RUN.replace("\t1\t", "\t0\t", rows).replace("\t2\t", "\t3\t")
    upload = make.submit(team, task, faulty)
    client = signed_in(participant)
    with django_assert_num_queries(9):
        response = client.get(address(task, f"uploads/{upload.pk}/"))
    assert response.context["report"].errors == rows
