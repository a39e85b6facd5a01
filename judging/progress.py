"""How far one assessor is, and how far the task."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.core.cache import cache
from django.db.models import Exists, OuterRef

from campaign.models import Task, User
from judging.batches import MEANS, REVERSING
from judging.models import Judgment, JudgmentEvent, PoolText
from judging.queue import Queue

DECIDING = MEANS - REVERSING
SECONDS_OF_SHARE = 30
"""How old the share of the whole pool may be: it is read with every question, and moves slowly."""


@dataclass(frozen=True, slots=True)
class Progress:
    """What is in front of the person, done and in all, acts of today, and the task's share."""

    done: int
    pooled: int
    today: int
    judged_share: float | None


def progress_of(task: Task, queue: Queue, *, at: datetime) -> Progress:
    """Return how far the person is through what they are to judge, and how far the task is."""
    return Progress(
        done=sum(texts.done for texts in queue.texts.values()),
        pooled=sum(texts.pooled for texts in queue.texts.values()),
        today=_acts_of_today(task, queue.user, at),
        judged_share=cache.get_or_set(
            f"judged-share-{task.pk}", lambda: _judged_share(task), SECONDS_OF_SHARE
        ),
    )


def _acts_of_today(task: Task, user: User, at: datetime) -> int:
    midnight = at.astimezone(task.zone).replace(hour=0, minute=0, second=0, microsecond=0)
    decisions = JudgmentEvent.objects.filter(
        assessor__task=task, assessor__user=user, at__gte=midnight, means__in=DECIDING
    )
    return decisions.values("batch").distinct().count()


def _judged_share(task: Task) -> float | None:
    pooled = PoolText.objects.pooled().filter(
        item__question__task=task, item__question__withdrawn_at=None
    )
    labelled = Judgment.objects.counting(task).filter(text=OuterRef("pk"))
    total = pooled.count()
    return pooled.filter(Exists(labelled)).count() / total if total else None
