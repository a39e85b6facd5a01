"""What organizers see first of judging: done and left, pace, forecast, what waits for them."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass
from datetime import date, datetime
from functools import cached_property
from operator import attrgetter
from typing import NamedTuple

from django.db.models import Count, Q

from campaign.models import QUESTION_TYPES, Task
from campaign.models.rows import ask
from judging.assignment import Holders, holders_of
from judging.disagreements import open_disputes
from judging.forecast import DailyPace, Week, daily_pace, disagreement_by_week, forecast_end
from judging.holdings import Holding, holdings_of, unheld_questions
from judging.models import ADJUDICATION, Assessor, Doubt, JudgingRules
from judging.shared_labels import SharedLabels, labels_shared_by
from judging.tallies import Tally, tallies_of
from judging.work_done import Work, decided_share, work_in
from judging.workload import BY_HAND, Load, loads_of, right_share_in

LEAST_HOURS = 1 / 6
"""What is made in less time tells no pace: ten minutes."""

DAYS = """
SELECT assessor_id, (at AT TIME ZONE %s)::date, count(*), count(*) FILTER (WHERE active_ms > 0),
    coalesce(sum(active_ms), 0)
FROM (
    SELECT DISTINCT ON (event.assessor_id, event.batch)
        event.assessor_id, event.at, event.active_ms
    FROM judging_judgmentevent event
    JOIN judging_assessor assessor ON assessor.id = event.assessor_id
    WHERE assessor.task_id = %s AND assessor.purpose = 'judging' AND event.means = ANY (%s)
    ORDER BY event.assessor_id, event.batch
) act
GROUP BY 1, 2
"""


@dataclass(frozen=True, slots=True)
class Hand:
    """What one person has made by hand: decisions, and the hours that they looked."""

    decisions: int
    hours: float

    @property
    def per_hour(self) -> float | None:
        """Return the pace, once they looked long enough for one."""
        return self.decisions / self.hours if self.hours >= LEAST_HOURS else None


class HandDay(NamedTuple):
    """What one assessor made by hand on one day: decisions, those timed, and their milliseconds."""

    assessor: int
    day: date
    acts: int
    timed: int
    ms: int


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
    def tallies(self) -> list[Tally]:
        return tallies_of(self.task)

    @cached_property
    def loads(self) -> dict[int, Load]:
        return loads_of(self.task, right_share_in(self.tallies))

    @cached_property
    def work(self) -> Work:
        return work_in(self.tallies)

    @cached_property
    def _assessors(self) -> list[Assessor]:
        """Return those who judge, and are asked again, in the order of the people behind them."""
        found = Assessor.objects.filter(task=self.task).select_related("user")
        return list(found.exclude(purpose=Assessor.Purpose.TRAINING).order_by("user__name", "pk"))

    @property
    def _counting(self) -> list[Assessor]:
        return [one for one in self._assessors if one.purpose == Assessor.Purpose.JUDGING]

    @property
    def counting(self) -> list[Assessor]:
        """Return those whose labels enter scores, by name."""
        return sorted(self._counting, key=attrgetter("name"))

    @cached_property
    def holders(self) -> Holders:
        return holders_of(self.task, self.work)

    @cached_property
    def types(self) -> list[TypeState]:
        """Return decisions to make and left by question type, second places among them."""
        wanted: dict[str, float] = defaultdict(float)
        left: dict[str, float] = defaultdict(float)
        for question, load in self.loads.items():
            people = self.holders.get(question, ())
            shares = [decided_share(self.work, self.loads, question, one) for one in people] or [
                0.0
            ]
            wanted[load.type] += load.decisions * len(shares)
            left[load.type] += load.decisions * sum(1 - share for share in shares)
        return [
            TypeState(label, wanted[name], left[name])
            for name, label in QUESTION_TYPES.items()
            if name in wanted
        ]

    @property
    def is_over(self) -> bool:
        """Whether judging is closed, so that nothing is forecast."""
        return self.task.is_judged(self.at)

    @property
    def decisions(self) -> int:
        # The sum of what stands by type: readers add up.
        return sum(round(type_.decisions) for type_ in self.types)

    @property
    def left(self) -> int:
        return sum(round(type_.left) for type_ in self.types)

    @property
    def done(self) -> int:
        return self.decisions - self.left

    @property
    def share(self) -> float | None:
        return self.done / self.decisions if self.decisions else None

    @cached_property
    def _days(self) -> list[HandDay]:
        """Return the decisions made by hand; all events of one tell the same of it."""
        return list(map(HandDay._make, ask(DAYS, [self.task.time_zone, self.task.pk, BY_HAND])()))

    @cached_property
    def people(self) -> list[PersonState]:
        """Return the assessors; the pace of specialists is told to nobody."""
        made, spent = Counter[int](), Counter[int]()
        for day in self._days:
            made[day.assessor] += day.timed
            spent[day.assessor] += day.ms
        return [
            PersonState(
                holding,
                None
                if holding.assessor.user_id in self.rules.specialists
                else Hand(made[holding.assessor.pk], spent[holding.assessor.pk] / 3_600_000),
            )
            for holding in holdings_of(self._counting, self.loads, self.holders, self.work)
        ]

    @property
    def hand(self) -> Hand:
        """Return everybody's decisions and hours together."""
        timed, ms = (sum(day.timed for day in self._days), sum(day.ms for day in self._days))
        return Hand(timed, ms / 3_600_000)

    @cached_property
    def pace(self) -> DailyPace | None:
        acts = Counter[date]()
        for day in self._days:
            acts[day.day] += day.acts
        return daily_pace(acts)

    @property
    def end(self) -> date | None:
        """Return the day on which judging ends at the present pace, if there is one."""
        if self.pace is None or not self.left:
            return None
        return forecast_end(self.left, self.pace, self.at.astimezone(self.task.zone).date())

    @cached_property
    def labels(self) -> SharedLabels:
        people = [one for one in self._assessors if one.name != ADJUDICATION]
        return labels_shared_by(sorted(people, key=attrgetter("name")))

    @cached_property
    def weeks(self) -> list[Week]:
        """Return how disagreement on the sample developed, first labels alone."""
        return disagreement_by_week(
            (max([one.day for one in given]), text in self.labels.apart)
            for text, given in self.labels.by_text.items()
        )

    @cached_property
    def disputed(self) -> int:
        pooled = {question: load.texts for question, load in self.loads.items()}
        return open_disputes(self.task, self.labels, pooled, self.work)

    @cached_property
    def reasons(self) -> list[tuple[str, int]]:
        """Return why people could not judge, the most frequent reason first."""
        counts = Counter({reason: count for reason, count, _open in self._doubts if count})
        return [(str(Doubt.Reason(one).label), count) for one, count in counts.most_common()]

    @cached_property
    def _doubts(self) -> list[tuple[str, int, int]]:
        """Return by reason how often something could not be judged, and how many doubts are open.

        Comments have no reason.
        """
        is_open = Q(replied_at=None, question__withdrawn_at=None)
        found = Doubt.objects.standing().filter(question__task=self.task).values_list("reason")
        cannot = Count("pk", filter=Q(kind=Doubt.Kind.CANNOT))
        counts = found.annotate(cannot=cannot, open=Count("pk", filter=is_open))
        return list(counts.order_by("reason"))

    @property
    def doubts(self) -> int:
        return sum(count for _reason, _cannot, count in self._doubts)

    @cached_property
    def unheld(self) -> int:
        """Return the number of questions that nobody was given, where questions are given."""
        if not self.rules.assigns_questions:
            return 0
        return len(unheld_questions(self.task, self.loads, self.holders))

    @cached_property
    def waiting_runs(self) -> int:
        return self.task.runs.official().filter(pooled_at=None).count()
