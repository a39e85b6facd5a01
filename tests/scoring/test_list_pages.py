"""The leaderboard asks the database as often for three runs as for one."""

from __future__ import annotations

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from campaign.models import Task
from scoring.actions.scores import score_task
from tests import make

ROWS = pytest.mark.parametrize("rows", [1, 3])
pytestmark = pytest.mark.django_db


def scored_task(runs: int) -> Task:
    task = make.make_ready_task()
    for number in range(runs):
        make.make_run(make.make_team(task, f"Team {number}"), task, name=f"run-{number}.tsv")
    score_task(task=task, at=timezone.now(), lease=make.make_lease(task, "scoring"))
    return task


@ROWS
@pytest.mark.parametrize(("form", "queries"), [("", 9), ("?format=csv", 8), ("?format=json", 8)])
def test_leaderboard(
    rows: int, form: str, queries: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    task = scored_task(rows)
    client = Client()
    client.force_login(task.campaign.opened_by)
    with django_assert_num_queries(queries):
        response = client.get(f"/campaigns/{task.campaign.slug}/{task.slug}/results/{form}")
    assert [f"run-{number}" in response.content.decode() for number in range(4)] == [
        number < rows for number in range(4)
    ]


@ROWS
def test_results_of_a_run(rows: int, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    task = make.make_ready_task()
    wanted = [f"{name}\t1\tD1\toui\tGerminal\n" for name in ("GF1", "GD1", "GB1")[:rows]]
    header = make.RUN.split("\n")[0]
    run = make.make_run(make.make_team(task), task, f"{header}\n{''.join(wanted)}")
    score_task(task=task, at=timezone.now(), lease=make.make_lease(task, "scoring"))
    client = Client()
    client.force_login(task.campaign.opened_by)
    address = f"/campaigns/{task.campaign.slug}/{task.slug}/results/runs/{run.pk}/"
    with django_assert_num_queries(12):
        response = client.get(address)
    assert sum(len(row.answers) for row in response.context["rows"]) == rows
