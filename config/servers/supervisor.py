"""Watches the processes that serve together; a signal or a death ends them all."""

from __future__ import annotations

import contextlib
import signal
import time
from collections import deque
from collections.abc import Callable, Iterator
from types import FrameType

from config.servers.children import Child
from config.servers.places import CannotStart

ENDING = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
# So many deaths of one process within this time are bad luck; one more is a fault to look at.
FORGIVEN_DEATHS = 5
FORGIVEN_AFTER_SECONDS = 600.0


@contextlib.contextmanager
def stopping_on_signals() -> Iterator[None]:
    """Turn the first Ctrl-C, SIGTERM or SIGHUP into KeyboardInterrupt; ignore the others.

    Whoever presses Ctrl-C twice must not interrupt the stopping itself.
    """

    def interrupt(number: int, frame: FrameType | None) -> None:
        for ending in ENDING:
            signal.signal(ending, signal.SIG_IGN)
        raise KeyboardInterrupt

    before = {ending: signal.signal(ending, interrupt) for ending in ENDING}
    try:
        yield
    finally:
        for ending, handler in before.items():
            signal.signal(ending, handler)


class Supervisor:
    """Starts processes, restarts what may be restarted, stops everything in reverse."""

    def __init__(self, say: Callable[[str], None]) -> None:
        self.say = say
        self._restartable: list[Child] = []
        self._vital: list[Child] = []
        self._deaths: dict[str, deque[float]] = {}

    @property
    def children(self) -> list[Child]:
        """The programs of ours, in the order of their start."""
        return self._restartable

    def add(self, child: Child) -> None:
        """Start a process that is started again when it dies."""
        self._restartable.append(child)
        child.start()

    def watch_vital(self, child: Child | None) -> None:
        """Watch a started process without which nothing can go on."""
        if child:
            self._vital.append(child)

    def watch(self) -> None:
        """Watch until something dies that cannot be started again.

        :raises CannotStart: with the reason.
        """
        while True:
            self.look()
            time.sleep(0.2)

    def look(self) -> None:
        """Look once at every process.

        :raises CannotStart: if one died that cannot be started again.
        """
        for child in self._vital:
            if not child.is_running:
                raise CannotStart(_obituary(child, "everything stops"))
        for child in self._restartable:
            if not child.is_running:
                self._restart(child)

    def _restart(self, child: Child) -> None:
        now = time.monotonic()
        deaths = self._deaths.setdefault(child.name, deque(maxlen=FORGIVEN_DEATHS))
        if len(deaths) == FORGIVEN_DEATHS and now - deaths[0] < FORGIVEN_AFTER_SECONDS:
            raise CannotStart(
                _obituary(child, f"{FORGIVEN_DEATHS + 1} times in ten minutes: everything stops")
            )
        deaths.append(now)
        self.say(_obituary(child, "starting it again"))
        child.kill()  # its session may hold survivors: the worker's processes
        child.start()

    def stop(self) -> None:
        """Stop our programs, all at once; the servers are stopped by who started them."""
        for child in self._restartable:
            child.say_goodbye()
        for child in self._restartable:
            child.stop()


def _obituary(child: Child, consequence: str) -> str:
    return (
        f"{child.name} ended ({child.exit_code}), {consequence}. The end of {child.log}:\n"
        f"{child.last_lines()}"
    )
