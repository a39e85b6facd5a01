"""Jobs: claimed once, fenced by their attempt, sent again when forgotten."""

from __future__ import annotations

import gzip
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from django.db import connection, transaction
from django.utils import timezone

from campaign.actions.jobs import (
    MAX_ATTEMPTS,
    WORKER_KEEPS_DYING,
    Lease,
    LeaseLost,
    claim_job,
    note_run,
    queue_fresh_job,
    queue_job,
    reap_jobs,
    retry_job,
)
from campaign.actions.reading import read_upload
from campaign.models import Job, Upload
from campaign.tasks import UNEXPECTED, leased
from tests import make

pytestmark = pytest.mark.django_db

LATER = timedelta(hours=1)


def claim(job: Job) -> Lease:
    lease = claim_job(job_id=job.pk)
    assert lease is not None
    return lease


def test_the_same_work_is_queued_once() -> None:
    task = make.make_task()
    first = queue_job(kind="tests", task=task, at=timezone.now())
    assert first is not None
    assert queue_job(kind="tests", task=task, at=timezone.now()) is None

    claim(first).finish()

    assert queue_job(kind="tests", task=task, at=timezone.now()) is not None


def test_a_message_delivered_twice_is_a_no_op() -> None:
    job = make.make_job()

    assert [claim_job(job_id=job.pk) is None, claim_job(job_id=job.pk) is None] == [False, True]


@pytest.mark.django_db(transaction=True)
def test_twenty_workers_claim_one_job_once() -> None:
    job = make.make_job()

    def attempt(_number: int) -> bool:
        lease = claim_job(job_id=job.pk)
        connection.close()
        return lease is not None

    with ThreadPoolExecutor(20) as threads:
        assert sum(threads.map(attempt, range(20))) == 1


def test_a_forgotten_job_runs_again_and_its_first_attempt_writes_nothing() -> None:
    job = make.make_job()
    dead = claim(job)
    dead.advance(0.5)

    assert reap_jobs(at=timezone.now()) == []
    assert reap_jobs(at=timezone.now() + LATER) == [job]

    with pytest.raises(LeaseLost):
        dead.advance(0.6)
    alive = claim(job)
    with pytest.raises(LeaseLost):
        dead.finish()
    with pytest.raises(LeaseLost), transaction.atomic():
        dead.fence()
    alive.finish()
    job.refresh_from_db()
    assert (job.attempt, job.state, job.progress) == (2, "done", 1.0)


def test_a_message_that_was_never_delivered_is_sent_again() -> None:
    job = make.make_job()

    assert reap_jobs(at=timezone.now() + LATER) == [job]


def test_work_without_a_row_of_its_own_leaves_one_renewed_note() -> None:
    now = timezone.now()
    for moment in (now, now + LATER):
        note_run(kind="tests", at=moment)
    noted = Job.objects.get(kind="tests")
    assert (noted.state, noted.ended_at) == ("done", now + LATER)
    assert reap_jobs(at=now + 2 * LATER) == []


def test_a_job_that_keeps_killing_its_worker_is_given_up() -> None:
    job = make.make_job()
    Job.objects.filter(pk=job.pk).update(attempt=MAX_ATTEMPTS, state="running")

    assert reap_jobs(at=timezone.now() + LATER) == []

    job.refresh_from_db()
    assert (job.state, job.reason) == ("failed", WORKER_KEEPS_DYING)


@pytest.mark.django_db(transaction=True)
def test_a_fault_ends_the_job_with_a_reason(caplog: pytest.LogCaptureFixture) -> None:
    job = make.make_job()

    with leased(job.pk):
        raise ZeroDivisionError

    job.refresh_from_db()
    assert (job.state, job.reason) == ("failed", UNEXPECTED)
    assert "ZeroDivisionError" in caplog.text


@pytest.mark.django_db(transaction=True)
def test_what_failed_waits_for_new_evidence_or_a_person() -> None:
    task = make.make_task()
    now = timezone.now()
    job = queue_fresh_job(kind="tests", task=task, evidence="a", at=now)
    assert job is not None
    claim(job).fail("no")

    assert queue_fresh_job(kind="tests", task=task, evidence="a", at=now) is None
    fresh = queue_fresh_job(kind="tests", task=task, evidence="b", at=now)
    assert fresh is not None
    claim(fresh).fail("no")
    job.refresh_from_db()
    again = retry_job(job=job, by=task.campaign.opened_by, at=now)
    assert again is not None
    assert again.parameters == {"evidence": "a"}


def test_what_a_job_notes_shows_at_the_next_renewal() -> None:
    lease = claim(make.make_job())
    lease.renew()
    assert Job.objects.get().progress == 0

    lease.note(0.5)
    lease.note(0.25)
    lease.renew()

    assert Job.objects.get().progress == 0.45


@pytest.mark.parametrize("packed", [False, True])
def test_reading_a_file_tells_how_far_it_is(*, packed: bool) -> None:
    task = make.make_task()
    lines = "".join(f'{{"id": "D{n}", "text": "{hash(str(n)):x}"}}\n' for n in range(50_000))
    raw = gzip.compress(lines.encode()) if packed else lines.encode()
    upload = make.make_upload(task, raw, kind=Upload.Kind.DOCUMENTS)
    heard: list[float] = []

    read_upload(upload=upload, at=timezone.now(), watch=heard.append)

    assert (upload.outcome, heard[-1], max(heard[:3]) < 1) == ("accepted", 1.0, True)
    assert len({share for share in heard if 0 < share < 1}) > 2
