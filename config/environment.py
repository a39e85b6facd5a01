"""Reads settings from the environment, loudly: a value that makes no sense stops the start."""

from __future__ import annotations

import os
from urllib.parse import SplitResult, parse_qsl, unquote, urlsplit

from django.core.exceptions import ImproperlyConfigured

TLS_FROM_THE_START = 465


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
    if not (value.isascii() and value.isdigit()):
        raise ImproperlyConfigured(f"{name}={value!r}: write a whole number.")
    return int(value)


def words(name: str, default: str) -> list[str]:
    return [word.strip() for word in text(name, default).split(",") if word.strip()]


def _address(name: str, url: str, *, schemes: set[str], example: str) -> SplitResult:
    """Take an address apart.

    :raises ImproperlyConfigured: for another scheme, or a port or host that cannot be one.
    """
    try:
        parts = urlsplit(url)
        is_sound = parts.scheme in schemes and parts.port != 0
    except ValueError:  # the port is no number or too high, or a bracket stays open
        is_sound = False
    if not is_sound:
        raise ImproperlyConfigured(f"{name} must look like {example}.")
    return parts


KEPT_PLANS = {"prepare_threshold": 5}
"""A connection that stays lets the server keep the plan of a statement from the fifth time on."""


def database(url: str) -> dict[str, object]:
    """Return Django's connection settings for a ``postgresql://`` URL.

    A Unix socket folder stands in the query: ``postgresql://equer@/equer?host=/run/postgresql``.

    :raises ImproperlyConfigured: for another scheme, a wrong port or no database name.
    """
    example = "postgresql://user:password@host:5432/name"
    parts = _address("DATABASE_URL", url, schemes={"postgresql", "postgres"}, example=example)
    name = unquote(parts.path.lstrip("/"))
    if not name:
        raise ImproperlyConfigured(f"DATABASE_URL must look like {example}.")
    options: dict[str, object] = dict(parse_qsl(parts.query))
    host = options.pop("host", None) or unquote(parts.hostname or "")
    # Values travel apart from statements, so that the server can keep a plan that it needs again.
    options["server_side_binding"] = True
    # One process, one connection: commands, workers and tests do without the pool.
    if flag("DATABASE_POOL", default=True):
        options["pool"] = {"min_size": 1, "max_size": 8, "timeout": 10}
        options |= KEPT_PLANS
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
    _address(
        "CELERY_BROKER_URL",
        url,
        schemes={"redis", "rediss", "redis+socket", "amqp", "amqps"},
        example="redis://host:6379/0 or amqp://user:password@host:5672//",
    )
    return url


def mail(url: str) -> dict[str, str | int | bool] | None:
    """Return the options of an ``smtp://`` or ``smtps://`` server, None for none.

    ``smtps`` turns to TLS after the greeting (STARTTLS); on port 465 it begins with TLS.

    :raises ImproperlyConfigured: for another scheme, a wrong port or no host.
    """
    if not url:
        return None
    example = "smtps://user:password@host:587"
    parts = _address("EMAIL_URL", url, schemes={"smtp", "smtps"}, example=example)
    if not parts.hostname:
        raise ImproperlyConfigured(f"EMAIL_URL must look like {example}.")
    is_secret = parts.scheme == "smtps"
    port = parts.port or (587 if is_secret else 25)
    return {
        "host": parts.hostname,
        "port": port,
        "username": unquote(parts.username or ""),
        "password": unquote(parts.password or ""),
        "use_tls": is_secret and port != TLS_FROM_THE_START,
        "use_ssl": is_secret and port == TLS_FROM_THE_START,
    }
