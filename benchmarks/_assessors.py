"""People who judge in a benchmark, a pool for them, and a server in front of it."""

from __future__ import annotations

import os
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from pathlib import Path

from django.conf import settings
from django.db import connection

import benchmarks._scratch  # noqa: F401 -- sets Django up
from campaign.actions.jobs import claim_job, queue_fresh_job
from campaign.models import Membership, Role, Task, User
from config.servers.programs import web_server
from judging.actions.pools import extend_pool
from judging.models import JudgingRules


def add_assessors(task: Task, count: int) -> list[User]:
    """Make assessors of the task, without passwords."""
    people = User.objects.bulk_create(
        User(email=f"assessor-{task.pk}-{number}@example.org", name=f"Assessor {number}")
        for number in range(count)
    )
    Membership.objects.bulk_create(
        Membership(
            campaign=task.campaign,
            task=task,
            user=user,
            role=Role.ASSESSOR,
            granted_by=task.campaign.opened_by,
            granted_at=task.opened_at,
        )
        for user in people
    )
    return people


def fill_pool(task: Task, *, at: datetime) -> None:
    """Do what a worker does when runs have arrived; every assessor may judge every question."""
    JudgingRules.objects.filter(task=task).update(assigns_questions=False)
    Task.objects.filter(pk=task.pk).update(
        announced_at=at - timedelta(days=3),
        released_at=at - timedelta(days=2),
        closes_at=at - timedelta(days=1),
    )
    job = queue_fresh_job(kind="judging.tasks.extend_pool", task=task, evidence="bench", at=at)
    lease = claim_job(job_id=job.pk) if job else None
    if lease is None:
        raise AssertionError("the job was taken")
    extend_pool(task=task, at=at, lease=lease)


@contextmanager
def served(folder: Path, *, settings_module: str = "config.settings") -> Iterator[int]:
    """Serve the scratch database as the demo does, on a free port."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = int(probe.getsockname()[1])
    database = connection.settings_dict
    place = f"?host={database['HOST']}&port={database['PORT']}" if database["HOST"] else ""
    environment = os.environ | {
        "DATABASE_URL": f"postgresql://{database['USER']}@/{database['NAME']}{place}",
        "DATABASE_POOL": "1",
        "STATIC_ROOT": str(settings.STATIC_ROOT),
        "DJANGO_SETTINGS_MODULE": settings_module,
    }
    server = web_server(
        host="127.0.0.1", port=port, log=folder / f"web-{port}.log", environment=environment
    )
    server.start()
    try:
        server.wait_until(lambda: is_open(port), seconds=30)
        yield port
    finally:
        server.stop()


def is_open(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0
