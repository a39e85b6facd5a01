"""Whether every part works: database, broker, a worker that runs a job, beat that is heard."""

from __future__ import annotations

import os
import time
from datetime import timedelta

from celery import current_app
from django.db import DatabaseError, connection
from django.http import HttpRequest, JsonResponse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from kombu.exceptions import OperationalError as BrokerIsAway

from campaign.actions.jobs import queue_job
from campaign.models import Job
from campaign.permissions import Permission
from campaign.tasks import probe, reap_jobs, send

# Beat asks for the reaper every two seconds; a worker that is busy may leave some out.
SILENCE = timedelta(seconds=10)
# A probe job that ended this recently speaks for the worker: many callers cost one job.
FRESH = timedelta(seconds=5)
PATIENCE = 4.0


@never_cache
@require_safe
def health(request: HttpRequest) -> JsonResponse:
    database = _database()
    broker = _broker()
    job = _probe() if database == broker == "ok" else None
    beat_is_heard = database == "ok" and _beat_is_heard()
    parts = {
        "database": database,
        "broker": broker,
        "worker": "ok" if job else "no answer",
        "beat": "ok" if beat_is_heard else "no answer",
        "worker_pid": job.worker_pid if job else None,
        "web_pid": os.getpid(),
    }
    return JsonResponse(parts, status=200 if job and beat_is_heard else 503)


health.permission = Permission.VISIT  # type: ignore[attr-defined]
health.shown = None  # type: ignore[attr-defined]


def _database() -> str:
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError as error:
        return type(error).__name__
    return "ok"


def _broker() -> str:
    try:
        with current_app.connection_for_write() as link:
            link.ensure_connection(max_retries=1, timeout=2)
    except (BrokerIsAway, OSError) as error:
        return type(error).__name__
    return "ok"


def _probe() -> Job | None:
    """Return a probe job that a worker has just done, waiting for one a moment."""
    now = timezone.now()
    probes = Job.objects.filter(kind=probe.name, state=Job.State.DONE)
    send(
        queue_job(kind=probe.name, at=now) if not probes.filter(ended_at__gt=now - FRESH) else None
    )
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        done = probes.filter(ended_at__gt=now - FRESH).order_by("-pk").first()
        if done is not None:
            Job.objects.filter(kind=probe.name, pk__lt=done.pk).delete()
            return done
        time.sleep(0.05)
    return None


def _beat_is_heard() -> bool:
    """Say whether a worker has lately run what only beat asks for."""
    since = timezone.now() - SILENCE
    return Job.objects.filter(kind=reap_jobs.name, ended_at__gt=since).exists()
