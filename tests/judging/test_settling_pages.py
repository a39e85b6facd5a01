"""Pages about disagreements ask the database as often for three rows as for one."""

from __future__ import annotations

import pytest
from pytest_django import DjangoAssertNumQueries

from campaign.models import Role
from tests import make, settling
from tests.judging.test_list_pages import ROWS, open_page

pytestmark = pytest.mark.django_db


@ROWS
def test_disagreements(rows: int, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    task = make.make_ready_task()
    for name in ("GF1", "GD1", "GB1")[:rows]:
        settling.make_dispute(task.questions.get(identifier=name))
    adjudicator = make.make_member(task.campaign, Role.ADJUDICATOR)
    client, address = open_page(task, adjudicator, "judging/disagreements/")
    with django_assert_num_queries(13):
        response = client.get(address)
    assert len(response.context["page"]) == rows


@ROWS
def test_disagreement(rows: int, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    task = make.make_ready_task()
    for name in ("GF1", "GD1", "GB1")[:rows]:
        item = settling.make_dispute(task.questions.get(identifier=name))
    for number in range(rows):
        settled = settling.make_dispute(item.question, f"Zola {number}")
        settling.decide_on(settled, is_precedent=True)
    adjudicator = make.make_member(task.campaign, Role.ADJUDICATOR)
    page = f"judging/disagreements/{item.question.identifier}/?item={item.token}&document=D1"
    client, address = open_page(task, adjudicator, page)
    with django_assert_num_queries(29):
        response = client.get(address)
    assert len(response.context["dossier"].precedents) == rows
