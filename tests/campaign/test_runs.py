"""Submitting runs: what becomes of a file, who gets a place, what the deadline does."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta

import pytest
from django.db import connection
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

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
    places_of_teams,
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


WRONG = make.RUN.replace("GD1", "GD7")


@pytest.fixture
def closed(task: Task) -> datetime:
    """Close the task an hour ago, with the period of grace still on."""
    closes = timezone.now() - HOUR
    Task.objects.filter(pk=task.pk).update(closes_at=closes, released_at=closes - 9 * HOUR)
    task.refresh_from_db()
    return closes


@pytest.mark.parametrize("mended_as", ["vesale-1.tsv", "vesale-1-mended.tsv"])
def test_a_file_that_was_mended_in_time_entitles_to_no_repair(
    task: Task, team: Team, closed: datetime, mended_as: str
) -> None:
    make.submit(team, task, WRONG, at=closed - 3 * HOUR)
    make.submit(team, task, name=mended_as, at=closed - 2 * HOUR)

    assert make.submit(team, task, at=closed + HOUR / 2).run.is_late


def test_an_accepted_file_mends_the_one_of_its_name(
    task: Task, team: Team, closed: datetime
) -> None:
    make.submit(team, task, WRONG, name="a.tsv", at=closed - 4 * HOUR)
    make.submit(team, task, WRONG, name="b.tsv", at=closed - 3 * HOUR)
    make.submit(team, task, name="a.tsv", at=closed - 2 * HOUR)

    first = make.submit(team, task, name="b.tsv", at=closed + HOUR / 2).run
    second = make.submit(team, task, name="b.tsv", at=closed + HOUR / 2).run

    assert (first.is_late, second.is_late) == (False, True)


def test_a_file_refused_twice_is_repaired_once(task: Task, team: Team, closed: datetime) -> None:
    make.submit(team, task, WRONG, at=closed - 3 * HOUR)
    make.submit(team, task, WRONG, at=closed - 2 * HOUR)

    late = [make.submit(team, task, at=closed + HOUR / 2).run.is_late for _ in range(2)]

    assert late == [False, True]


def test_a_file_that_we_failed_to_read_may_be_sent_again(
    task: Task, team: Team, closed: datetime
) -> None:
    upload = make.make_upload(
        task, make.RUN, kind=Upload.Kind.RUN, team=team, at=closed - HOUR, name="vesale-1.tsv"
    )
    Upload.objects.filter(pk=upload.pk).update(outcome=Upload.Outcome.FAILED)

    assert not make.submit(team, task, at=closed + HOUR / 2).run.is_late


def test_a_file_that_was_only_checked_entitles_to_nothing(
    task: Task, team: Team, closed: datetime
) -> None:
    make.submit(team, task, WRONG, at=closed - HOUR, checks_only=True)

    assert make.submit(team, task, at=closed + HOUR / 2).run.is_late


def test_withdrawal_after_the_deadline_frees_no_place(
    task: Task, team: Team, closed: datetime
) -> None:
    official = [
        make.submit(team, task, name=f"{n}.tsv", at=closed - 5 * HOUR).run for n in range(2)
    ]
    make.submit(team, task, WRONG, name="third.tsv", at=closed - HOUR)
    withdraw_run(run=official[0], by=task.campaign.opened_by, at=closed + HOUR / 4)

    repaired = make.submit(team, task, name="third.tsv", at=closed + HOUR / 2).run

    assert (places_left(task=task, team=team), repaired.is_late, repaired.is_official) == (
        0,
        False,
        False,
    )


@pytest.mark.parametrize("teams", [1, 3])
def test_places_of_all_teams_take_one_query(
    task: Task, teams: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    members = [make.make_team(task, f"Team {number}") for number in range(teams)]
    make.submit(members[0], task)
    make.make_upload(task, make.RUN, kind=Upload.Kind.RUN, team=members[0])

    with django_assert_num_queries(1):
        places = places_of_teams(task=task, teams=members)

    assert list(places.items()) == [(team, 0 if team == members[0] else 2) for team in members]


def test_the_same_bytes_again_are_accepted_with_a_warning(task: Task, team: Team) -> None:
    first = make.make_run(team, task)
    again = make.submit(team, task, name="other.tsv")
    other = make.submit(make.make_team(task, "Other"), task)

    (problem,) = again.listed_problems()
    assert (problem.code, problem.severity, problem.found) == ("same-file-as", "warning", first.tag)
    assert (again.outcome, list(other.listed_problems())) == ("accepted", [])


@pytest.mark.parametrize("confidence", ["0.1", ""])
def test_texts_are_kept_as_they_are(task: Task, team: Team, confidence: str) -> None:
    texts = ["\\N", "\\.", "a\\tb", "back\\", "\u2028", "é\u0301", '"'] + ["x"] * 3
    header = "question\trank\tdocument\tshort_answer\tpassage\tconfidence\n"
    lines = [
        f"{question}\t{rank}\tD1\t{texts.pop(0)}\tÉmile Zola\t{confidence if rank == 1 else ''}\n"
        for question in ("GF1", "GL1")
        for rank in range(1, 6)
    ]

    run = make.submit(team, task, header + "".join(lines)).run

    kept = Answer.objects.filter(run=run).order_by("question", "rank")
    assert [
        f"{a.question.identifier}\t{a.rank}\t{a.document}\t{a.short_answer}\t{a.passage}\t"
        f"{'' if a.confidence is None else a.confidence}\n"
        for a in kept
    ] == lines


def test_an_unknown_document_gets_its_look_alike(task: Task, team: Team) -> None:
    upload = make.submit(team, task, make.RUN.replace("D2\tNantes", "d2\tNantes"))

    (problem,) = upload.listed_problems()
    assert problem.parameters == {"lines": 1, "wording": "suggestion", "suggestion": "D2"}


@pytest.mark.django_db(transaction=True)
def test_teams_that_choose_one_name_at_once_get_two() -> None:
    task = make.make_ready_task()
    teams = [make.make_team(task, f"Team {number}") for number in range(4)]

    def submit(team: Team) -> None:
        make.submit(team, task)
        connection.close()

    with ThreadPoolExecutor(4) as threads:
        list(threads.map(submit, teams))

    assert {run.tag for run in Run.objects.all()} == {"vesale-1"} | {
        f"vesale-1-{number}" for number in (2, 3, 4)
    }


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
