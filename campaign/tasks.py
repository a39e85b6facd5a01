"""Celery entry points: load by id, make one call; and what every app's jobs run in."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event as Signal
from threading import Thread

from celery import current_app, shared_task
from django.conf import settings
from django.db import OperationalError, connection, transaction
from django.utils import timezone
from django.utils.translation import gettext_noop
from kombu.exceptions import OperationalError as BrokerIsAway

from campaign.actions import jobs, left_uploads, passages
from campaign.actions.jobs import Lease, LeaseLost, claim_job
from campaign.actions.reading import read_upload as read_upload_action
from campaign.models import Job, Upload

logger = logging.getLogger(__name__)

UNEXPECTED = gettext_noop("A fault of ours stopped this job; the server's log has the details.")


def send(job: Job | None) -> None:
    """Hand a job to a worker once its row is committed.

    A broker that is away loses nothing: the reaper sends the job when it is back.
    """
    if job is not None:
        transaction.on_commit(lambda: _deliver(job))


def _deliver(job: Job) -> None:
    try:
        current_app.send_task(job.kind, kwargs={"job_id": job.pk}, retry=False)
    except (BrokerIsAway, OSError) as away:
        logger.warning("Job %s waits for the broker: %s", job.pk, away)


@contextmanager
def leased(job_id: int) -> Iterator[Lease | None]:
    """Claim a job and keep its lease alive while the body runs; the body gets None if it is taken.

    Whatever stops the body marks the job failed, but for a lost lease (somebody else runs it)
    and a database that went away (the lease runs out and the job runs again).
    """
    lease = claim_job(job_id=job_id)
    if lease is None:
        yield None
        return
    stop = Signal()
    Thread(target=_keep_alive, args=(lease, stop), daemon=True).start()
    try:
        yield lease
        lease.finish()
    except (LeaseLost, OperationalError) as lost:
        logger.warning("Job %s was left to another attempt: %r", job_id, lost)
    except Exception:
        logger.exception("Job %s failed", job_id)
        lease.fail(UNEXPECTED)
    finally:
        stop.set()


def _keep_alive(lease: Lease, stop: Signal) -> None:
    try:
        # A third of the lease keeps it; a second keeps what people see of it moving.
        while not stop.wait(min(settings.JOB_LEASE_SECONDS / 3, 1)):
            lease.renew()
    except (LeaseLost, OperationalError):
        return
    finally:
        connection.close()


@shared_task(name="campaign.tasks.reap_jobs")
def reap_jobs() -> None:
    forgotten = jobs.reap_jobs(at=timezone.now())
    for job in [*forgotten, *left_uploads.pick_up_left_uploads(at=timezone.now())]:
        _deliver(job)
    jobs.note_run(kind=reap_jobs.name, at=timezone.now())


@shared_task(name="campaign.tasks.probe")
def probe(job_id: int) -> None:
    with leased(job_id):
        logger.debug("probed")


@shared_task(name="campaign.tasks.read_upload")
def read_upload(job_id: int) -> None:
    with leased(job_id) as lease:
        if lease is not None:
            upload = Upload.objects.get(pk=lease.job.subject)
            read_upload_action(upload=upload, at=timezone.now(), watch=lease.note)
            send(passages.passage_job(upload=upload))


@shared_task(name=passages.KIND)
def look_for_passages(job_id: int) -> None:
    with leased(job_id) as lease:
        if lease is not None:
            upload = Upload.objects.select_related("task").get(pk=lease.job.subject)
            passages.look_for_passages(upload=upload, lease=lease)
