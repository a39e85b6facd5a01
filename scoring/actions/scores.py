"""Computing the scores of a task."""

from __future__ import annotations

import hashlib
from datetime import datetime

from django.db import transaction

from campaign.actions.jobs import Lease
from campaign.models import Run, Task
from judging.labels import Policy
from scoring.code_version import code_version
from scoring.evaluation import Evidence, KnownCount, Profile, evaluate
from scoring.evidence import Basis, answers_of, basis_of, evidence_of
from scoring.models import Score, Scoring


def _fingerprint(basis: Basis) -> str:
    """Return a short name of what scores would be computed from, and by which code."""
    return hashlib.sha256(repr((*basis, code_version())).encode()).hexdigest()[:16]


def stale_tasks() -> list[tuple[Task, str]]:
    """Return the tasks whose strict scores do not rest on the newest evidence, and its name."""
    stale = []
    fresh = {
        scoring.task_id: (
            scoring.question_set_version,
            scoring.newest_event_id,
            tuple(scoring.run_ids),
            scoring.code_version,
        )
        for scoring in Scoring.objects.filter(profile=Profile.STRICT)
    }
    for task in Task.objects.filter(archived_at=None, question_set_version__gt=0):
        basis = basis_of(task)
        if basis.run_ids and fresh.get(task.pk) != (*basis, code_version()):
            stale.append((task, _fingerprint(basis)))
    return stale


def score_task(
    *,
    task: Task,
    at: datetime,
    lease: Lease,
    profiles: tuple[Profile, ...] = tuple(Profile),
    policy: Policy = Policy.MAJORITY,
) -> None:
    """Compute every measure of every standing run, under each profile, and replace the old scores.

    The rows of all runs are written at once, so that a leaderboard never mixes two states.

    :raises LeaseLost: if another attempt does this job now.
    """
    basis, evidence = _read_unmoved(task, policy=policy)
    computed: dict[Profile, list[Score]] = {profile: [] for profile in profiles}
    runs = list(Run.objects.filter(pk__in=basis.run_ids).select_related("task").order_by("pk"))
    for number, run in enumerate(runs, start=1):
        for profile, scores in computed.items():
            scores.extend(_scores(run, evidence, profile))
        lease.advance(0.95 * number / len(runs))
    _store(task, basis, computed, policy=policy, at=at, lease=lease)


def _read_unmoved(task: Task, *, policy: Policy) -> tuple[Basis, Evidence]:
    """Read the evidence together with what names it: again if a judgment came in meanwhile."""
    while True:
        task.refresh_from_db()
        basis = basis_of(task)
        evidence = evidence_of(task, policy=policy)
        task.refresh_from_db()
        if basis_of(task) == basis:
            return basis, evidence


def _scores(run: Run, evidence: Evidence, profile: Profile) -> list[Score]:
    rows = evaluate(evidence, answers_of(run), profile=profile, known_count=KnownCount.MAX)
    return [
        Score(
            run=run,
            measure=row.measure,
            kind=row.kind,
            subset=row.subset,
            value=row.value,
            questions=row.questions,
            judged_share=row.judged_share,
            lower=row.lower,
            upper=row.upper,
            per_question=list(row.per_question),
        )
        for row in rows
    ]


@transaction.atomic
def _store(
    task: Task,
    basis: Basis,
    computed: dict[Profile, list[Score]],
    *,
    policy: Policy,
    at: datetime,
    lease: Lease,
) -> None:
    lease.fence()
    Scoring.objects.filter(task=task, profile__in=computed).delete()
    for profile, scores in computed.items():
        scoring = Scoring.objects.create(
            task=task,
            profile=profile,
            policy=policy,
            known_count=KnownCount.MAX,
            question_set_version=basis.question_set_version,
            newest_event_id=basis.newest_event_id,
            run_ids=list(basis.run_ids),
            code_version=code_version(),
            computed_at=at,
        )
        for score in scores:
            score.scoring = scoring
        Score.objects.bulk_create(scores, batch_size=1000)
