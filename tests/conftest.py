"""Fixtures for all tests: a broker and a real worker process."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote, urlsplit, urlunsplit

import pytest
from django.core.cache import cache
from django.db import connection
from pytest_django import DjangoDbBlocker

from config.servers import broker as embedded
from config.servers import programs
from config.servers.children import Child


@pytest.fixture(scope="session")
def test_slot() -> Path:
    """Return the folder of this process of the test run: logs and sockets of its servers."""
    slot = Path(os.environ["EQUER_TEST_SLOT"])
    name = os.environ.get("PYTEST_XDIST_WORKER", "")
    return slot / name if name else slot


@pytest.fixture(scope="session")
def broker_url(test_slot: Path) -> Iterator[str]:
    """Yield the address of a running broker: `CELERY_BROKER_URL` if set, else an embedded one."""
    url = os.environ["CELERY_BROKER_URL"]
    if url != embedded.broker_url(test_slot):
        if os.environ.get("PYTEST_XDIST_WORKER"):
            pytest.fail("One named broker cannot serve parallel tests: run them with -n 0.")
        yield url
        return
    broker = embedded.Broker(test_slot)
    try:
        broker.start()
        yield url
    finally:
        broker.stop()


WORKER_SESSIONS = "test-worker"


class RealWorker:
    """A Celery worker and beat on the test database: processes of their own, as in production."""

    def __init__(self, child: Child, beat: Child) -> None:
        self._child = child
        self.beat = beat
        self._starts = 0

    @property
    def pid(self) -> int:
        return self._child.pid

    @property
    def log(self) -> str:
        return self._child.log.read_text(encoding="utf-8")

    def start(self) -> None:
        """Start what does not run, and wait until the worker takes jobs."""
        if not self.beat.is_running:
            self.beat.start()
        if self._child.is_running:
            return
        self._starts += 1
        self._child.start()
        self._child.wait_until(lambda: self.log.count(" ready.") == self._starts, seconds=30)

    def kill(self) -> None:
        """Kill both with all their processes, as a power cut would: SIGKILL, no goodbye."""
        self.beat.kill()
        self._child.kill()

    def stop(self) -> None:
        """Ask it to finish what it does, and wait."""
        self.beat.stop()
        self._child.stop()


@pytest.fixture
def worker(transactional_db: None, broker_url: str, test_slot: Path) -> Iterator[RealWorker]:
    """Yield a running worker; whatever it still does at the end of the test is cut off."""
    parts = urlsplit(os.environ["DATABASE_URL"])
    name = quote(str(connection.settings_dict["NAME"]))
    query = "&".join(filter(None, (parts.query, f"application_name={WORKER_SESSIONS}")))
    url = urlunsplit(parts._replace(path=f"/{name}", query=query))
    environment = {**os.environ, "DATABASE_URL": url, "CELERY_BROKER_URL": broker_url}
    logs = test_slot / "log"
    worker = RealWorker(
        programs.worker(log=logs / "worker.log", environment=environment, level="INFO"),
        programs.beat(log=logs / "beat.log", environment=environment, level="INFO"),
    )
    try:
        worker.start()
        yield worker
    finally:
        worker.kill()
        # What the database still does for it could write into the next test.
        end_sessions(WORKER_SESSIONS)


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """Count keys from ten thousand on: one that is written as people write numbers shows.

    At the end nothing may still speak to the test database: a page cut off, a thread.
    """
    with django_db_blocker.unblock(), connection.cursor() as cursor:
        cursor.execute("SELECT setval(oid::regclass, 10000) FROM pg_class WHERE relkind = 'S'")
    yield
    with django_db_blocker.unblock():
        end_sessions("%")
        connection.close()


def end_sessions(name: str) -> None:
    """End the others' sessions with this test database; those beside us have one of their own."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(pg_terminate_backend(pid, 5000)) FROM pg_stat_activity"
            " WHERE datname = current_database() AND pid <> pg_backend_pid()"
            " AND application_name LIKE %s",
            [name],
        )


@pytest.fixture(autouse=True)
def empty_cache() -> None:
    """Let no test meet what another left in memory, the counts of rate limits above all."""
    cache.clear()
