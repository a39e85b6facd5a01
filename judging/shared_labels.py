"""The labels of texts that several people labelled: what agreement and disputes start from."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from django.db.models import Count, QuerySet

from campaign.models import Task
from judging.models import Assessor, Judgment


class GivenLabel(NamedTuple):
    """The label that one assessor gave one text, and how and when they first did."""

    assessor: int
    text: int
    item: int
    document: str
    kind: str
    question: int
    label: str
    means: str
    at: datetime


@dataclass(frozen=True, slots=True)
class SharedLabels:
    """Labels of texts that at least two of the people labelled, in question order."""

    people: tuple[Assessor, ...]
    rows: tuple[GivenLabel, ...]

    @property
    def first(self) -> list[GivenLabel]:
        """Leave out what people said when they were asked again."""
        asked_again = {one.pk for one in self.people if one.purpose == Assessor.Purpose.REPEAT}
        return [row for row in self.rows if row.assessor not in asked_again]

    @property
    def by_assessor(self) -> Mapping[int, Mapping[int, GivenLabel]]:
        """Return the labels by text, of each assessor."""
        found: dict[int, dict[int, GivenLabel]] = defaultdict(dict)
        for row in self.rows:
            found[row.assessor][row.text] = row
        return found

    @property
    def by_text(self) -> Mapping[int, list[GivenLabel]]:
        """Return the first labels of texts that several people labelled."""
        found: dict[int, list[GivenLabel]] = defaultdict(list)
        for row in self.first:
            found[row.text].append(row)
        return {text: given for text, given in found.items() if len(given) > 1}


def people_compared(task: Task) -> QuerySet[Assessor]:
    """Return whose labels agreement is counted on, and the names under which they said it again.

    Neither adjudication nor training enters, and whether an account is still open plays no part.
    """
    repeats = Assessor.objects.filter(task=task, purpose=Assessor.Purpose.REPEAT)
    return Assessor.objects.first_labels().filter(task=task) | repeats


def shared_labels(task: Task) -> SharedLabels:
    """Return the labels on which agreement in the task is counted."""
    return labels_shared_by(people_compared(task).select_related("user").order_by("name", "pk"))


def labels_shared_by(people: Iterable[Assessor]) -> SharedLabels:
    """Return the labels of texts that at least two of the people labelled."""
    people = tuple(people)
    labelled = Judgment.objects.labelled().filter(assessor__in=people)
    shared = labelled.values("text").annotate(people=Count("assessor")).filter(people__gt=1)
    rows = labelled.filter(
        text__in=shared.values("text"), text__item__question__withdrawn_at=None
    ).order_by("text__item__question__position", "text__item", "text__document", "text", "pk")
    found = rows.values_list(
        "assessor",
        "text",
        "text__item",
        "text__document",
        "text__item__kind",
        "text__item__question",
        "label",
        "first_event__means",
        "first_event__at",
    )
    return SharedLabels(people, tuple(GivenLabel(*row) for row in found))
