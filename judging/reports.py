"""What the organizer reads about judging: how far it is, and how well assessors agree."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations

from django.db.models import Count, F, Q

from campaign.models import QUESTION_TYPES, Task
from judging.agreement import Undefined, Value, cohen_kappa, count_confusion, disagreement
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


@dataclass(frozen=True, slots=True)
class Disagreement:
    """A text on which assessors differ and nobody has decided yet."""

    text: PoolText
    opinions: tuple[str, ...]


def open_disagreements(task: Task) -> list[Disagreement]:
    """Return the texts with different first labels and no adjudicated one, in question order.

    The opinions stand in alphabetical order, so that they tell nothing of who gave them.
    """
    labels: dict[int, set[str]] = {}
    decided: set[int] = set()
    rows = Judgment.objects.counting(task).filter(text__item__question__withdrawn_at=None)
    for name, text, label in rows.values_list("assessor__name", "text_id", "label"):
        if name == ADJUDICATION:
            decided.add(text)
        else:
            labels.setdefault(text, set()).add(label)
    disputed = [text for text, given in labels.items() if len(given) > 1 and text not in decided]
    texts = PoolText.objects.filter(pk__in=disputed).select_related("item__question")
    ordered = texts.order_by("item__question__position", "item", "document", "pk")
    return [Disagreement(text, tuple(sorted(labels[text.pk]))) for text in ordered]


@dataclass(frozen=True, slots=True)
class PairAgreement:
    """Two assessors over the texts that both labelled."""

    first: str
    second: str
    units: int
    disagreements: int
    disagreement: Value
    kappa: Value

    @property
    def kappa_value(self) -> float | None:
        return None if isinstance(self.kappa, Undefined) else self.kappa

    @property
    def disagreement_value(self) -> float | None:
        return None if isinstance(self.disagreement, Undefined) else self.disagreement


def agreement_report(task: Task) -> list[PairAgreement]:
    """Return the agreement of each two assessors, over distinct raw texts, adjudication apart."""
    labels: dict[str, dict[int, str]] = {}
    rows = Judgment.objects.counting(task).exclude(assessor__name=ADJUDICATION)
    for name, text, label in rows.values_list("assessor__name", "text_id", "label"):
        labels.setdefault(name, {})[text] = label
    pairs = combinations(sorted(labels), 2)
    reports = (_pair(labels, first, second) for first, second in pairs)
    return [report for report in reports if report.units]


def _pair(labels: dict[str, dict[int, str]], first: str, second: str) -> PairAgreement:
    both = sorted(labels[first].keys() & labels[second].keys())
    confusion = count_confusion((labels[first][text], labels[second][text]) for text in both)
    return PairAgreement(
        first=first,
        second=second,
        units=len(both),
        disagreements=sum(n for (one, other), n in confusion.items() if one != other),
        disagreement=disagreement(confusion),
        kappa=cohen_kappa(confusion),
    )
