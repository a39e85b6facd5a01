"""Organizers' pages of judging ask the database as often for three rows as for one."""

from __future__ import annotations

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from campaign.models import Role, Task
from tests import make

ROWS = pytest.mark.parametrize("rows", [1, 3])
pytestmark = pytest.mark.django_db


def open_page(task: Task, page: str) -> tuple[Client, str]:
    client = Client()
    client.force_login(task.campaign.opened_by)
    return client, f"/campaigns/{task.campaign.slug}/{task.slug}/judging/{page}"


@ROWS
def test_pool(rows: int, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    task = make.make_ready_task()
    for number, name in enumerate(["GF1", "GD1", "GB1"][:rows]):
        make.make_pool_item(task.questions.get(identifier=name))
        make.make_run(make.make_team(task, f"Équipe {number}"), task, name=f"run-{number}.tsv")
    client, address = open_page(task, "pool/")
    with django_assert_num_queries(15):
        response = client.get(address)
    assert len(response.context["types"]) == len(response.context["waiting"]) == rows


@ROWS
def test_pool_comparison(rows: int, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    task = make.make_ready_task()
    for number in range(rows):
        make.make_run(make.make_team(task, f"Équipe {number}"), task, name=f"run-{number}.tsv")
    client, address = open_page(task, "pool/comparison/")
    with django_assert_num_queries(11):
        response = client.get(address)
    assert len(response.context["comparison"].runs) == rows


@ROWS
def test_assignment(rows: int, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    task = make.make_ready_task()
    for number, name in enumerate(["GF1", "GD1", "GB1"][:rows]):
        assessor = make.make_user(f"Assessor {number}")
        make.make_membership(task.campaign, Role.ASSESSOR, user=assessor)
        make.make_judgment_event(task.questions.get(identifier=name), by=assessor)
    client, address = open_page(task, "assignment/")
    with django_assert_num_queries(15):
        response = client.get(address)
    assert len(response.context["holdings"]) == len(response.context["form"].people) == rows
