"""How much there is to judge, and how long it takes at the pace of this campaign."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache

from django.db.models import Aggregate, Count, FloatField, Max, Q

from campaign.models import QUESTION_TYPES, Answer, Task
from campaign.models.keys import among
from campaign.models.rows import ask
from judging.answer_matching import matching_key
from judging.judgment_format import Kind
from judging.models import Assessor, JudgingRules, JudgmentEvent
from judging.pool_figures import (
    Depth,
    Given,
    cost_by_depth,
    expected_decisions,
    shares_in_common,
)
from judging.tallies import Tally, answers_judged, tallies_of

USUAL_RIGHT_SHARE = 0.3
"""Share of answer groups that are right or inexact, until this task shows its own."""
USUAL_SECONDS = 10.0
"""Seconds a decision, until people have judged in this campaign."""
ENOUGH = 50
"""Judged texts, or timed decisions, from which on the task's own figures are used."""
DEEPEST = 5
BY_HAND = [
    JudgmentEvent.Means.KEY,
    JudgmentEvent.Means.BUTTON,
    JudgmentEvent.Means.BRACKET,
    JudgmentEvent.Means.REST,
]

# The units of a question are its answer groups in each document, and its passages. They are told
# apart as bytes: as records, or by a language's order, that takes much longer.
LOADS = """
SELECT item.question_id, question.type, item.kind, count(*),
    count(*) FILTER (WHERE EXISTS (
        SELECT FROM judging_judgment judgment
        WHERE judgment.text_id = text.id AND judgment.label <> '' AND judgment.assessor_id = ANY (
            ARRAY (SELECT id FROM judging_assessor WHERE task_id = %s AND purpose = 'judging')
        )
    )),
    count(DISTINCT text.item_id), count(DISTINCT text.item_id || ' ' || text.document COLLATE "C")
FROM judging_pooltext text
JOIN judging_poolitem item ON item.id = text.item_id
JOIN campaign_question question ON question.id = item.question_id
WHERE question.task_id = %s AND question.withdrawn_at IS NULL AND text.pooled_at IS NOT NULL
GROUP BY 1, 2, 3
"""


class Median(Aggregate):
    """The middle value, by PostgreSQL."""

    function = "PERCENTILE_CONT"
    template = "%(function)s(0.5) WITHIN GROUP (ORDER BY %(expressions)s)"
    output_field = FloatField()


@dataclass(frozen=True, slots=True)
class Pace:
    """Seconds that a decision takes, and on how many decisions that rests: 0 is an assumption."""

    seconds: float
    decisions: int

    @property
    def is_measured(self) -> bool:
        return self.decisions > 0

    def hours(self, decisions: float) -> float:
        return decisions * self.seconds / 3600


def pace_of(task: Task) -> Pace:
    """Return the median time of the decisions made in the task's campaign."""
    acts = JudgmentEvent.objects.filter(
        assessor__task__campaign=task.campaign_id,
        assessor__purpose=Assessor.Purpose.JUDGING,
        means__in=BY_HAND,
        active_ms__gt=0,
    ).values("assessor", "batch")
    timed = acts.annotate(ms=Max("active_ms")).aggregate(median=Median("ms"), count=Count("ms"))
    if timed["count"] < ENOUGH:
        return Pace(USUAL_SECONDS, 0)
    return Pace(timed["median"] / 1000, timed["count"])


def right_share_of(task: Task) -> float:
    """Return the share of judged short answers that are right or inexact."""
    return right_share_in(tallies_of(task))


def right_share_in(tallies: Iterable[Tally]) -> float:
    """Return the same from what was counted already."""
    judged, right = answers_judged(tallies)
    return right / judged if judged >= ENOUGH else USUAL_RIGHT_SHARE


@dataclass(slots=True)
class Load:
    """What one question, or all of a type, has in the pool."""

    type: str
    texts: int = 0
    labelled: int = 0
    groups: int = 0
    units: int = 0
    passages: int = 0
    decisions: float = 0

    @property
    def judged_units(self) -> int:
        """Return the number of labels to give: answers in their documents, and passages."""
        return self.units + self.passages


