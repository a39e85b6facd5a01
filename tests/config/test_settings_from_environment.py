"""Tests of config.environment and config.settings: nonsense stops the start, loudly."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.core.mail import mailers
from django.core.mail.backends.smtp import EmailBackend
from pytest_django import Settings

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


@pytest.mark.parametrize("written", ["-1", "3.5", "many", "１"])
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
        "OPTIONS": {"sslmode": "require", "server_side_binding": True},
    }


def test_database_on_a_socket(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE_POOL", "0")
    read = environment.database("postgresql://equer@/equer?host=%2Frun%2Fpostgresql")
    assert (read["HOST"], read["PORT"]) == ("/run/postgresql", "")
    assert read["OPTIONS"] == {"server_side_binding": True}


def test_kept_connections_keep_plans_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("DATABASE_POOL")
    read = environment.database("postgresql://equer@localhost/equer")
    assert read["OPTIONS"] == {
        "server_side_binding": True,
        "pool": {"min_size": 1, "max_size": 8, "timeout": 10},
        "prepare_threshold": 5,
    }


@pytest.mark.parametrize(
    "url",
    [
        "sqlite:///x.db",
        "postgresql://localhost",
        "postgresql://localhost:99999/equer",
        "postgresql://localhost:many/equer",
        "postgresql://[::1/equer",
        "equer",
        "",
    ],
)
def test_database_refuses_other_addresses(url: str) -> None:
    with pytest.raises(ImproperlyConfigured, match="DATABASE_URL must look like"):
        environment.database(url)


@pytest.mark.parametrize(
    "url", ["http://localhost", "localhost:6379", "redis://localhost:99999/0", ""]
)
def test_broker_refuses_other_addresses(url: str) -> None:
    with pytest.raises(ImproperlyConfigured, match="CELERY_BROKER_URL"):
        environment.broker(url)


def test_without_an_address_there_is_no_mail_server() -> None:
    assert environment.mail("") is None


@pytest.mark.parametrize(
    ("url", "port", "encryption"),
    [
        ("smtp://mail.org", 25, (False, False)),
        ("smtp://mail.org:2525", 2525, (False, False)),
        ("smtps://mail.org", 587, (True, False)),
        ("smtps://mail.org:465", 465, (False, True)),
    ],
)
def test_mail_server_is_taken_apart(url: str, port: int, encryption: tuple[bool, bool]) -> None:
    read = environment.mail(url)
    assert read is not None
    assert (read["host"], read["port"], read["username"], read["password"]) == (
        "mail.org",
        port,
        "",
        "",
    )
    assert (read["use_tls"], read["use_ssl"]) == encryption


def test_account_of_the_mail_server_may_hold_any_sign() -> None:
    read = environment.mail("smtps://equer%40mail.org:p%2Fs%40s@smtp.mail.org")
    assert read is not None
    assert (read["username"], read["password"]) == ("equer@mail.org", "p/s@s")


@pytest.mark.parametrize(
    "url",
    ["mail.org", "https://mail.org", "smtp://", "smtps://:587", "smtp://mail.org:99999",
     "smtp://mail.org:many", "smtp://mail.org:0", "smtp://[::1"],
)  # fmt: skip
def test_mail_refuses_other_addresses(url: str) -> None:
    with pytest.raises(ImproperlyConfigured, match="EMAIL_URL must look like smtps://"):
        environment.mail(url)


@pytest.mark.parametrize(
    ("url", "port"),
    [("smtp://mail.org", 25), ("smtps://a:b@mail.org", 587), ("smtps://a:b@mail.org:465", 465)],
)
def test_django_takes_the_options_of_a_mail_server(settings: Settings, url: str, port: int) -> None:
    backend = "django.core.mail.backends.smtp.EmailBackend"
    settings.MAILERS = {"default": {"BACKEND": backend, "OPTIONS": environment.mail(url)}}
    sender = mailers["default"]
    assert isinstance(sender, EmailBackend)
    assert (sender.host, sender.port) == ("mail.org", port)


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
        ("CELERY_BROKER_URL", "kafka://localhost", "CELERY_BROKER_URL must look like"),
        ("EMAIL_URL", "mail.example.org", "EMAIL_URL must look like"),
        ("TRUSTED_PROXIES", "one", "TRUSTED_PROXIES='one': write a whole number."),
        ("MAX_UPLOAD_BYTES", "200 MB", "MAX_UPLOAD_BYTES='200 MB': write a whole number."),
    ],
)
def test_settings_refuse_nonsense(name: str, value: str, complaint: str) -> None:
    assert complaint in _read_settings(**{name: value})


def test_settings_accept_the_environment_of_the_tests() -> None:
    assert _read_settings() == ""
