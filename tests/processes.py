"""What tests ask about other processes."""

from __future__ import annotations

import time
from pathlib import Path


def children(pid: int) -> list[int]:
    """Return the children of a process; none if it has ended."""
    try:
        found = Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="ascii")
    except OSError:
        return []
    return [int(child) for child in found.split()]


def descendants(pid: int) -> list[int]:
    """Return its children, their children and so on."""
    return [found for child in children(pid) for found in (child, *descendants(child))]


def alive(pids: list[int]) -> list[int]:
    """Return the processes that still run; a zombie that nobody buried does not."""
    states = {}
    for pid in pids:
        try:
            stat = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8")
        except OSError:
            continue
        states[pid] = stat.rsplit(")", 1)[1].split()[0]
    return [pid for pid, state in states.items() if state not in {"Z", "X"}]


def command(pid: int) -> list[bytes]:
    """Return the words a process was started with; none if it has ended."""
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes().split(b"\0")
    except OSError:
        return []


def left_after(pids: list[int], *, seconds: float = 60) -> list[str]:
    """Return the commands of those that are still there after this time."""
    deadline = time.monotonic() + seconds
    while (left := alive(pids)) and time.monotonic() < deadline:
        time.sleep(0.05)
    return [b" ".join(command(pid)).decode() for pid in left]
