"""What the organizer reads about judging: how far it is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from campaign.models import User
from judging.judgment_format import Label
from judging.models import Assessor
from judging.tallies import Tally, labels_by_assessor
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


def judging_progress(
    loads: Mapping[int, Load], assessors: Iterable[Assessor], tallies: Iterable[Tally]
) -> JudgingProgress:
    """Return how much of the pool is judged, by type and by assessor."""
    given = labels_by_assessor(tallies)
    labels = Counter[str]()
    for label in sorted(Label):  # labels given as often stand by name
        labels[label] = sum(counts[label] for counts in given.values())
    return JudgingProgress(
        types=tuple(
            TypeProgress(one.label, one.load.texts, one.load.labelled)
            for one in loads_by_type(loads)
        ),
        assessors=tuple(
            AssessorProgress(one.name, one.user, sum(given[one.pk].values())) for one in assessors
        ),
        labels={label: count for label, count in labels.most_common() if count},
    )
