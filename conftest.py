"""Sets the environment of the tests before Django's settings are read, whatever is collected.

PostgreSQL: `DATABASE_URL` if it is set, else an embedded one that forgets everything; each run on
this machine takes a slot of its own, so that two may go on side by side.
"""

from __future__ import annotations

import itertools
import os
import shutil
import tempfile
from pathlib import Path

import django
import hypothesis
import pytest

from config.servers import places
from config.servers.broker import broker_url
from config.servers.doors import embedded_environment, fill_environment
from config.servers.places import Claim
from config.servers.postgres import Postgres, database_url

OTHER_INSTALLATION = (
    "SECRET_KEY",
    "EQUER_DEMO",
    "DEBUG",
    "ALLOWED_HOSTS",
    "CSRF_TRUSTED_ORIGINS",
    "EQUER_HTTPS",
    "TRUSTED_PROXIES",
    "EMAIL_URL",
    "MAIL_FROM",
    "MAX_UPLOAD_BYTES",
    "JOB_LEASE_SECONDS",
    "LOG_LEVEL",
)
# No test is timed: a slow machine finds the same faults.
hypothesis.settings.register_profile(
    "untimed",
    parent=hypothesis.settings.default,
    deadline=None,
    suppress_health_check=[hypothesis.HealthCheck.too_slow],
)
hypothesis.settings.load_profile("untimed")
XDIST_WORKER = os.environ.get("PYTEST_XDIST_WORKER", "")


def _take_slot() -> tuple[Path, Claim]:
    """Return the first folder that no other test run uses, claimed until this process ends."""
    for number in itertools.count(1):
        folder = places.make_folder(places.var_folder() / "test" / f"slot-{number}")
        claim = Claim(folder / "lock")
        if claim.take(str(os.getpid())):
            return folder, claim
    raise RuntimeError("itertools.count has no end")


def _set_environment() -> tuple[Path, Claim | None]:
    """Set what settings read; the processes of xdist inherit it from the one that started them."""
    os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings"
    if XDIST_WORKER:
        slot = Path(os.environ["EQUER_TEST_SLOT"])
        if os.environ["EQUER_TEST_BROKER"] == "embedded":  # a queue of its own per process
            os.environ["CELERY_BROKER_URL"] = broker_url(slot / XDIST_WORKER)
        return slot, None
    try:
        slot, claim = _take_slot()
    except places.CannotStart as error:
        raise pytest.UsageError(str(error)) from error
    named = os.environ.get("CELERY_BROKER_URL", "").strip()
    os.environ["EQUER_TEST_SLOT"] = str(slot)
    os.environ["EQUER_TEST_BROKER"] = "named" if named else "embedded"
    files = Path(tempfile.mkdtemp(prefix="equer-test-"))
    (files / "static").mkdir()
    # What a developer's shell says about an installation must not reach the tests.
    for name in OTHER_INSTALLATION:
        os.environ.pop(name, None)
    os.environ |= {
        "MEDIA_ROOT": str(files / "media"),
        "STATIC_ROOT": str(files / "static"),
        "DATABASE_POOL": "0",  # a pool holds connections that rollback and DROP DATABASE must own
    }
    fill_environment(embedded_environment(slot))
    return slot, claim


SLOT, CLAIM = _set_environment()

from django.conf import settings  # noqa: E402 -- reads the environment set above

settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
settings.STORAGES = {
    **settings.STORAGES,
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}
django.setup()


class EmbeddedPostgres:
    """The test run's own PostgreSQL, started by the first that needs it."""

    def __init__(self) -> None:
        self.server: Postgres | None = None

    def start(self) -> None:
        is_ours = os.environ["DATABASE_URL"] == database_url(SLOT) and not XDIST_WORKER
        if is_ours and self.server is None:
            self.server = Postgres(SLOT, durable=False)
            self.server.start()

    def stop(self) -> None:
        if self.server:
            self.server.stop()


POSTGRES = EmbeddedPostgres()


def pytest_configure(config: pytest.Config) -> None:
    if config.getoption("numprocesses", default=None):
        POSTGRES.start()


@pytest.fixture(scope="session")
def django_db_modify_db_settings(django_db_modify_db_settings_parallel_suffix: None) -> None:
    """Start the server just before pytest-django makes the test database."""
    POSTGRES.start()


def pytest_unconfigure(config: pytest.Config) -> None:
    POSTGRES.stop()
    if CLAIM:
        CLAIM.release()
        shutil.rmtree(Path(os.environ["MEDIA_ROOT"]).parent, ignore_errors=True)
