"""What one person did in a task: hours and decisions by day, and the decisions found again.

Nobody else is shown it, and nothing compares people.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any
from uuid import UUID

from django.db.models import Count, Max, Min, Q, QuerySet
from django.db.models.functions import TruncDate

from campaign.models import Question, Task, User
from judging.batches import MEANS, REVERSING
from judging.decisions import Verdict
from judging.models import Assessor, JudgingRules, Judgment, JudgmentEvent, PoolItem
from judging.queue import slots_of

HOUR_MS = 3_600_000
LOADED = Q(text__events__means=JudgmentEvent.Means.IMPORT)


@dataclass(slots=True)
class Day:
    """One day on the clocks of the task."""

    day: date
    active_ms: int = 0
    decisions: int = 0
    texts: int = 0
    taken_back: int = 0

    @property
    def hours(self) -> float:
        return self.active_ms / HOUR_MS


def days_of(task: Task, user: User) -> list[Day]:
    """Return the days on which the person judged, the latest first.

    A decision is one key or button; how long the person looked is what the browser saw, without
    the time away from the desk. Training and what came back count: they are work. What is undone
    is counted on the day of what it takes back.
    """
    acts = (
        JudgmentEvent.objects.filter(
            assessor__task=task, assessor__user=user, by=user, means__in=MEANS
        )
        .annotate(day=TruncDate("at", tzinfo=task.zone))
        .values("day", "assessor", "batch", "undoes", "means")
        .annotate(active=Max("active_ms"), texts=Count("pk"), first=Min("pk"))
        .order_by("first")
    )
    days: dict[date, Day] = {}
    decided_on: dict[UUID | None, date] = {}
    for act in acts:
        decided = decided_on[act["batch"]] = decided_on.get(act["undoes"], act["day"])
        day = days.setdefault(decided, Day(decided))
        if act["means"] in REVERSING:
            day.taken_back += act["means"] == JudgmentEvent.Means.UNDO
        else:
            day.decisions += 1
            day.texts += act["texts"]
        if act["active"]:
            days.setdefault(act["day"], Day(act["day"])).active_ms += act["active"]
    return sorted(days.values(), key=lambda one: one.day, reverse=True)


def total_of(days: Iterable[Day]) -> Day:
    """Return all days together, under the last one's date."""
    total = Day(date.min)
    for day in days:
        total.active_ms += day.active_ms
        total.decisions += day.decisions
        total.texts += day.texts
        total.taken_back += day.taken_back
    return total


@dataclass(frozen=True, slots=True)
class OwnDecision:
    """What the person says of one answer or passage, and where to find it."""

    question: Question
    kind: str
    text: str
    state: str
    texts: int
    decided_at: datetime
    token: str
    is_reachable: bool
    is_from_file: bool


def own_decisions(
    task: Task, user: User, *, words: str = "", state: str = ""
) -> QuerySet[Judgment, Any]:
    """Return one row for each answer or passage and label that the person gave, the latest first.

    What comes back unannounced and training stay out: they would be told by standing here.
    """
    found = Judgment.objects.filter(
        assessor__task=task, assessor__user=user, assessor__purpose=Assessor.Purpose.JUDGING
    ).exclude(label="", verdict__in=[Verdict.RIGHT, Verdict.INEXACT])
    for word in words.split():
        found = found.filter(
            Q(text__text__icontains=word)
            | Q(text__item__question__text__icontains=word)
            | Q(text__item__question__identifier__iexact=word)
        )
    if state == Verdict.CANNOT:
        found = found.filter(verdict=Verdict.CANNOT)
    elif state:
        found = found.filter(label=state)
    return (
        found.values("text__item", "label", "verdict")
        .annotate(
            shown=Min("text__text"),
            texts=Count("text", distinct=True),
            decided_at=Max("text__events__at", filter=_own_events(user)),
            loaded_at=Max("text__events__at", filter=_own_events(user) & LOADED),
        )
        .order_by("-decided_at", "text__item", "label", "verdict")
    )


def _own_events(user: User) -> Q:
    return Q(
        text__events__assessor__user=user,
        text__events__assessor__purpose=Assessor.Purpose.JUDGING,
    )


def decisions_shown(task: Task, user: User, rows: Iterable[Any]) -> Iterator[OwnDecision]:
    """Yield rows with their questions; those given to somebody else lead nowhere."""
    rows = list(rows)
    items = PoolItem.objects.select_related("question").in_bulk([row["text__item"] for row in rows])
    mine: set[int] | None = None
    if JudgingRules.objects.of(task).assigns_questions:
        mine = set(slots_of(task, user).values_list("question", flat=True))
    for row in rows:
        item = items[row["text__item"]]
        yield OwnDecision(
            question=item.question,
            kind=item.kind,
            text=row["shown"],
            state=row["label"] or "cannot",
            texts=row["texts"],
            decided_at=row["decided_at"],
            token=item.token,
            is_reachable=mine is None or item.question_id in mine,
            is_from_file=row["loaded_at"] == row["decided_at"],
        )
