"""Pages of judging ask the database as often for three rows as for one."""

from __future__ import annotations

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from campaign.models import Role, Task, User
from judging.judgment_format import Kind
from tests import make

ROWS = pytest.mark.parametrize("rows", [1, 3])
pytestmark = pytest.mark.django_db


def open_page(task: Task, user: User, page: str) -> tuple[Client, str]:
    client = Client()
    client.force_login(user)
    return client, f"/campaigns/{task.campaign.slug}/{task.slug}/{page}"


@ROWS
def test_question_to_judge(rows: int, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    task = make.make_ready_task()
    question = task.questions.get(identifier="GF1")
    assessor = make.make_member(task.campaign, Role.ASSESSOR, task=task)
    make.make_run(make.make_team(task), task)
    for number in range(rows):
        make.make_pool_item(question, f"Zola {number}")
        make.make_pool_item(question, f"Un passage {number}", kind=Kind.PASSAGE)
    make.make_judgment_event(question, by=assessor)
    client, address = open_page(task, assessor, "judge/question/GF1/")
    with django_assert_num_queries(20):
        response = client.get(address)
    desk = response.context["desk"]
    assert [row.is_passage for row in desk.rows] == [False] * (rows + 1) + [True] * rows


@ROWS
def test_next_question(rows: int, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    task = make.make_task()
    for number in range(rows):
        make.make_pool_item(make.make_question(task, f"GF{number}"))
    assessor = make.make_member(task.campaign, Role.ASSESSOR, task=task)
    client, address = open_page(task, assessor, "judge/")
    with django_assert_num_queries(10):
        assert client.get(address).status_code == 302


@ROWS
def test_judging_progress(rows: int, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    task = make.make_ready_task()
    questions = [task.questions.get(identifier=name) for name in ("GF1", "GD1", "GB1")]
    for number, question in enumerate(questions[:rows]):
        make.make_judgment_event(question, by=make.make_user(f"Assessor{number}"))
    client, address = open_page(task, task.campaign.opened_by, "judging/")
    with django_assert_num_queries(16):
        response = client.get(address)
    judging = response.context["judging"]
    assert len(judging.types) == len(judging.assessors) == rows


@ROWS
def test_guidelines(rows: int, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    task = make.make_ready_task()
    for number in range(rows + 1):
        make.make_guideline(task, f"Text {number}.")
    client, address = open_page(task, task.campaign.opened_by, "judging/guidelines/")
    with django_assert_num_queries(6):
        response = client.get(address)
    assert len(response.context["versions"]) == rows + 1


@ROWS
def test_affected_decisions(rows: int, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    task = make.make_ready_task()
    questions = [task.questions.get(identifier=name) for name in ("GF1", "GD1", "GB1")]
    for question in questions[:rows]:
        make.make_judgment_event(question, by=task.campaign.opened_by)
    make.make_guideline(task)
    client, address = open_page(
        task, task.campaign.opened_by, "judging/guidelines/1/decisions/?label=correct"
    )
    with django_assert_num_queries(9):
        response = client.get(address)
    assert len(response.context["decisions"]) == rows


@ROWS
def test_guidelines_beside_an_answer(
    rows: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    task = make.make_ready_task()
    question = task.questions.get(identifier="GF1")
    for number in range(rows):
        make.make_adjudication(make.make_pool_item(question, f"Zola {number}"))
    make.make_guideline(task)
    assessor = make.make_member(task.campaign, Role.ASSESSOR, task=task)
    client, address = open_page(task, assessor, "judge/guidelines/GF1/")
    with django_assert_num_queries(13):
        response = client.get(address)
    assert len(response.context["precedents"]) == rows


@ROWS
def test_doubts(rows: int, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    task = make.make_ready_task()
    questions = [task.questions.get(identifier=name) for name in ("GF1", "GD1", "GB1")]
    for question in questions[:rows]:
        item = make.make_pool_item(question)
        make.make_doubt(question, task.campaign.opened_by, item=item)
    client, address = open_page(task, task.campaign.opened_by, "judging/doubts/")
    with django_assert_num_queries(9):
        response = client.get(address)
    assert len(response.context["asked"]) == rows


@ROWS
def test_my_days(rows: int, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    task = make.make_ready_task()
    assessor = make.make_member(task.campaign, Role.ASSESSOR, task=task)
    for name in ("GF1", "GD1", "GB1")[:rows]:
        make.make_judgment_event(task.questions.get(identifier=name), by=assessor)
    client, address = open_page(task, assessor, "judge/days/")
    with django_assert_num_queries(6):
        response = client.get(address)
    assert response.context["total"].decisions == rows


@ROWS
def test_my_decisions(rows: int, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    task = make.make_ready_task()
    assessor = make.make_member(task.campaign, Role.ASSESSOR, task=task)
    for name in ("GF1", "GD1", "GB1")[:rows]:
        make.make_judgment_event(task.questions.get(identifier=name), by=assessor)
    client, address = open_page(task, assessor, "judge/decisions/")
    with django_assert_num_queries(9):
        response = client.get(address)
    assert len(response.context["decisions"]) == rows
