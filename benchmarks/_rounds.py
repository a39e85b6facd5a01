"""Rounds of contenders measured in turns, and how ratios and goals are printed."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterable, Mapping, Sequence
from statistics import median
from time import perf_counter

type Contender = Callable[[], float]  # returns its own seconds, without what it prepares or undoes


def seconds_of(action: Callable[[], object]) -> float:
    """Return how long the action takes."""
    began_at = perf_counter()
    action()
    return perf_counter() - began_at


def median_seconds(contenders: Mapping[str, Contender], *, rounds: int) -> dict[str, float]:
    """Measure contenders in turns, in the opposite order every other round; return the medians.

    What disturbs the machine meanwhile disturbs all of them. A first round warms up and does not
    count.
    """
    measured: dict[str, list[float]] = {name: [] for name in contenders}
    for number in range(rounds + 1):
        for name in list(contenders)[:: 1 if number % 2 else -1]:
            gc.collect()
            seconds = contenders[name]()
            if number:
                measured[name].append(seconds)
    return {name: median(seconds) for name, seconds in measured.items()}


def milliseconds(seconds: float) -> str:
    return f"{seconds * 1000:,.1f} ms"


def print_table(header: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    """Print aligned columns, the first to the left and the others to the right."""
    lines = [header, *rows]
    widths = [max(len(line[column]) for line in lines) for column in range(len(header))]
    for line in lines:
        first, *rest = (
            cell.rjust(width) if column else cell.ljust(width)
            for column, (cell, width) in enumerate(zip(line, widths, strict=True))
        )
        print("  ".join([first, *rest]).rstrip())


def goal(
    name: str, value: float, *, at_least: float | None = None, at_most: float | None = None
) -> bool:
    """Print a value beside its goal; return whether it is reached."""
    reached = (at_least is None or value >= at_least) and (at_most is None or value <= at_most)
    limits = [("at least", at_least), ("at most", at_most)]
    wanted = " and ".join(f"{word} {limit:g}" for word, limit in limits if limit is not None)
    print(f"{name}: {value:.3g}, goal {wanted}: {'reached' if reached else 'MISSED'}")
    return reached
