"""Time zones as people name them: instants are stored in UTC, entered and shown in one of these."""

from __future__ import annotations

from datetime import datetime
from functools import cache
from zoneinfo import ZoneInfo, available_timezones

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

ANYWHERE_ON_EARTH = "Etc/GMT+12"
FIRST = (ANYWHERE_ON_EARTH, "UTC", "Europe/Paris")
REGIONS = ("Africa/", "America/", "Antarctica/", "Asia/", "Atlantic/", "Australia/", "Europe/")
MORE_REGIONS = ("Indian/", "Pacific/")


def zone_choices() -> list[tuple[str, str | Promise]]:
    """Return every zone that a person may choose, the likely ones first."""
    return [(name, zone_label(name)) for name in (*FIRST, *_other_zones())]


@cache  # finding them reads a folder of files
def _other_zones() -> tuple[str, ...]:
    others = (name for name in available_timezones() if name.startswith(REGIONS + MORE_REGIONS))
    return tuple(sorted(set(others).difference(FIRST)))


def zone_label(name: str) -> str | Promise:
    """Return how the zone is written beside a time: AoE, UTC, or its city."""
    if name == ANYWHERE_ON_EARTH:
        return _("AoE (anywhere on earth)")
    return name.replace("_", " ")


def short_zone(name: str) -> str:
    """Return the zone as it stands after a time.

    >>> short_zone("America/New_York"), short_zone("Etc/GMT+12")
    ('New York', 'AoE')
    """
    if name == ANYWHERE_ON_EARTH:
        return "AoE"
    return name.rpartition("/")[2].replace("_", " ")


def in_zone(instant: datetime, name: str) -> datetime:
    """Return the same instant on the clocks of the zone."""
    return instant.astimezone(ZoneInfo(name))


def from_zone(clock: datetime, name: str) -> datetime:
    """Return the instant at which the clocks of the zone show this time."""
    return clock.replace(tzinfo=ZoneInfo(name))
