"""Files whose reader died: they are found, read by a worker, and hold no place for ever."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from urllib.parse import quote, urlsplit, urlunsplit

import pytest
from django.db import connection, transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from campaign.actions.jobs import MAX_ATTEMPTS, WORKER_KEEPS_DYING, queue_job, reap_jobs
from campaign.actions.left_uploads import PATIENCE, READING_JOBS, pick_up_left_uploads
from campaign.actions.reading import read_upload
from campaign.actions.runs import places_left
from campaign.models import Job, Task, Team, Upload
from campaign.tasks import read_upload as read_upload_task
from judging.actions.imports import read_judgment_upload
from judging.models import JudgmentEvent
from judging.tasks import read_upload as read_judgments_task
from tests import make
from tests.conftest import RealWorker

pytestmark = pytest.mark.django_db

LATER = PATIENCE + timedelta(seconds=1)
JUDGMENTS = (
    "question\tkind\tdocument\ttext\tassessor\tlabel\nGF1\tanswer\tD1\tÉmile Zola\ta1\tcorrect\n"
)
# A web process that dies by SIGKILL at the first bytes that it reads, in its transaction.
READ_AND_DIE = """
import os, signal, sys, django
django.setup()
from django.utils import timezone
from campaign.actions.reading import read_upload
from campaign.models import Upload
def die(share):
    os.kill(os.getpid(), signal.SIGKILL)
