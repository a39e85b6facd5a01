"""How far one assessor is, and how far the task."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from datetime import datetime
from typing import cast

from django.core.cache import cache
from django.db.models import Exists, OuterRef

from campaign.models import Task, User
from campaign.models.rows import ask
from judging.batches import MEANS, REVERSING
from judging.models import Judgment, PoolText
from judging.queue import Queue

DECIDING = sorted(MEANS - REVERSING)
SECONDS_OF_SHARE = 30
"""How old the share of the whole pool may be: it is read with every question, and moves slowly."""


@dataclass(frozen=True, slots=True)
class Progress:
    """Texts in front of the person, done and in all; acts of today; texts of the whole task."""

    done: int
    pooled: int
    today: int
    judged: int
    all: int

    @property
    def judged_share(self) -> float | None:
        return self.judged / self.all if self.all else None

    @property
    def figures(self) -> dict[str, int]:
        """Return what the judging page counts on from."""
        return asdict(self)


def progress_of(task: Task, queue: Queue, *, at: datetime) -> Progress:
    """Return how far the person is through what they are to judge, and how far the task is."""
    texts = cache.get_or_set(
        f"judged-texts-{task.pk}", lambda: _judged_texts(task), SECONDS_OF_SHARE
    )
    judged, pooled = cast("tuple[int, int]", texts)
    return Progress(
        done=sum(texts.done for texts in queue.texts.values()),
        pooled=sum(texts.pooled for texts in queue.texts.values()),
        today=_acts_of_today(task, queue.user, at),
        judged=judged,
        all=pooled,
    )


# Whoever takes back what they decided on another day has decided no less today.
ACTS_OF_TODAY = """
WITH RECURSIVE act AS (
    SELECT DISTINCT event.batch, event.undoes, event.means
    FROM judging_judgmentevent event JOIN judging_assessor name ON name.id = event.assessor_id
    WHERE name.task_id = %(task)s AND name.user_id = %(user)s AND event.at >= %(midnight)s
), counted AS (
    SELECT batch, means FROM act WHERE means = ANY (%(deciding)s)
    UNION ALL
    SELECT act.batch, act.means FROM act JOIN counted ON act.undoes = counted.batch
)
SELECT count(*) FILTER (WHERE means <> 'undo') - count(*) FILTER (WHERE means = 'undo')
FROM counted
"""


def _acts_of_today(task: Task, user: User, at: datetime) -> int:
    midnight = at.astimezone(task.zone).replace(hour=0, minute=0, second=0, microsecond=0)
    named = {"task": task.pk, "user": user.pk, "midnight": midnight, "deciding": DECIDING}
    [(count,)] = ask(ACTS_OF_TODAY, named)()
    return int(count)


def _judged_texts(task: Task) -> tuple[int, int]:
    pooled = PoolText.objects.pooled().filter(
        item__question__task=task, item__question__withdrawn_at=None
    )
    labelled = Judgment.objects.counting(task).filter(text=OuterRef("pk"))
    return pooled.filter(Exists(labelled)).count(), pooled.count()
