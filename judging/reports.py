"""What the organizer reads about judging: how far it is."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from django.db.models import Count, Exists, OuterRef

from campaign.models import Task, User
from judging.models import Assessor, Judgment, PoolText
from judging.workload import Load, loads_by_type


@dataclass(frozen=True, slots=True)
class TypeProgress:
    """Pooled texts of one question type, and those with at least one label."""

    label: object
    pooled: int
    judged: int

    @property
    def share(self) -> float | None:
        return self.judged / self.pooled if self.pooled else None


class AssessorProgress(NamedTuple):
    """One assessor, and the number of labels that count."""

    name: str
    user: User | None
    judged: int


@dataclass(frozen=True, slots=True)
class JudgingProgress:
    types: tuple[TypeProgress, ...]
    assessors: tuple[AssessorProgress, ...]
    labels: dict[str, int]

    @property
    def pooled(self) -> int:
        return sum(type_.pooled for type_ in self.types)

    @property
    def judged(self) -> int:
        return sum(type_.judged for type_ in self.types)


def judging_progress(task: Task, loads: Mapping[int, Load]) -> JudgingProgress:
    """Return how much of the pool is judged, by type and by assessor."""
    pooled = PoolText.objects.pooled().filter(
        item__question__task=task, item__question__withdrawn_at=None
    )
    labelled = Judgment.objects.counting(task)
    judged = dict(
        pooled.filter(Exists(labelled.filter(text=OuterRef("pk"))))
        .values_list("item__question__type")
        .annotate(texts=Count("pk"))
    )
    given: dict[int, int] = defaultdict(int)
    labels = Counter[str]()
    for assessor, label, count in labelled.values_list("assessor", "label").annotate(
        count=Count("pk")
    ):
        given[assessor] += count
        labels[label] += count
    assessors = Assessor.objects.counting().filter(task=task).select_related("user")
    return JudgingProgress(
        types=tuple(
            TypeProgress(one.label, one.load.texts, judged.get(one.load.type, 0))
            for one in loads_by_type(loads)
        ),
        assessors=tuple(
            AssessorProgress(one.name, one.user, given[one.pk])
            for one in assessors.order_by("name", "pk")
        ),
        labels=dict(sorted(labels.items(), key=lambda one: (-one[1], one[0]))),
    )
