"""Submitting runs: what becomes of a file, who gets a place, what the deadline does."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from django.db import connection
from django.utils import timezone

from campaign.actions.runs import (
    ChoiceIsClosed,
    PlacesAreTaken,
    RunsAreClosed,
    RunsAreNotOpen,
    TaskHasNoQuestions,
    make_run_contrastive,
    make_run_official,
    may_submit,
    places_left,
    withdraw_run,
)
from campaign.models import Answer, Run, Stage, Task, Team, Upload
from tests import make

HOUR = timedelta(hours=1)


@pytest.fixture
def task(db: None) -> Task:
    return make.make_ready_task()


@pytest.fixture
def team(task: Task) -> Team:
    return make.make_team(task)


def test_an_accepted_file_becomes_a_run_with_its_answers(task: Task, team: Team) -> None:
    upload = make.submit(team, task)

    run = upload.run
    rows = Answer.objects.filter(run=run).order_by("question", "rank")
    assert [(a.question.identifier, a.rank, a.document, a.short_answer) for a in rows] == [
        ("GF1", 1, "D2", "Balzac"),
        ("GF1", 2, "D1", "Émile Zola"),
        ("GD1", 1, "D1", "romancier"),
        ("GB1", 1, "D1", "oui"),
        ("GL1", 1, "D2", "Nantes"),
        ("GL1", 2, "D2", "Tours"),
    ]
    assert (run.tag, run.answers_count, run.questions_answered, run.passages_count) == (
        "vesale-1",
        6,
        4,
        6,
    )
    assert (upload.sha256, upload.outcome) == (make.digest(make.RUN), "accepted")
    with upload.open_file() as kept:
        assert kept.read() == make.RUN.encode()


def test_a_refused_file_keeps_nothing_but_its_report(task: Task, team: Team) -> None:
    upload = make.submit(team, task, make.RUN.replace("GD1", "GD7"))

    assert [(p.code, p.line, p.question) for p in upload.listed_problems() if p.line] == [
        ("unknown-question", 4, "GD7")
    ]
    assert (Run.objects.count(), Answer.objects.count()) == (0, 0)
    assert places_left(task=task, team=team) == 2


def test_a_check_takes_no_place_and_makes_no_run(task: Task, team: Team) -> None:
    upload = make.submit(team, task, checks_only=True)

    assert (upload.outcome, Run.objects.count(), places_left(task=task, team=team)) == (
        "checked",
        0,
        2,
    )


def test_the_third_run_is_contrastive_until_the_team_swaps(task: Task, team: Team) -> None:
    runs = [make.make_run(team, task, name=f"run-{number}.tsv") for number in range(3)]
    assert [run.is_official for run in runs] == [True, True, False]
    by = task.campaign.opened_by
    with pytest.raises(PlacesAreTaken):
        make_run_official(run=runs[2], by=by, at=timezone.now())

    make_run_contrastive(run=runs[0], by=by, at=timezone.now())
    make_run_official(run=runs[2], by=by, at=timezone.now())

    assert list(Run.objects.official().order_by("pk")) == [runs[1], runs[2]]


def test_withdrawal_before_the_deadline_frees_the_place(task: Task, team: Team) -> None:
    run = make.make_run(team, task)
    assert places_left(task=task, team=team) == 1

    withdraw_run(run=run, by=task.campaign.opened_by, at=timezone.now())

    assert (places_left(task=task, team=team), Run.objects.count()) == (2, 1)


def test_a_run_after_the_deadline_is_late_and_never_official(task: Task, team: Team) -> None:
    make.put_at_stage(task, Stage.CLOSED)

    run = make.make_run(team, task)

    assert (run.is_late, run.is_official) == (True, False)
    with pytest.raises(ChoiceIsClosed):
        make_run_official(run=run, by=task.campaign.opened_by, at=timezone.now())


def test_a_file_refused_in_time_may_be_repaired_within_the_grace(task: Task, team: Team) -> None:
    closes = timezone.now() - HOUR
    Task.objects.filter(pk=task.pk).update(closes_at=closes)
    task.refresh_from_db()
    make.submit(team, task, make.RUN.replace("GD1", "GD7"), at=closes - HOUR)

    repaired = make.submit(team, task, at=closes + HOUR / 2).run
    second = make.submit(team, task, at=closes + HOUR / 2).run

    assert (repaired.is_late, repaired.is_official) == (False, True)
    assert (second.is_late, second.is_official, second.tag) == (True, False, "vesale-1-2")


def test_a_repair_after_the_grace_is_late(task: Task, team: Team) -> None:
    closes = timezone.now() - 25 * HOUR
    Task.objects.filter(pk=task.pk).update(closes_at=closes, released_at=closes - 2 * HOUR)
    task.refresh_from_db()
    make.submit(team, task, make.RUN.replace("GD1", "GD7"), at=closes - HOUR)

    assert make.submit(team, task, at=timezone.now()).run.is_late


@pytest.mark.parametrize(
    ("stage", "refusal"),
    [(Stage.REGISTRATION, RunsAreNotOpen), (Stage.JUDGED, RunsAreClosed)],
)
def test_runs_have_their_season(task: Task, stage: Stage, refusal: type[Exception]) -> None:
    make.put_at_stage(task, stage)
    with pytest.raises(refusal):
        may_submit(task=task, at=timezone.now())


def test_without_questions_there_is_nothing_to_check(db: None) -> None:
    with pytest.raises(TaskHasNoQuestions):
        may_submit(task=make.make_task(), at=timezone.now())


def test_a_file_that_is_still_read_holds_its_place(task: Task, team: Team) -> None:
    waiting = make.make_upload(task, make.RUN, kind=Upload.Kind.RUN, team=team)

    make.submit(team, task)
    third = make.submit(team, task).run

    assert (waiting.outcome, third.is_official) == ("waiting", False)


@pytest.mark.django_db(transaction=True)
def test_eight_files_at_once_take_two_places() -> None:
    task = make.make_ready_task()
    team = make.make_team(task)
    at = timezone.now()

    def submit(number: int) -> None:
        make.submit(team, task, name=f"run-{number}.tsv", at=at + timedelta(microseconds=number))
        connection.close()

    with ThreadPoolExecutor(8) as threads:
        list(threads.map(submit, range(8)))

    assert (Run.objects.count(), Run.objects.official().count()) == (8, 2)


def test_the_instant_that_counts_is_the_end_of_the_upload(task: Task, team: Team) -> None:
    deadline = timezone.now() - HOUR
    Task.objects.filter(pk=task.pk).update(closes_at=deadline)
    task.refresh_from_db()

    in_time = make.submit(team, task, at=deadline - timedelta(microseconds=1)).run
    late = make.submit(team, task, at=deadline).run

    assert (in_time.is_late, late.is_late) == (False, True)
