"""Which decisions a change of the guidelines may affect."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.db.models import Count, Min, OuterRef, Q, QuerySet, Subquery

from campaign.models import Question
from judging.models import Assessor, Guideline, Judgment, JudgmentEvent


@dataclass(frozen=True, slots=True)
class Wanted:
    """By what the organizers look for decisions; empty stands for all."""

    labels: tuple[str, ...] = ()
    types: tuple[str, ...] = ()
    words: str = ""


@dataclass(frozen=True, slots=True)
class Decision:
    """What one assessor said of one answer or passage: as many texts as have this label."""

    key: str
    question: Question
    kind: str
    text: str
    label: str
    assessor: str
    texts: int


def judgments_before(guideline: Guideline, wanted: Wanted) -> QuerySet[Judgment]:
    """Return the labels that people gave here before a version of the guidelines held.

    Left out are labels made elsewhere, the adjudication, and withdrawn questions.
    """
    assessors = Assessor.objects.first_labels().filter(task=guideline.task, user__isnull=False)
    latest = JudgmentEvent.objects.filter(assessor=OuterRef("assessor"), text=OuterRef("text"))
    found = (
        Judgment.objects.labelled()
        .filter(assessor__in=assessors, text__item__question__withdrawn_at=None)
        .annotate(decided_at=Subquery(latest.order_by("-pk").values("at")[:1]))
        .filter(decided_at__lt=guideline.published_at)
    )
    if wanted.labels:
        found = found.filter(label__in=wanted.labels)
    if wanted.types:
        found = found.filter(text__item__question__type__in=wanted.types)
    for word in wanted.words.split():
        found = found.filter(text__text__icontains=word)
    return found


def chosen_among(judgments: QuerySet[Judgment], keys: Iterable[str]) -> QuerySet[Judgment]:
    """Return the judgments of the decisions with the keys; a key that names none is passed over."""
    condition = Q(pk__in=[])
    for key in keys:
        if "\0" in key:  # no row holds one
            continue
        assessor, _, rest = key.partition("-")
        item, _, label = rest.partition("-")
        if assessor.isascii() and assessor.isdigit() and item.isascii() and item.isdigit():
            condition |= Q(assessor=int(assessor), text__item=int(item), label=label)
    return judgments.filter(condition)


def grouped(judgments: QuerySet[Judgment]) -> QuerySet[Judgment, Any]:
    """Return one row for each decision, in the order of the questions."""
    return (
        judgments.values("assessor", "assessor__name", "text__item", "text__item__kind", "label")
        .annotate(
            question=Min("text__item__question"),
            position=Min("text__item__question__position"),
            shown=Min("text__text"),
            texts=Count("pk"),
        )
        .order_by("position", "text__item", "assessor", "label")
    )


def decisions_in(rows: Iterable[Any]) -> list[Decision]:
    """Return the rows of a page with their questions, in one query."""
    rows = list(rows)
    questions = Question.objects.in_bulk([row["question"] for row in rows])
    return [
        Decision(
            key=f"{row['assessor']}-{row['text__item']}-{row['label']}",
            question=questions[row["question"]],
            kind=row["text__item__kind"],
            text=row["shown"],
            label=row["label"],
            assessor=row["assessor__name"],
            texts=row["texts"],
        )
        for row in rows
    ]
