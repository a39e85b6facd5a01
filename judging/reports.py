"""What the organizer reads about judging: how far it is."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Count, F, Q

from campaign.models import QUESTION_TYPES, Task
from judging.models import Assessor, Judgment, PoolText


@dataclass(frozen=True, slots=True)
class TypeProgress:
    """Pooled texts of one question type, and those with at least one label."""

    label: object
    pooled: int
    judged: int

    @property
    def share(self) -> float | None:
        return self.judged / self.pooled if self.pooled else None


@dataclass(frozen=True, slots=True)
class JudgingProgress:
    types: tuple[TypeProgress, ...]
    assessors: tuple[Assessor, ...]
    labels: dict[str, int]

    @property
    def pooled(self) -> int:
        return sum(type_.pooled for type_ in self.types)

    @property
    def judged(self) -> int:
        return sum(type_.judged for type_ in self.types)


_has_label = Q(judgments__label__gt="", judgments__assessor__purpose=Assessor.Purpose.JUDGING)


def judging_progress(task: Task) -> JudgingProgress:
    """Return how much of the pool is judged, by type and by assessor."""
    pooled = PoolText.objects.filter(
        item__question__task=task, item__question__withdrawn_at=None, pooled_at__isnull=False
    )
    rows = {
        row["type"]: row
        for row in pooled.values(type=F("item__question__type")).annotate(
            pooled=Count("pk", distinct=True),
            judged=Count("pk", distinct=True, filter=_has_label),
        )
    }
    types = tuple(
        TypeProgress(label, rows[name]["pooled"], rows[name]["judged"])
        for name, label in QUESTION_TYPES.items()
        if name in rows
    )
    judged = Count("judgments", filter=~Q(judgments__label=""))
    assessors = Assessor.objects.counting().filter(task=task).annotate(judged=judged)
    labels = Judgment.objects.counting(task).values_list("label")
    return JudgingProgress(
        types=types,
        assessors=tuple(assessors.select_related("user").order_by("name")),
        labels=dict(labels.annotate(count=Count("pk")).order_by("-count")),
    )
