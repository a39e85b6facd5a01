"""The life of a job: queued, leased, advanced, finished; and sent again when its worker dies."""

from __future__ import annotations

import os
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db.models import F
from django.utils import timezone
from django.utils.translation import gettext_noop

from campaign.models import Job, Task, Upload, User
from campaign.models.rows import add, insert

MAX_ATTEMPTS = 5
# The share of a job at which its file is read: storing follows.
AFTER_READING = 0.9
# The one rule of jobs that two rows can break; it is an index, which has no name here.
THE_SAME_IS_UNFINISHED = "ON CONFLICT DO NOTHING"
# Reasons are kept in English, the language of the message catalogue, and translated when shown.
WORKER_KEEPS_DYING = gettext_noop("The worker stopped five times while it ran this job.")


class LeaseLost(Exception):
    """Another worker holds the job now: whatever this one still writes must not count."""


class Lease:
    """The right of one attempt to work on a job and to write its results."""

    def __init__(self, job: Job) -> None:
        self.job = job
        self.attempt = job.attempt
        self._reached = 0.0

    def note(self, progress: float) -> None:
        """Say how far the work is; the next renewal shows it, also from within a transaction."""
        # What is left after reading is small, but not nothing.
        self._reached = max(self._reached, min(max(progress, 0.0), 1.0) * AFTER_READING)

    def advance(self, progress: float) -> None:
        """Show progress and renew the lease.

        :raises LeaseLost: if the job was given to another attempt.
        """
        self._update(progress=min(max(progress, 0.0), 1.0), lease_until=_lease_end())

    def renew(self) -> None:
        """Renew the lease.

        :raises LeaseLost: if the job was given to another attempt.
        """
        self._update(lease_until=_lease_end(), **self._moved())

    def _moved(self) -> dict[str, float]:
        return {"progress": self._reached} if self._reached else {}

    def fence(self) -> None:
        """Hold the job's row until the transaction ends, so that results are written once.

        :raises LeaseLost: if the job was given to another attempt.
        """
        held = Job.objects.select_for_update().filter(pk=self.job.pk, attempt=self.attempt)
        if not held.filter(state=Job.State.RUNNING).exists():
            raise LeaseLost

    def finish(self) -> None:
        """Mark the job done.

        :raises LeaseLost: if the job was given to another attempt.
        """
        self._update(state=Job.State.DONE, progress=1.0, reason="", ended_at=timezone.now())

    def fail(self, reason: str) -> None:
        """Mark the job failed, with a reason that a person can read.

        :raises LeaseLost: if the job was given to another attempt.
        """
        self._update(state=Job.State.FAILED, reason=reason, ended_at=timezone.now())

    def _update(self, **changes: Any) -> None:
        running = Job.objects.filter(pk=self.job.pk, attempt=self.attempt, state=Job.State.RUNNING)
        if not running.update(**changes):
            raise LeaseLost


def _lease_end() -> datetime:
    return timezone.now() + timedelta(seconds=settings.JOB_LEASE_SECONDS)


def queue_job(
    *,
    kind: str,
    at: datetime,
    task: Task | None = None,
    subject_id: int | None = None,
    by: User | None = None,
    **parameters: Any,
) -> Job | None:
    """Write down work to be done; None if the same work is waiting or under way."""
    job = _new_job(
        kind=kind, at=at, task=task, subject_id=subject_id, queued_by=by, parameters=parameters
    )
    return job if insert(job, unless=THE_SAME_IS_UNFINISHED) else None


def queue_job_about(*, kind: str, upload: Upload, at: datetime) -> None:
    """Write down work on an upload, if it is not yet, without waiting for an answer."""
    job = _new_job(
        kind=kind,
        at=at,
        task=upload.task,
        subject_id=upload.pk,
        queued_by=upload.received_from,
    )
    add(job, unless=THE_SAME_IS_UNFINISHED)


def _new_job(*, at: datetime, **fields: Any) -> Job:
    lease_until = at + timedelta(seconds=settings.JOB_LEASE_SECONDS)
    return Job(lease_until=lease_until, queued_at=at, **fields)


def queue_fresh_job(*, kind: str, task: Task, evidence: str, at: datetime) -> Job | None:
    """Write down work on new evidence; None if it is under way, or failed on this very evidence.

    What failed is not tried again by itself every two seconds: new evidence or a person does it.
    """
    newest = Job.objects.filter(kind=kind, task=task).newest_first().first()
    has_failed = newest is not None and newest.state == Job.State.FAILED
    if newest is not None and has_failed and newest.parameters.get("evidence") == evidence:
        return None
    return queue_job(kind=kind, task=task, at=at, evidence=evidence)


def retry_job(*, job: Job, by: User, at: datetime) -> Job | None:
    """Queue a failed job's work again; None if it is under way already."""
    return queue_job(
        kind=job.kind, task=job.task, subject_id=job.subject_id, by=by, at=at, **job.parameters
    )


def claim_job(*, job_id: int) -> Lease | None:
    """Take a waiting job for its next attempt; None if another delivery took it or it is over."""
    taken = Job.objects.filter(pk=job_id, state=Job.State.QUEUED).update(
        state=Job.State.RUNNING,
        attempt=F("attempt") + 1,
        lease_until=_lease_end(),
        progress=0.0,
        worker_pid=os.getpid(),
        started_at=timezone.now(),
    )
    return Lease(Job.objects.select_related("task").get(pk=job_id)) if taken else None


def reap_jobs(*, at: datetime) -> list[Job]:
    """Put forgotten jobs back into the queue and return them, giving up on hopeless ones.

    A job is forgotten when its worker died and let the lease run out, or when its message was
    never delivered. The attempt that held it can write nothing more: it is not running now.
    """
    forgotten = Job.objects.forgotten(at=at)
    forgotten.filter(attempt__gte=MAX_ATTEMPTS).update(
        state=Job.State.FAILED, ended_at=at, reason=WORKER_KEEPS_DYING
    )
    return [job for job in forgotten if _requeue(job, at=at)]


def note_run(*, kind: str, at: datetime) -> None:
    """Write down that work without a row of its own was just done: one row per kind, renewed.

    `/health` reads from it whether beat is heard.
    """
    if not Job.objects.filter(kind=kind).update(ended_at=at):
        done = Job.State.DONE
        Job.objects.create(kind=kind, state=done, lease_until=at, queued_at=at, ended_at=at)


def _requeue(job: Job, *, at: datetime) -> bool:
    still_forgotten = Job.objects.forgotten(at=at).filter(pk=job.pk, attempt=job.attempt)
    lease_until = at + timedelta(seconds=settings.JOB_LEASE_SECONDS)
    return bool(still_forgotten.update(state=Job.State.QUEUED, lease_until=lease_until))
