"""Comparing the runs of a leaderboard: intervals, ranks that might be, groups that tie."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from campaign.actions.jobs import Lease
from campaign.models import Run, Task
from scoring.leaderboard import RANKING_COLUMNS, Column
from scoring.measures.significance import FLIPS, compare_runs, tie_groups
from scoring.measures.summary import bootstrap
from scoring.models import Score, Scoring

SEED = 2004


def tasks_to_compare() -> list[Task]:
    """Return the tasks whose official runs were not compared yet, or are others by now."""
    return list(Task.objects.filter(pk__in={scoring.task_id for scoring, _ in _to_compare()}))


def _to_compare(**restriction: object) -> list[tuple[Scoring, list[int]]]:
    """Return each scoring to compare, and the keys of the runs in it that are official now."""
    scorings = Scoring.objects.filter(**restriction).order_by("pk")
    official = set(
        Run.objects.official().filter(task__in=scorings.values("task")).values_list("pk", flat=True)
    )
    found = [(scoring, [key for key in scoring.run_ids if key in official]) for scoring in scorings]
    return [
        (scoring, keys)
        for scoring, keys in found
        if scoring.compared_at is None or scoring.compared_run_ids != keys
    ]


def compare_scores(*, task: Task, at: datetime, lease: Lease) -> None:
    """Add to the task's scores what tells whether their differences mean anything.

    Per ranking column: the 95 % bootstrap interval of each score; of the official runs also that
    of their ranks, and the groups that a paired randomization test, Holm-corrected over all pairs,
    cannot separate.

    :raises LeaseLost: if another attempt does this job now.
    """
    waiting = _to_compare(task=task)
    steps = [(place, column) for place in range(len(waiting)) for column in RANKING_COLUMNS]
    changed: list[list[Score]] = [[] for _ in waiting]
    for number, (place, column) in enumerate(steps, start=1):
        changed[place].extend(_compare(*waiting[place], column))
        lease.advance(0.95 * number / len(steps))
    with transaction.atomic():
        lease.fence()
        for (scoring, official), scores in zip(waiting, changed, strict=True):
            # Scores that were replaced meanwhile are gone, and so is what was found about them.
            Score.objects.bulk_update(
                scores, ["interval_low", "interval_high", "rank_low", "rank_high", "tie_group"]
            )
            Scoring.objects.filter(pk=scoring.pk).update(
                compared_at=at, compared_run_ids=official, seed=SEED, flips=FLIPS
            )


def _compare(scoring: Scoring, official: list[int], column: Column) -> list[Score]:
    measure, kind, subset = column
    rows = scoring.scores.filter(
        measure=measure, kind=kind, subset=subset, judged_share__isnull=False
    )
    scores = list(rows.order_by("run__tag"))
    if not scores or not scores[0].per_question:
        return []
    ranked = [score for score in scores if score.run_id in official]
    _find_intervals([score for score in scores if score.run_id not in official])
    _find_intervals(ranked, of_ranks=True)
    _find_groups(ranked)
    return scores


def _find_intervals(scores: list[Score], *, of_ranks: bool = False) -> None:
    if not scores:
        return
    found = bootstrap([score.per_question for score in scores], seed=SEED)
    for row, score in enumerate(scores):
        score.interval_low = float(found.lower[row])
        score.interval_high = float(found.upper[row])
        score.rank_low = int(found.best_rank[row]) if of_ranks else None
        score.rank_high = int(found.worst_rank[row]) if of_ranks else None
        score.tie_group = None


def _find_groups(scores: list[Score]) -> None:
    if not scores:
        return
    adjusted = compare_runs([score.per_question for score in scores], seed=SEED).adjusted
    for number, group in enumerate(tie_groups([s.value for s in scores], adjusted), start=1):
        for row in group:
            scores[row].tie_group = number
