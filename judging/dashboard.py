"""What organizers see first of judging: done and left, pace, forecast, what waits for them."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass
from datetime import date, datetime
from functools import cached_property

from django.db.models import Count, Max, Min

from campaign.models import QUESTION_TYPES, Task
from judging.assignment import Holders, decided_shares, holders_of
from judging.forecast import DailyPace, Week, daily_pace, disagreement_by_week, forecast_end
from judging.holdings import Holding, holdings_of, unheld_questions
from judging.models import ADJUDICATION, Assessor, Doubt, JudgingRules, Judgment, JudgmentEvent
from judging.workload import BY_HAND, Load, loads_of, right_share_of


@dataclass(frozen=True, slots=True)
class Hand:
    """What one person has made by hand: decisions, and the hours that they looked."""

    decisions: int
    hours: float

    @property
    def per_hour(self) -> float | None:
        return self.decisions / self.hours if self.hours else None


@dataclass(frozen=True, slots=True)
class PersonState:
    """One assessor: what they hold, and their pace, which specialists have none of."""

    holding: Holding
    hand: Hand | None

    @property
    def share(self) -> float | None:
        return self.holding.done / self.holding.units if self.holding.units else None


@dataclass(frozen=True, slots=True)
class TypeState:
    """One question type, in decisions to expect."""

    label: object
    decisions: float
    left: float

    @property
    def done(self) -> float:
        return max(0.0, self.decisions - self.left)


class Dashboard:
    """The state of a task's judging; each part is read once, when it is asked for."""

    def __init__(self, task: Task, at: datetime) -> None:
        self.task, self.at = task, at
        self.rules = JudgingRules.objects.of(task)

    @cached_property
    def loads(self) -> dict[int, Load]:
        return loads_of(self.task, right_share_of(self.task))

    @cached_property
    def holders(self) -> Holders:
        return holders_of(self.task)

    @cached_property
    def types(self) -> list[TypeState]:
        """Return decisions to make and left by question type, second places among them."""
        done = decided_shares(self.task)
        wanted: dict[str, float] = defaultdict(float)
        left: dict[str, float] = defaultdict(float)
        kinds = dict(self.task.questions.standing().values_list("pk", "type"))
        for question, load in self.loads.items():
            people = self.holders.get(question, ())
            shares = [done.get((user, question), 0.0) for user in people] or [0.0]
            wanted[kinds[question]] += load.decisions * len(shares)
            left[kinds[question]] += load.decisions * sum(1 - share for share in shares)
        return [
            TypeState(label, wanted[name], left[name])
            for name, label in QUESTION_TYPES.items()
            if name in wanted
        ]

    @property
    def decisions(self) -> int:
        return round(sum(type_.decisions for type_ in self.types))

    @property
    def left(self) -> int:
        return round(sum(type_.left for type_ in self.types))

    @property
    def done(self) -> int:
        return self.decisions - self.left

    @property
    def share(self) -> float | None:
        return self.done / self.decisions if self.decisions else None

    @cached_property
    def _acts(self) -> list[tuple[int, datetime, int]]:
        """Return the decisions made by hand: assessor, instant, milliseconds."""
        acts = JudgmentEvent.objects.filter(
            assessor__task=self.task,
            assessor__purpose=Assessor.Purpose.JUDGING,
            means__in=BY_HAND,
        ).values_list("assessor", "batch")
        rows = acts.annotate(first=Min("at"), ms=Max("active_ms"))
        return [(assessor, first, ms or 0) for assessor, _batch, first, ms in rows]

    @cached_property
    def people(self) -> list[PersonState]:
        """Return the assessors; the pace of specialists is told to nobody."""
        made, spent = Counter[int](), Counter[int]()
        for assessor, _first, ms in self._acts:
            made[assessor] += bool(ms)
            spent[assessor] += ms
        return [
            PersonState(
                holding,
                None
                if holding.assessor.user_id in self.rules.specialists
                else Hand(made[holding.assessor.pk], spent[holding.assessor.pk] / 3_600_000),
            )
            for holding in holdings_of(self.task, self.loads)
        ]

    @property
    def hand(self) -> Hand:
        """Return everybody's decisions and hours together."""
        timed = [ms for _assessor, _first, ms in self._acts if ms]
        return Hand(len(timed), sum(timed) / 3_600_000)

    @cached_property
    def pace(self) -> DailyPace | None:
        days = Counter(self._day(first) for _assessor, first, _ms in self._acts)
        return daily_pace(days)

    @property
    def end(self) -> date | None:
        """Return the day on which judging ends at the present pace, if there is one."""
        if self.pace is None or not self.left:
            return None
        return forecast_end(self.left, self.pace, self._day(self.at))

    def _day(self, at: datetime) -> date:
        return at.astimezone(self.task.zone).date()

    @cached_property
    def weeks(self) -> list[Week]:
        """Return how disagreement on the sample developed, first labels alone."""
        rows = Judgment.objects.counting(self.task).exclude(assessor__name=ADJUDICATION)
        rows = rows.filter(text__item__question__withdrawn_at=None)
        twice = rows.values("text").annotate(labels=Count("pk")).filter(labels__gt=1)
        given: dict[int, list[tuple[datetime, str]]] = defaultdict(list)
        for text, at, label in rows.filter(text__in=twice.values("text")).values_list(
            "text", "first_event__at", "label"
        ):
            given[text].append((at, label))
        return disagreement_by_week(
            (self._day(max(at for at, _label in labels)), len({one for _at, one in labels}) > 1)
            for labels in given.values()
        )

    @cached_property
    def reasons(self) -> list[tuple[str, int]]:
        """Return why people could not judge, the most frequent reason first."""
        doubts = Doubt.objects.standing().filter(question__task=self.task, kind=Doubt.Kind.CANNOT)
        counts = doubts.values_list("reason").annotate(count=Count("pk")).order_by("-count")
        return [(str(Doubt.Reason(reason).label), count) for reason, count in counts]

    @cached_property
    def doubts(self) -> int:
        return Doubt.objects.unanswered().filter(question__task=self.task).count()

    @cached_property
    def unheld(self) -> int:
        """Return the number of questions that nobody was given, where questions are given."""
        if not self.rules.assigns_questions:
            return 0
        return len(unheld_questions(self.task, self.loads, self.holders))

    @cached_property
    def waiting_runs(self) -> int:
        return self.task.runs.official().filter(pooled_at=None).count()
