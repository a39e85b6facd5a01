"""When judging ends at the present pace, and how disagreement develops."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from datetime import date, timedelta
from math import ceil
from typing import NamedTuple

DAYS = 5
"""Days with work on which the present pace rests."""
SATURDAY = 5
A_CENTURY = 36_500


class DailyPace(NamedTuple):
    """Decisions a day over the latest days with work, and whether weekends are among them."""

    decisions: float
    days: int
    works_on_weekends: bool


def daily_pace(decisions: Mapping[date, int]) -> DailyPace | None:
    """Return the pace of the latest days with work, None before the first.

    Examples
    --------
    >>> daily_pace({date(2026, 11, 27): 200, date(2026, 11, 30): 300})
    DailyPace(decisions=250.0, days=2, works_on_weekends=False)
    """
    latest = sorted((day for day, made in decisions.items() if made), reverse=True)[:DAYS]
    if not latest:
        return None
    mean = sum(decisions[day] for day in latest) / len(latest)
    return DailyPace(mean, len(latest), any(day.weekday() >= SATURDAY for day in latest))


def forecast_end(left: float, pace: DailyPace, today: date) -> date | None:
    """Return the day on which nothing is left at that pace, the first of its days being tomorrow.

    Weekends count only if people worked on one. None if it is too far to be told.

    Examples
    --------
    >>> forecast_end(500, DailyPace(250.0, 2, works_on_weekends=False), date(2026, 12, 3))
    datetime.date(2026, 12, 7)
    """
    days = ceil(left / pace.decisions)
    if days > A_CENTURY:
        return None
    end = today
    while days > 0:
        end += timedelta(days=1)
        days -= pace.works_on_weekends or end.weekday() < SATURDAY
    return end


class Week(NamedTuple):
    """Labels given a second time in a week, those that differ, and the share so far."""

    start: date
    units: int
    differing: int
    share: float


def disagreement_by_week(pairs: Iterable[tuple[date, bool]]) -> list[Week]:
    """Return how disagreement developed, one row for each week in which labels met.

    Parameters
    ----------
    pairs : iterable of (date, bool)
        For each unit labelled twice the day of its second label, and whether labels differ.

    Examples
    --------
    >>> monday = date(2026, 11, 30)
    >>> [week.share for week in disagreement_by_week([(monday, True), (monday, False)])]
    [0.5]
    """
    units, differing = Counter[date](), Counter[date]()
    for (day, differs), count in Counter(pairs).items():
        start = day - timedelta(days=day.weekday())
        units[start] += count
        differing[start] += count * differs
    weeks, seen, apart = [], 0, 0
    for start in sorted(units):
        seen, apart = seen + units[start], apart + differing[start]
        weeks.append(Week(start, units[start], differing[start], apart / seen))
    return weeks
