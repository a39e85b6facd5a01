"""What runs and other work on their task do to one another, in real transactions."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from time import sleep

import pytest
from django.db import connection, transaction
from django.utils import timezone

from campaign.actions.reading import read_upload
from campaign.models import Answer, Question, Run, Upload
from tests import make

pytestmark = pytest.mark.django_db(transaction=True)

# GF1 is gone.
FEWER = "".join(line for line in make.QUESTIONS.splitlines(keepends=True) if "GF1" not in line)


def beside[T](threads: ThreadPoolExecutor, action: Callable[[], T]) -> Future[T]:
    """Start an action in a thread of its own and return once it waits for a lock or is done."""

    def act() -> T:
        try:
            return action()
        finally:
            connection.close()

    future = threads.submit(act)
    for _ in range(1000):
        if future.done() or _somebody_waits_for_us():
            break
        sleep(0.01)
    return future


def _somebody_waits_for_us() -> bool:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(*) FROM pg_locks"
            " WHERE NOT granted AND pg_backend_pid() = ANY (pg_blocking_pids(pid))"
        )
        return bool(cursor.fetchone()[0])


def dangling() -> int:
    """Return how many answers are to a question that is no more."""
    return Answer.objects.exclude(question__in=Question.objects.all()).count()


def test_questions_that_are_loaded_while_a_run_is_read_wait_for_it() -> None:
    task = make.make_ready_task()
    team = make.make_team(task)
    file = make.make_upload(task, FEWER, confirms_changes=True)
    with ThreadPoolExecutor(1) as threads:
        with transaction.atomic():
            run = make.submit(team, task)
            loading = beside(threads, lambda: read_upload(upload=file, at=timezone.now()))
        loaded = loading.result()

    assert (run.outcome, dangling()) == ("accepted", 0)
    assert (loaded.outcome, [p.code for p in loaded.listed_problems()]) == (
        "refused",
        ["answered-question-missing"],
    )


def test_a_run_that_is_read_while_questions_are_loaded_waits_for_them() -> None:
    task = make.make_ready_task()
    team = make.make_team(task)
    file = make.make_upload(task, FEWER, confirms_changes=True)
    sent = make.make_upload(task, make.RUN, kind=Upload.Kind.RUN, team=team)
    with ThreadPoolExecutor(1) as threads:
        with transaction.atomic():
            loaded = read_upload(upload=file, at=timezone.now())
            reading = beside(threads, lambda: read_upload(upload=sent, at=timezone.now()))
        run = reading.result()

    assert (loaded.outcome, run.outcome, dangling()) == ("accepted", "refused", 0)
    assert [p.question for p in run.listed_problems() if p.code == "unknown-question"] == ["GF1"]


def test_a_file_that_two_attempts_read_is_one_run() -> None:
    task = make.make_ready_task()
    sent = make.make_upload(
        task, make.RUN, kind=Upload.Kind.RUN, team=make.make_team(task), name="vesale-1.tsv"
    )
    again = Upload.objects.get(pk=sent.pk)
    with ThreadPoolExecutor(1) as threads:
        with transaction.atomic():
            read_upload(upload=sent, at=timezone.now())
            second = beside(threads, lambda: read_upload(upload=again, at=timezone.now()))
        read = second.result()

    assert (read.outcome, [run.tag for run in Run.objects.all()]) == ("accepted", ["vesale-1"])


def test_teams_that_give_one_name_at_once_get_two() -> None:
    task = make.make_ready_task()
    first, second = make.make_team(task, "Vésale"), make.make_team(task, "Paré")
    sent = make.make_upload(task, make.RUN, kind=Upload.Kind.RUN, team=second, name="lexi.tsv")
    with ThreadPoolExecutor(1) as threads:
        with transaction.atomic():
            run = make.submit(first, task, name="lexi.tsv")
            reading = beside(threads, lambda: read_upload(upload=sent, at=timezone.now()))
            waits = not reading.done()
        read = reading.result()

    assert (waits, run.run.tag, read.run.tag) == (True, "lexi", "lexi-2")


def test_files_arrive_while_documents_are_loaded() -> None:
    task = make.make_ready_task()
    team = make.make_team(task)
    file = make.make_upload(task, make.DOCUMENTS, kind=Upload.Kind.DOCUMENTS)
    with ThreadPoolExecutor(1) as threads, transaction.atomic():
        read_upload(upload=file, at=timezone.now())
        run = beside(threads, lambda: make.submit(team, task)).result(timeout=10)

    assert run.outcome == "accepted"
