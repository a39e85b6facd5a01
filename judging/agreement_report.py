"""How far the assessors of a task agree: their pairs, and the units that stand behind a figure."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import NamedTuple

import numpy as np
from django.db.models import Count, QuerySet
from numpy.typing import NDArray

from campaign.models import Task
from judging.agreement_intervals import Estimate, estimate
from judging.judgment_format import Kind, Label
from judging.models import Assessor, Judgment, JudgmentEvent

ANSWER_LABELS = tuple(label.value for label in Label)
PASSAGE_LABELS = (Label.CORRECT.value, Label.INCORRECT.value)
# What scoring makes of the labels: right under the strict and under the most lenient profile.
RIGHT = {"strict": {Label.CORRECT}, "lenient": set(Label) - {Label.INCORRECT}}


class _Row(NamedTuple):
    assessor: int
    text: int
    item: int
    document: str
    kind: str
    question: int
    label: str
    means: str


class PairedUnit(NamedTuple):
    """One unit that both labelled; one of its texts stands for it."""

    question: int
    text: int
    kind: str
    first: str
    second: str


class SharedUnit(NamedTuple):
    """One unit that two people or more labelled."""

    question: int
    kind: str
    is_same: bool


@dataclass(frozen=True, slots=True)
class View:
    """One way to look at the labels, with every coefficient."""

    name: str
    estimates: Mapping[str, Estimate]


@dataclass(frozen=True, slots=True)
class KindAgreement:
    """Answers, or passages, of a pair."""

    kind: str
    labels: tuple[str, ...]
    units: int
    questions: int
    confusion: tuple[tuple[int, ...], ...]
    views: tuple[View, ...]

    @property
    def differing(self) -> int:
        return self.units - sum(row[place] for place, row in enumerate(self.confusion))


@dataclass(frozen=True, slots=True)
class PairAgreement:
    """Two assessors, or the same person twice, over what both labelled."""

    first: Assessor
    second: Assessor
    kinds: tuple[KindAgreement, ...]

    @property
    def is_repeat(self) -> bool:
        return self.second.purpose == Assessor.Purpose.REPEAT

    @property
    def units(self) -> int:
        return sum(kind.units for kind in self.kinds)


def agreement_report(task: Task) -> list[PairAgreement]:
    """Return the agreement of each two assessors, then of each person with their own repeats.

    First labels only: neither adjudication nor training enters, and whether an account is still
    open plays no part.
    """
    people = {one.pk: one for one in _people(task).select_related("user").order_by("name")}
    labels = _labels(task, people)
    pairs = [(one, other) for one, other in combinations(people.values(), 2) if _meet(one, other)]
    reports = (
        PairAgreement(first, second, tuple(_kinds(pair_units(labels[first.pk], labels[second.pk]))))
        for first, second in sorted(pairs, key=_order)
    )
    return [report for report in reports if report.units]


def _people(task: Task) -> QuerySet[Assessor]:
    repeats = Assessor.objects.filter(task=task, purpose=Assessor.Purpose.REPEAT)
    return Assessor.objects.first_labels().filter(task=task) | repeats


def _meet(one: Assessor, other: Assessor) -> bool:
    """Whether two names are compared: two people's first labels, or one person's twice."""
    purposes = {one.purpose, other.purpose}
    if purposes == {Assessor.Purpose.JUDGING}:
        return True
    return len(purposes) > 1 and one.user_id is not None and one.user_id == other.user_id


def _order(pair: tuple[Assessor, Assessor]) -> tuple[bool, str, str]:
    return pair[1].purpose == Assessor.Purpose.REPEAT, pair[0].name, pair[1].name


def pair_of(task: Task, first: str, second: str) -> tuple[Assessor, Assessor] | None:
    """Return two assessors by name if they are compared."""
    # No name holds a NUL, and the database refuses to look for one.
    names = [name for name in (first, second) if "\0" not in name]
    found = {one.name: one for one in _people(task).filter(name__in=names)}
    if len(found) < 2 or not _meet(found[first], found[second]):  # noqa: PLR2004
        return None
    return found[first], found[second]


def units_of_pair(task: Task, first: Assessor, second: Assessor) -> list[PairedUnit]:
    """Return the units that two assessors both labelled, in question order."""
    labels = _labels(task, [first.pk, second.pk])
    return pair_units(labels[first.pk], labels[second.pk])


def _labels(task: Task, assessors: Iterable[int]) -> Mapping[int, Mapping[int, _Row]]:
    """Return the labels of texts that at least two of the assessors labelled."""
    labelled = Judgment.objects.labelled().filter(
        assessor__in=list(assessors), text__item__question__withdrawn_at=None
    )
    shared = labelled.values("text").annotate(people=Count("assessor")).filter(people__gt=1)
    # Two queries: as one, a table without statistics is joined row by row.
    texts = list(shared.values_list("text", flat=True))
    rows = labelled.filter(text__in=texts).order_by(
        "text__item__question__position", "text__item", "text__document", "text"
    )
    found: dict[int, dict[int, _Row]] = defaultdict(dict)
    for row in rows.values_list(
        "assessor",
        "text",
        "text__item",
        "text__document",
        "text__item__kind",
        "text__item__question",
        "label",
        "first_event__means",
    ):
        one = _Row(*row)
        found[one.assessor][one.text] = one
    return found


def pair_units(firsts: Mapping[int, _Row], seconds: Mapping[int, _Row]) -> list[PairedUnit]:
    """Return what both labelled, by units.

    What was judged here is one unit however many spellings it has, since one decision labelled
    them all; of what was judged elsewhere each raw text is one, as the files state them.
    """
    units: dict[tuple[object, ...], PairedUnit] = {}
    for text, first in firsts.items():
        second = seconds.get(text)
        if second is None:
            continue
        elsewhere = JudgmentEvent.Means.IMPORT in {first.means, second.means}
        key = (text,) if elsewhere else (first.item, first.document)
        unit = PairedUnit(first.question, text, first.kind, first.label, second.label)
        units.setdefault(key, unit)
    return list(units.values())


def units_labelled_twice(task: Task) -> list[SharedUnit]:
    """Return the units that two people or more labelled, and whether they all said the same."""
    people = Assessor.objects.first_labels().filter(task=task).values_list("pk", flat=True)
    rows = [row for own in _labels(task, people).values() for row in own.values()]
    elsewhere = {row.text for row in rows if row.means == JudgmentEvent.Means.IMPORT}
    units: dict[tuple[object, ...], list[_Row]] = defaultdict(list)
    for row in rows:
        units[(row.text,) if row.text in elsewhere else (row.item, row.document)].append(row)
    return [
        SharedUnit(given[0].question, given[0].kind, is_same=len({row.label for row in given}) == 1)
        for given in units.values()
        if len({row.assessor for row in given}) > 1
    ]


def disagreement_of(units: Iterable[SharedUnit]) -> Estimate:
    """Return the share of units on which people differ, with its interval over questions."""
    by_question: dict[int, list[int]] = {}
    for unit in units:
        by_question.setdefault(unit.question, [0, 0])[not unit.is_same] += 1
    counts = np.zeros((len(by_question), 2, 2), dtype=np.int64)
    counts[:, 0, :] = np.array(list(by_question.values()), dtype=np.int64).reshape(-1, 2)
    return estimate(counts, ("same", "other"))["disagreement"]


def _kinds(units: Sequence[PairedUnit]) -> Iterable[KindAgreement]:
    for kind in Kind:
        own = [unit for unit in units if unit.kind == kind]
        if own:
            labels = ANSWER_LABELS if kind is Kind.ANSWER else PASSAGE_LABELS
            counts = count_by_question(own, labels)
            views = [View("labels", estimate(counts, labels))]
            if kind is Kind.ANSWER:
                views += [
                    View(name, estimate(_merged(counts, labels, right), ("right", "wrong")))
                    for name, right in RIGHT.items()
                ]
            total = tuple(tuple(row) for row in counts.sum(axis=0).tolist())
            yield KindAgreement(kind, labels, len(own), len(counts), total, tuple(views))


def count_by_question(units: Iterable[PairedUnit], labels: Sequence[str]) -> NDArray[np.int64]:
    """Return the confusion of each question: (questions, labels, labels)."""
    places = {label: place for place, label in enumerate(labels)}
    rows: dict[int, int] = {}
    cells = [
        (rows.setdefault(one.question, len(rows)), places[one.first], places[one.second])
        for one in units
    ]
    counts = np.zeros((len(rows), len(labels), len(labels)), dtype=np.int64)
    np.add.at(counts, tuple(np.array(cells, dtype=np.int64).reshape(-1, 3).T), 1)
    return counts


def _merged(
    counts: NDArray[np.int64], labels: Sequence[str], right: Iterable[str]
) -> NDArray[np.int64]:
    counted = set(right)
    is_right = np.array([label in counted for label in labels])
    merging = np.stack([is_right, ~is_right]).astype(np.int64)
    merged: NDArray[np.int64] = merging @ counts @ merging.T
    return merged
