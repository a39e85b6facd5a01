"""What the report of an accepted run says of its place, and roles given in vain say so."""

from __future__ import annotations

import html

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from campaign.actions.runs import make_run_contrastive
from campaign.models import Role, Run, Task
from tests import make

pytestmark = pytest.mark.django_db


@pytest.fixture
def task() -> Task:
    return make.make_ready_task(runs_per_team=1)


def page(task: Task, run: Run) -> str:
    client = Client(headers={"accept-language": "en"})
    client.force_login(task.campaign.opened_by)
    kwargs = {
        "campaign_slug": task.campaign.slug,
        "task_slug": task.slug,
        "upload_id": run.upload_id,
    }
    return html.unescape(client.get(reverse("upload-report", kwargs=kwargs)).content.decode())


def test_a_contrastive_run_is_told_why_and_what_to_do(task: Task) -> None:
    team = make.make_team(task)
    first = make.make_run(team, task, name="first.tsv")
    second = make.make_run(team, task, name="second.tsv")

    assert (first.is_official, second.is_official) == (True, False)
    assert "official places are taken" not in page(task, first)
    shown = page(task, second)
    assert "The team’s official places are taken by first." in shown
    assert "make another contrastive in the list of runs" in shown
    assert "That is possible until" in shown


def test_a_contrastive_run_with_a_free_place_is_told_so(task: Task) -> None:
    run = make.make_run(make.make_team(task), task)
    make_run_contrastive(run=run, by=task.campaign.opened_by, at=timezone.now())
    shown = page(task, run)
    assert "An official place of the team is free." in shown
    assert "make the run official in the list of runs" in shown


def test_after_the_deadline_nothing_is_promised(task: Task) -> None:
    team = make.make_team(task)
    make.make_run(team, task, name="first.tsv")
    second = make.make_run(team, task, name="second.tsv")
    task.closes_at = timezone.now()
    task.save()
    shown = page(task, second)
    assert "The official runs could be chosen until the deadline." in shown
    assert "make another contrastive in the list of runs" not in shown


@pytest.mark.parametrize("waived", [False, True])
def test_a_role_without_effect_is_said_when_it_is_given(task: Task, *, waived: bool) -> None:
    competitor = make.make_user("Ada")
    make.make_team(task, member=competitor)
    if waived:
        make.make_waiver(task, competitor)
    client = Client(headers={"accept-language": "en"})
    client.force_login(task.campaign.opened_by)
    form = {"email": competitor.email, "role": Role.ASSESSOR.value}

    answer = client.post(
        reverse("people", kwargs={"campaign_slug": task.campaign.slug}), form, follow=True
    )

    shown = html.unescape(answer.content.decode())
    assert "Ada has the role now." in shown
    assert (
        f"The role has no effect in {task.title}, where Ada is in a team" in shown
    ) is not waived
