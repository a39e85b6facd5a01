"""Questions put to a running Equer from outside, as its users and its monitor would."""

from __future__ import annotations

import contextlib
import errno
import http.client
import json
import re
import socket
import time
import urllib.error
import urllib.request
from argparse import ArgumentTypeError
from collections.abc import Callable
from dataclasses import dataclass
from urllib.parse import urljoin

from config.servers.places import CannotStart

# What `/health` answers for.
PARTS = ("database", "broker", "worker", "beat")
LAST_PORT = 65535
STATIC_FILE = re.compile(r"""(?:href|src)="(/static/[^"#]+)""")


@dataclass(frozen=True)
class Answer:
    status: int
    body: str


def port_number(written: str) -> int:
    """Read the value of `--port`.

    :raises ArgumentTypeError: if it is no port that a server can be found at.
    """
    if written.isascii() and written.isdigit() and len(written) <= 5:  # noqa: PLR2004
        port = int(written)
        if 0 < port <= LAST_PORT:
            return port
    raise ArgumentTypeError(f"{written}: write a whole number from 1 to {LAST_PORT}.")


def refusal_to_listen(host: str, port: int) -> str:
    """Return why nobody can serve at this address now, or an empty string."""
    if not host:
        return "--host is empty."
    try:
        family, kind, _, _, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
    except (OSError, UnicodeError):
        return f"{host} is no address of this machine."
    with socket.socket(family, kind) as attempt:
        attempt.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            attempt.bind(address)
        except OSError as error:
            return refusal(error, host, port)
    return ""


def refusal(error: OSError, host: str, port: int) -> str:
    """Say why an address could not be taken."""
    if error.errno == errno.EADDRINUSE:
        return f"Port {port} is in use."
    if error.errno == errno.EACCES:
        return f"Port {port} is for the administrator only."
    return f"{host} is no address of this machine."


def free_port(host: str) -> int:
    with socket.socket() as attempt:
        attempt.bind((host, 0))
        return int(attempt.getsockname()[1])


def fetch(url: str, *, seconds: float = 30.0) -> Answer:
    """Return the answer of our own server, whatever its status; 0 means that nobody answered."""
    try:
        with urllib.request.urlopen(url, timeout=seconds) as response:  # noqa: S310 -- our own
            return Answer(response.status, response.read().decode("utf-8", "replace"))
    except urllib.error.HTTPError as error:
        with error:
            return Answer(error.code, error.read().decode("utf-8", "replace"))
    except (OSError, http.client.HTTPException) as error:
        return Answer(0, str(error))


def wait_for(address: str, look: Callable[[], None], *, seconds: float = 30.0) -> None:
    """Wait until the web server answers at all; `look` raises if its process is gone.

    :raises CannotStart: if it does not answer in time.
    """
    deadline = time.monotonic() + seconds
    while fetch(address, seconds=5).status == 0:
        look()
        if time.monotonic() > deadline:
            raise CannotStart(f"The web server does not answer at {address}.")
        time.sleep(0.05)


# --- probes: each returns what is wrong, or an empty string -----------------------------


def page_works(address: str, path: str) -> str:
    answer = fetch(urljoin(address, path))
    return "" if answer.status == http.HTTPStatus.OK else f"{path} answers {answer.status}"


def static_files_work(address: str) -> str:
    """Fetch every static file that the first page names."""
    files = sorted(set(STATIC_FILE.findall(fetch(address).body)))
    if not files:
        return "the first page names no static file"
    faults = [page_works(address, path) for path in files]
    return "; ".join(fault for fault in faults if fault)


def health(address: str) -> dict[str, object]:
    """Return what `/health` says; empty if it says nothing that can be read."""
    with contextlib.suppress(ValueError):
        report = json.loads(fetch(urljoin(address, "/health")).body)
        if isinstance(report, dict):
            return report
    return {}


def is_well(report: dict[str, object]) -> bool:
    return all(report.get(part) == "ok" for part in PARTS)


def part_works(report: dict[str, object], part: str) -> str:
    return "" if report.get(part) == "ok" else f"/health says {report.get(part, 'nothing')!r}"


def worker_is_apart(report: dict[str, object]) -> str:
    """Check that a job ran, and in another process than the one that answers pages."""
    web, worker = report.get("web_pid"), report.get("worker_pid")
    if not isinstance(web, int) or not isinstance(worker, int):
        return f"web process {web!r}, worker process {worker!r}"
    return f"process {web} did both" if web == worker else ""
