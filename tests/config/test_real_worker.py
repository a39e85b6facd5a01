"""Tests of the tests' own ground: a real database, a real broker, a worker that is another process."""

from __future__ import annotations

import os
import signal
import sys
import time

import pytest
from django.db import connection, transaction
from django.test import Client

from tests import processes
from tests.conftest import WORKER_SESSIONS, RealWorker


@pytest.mark.django_db
def test_database_is_postgresql_of_this_run() -> None:
    assert connection.vendor == "postgresql"
    assert str(connection.settings_dict["NAME"]).startswith("test_")
    assert "pool" not in connection.settings_dict["OPTIONS"]


@pytest.mark.django_db(transaction=True)
def test_worker_does_jobs_in_another_process_and_after_its_death(
    worker: RealWorker, client: Client
) -> None:
    health = client.get("/health").json()
    assert (health["database"], health["broker"], health["worker"]) == ("ok", "ok", "ok")
    assert health["worker_pid"] not in {None, os.getpid()}
    died = worker.pid
    worker.kill()
    worker.start()
    assert worker.pid != died


def _wait_for(client: Client, status: int, *, seconds: float) -> dict[str, object]:
    """Ask `/health` until it answers with this status, and return what it then says."""
    deadline = time.monotonic() + seconds
    while (answer := client.get("/health")).status_code != status:
        if time.monotonic() > deadline:
            pytest.fail(f"/health says {answer.json()}")
        time.sleep(0.2)
    return dict(answer.json())


@pytest.mark.django_db(transaction=True)
def test_health_says_so_when_beat_is_gone_and_when_it_is_back(
    worker: RealWorker, client: Client
) -> None:
    assert _wait_for(client, 200, seconds=20)["beat"] == "ok"
    worker.beat.kill()
    silent = _wait_for(client, 503, seconds=20)
    assert (silent["worker"], silent["beat"]) == ("ok", "no answer")
    worker.start()
    assert _wait_for(client, 200, seconds=20)["beat"] == "ok"


def _wait_for_a_held_up_worker() -> None:
    """Wait until a session of the worker waits for a lock that this transaction holds."""
    deadline = time.monotonic() + 30
    asked = "SELECT FROM pg_stat_activity WHERE application_name = %s AND wait_event_type = 'Lock'"
    with connection.cursor() as cursor:
        while not cursor.execute(asked, [WORKER_SESSIONS]).rowcount:
            assert time.monotonic() < deadline
            time.sleep(0.1)
            cursor.execute("SELECT pg_stat_clear_snapshot()")


@pytest.mark.skipif(sys.platform != "linux", reason="the kernel's goodbye is Linux's")
@pytest.mark.django_db(transaction=True)
def test_processes_of_a_killed_worker_end_with_it_in_mid_job(worker: RealWorker) -> None:
    children = processes.children(worker.pid)
    assert len(children) == 2
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("LOCK TABLE campaign_job IN ACCESS EXCLUSIVE MODE")
        _wait_for_a_held_up_worker()
        os.kill(worker.pid, signal.SIGKILL)
        assert processes.left_after(children, seconds=10) == []
