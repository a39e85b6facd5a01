"""Tests of the tests' own ground: a real database, a real broker, a worker that is another process."""

from __future__ import annotations

import os

import pytest
from django.db import connection
from django.test import Client

from tests.conftest import RealWorker


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