read_upload(upload=Upload.objects.get(pk=int(sys.argv[1])), at=timezone.now(), watch=die)
"""


def run_file(team: Team, task: Task, content: str = make.RUN) -> Upload:
    """Store a run file that arrived a while ago and that nobody reads."""
    return make.make_upload(
        task, content, kind=Upload.Kind.RUN, team=team, name="a.tsv", at=timezone.now() - LATER
    )


def read_and_die(upload: Upload) -> int:
    parts = urlsplit(os.environ["DATABASE_URL"])
    name = quote(str(connection.settings_dict["NAME"]))
    environment = {**os.environ, "DATABASE_URL": urlunsplit(parts._replace(path=f"/{name}"))}
    command = [sys.executable, "-c", READ_AND_DIE, str(upload.pk)]
    return subprocess.run(command, env=environment, check=False).returncode


@pytest.mark.django_db(transaction=True)
def test_a_file_whose_reader_is_killed_is_read_by_a_worker(worker: RealWorker) -> None:
    worker.kill()
    task = make.make_ready_task(runs_per_team=1)
    team = make.make_team(task)
    upload = run_file(team, task)

    assert read_and_die(upload) == -signal.SIGKILL
    upload.refresh_from_db()
    assert (upload.outcome, Job.objects.filter(subject_id=upload.pk).count()) == ("waiting", 0)
    assert places_left(task=task, team=team) == 0

    worker.start()
    deadline = time.monotonic() + 30
    while upload.is_waiting and time.monotonic() < deadline:
        time.sleep(0.1)
        upload.refresh_from_db()
    assert (upload.outcome, upload.run.is_official) == ("accepted", True)


def test_only_what_nobody_reads_is_picked_up() -> None:
    task = make.make_ready_task()
    team = make.make_team(task)
    left = run_file(team, task)
    fresh = make.make_upload(task, make.RUN, kind=Upload.Kind.RUN, team=team)
    queued = run_file(team, task)
    queue_job(kind=read_upload_task.name, task=task, subject_id=queued.pk, at=timezone.now())
    make.submit(team, task)

    jobs = pick_up_left_uploads(at=timezone.now())

    assert [(job.kind, job.subject_id) for job in jobs] == [(read_upload_task.name, left.pk)]
    assert pick_up_left_uploads(at=timezone.now()) == []
    assert [job.subject_id for job in pick_up_left_uploads(at=timezone.now() + LATER)] == [fresh.pk]


def test_each_kind_of_file_is_read_by_its_own_task() -> None:
    task = make.make_ready_task()
    upload = make.make_upload(
        task, JUDGMENTS, kind=Upload.Kind.JUDGMENTS, at=timezone.now() - LATER
    )

    (job,) = pick_up_left_uploads(at=timezone.now())

    assert (job.kind, job.subject_id) == (read_judgments_task.name, upload.pk)
    assert READING_JOBS.keys() == set(Upload.Kind)
    read_judgments_task(job_id=job.pk)
    upload.refresh_from_db()
    assert upload.outcome == "accepted"


def test_a_file_whose_job_is_given_up_ends_with_a_reason_and_frees_its_place() -> None:
    task = make.make_ready_task(runs_per_team=1)
    member = make.make_user("Ada")
    team = make.make_team(task, member=member)
    upload = run_file(team, task)
    (job,) = pick_up_left_uploads(at=timezone.now())
    Job.objects.filter(pk=job.pk).update(attempt=MAX_ATTEMPTS, state=Job.State.RUNNING)
    later = timezone.now() + timedelta(hours=1)

    reap_jobs(at=later)
    assert pick_up_left_uploads(at=later) == []

    upload.refresh_from_db()
    assert (upload.outcome, places_left(task=task, team=team)) == ("failed", 1)
    client = Client(headers={"accept-language": "en"})
    client.force_login(member)
    report = client.get(page(task, "upload-report", upload_id=upload.pk)).content.decode()
    assert WORKER_KEEPS_DYING in report
    assert list(client.get(page(task, "run-list")).context["refused"]) == [upload]


def page(task: Task, name: str, **rest: object) -> str:
    kwargs = {"campaign_slug": task.campaign.slug, "task_slug": task.slug, **rest}
    return reverse(name, kwargs=kwargs)


@pytest.mark.parametrize("name", ["run-list", "job-list"])
def test_a_waiting_file_is_listed(name: str) -> None:
    task = make.make_ready_task()
    upload = run_file(make.make_team(task), task)
    client = Client()
    client.force_login(task.campaign.opened_by)

    response = client.get(page(task, name))

    assert list(response.context["waiting"]) == [upload]
    assert page(task, "upload-report", upload_id=upload.pk) in response.content.decode()


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("kind", Upload.Kind)
def test_a_file_that_is_being_read_is_left_alone(kind: Upload.Kind) -> None:
    """Neither picked up, nor read a second time by a worker that has its number all the same."""
    task = make.make_ready_task()
    content = {
        Upload.Kind.DOCUMENTS: make.DOCUMENTS,
        Upload.Kind.QUESTIONS: make.QUESTIONS,
        Upload.Kind.RUN: make.RUN,
        Upload.Kind.JUDGMENTS: JUDGMENTS,
    }[kind]
    team = make.make_team(task) if kind == Upload.Kind.RUN else None
    upload = make.make_upload(task, content, kind=kind, team=team, at=timezone.now() - LATER)
    again = Upload.objects.get(pk=upload.pk)
    read = read_judgment_upload if kind == Upload.Kind.JUDGMENTS else read_upload
    version = task.question_set_version
    with ThreadPoolExecutor(2) as threads:
        with transaction.atomic():
            read(upload=upload, at=timezone.now())
            picked_up = threads.submit(in_thread, lambda: pick_up_left_uploads(at=timezone.now()))
            assert picked_up.result(timeout=10) == []
            second = threads.submit(in_thread, lambda: read(upload=again, at=timezone.now()))
            time.sleep(0.2)
        outcome = second.result(timeout=10).outcome

    task.refresh_from_db()
    read_once = {Upload.Kind.QUESTIONS: version + 1}.get(kind, version)
    assert (outcome, task.question_set_version) == ("accepted", read_once)
    assert JudgmentEvent.objects.count() == (kind == Upload.Kind.JUDGMENTS)
    assert task.runs.count() == (kind == Upload.Kind.RUN)


def in_thread[T](action: Callable[[], T]) -> T:
    try:
        return action()
    finally:
        connection.close()