def loads_of(task: Task, right_share: float) -> dict[int, Load]:
    """Return what each standing question of the task has in the pool, by its key."""
    loads: dict[int, Load] = {}
    for question, type_, kind, texts, labelled, items, units in ask(LOADS, [task.pk, task.pk])():
        load = loads.setdefault(question, Load(type_))
        load.texts += texts
        load.labelled += labelled
        if kind == Kind.PASSAGE:
            load.passages = items
        else:
            load.groups, load.units = items, units
    for load in loads.values():
        load.decisions = expected_decisions(load.groups, load.units, load.passages, right_share)
    return loads


@dataclass(frozen=True, slots=True)
class TypeLoad:
    label: object
    questions: int
    load: Load


def loads_by_type(loads: Mapping[int, Load]) -> list[TypeLoad]:
    """Return the same by question type, in the order in which types are told."""
    summed: dict[str, Load] = {}
    questions = Counter(load.type for load in loads.values())
    for load in loads.values():
        into = summed.setdefault(load.type, Load(load.type))
        for name in ("texts", "labelled", "groups", "units", "passages", "decisions"):
            setattr(into, name, getattr(into, name) + getattr(load, name))
    return [
        TypeLoad(label, questions[name], summed[name])
        for name, label in QUESTION_TYPES.items()
        if name in summed
    ]


@dataclass(frozen=True, slots=True)
class RunOverlap:
    """One run, and the share of its units that each run of the same order gave too."""

    tag: str
    shares: tuple[float | None, ...]


@dataclass(frozen=True, slots=True)
class PoolComparison:
    depths: tuple[Depth, ...]
    runs: tuple[RunOverlap, ...]
    pooled_depth: int | None


def compare_pools(task: Task) -> PoolComparison:
    """Return what pools of each depth cost, and what the runs in the pool have in common."""
    rules = JudgingRules.objects.of(task)
    tags = dict(_pooled_runs(task, rules))
    given = _given(task, list(tags))
    deepest = max((one.rank for one in given), default=0)
    within = [one for one in given if rules.pool_depth is None or one.rank <= rules.pool_depth]
    shares = shares_in_common(within)
    return PoolComparison(
        depths=tuple(
            cost_by_depth(given, range(1, min(deepest, DEEPEST) + 1), right_share_of(task))
        ),
        runs=tuple(
            RunOverlap(tag, tuple(shares.get((run, other)) for other in tags))
            for run, tag in tags.items()
        ),
        pooled_depth=min(rules.pool_depth or deepest, deepest) or None,
    )


def _pooled_runs(task: Task, rules: JudgingRules) -> list[tuple[int, str]]:
    """Return the official runs that the pool takes in, by their names."""
    taken: dict[int, int] = defaultdict(int)
    kept = []
    for run, team, tag in task.runs.official().order_by("pk").values_list("pk", "team", "tag"):
        taken[team] += 1
        if rules.pool_runs_per_team is None or taken[team] <= rules.pool_runs_per_team:
            kept.append((run, tag))
    return sorted(kept, key=lambda one: one[1])


def _given(task: Task, runs: list[int]) -> list[Given]:
    key = lru_cache(maxsize=None)(matching_key)
    standing = set(task.questions.standing().values_list("pk", flat=True))
    given = []
    rows = Answer.objects.filter(run_id__in=runs).values_list(
        "run_id", "question_id", "rank", "document", "short_answer", "passage"
    )
    for run, question, rank, document, answer, passage in rows.iterator(chunk_size=5000):
        if question not in standing:
            continue
        if answer.strip():
            given.append(Given(run, rank, Kind.ANSWER, (question, key(answer)), document))
        if passage.strip():
            item = (question, document, key(passage))
            given.append(Given(run, rank, Kind.PASSAGE, item, document))
    return given


def rows_pooled(task: Task) -> int:
    """Return how many answers and passages the runs gave that the pool brings together."""
    rules = JudgingRules.objects.of(task)
    rows = Answer.objects.filter(
        among("question", task.questions.standing().values_list("pk", flat=True)),
        run_id__in=[run for run, _tag in _pooled_runs(task, rules)],
    )
    if rules.pool_depth is not None:
        rows = rows.filter(rank__lte=rules.pool_depth)
    counts = rows.aggregate(
        answers=Count("rank", filter=~Q(short_answer="")),
        passages=Count("rank", filter=~Q(passage="")),
    )
    return int(counts["answers"] + counts["passages"])
