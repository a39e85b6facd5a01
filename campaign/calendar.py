"""The calendar of a campaign: what happens in its tasks, in order of time."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from campaign.models import Task

# Judging and archiving are acts, not dates to wait for: they stand in the calendar once done.
ENTRIES: tuple[tuple[str, Promise], ...] = (
    ("announced_at", _("Announced")),
    ("released_at", _("Questions released, runs open")),
    ("closes_at", _("Runs close")),
    ("judged_at", _("Judging closed")),
    ("results_to_teams_at", _("Results to teams")),
    ("results_public_at", _("Results public")),
)


@dataclass(frozen=True, slots=True)
class Entry:
    at: datetime
    what: Promise
    task: Task
    is_past: bool
    is_next: bool


def calendar_of(tasks: Iterable[Task], at: datetime) -> list[Entry]:
    """Return the instants of the tasks in order, the next one marked."""
    dated = [
        (instant, what, task)
        for task in tasks
        for field, what in ENTRIES
        if (instant := getattr(task, field)) is not None
    ]
    dated.sort(key=lambda one: one[0])
    coming = next((instant for instant, _what, _task in dated if instant > at), None)
    return [
        Entry(instant, what, task, is_past=instant <= at, is_next=instant == coming)
        for instant, what, task in dated
    ]
