"""Tests of config.environment and config.settings: nonsense stops the start, loudly."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest
from django.core.exceptions import ImproperlyConfigured

from config import environment
from config.servers.places import ROOT


@pytest.mark.parametrize(
    ("written", "read"), [("1", True), ("yes", True), ("0", False), ("off", False), ("", True)]
)
def test_flag_reads_both_words(monkeypatch: pytest.MonkeyPatch, written: str, read: bool) -> None:  # noqa: FBT001
    monkeypatch.setenv("EQUER_X", written)
    assert environment.flag("EQUER_X", default=True) is read


def test_flag_refuses_anything_else(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("EQUER_X", "maybe")
    with pytest.raises(ImproperlyConfigured, match="EQUER_X='maybe': write 1 or 0"):
        environment.flag("EQUER_X", default=True)


@pytest.mark.parametrize("written", ["-1", "3.5", "many"])
def test_whole_number_refuses_anything_else(monkeypatch: pytest.MonkeyPatch, written: str) -> None:
    monkeypatch.setenv("EQUER_X", written)
    with pytest.raises(ImproperlyConfigured, match="write a whole number"):
        environment.whole_number("EQUER_X", default=1)


def test_words_are_split_and_trimmed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("EQUER_X", " a.org, ,b.org ")
    assert environment.words("EQUER_X", "") == ["a.org", "b.org"]


def test_database_address_is_taken_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE_POOL", "0")
    assert environment.database("postgresql://me:p%40ss@db.org:5433/equer?sslmode=require") == {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": "equer",
        "USER": "me",
        "PASSWORD": "p@ss",
        "HOST": "db.org",
        "PORT": "5433",
        "CONN_MAX_AGE": 0,
        "OPTIONS": {"sslmode": "require"},
    }


def test_database_on_a_socket(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE_POOL", "0")
    read = environment.database("postgresql://equer@/equer?host=%2Frun%2Fpostgresql")
    assert (read["HOST"], read["PORT"], read["OPTIONS"]) == ("/run/postgresql", "", {})


def test_database_pools_connections_unless_told_not_to(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("DATABASE_POOL")
    read = environment.database("postgresql://equer@localhost/equer")
    assert read["OPTIONS"] == {"pool": {"min_size": 1, "max_size": 8, "timeout": 10}}


@pytest.mark.parametrize("url", ["sqlite:///x.db", "postgresql://localhost", "equer", ""])
def test_database_refuses_other_addresses(url: str) -> None:
    with pytest.raises(ImproperlyConfigured, match="DATABASE_URL must look like"):
        environment.database(url)


@pytest.mark.parametrize("url", ["http://localhost", "localhost:6379", ""])
def test_broker_refuses_other_addresses(url: str) -> None:
    with pytest.raises(ImproperlyConfigured, match="CELERY_BROKER_URL"):
        environment.broker(url)


def _read_settings(**changes: str) -> str:
    """Read the settings in a process of their own and return what it complains of."""
    code = "from django.conf import settings; settings.DEBUG"
    environ = {**os.environ, "DJANGO_SETTINGS_MODULE": "config.settings", **changes}
    command = [sys.executable, "-c", code]
    answer = subprocess.run(
        command, check=False, cwd=ROOT, env=environ, capture_output=True, text=True
    )
    return answer.stderr.strip().split("\n")[-1]


@pytest.mark.parametrize(
    ("name", "value", "complaint"),
    [
        ("SECRET_KEY", "", "SECRET_KEY must hold at least 32 random characters"),
        ("SECRET_KEY", "change-me", "SECRET_KEY must hold at least 32 random characters"),
        ("DEBUG", "maybe", "DEBUG='maybe': write 1 or 0."),
        ("DATABASE_URL", "mysql://localhost/equer", "DATABASE_URL must look like"),
        ("CELERY_BROKER_URL", "kafka://localhost", "CELERY_BROKER_URL must be"),
        ("MAX_UPLOAD_BYTES", "200 MB", "MAX_UPLOAD_BYTES='200 MB': write a whole number."),
    ],
)
def test_settings_refuse_nonsense(name: str, value: str, complaint: str) -> None:
    assert complaint in _read_settings(**{name: value})


def test_settings_accept_the_environment_of_the_tests() -> None:
    assert _read_settings() == ""
