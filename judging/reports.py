"""What the organizer reads about judging: how far it is, and how well assessors agree."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations

from django.db.models import Count, F, Q

from campaign.models import QUESTION_TYPES, Task
from judging.agreement import Undefined, cohen_kappa, disagreement
from judging.models import ADJUDICATION, Assessor, Judgment, PoolText


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


def judging_progress(task: Task) -> JudgingProgress:
    """Return how much of the pool is judged, by type and by assessor."""
    pooled = PoolText.objects.filter(
        item__question__task=task, item__question__withdrawn_at=None, pooled_at__isnull=False
    )
    rows = {
        row["type"]: row
        for row in pooled.values(type=F("item__question__type")).annotate(
            pooled=Count("pk", distinct=True),
            judged=Count("pk", distinct=True, filter=Q(judgments__isnull=False)),
        )
    }
    types = tuple(
        TypeProgress(label, rows[name]["pooled"], rows[name]["judged"])
        for name, label in QUESTION_TYPES.items()
        if name in rows
    )
    assessors = Assessor.objects.filter(task=task).annotate(judged=Count("judgments"))
    labels = Judgment.objects.filter(assessor__task=task).values_list("label")
    return JudgingProgress(
        types=types,
        assessors=tuple(assessors.select_related("user").order_by("name")),
        labels=dict(labels.annotate(count=Count("pk")).order_by("-count")),
    )


@dataclass(frozen=True, slots=True)
class PairAgreement:
    """Two assessors over the texts that both labelled."""

    first: str
    second: str
    units: int
    disagreements: int
    disagreement: float | Undefined
    kappa: float | Undefined

    @property
    def kappa_value(self) -> float | None:
        return None if isinstance(self.kappa, Undefined) else self.kappa

    @property
    def disagreement_value(self) -> float | None:
        return None if isinstance(self.disagreement, Undefined) else self.disagreement


def agreement_report(task: Task) -> list[PairAgreement]:
    """Return the agreement of each two assessors, over distinct raw texts, adjudication apart."""
    labels: dict[str, dict[int, str]] = {}
    rows = Judgment.objects.filter(assessor__task=task).exclude(assessor__name=ADJUDICATION)
    for name, text, label in rows.values_list("assessor__name", "text_id", "label"):
        labels.setdefault(name, {})[text] = label
    report = []
    for first, second in combinations(sorted(labels), 2):
        both = sorted(labels[first].keys() & labels[second].keys())
        if not both:
            continue
        of_first = [labels[first][text] for text in both]
        of_second = [labels[second][text] for text in both]
        report.append(
            PairAgreement(
                first=first,
                second=second,
                units=len(both),
                disagreements=sum(a != b for a, b in zip(of_first, of_second, strict=True)),
                disagreement=disagreement(of_first, of_second),
                kappa=cohen_kappa(of_first, of_second),
            )
        )
    return report
