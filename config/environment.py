"""Reads settings from the environment, loudly: a value that makes no sense stops the start."""

from __future__ import annotations

import os
from urllib.parse import parse_qsl, unquote, urlsplit

from django.core.exceptions import ImproperlyConfigured


def text(name: str, default: str) -> str:
    return os.environ.get(name, "").strip() or default


def flag(name: str, *, default: bool) -> bool:
    value = text(name, "1" if default else "0").lower()
    if value in {"1", "true", "yes", "on"}:
        return True
    if value in {"0", "false", "no", "off"}:
        return False
    raise ImproperlyConfigured(f"{name}={value!r}: write 1 or 0.")


def whole_number(name: str, *, default: int) -> int:
    value = text(name, str(default))
    if not value.isdecimal():
        raise ImproperlyConfigured(f"{name}={value!r}: write a whole number.")
    return int(value)


def words(name: str, default: str) -> list[str]:
    return [word.strip() for word in text(name, default).split(",") if word.strip()]


def database(url: str) -> dict[str, object]:
    """Return Django's connection settings for a ``postgresql://`` URL.

    A Unix socket folder stands in the query: ``postgresql://equer@/equer?host=/run/postgresql``.

    :raises ImproperlyConfigured: for another scheme or a URL without a database name.
    """
    parts = urlsplit(url)
    name = unquote(parts.path.lstrip("/"))
    if parts.scheme not in {"postgresql", "postgres"} or not name:
        raise ImproperlyConfigured(
            "DATABASE_URL must look like postgresql://user:password@host:5432/name."
        )
    options: dict[str, object] = dict(parse_qsl(parts.query))
    host = options.pop("host", None) or unquote(parts.hostname or "")
    # One process, one connection: commands, workers and tests do without the pool.
    if flag("DATABASE_POOL", default=True):
        options["pool"] = {"min_size": 1, "max_size": 8, "timeout": 10}
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": name,
        "USER": unquote(parts.username or ""),
        "PASSWORD": unquote(parts.password or ""),
        "HOST": host,
        "PORT": str(parts.port or ""),
        "CONN_MAX_AGE": 0,
        "OPTIONS": options,
    }


def broker(url: str) -> str:
    """Return the broker's URL.

    :raises ImproperlyConfigured: if it names neither Redis or Valkey nor RabbitMQ.
    """
    if urlsplit(url).scheme not in {"redis", "rediss", "redis+socket", "amqp", "amqps"}:
        raise ImproperlyConfigured("CELERY_BROKER_URL must be a redis:// or an amqp:// address.")
    return url


def mail(url: str) -> dict[str, str | int | bool] | None:
    """Return the options of an ``smtp://`` or ``smtps://`` server, None for none.

    :raises ImproperlyConfigured: for another scheme or a URL without a host.
    """
    if not url:
        return None
    parts = urlsplit(url)
    if parts.scheme not in {"smtp", "smtps"} or not parts.hostname:
        raise ImproperlyConfigured("EMAIL_URL must look like smtps://user:password@host:587.")
    use_tls = parts.scheme == "smtps"
    return {
        "host": parts.hostname,
        "port": parts.port or (587 if use_tls else 25),
        "username": unquote(parts.username or ""),
        "password": unquote(parts.password or ""),
        "use_tls": use_tls,
    }
