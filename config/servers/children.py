"""Processes that we start, watch and stop, and that never outlive us."""

from __future__ import annotations

import contextlib
import ctypes
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path

from config.servers.places import CannotStart, identity, server_account

# Loaded here, not between fork and exec, where nothing may be imported.
_C_LIBRARY = ctypes.CDLL(None, use_errno=True)
_PR_SET_PDEATHSIG = 1


def _die_with_parent(parent: int, orphaned: int) -> None:
    """Ask the kernel to send us `orphaned` when our parent dies, even by -9; only Linux can.

    A change of account clears the request: it comes after.
    """
    if sys.platform == "linux":
        _C_LIBRARY.prctl(_PR_SET_PDEATHSIG, int(orphaned))
        if os.getppid() != parent:  # it died in between
            os._exit(1)


class Child:
    """One process in a session of its own, writing to its own log.

    We say `farewell` to stop it; if we die ourselves, the kernel sends it `orphaned`.
    """

    def __init__(
        self,
        name: str,
        command: list[str],
        *,
        log: Path,
        environment: Mapping[str, str] | None = None,
        farewell: signal.Signals = signal.SIGTERM,
        orphaned: signal.Signals | None = None,
        unprivileged: bool = False,
        folder: Path | None = None,
    ) -> None:
        self.name = name
        self.command = command
        self.log = log
        self.environment = environment
        self.farewell = farewell
        self.orphaned = orphaned or farewell
        self.unprivileged = unprivileged
        self.folder = folder
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it.

        :raises CannotStart: if the program is missing.
        """
        options = identity(server_account()) if self.unprivileged else {"cwd": self.folder}
        self.log.parent.mkdir(parents=True, exist_ok=True)
        with self.log.open("ab" if self._process else "wb") as log:  # a restart keeps the reason
            try:
                self._process = subprocess.Popen(
                    self.command,
                    stdin=subprocess.DEVNULL,
                    stdout=log,
                    stderr=subprocess.STDOUT,
                    env=None if self.environment is None else dict(self.environment),
                    start_new_session=True,
                    # Safe: the supervisor holds no lock and runs no thread when it forks.
                    preexec_fn=partial(_die_with_parent, os.getpid(), self.orphaned),  # noqa: PLW1509
                    **options,
                )
            except OSError as error:
                raise CannotStart(f"Cannot start {self.name} ({error}).") from error

    @property
    def pid(self) -> int:
        if self._process is None:
            raise RuntimeError(f"{self.name} was not started.")
        return self._process.pid

    @property
    def exit_code(self) -> int | None:
        """The exit code, None while it runs."""
        return self._process.poll() if self._process else None

    @property
    def is_running(self) -> bool:
        return self._process is not None and self._process.poll() is None

    def say_goodbye(self) -> None:
        """Ask it to stop, without waiting."""
        if self.is_running:
            os.kill(self.pid, self.farewell)

    def stop(self, *, patience: float = 10.0) -> None:
        """Ask it to stop, wait, and kill what is left of its session."""
        if self._process is None:
            return
        self.say_goodbye()
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(patience)
        self.kill()

    def kill(self) -> None:
        """Kill it and all its session at once."""
        if self._process is None:
            return
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()

    def last_lines(self, count: int = 15) -> str:
        """Return the end of its log, indented."""
        with contextlib.suppress(OSError):
            lines = self.log.read_text(encoding="utf-8", errors="replace").splitlines()
            return "\n".join(f"    {line}" for line in lines[-count:])
        return ""

    def wait_until(self, is_ready: Callable[[], bool], *, seconds: float) -> None:
        """Wait for a condition.

        :raises CannotStart: if the process dies or the time runs out first.
        """
        deadline = time.monotonic() + seconds
        while not is_ready():
            code = self.exit_code
            if code is not None or time.monotonic() > deadline:
                fate = (
                    f"did not start within {seconds:.0f} s" if code is None else f"ended ({code})"
                )
                raise CannotStart(
                    f"{self.name} {fate}; the end of {self.log}:\n{self.last_lines()}"
                )
            time.sleep(0.02)
