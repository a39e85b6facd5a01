"""Comparing the runs of a leaderboard: intervals, ranks that might be, groups that tie."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from campaign.actions.jobs import Lease
from campaign.models import Task
from scoring.leaderboard import RANKING_COLUMNS, Column
from scoring.measures.significance import FLIPS, compare_runs, tie_groups
from scoring.measures.summary import bootstrap
from scoring.models import Score, Scoring

SEED = 2004


def tasks_to_compare() -> list[Task]:
    """Return the tasks with scores whose runs were not compared yet."""
    waiting = Scoring.objects.filter(compared_at=None)
    return list(Task.objects.filter(pk__in=waiting.values("task")))


def compare_scores(*, task: Task, at: datetime, lease: Lease) -> None:
    """Add to the task's scores what tells whether their differences mean anything.

    Per ranking column: the 95 % bootstrap interval of each score and of each rank, and the
    groups that a paired randomization test, Holm-corrected over all pairs, cannot separate.

    :raises LeaseLost: if another attempt does this job now.
    """
    waiting = list(Scoring.objects.filter(task=task, compared_at=None).order_by("pk"))
    steps = [(scoring, column) for scoring in waiting for column in RANKING_COLUMNS]
    changed: dict[int, list[Score]] = {scoring.pk: [] for scoring in waiting}
    for number, (scoring, column) in enumerate(steps, start=1):
        changed[scoring.pk].extend(_compare(scoring, column))
        lease.advance(0.95 * number / len(steps))
    with transaction.atomic():
        lease.fence()
        for scoring in waiting:
            # Scores that were replaced meanwhile are gone, and so is what was found about them.
            Score.objects.bulk_update(
                changed[scoring.pk],
                ["interval_low", "interval_high", "rank_low", "rank_high", "tie_group"],
            )
            Scoring.objects.filter(pk=scoring.pk).update(compared_at=at, seed=SEED, flips=FLIPS)


def _compare(scoring: Scoring, column: Column) -> list[Score]:
    measure, kind, subset = column
    rows = scoring.scores.filter(
        measure=measure, kind=kind, subset=subset, judged_share__isnull=False
    )
    scores = list(rows.order_by("run__tag"))
    if not scores or not scores[0].per_question:
        return []
    matrix = [score.per_question for score in scores]
    found = bootstrap(matrix, seed=SEED)
    adjusted = compare_runs(matrix, seed=SEED).adjusted
    for number, group in enumerate(tie_groups([s.value for s in scores], adjusted), start=1):
        for row in group:
            scores[row].tie_group = number
    for row, score in enumerate(scores):
        score.interval_low = float(found.lower[row])
        score.interval_high = float(found.upper[row])
        score.rank_low = int(found.best_rank[row])
        score.rank_high = int(found.worst_rank[row])
    return scores
