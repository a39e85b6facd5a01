"""A run's score taken apart by question."""

from __future__ import annotations

import pytest
from django.utils import timezone

from campaign.actions.questions import restore_question, withdraw_question
from campaign.models import Run, Task
from scoring.actions.scores import score_task
from scoring.breakdown import question_values
from tests import make

pytestmark = pytest.mark.django_db

JUDGMENTS = (
    "GF1\tanswer\tD1\tÉmile Zola\ta1\tcorrect\n"
    "GD1\tanswer\tD1\tromancier\ta1\tcorrect\n"
    "GL1\tanswer\tD2\tTours\ta1\tcorrect\n"
)


@pytest.fixture
def task() -> Task:
    task = make.make_ready_task()
    make.load_judgments(task, JUDGMENTS)
    return task


@pytest.fixture
def run(task: Task) -> Run:
    return make.make_run(make.make_team(task), task)


def rescore(task: Task) -> None:
    lease = make.make_lease(task)
    score_task(task=task, at=timezone.now(), lease=lease)
    lease.finish()


def values_of(run: Run) -> dict[str, float]:
    names = dict(run.task.questions.values_list("pk", "identifier"))
    values = question_values(run, profile="strict", kind="answer")
    return {names[key]: value for key, value in values.items()}


def test_each_question_has_its_value(task: Task, run: Run) -> None:
    rescore(task)
    assert values_of(run) == {"GF1": 0.5, "GD1": 1.0, "GB1": 0.0, "GL1": 0.25}


def test_values_never_shift_between_a_withdrawal_and_the_next_scoring(task: Task, run: Run) -> None:
    rescore(task)
    question = task.questions.get(identifier="GF1")
    by, at = task.campaign.opened_by, timezone.now()

    withdraw_question(question=question, reason="Two answers", by=by, at=at)
    assert values_of(run) == {}
    rescore(task)
    assert values_of(run) == {"GD1": 1.0, "GB1": 0.0, "GL1": 0.25}
    restore_question(question=question, by=by, at=at)
    assert values_of(run) == {}
