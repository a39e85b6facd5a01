"""Our own three programs as supervised processes: the web server, the worker and beat."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Mapping
from pathlib import Path

from config.servers.children import Child
from config.servers.places import ROOT

THREADS = 4  # per web worker: gunicorn's gthread


def _cores() -> int:
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def socket_address(host: str, port: int) -> str:
    """Return host and port as one word, as addresses and gunicorn write them.

    >>> socket_address("127.0.0.1", 8000), socket_address("::1", 8000)
    ('127.0.0.1:8000', '[::1]:8000')
    """
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"


def web_server(*, host: str, port: int, log: Path, environment: Mapping[str, str]) -> Child:
    """Return gunicorn serving the application, not started yet."""
    workers = environment.get("WEB_CONCURRENCY", "").strip() or str(_cores())
    command = [
        *(sys.executable, "-m", "gunicorn", "config.wsgi"),
        *("--bind", socket_address(host, port), "--workers", workers),
        *("--worker-class", "gthread", "--threads", str(THREADS)),
        *("--preload", "--no-control-socket", "--graceful-timeout", "8", "--timeout", "60"),
    ]
    if os.access("/dev/shm", os.W_OK):  # noqa: S108 -- heartbeats must not wait for a disk
        command += ["--worker-tmp-dir", "/dev/shm"]  # noqa: S108
    pooled = {**environment, "DATABASE_POOL": environment.get("DATABASE_POOL", "1")}
    return Child("The web server", command, log=log, environment=pooled, folder=ROOT)


def worker(*, log: Path, environment: Mapping[str, str], level: str = "WARNING") -> Child:
    """Return the Celery worker, not started yet.

    It connects per task: a pool would be shared across the fork of its processes. Without us it
    is killed, and Celery's processes end with it: asked to stop, it waits for a broker that may be
    gone. The leases of the jobs at hand run out, and they run again.
    """
    command = [
        *(sys.executable, "-m", "celery", "-A", "config", "worker"),
        *("--concurrency", "2", "--without-gossip", "--without-mingle", "--loglevel", level),
    ]
    alone = {**environment, "DATABASE_POOL": "0"}
    return Child(
        "The worker",
        command,
        log=log,
        environment=alone,
        orphaned=signal.SIGKILL,
        folder=ROOT,
    )


def beat(*, log: Path, environment: Mapping[str, str], level: str = "WARNING") -> Child:
    """Return Celery's beat, not started yet: exactly one says when it is time to look for work."""
    command = [sys.executable, "-m", "celery", "-A", "config", "beat", "--loglevel", level]
    alone = {**environment, "DATABASE_POOL": "0"}
    return Child("Beat", command, log=log, environment=alone, folder=ROOT)
