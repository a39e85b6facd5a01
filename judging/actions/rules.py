"""Changing how a task is judged."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.db import transaction

from campaign.models import Event, Task, User
from judging.actions.judgments import JudgingIsClosed
from judging.decisions import Verdict
from judging.models import Assessor, JudgingRules, JudgmentEvent

POOL_RULES = frozenset({"pool_depth", "pool_runs_per_team"})


class LabelsRestOnIt(Exception):
    """Somebody judged an answer whose label would be another under the new rule."""


@transaction.atomic
def set_rules(*, task: Task, by: User, at: datetime, **changes: Any) -> JudgingRules:
    """Change rules of the task's judging; a deeper pool is filled by the next worker.

    A pool never shrinks: what it holds is judged, or may be.

    :raises JudgingIsClosed: after judging was signed.
    :raises LabelsRestOnIt: if the precedence changes that a stored label follows from.
    """
    task = Task.objects.select_for_update().get(pk=task.pk)
    if task.is_judged(at):
        raise JudgingIsClosed
    rules = JudgingRules.objects.of(task)
    changed = {name: value for name, value in changes.items() if getattr(rules, name) != value}
    if "inexact_first" in changed:
        # Nobody judges between the question and the answer.
        list(Assessor.objects.select_for_update().filter(task=task).order_by("pk"))
        if _labels_follow_from_precedence(task):
            raise LabelsRestOnIt
    before = {name: getattr(rules, name) for name in changed}
    for name, value in changed.items():
        setattr(rules, name, value)
    if changed:
        rules.save()
        Event.objects.record(
            "edit-judging-rules",
            by=by,
            at=at,
            campaign=task.campaign,
            task=task,
            before=before,
            after=changed,
        )
    if POOL_RULES & changed.keys():
        task.runs.official().update(pooled_at=None)
    return rules


def _labels_follow_from_precedence(task: Task) -> bool:
    """Whether anybody ever said of one answer that it is inexact and not supported.

    Events count, not only what stands: an undo brings back the label that an event names.
    """
    both = JudgmentEvent.objects.filter(verdict=Verdict.INEXACT, is_supported=False)
    return both.filter(assessor__task=task).exists()
