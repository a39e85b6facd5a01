"""How far the assessors of a task agree: their pairs, and the units that stand behind a figure."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from campaign.models import Task
from judging.agreement_intervals import Estimate, estimate
from judging.judgment_format import Kind, Label
from judging.models import Assessor, JudgmentEvent
from judging.shared_labels import GivenLabel, SharedLabels, labels_shared_by, people_compared

ANSWER_LABELS = tuple(label.value for label in Label)
PASSAGE_LABELS = (Label.CORRECT.value, Label.INCORRECT.value)
# What scoring makes of the labels: right under the strict and under the most lenient profile.
RIGHT = {"strict": {Label.CORRECT}, "lenient": set(Label) - {Label.INCORRECT}}


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


@dataclass(frozen=True)
class KindAgreement:
    """Answers, or passages, of a pair: the confusion of each question, and what follows from it."""

    kind: str
    labels: tuple[str, ...]
    counts: NDArray[np.int64]

    @property
    def questions(self) -> int:
        return len(self.counts)

    @cached_property
    def confusion(self) -> tuple[tuple[int, ...], ...]:
        return tuple(tuple(row) for row in self.counts.sum(axis=0).tolist())

    @property
    def units(self) -> int:
        return sum(map(sum, self.confusion))

    @property
    def differing(self) -> int:
        return self.units - sum(row[place] for place, row in enumerate(self.confusion))

    @cached_property
    def views(self) -> tuple[View, ...]:
        """Return every coefficient with its interval: they take long, and few pages show them."""
        views = [View("labels", estimate(self.counts, self.labels))]
        if self.kind == Kind.ANSWER:
            views += [
                View(name, estimate(_merged(self.counts, self.labels, right), ("right", "wrong")))
                for name, right in RIGHT.items()
            ]
        return tuple(views)


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


def agreement_report(shared: SharedLabels) -> list[PairAgreement]:
    """Return the agreement of each two assessors, then of each person with their own repeats."""
    labels = shared.by_assessor
    met = [(one, other) for one, other in combinations(shared.people, 2) if _meet(one, other)]
    reports = (
        PairAgreement(first, second, tuple(_kinds(pair_units(labels[first.pk], labels[second.pk]))))
        for first, second in sorted(met, key=_order)
    )
    return [report for report in reports if report.units]


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
    found = {one.name: one for one in people_compared(task).filter(name__in=names)}
    if len(found) < 2 or not _meet(found[first], found[second]):  # noqa: PLR2004
        return None
    return found[first], found[second]


def units_of_pair(first: Assessor, second: Assessor) -> list[PairedUnit]:
    """Return the units that two assessors both labelled, in question order."""
    labels = labels_shared_by([first, second]).by_assessor
    return pair_units(labels[first.pk], labels[second.pk])


def pair_units(
    firsts: Mapping[int, GivenLabel], seconds: Mapping[int, GivenLabel]
) -> list[PairedUnit]:
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


def units_labelled_twice(shared: SharedLabels) -> list[SharedUnit]:
    """Return the units that two people or more labelled, and whether they all said the same."""
    rows = shared.first
    elsewhere = {row.text for row in rows if row.means == JudgmentEvent.Means.IMPORT}
    units: dict[tuple[object, ...], list[GivenLabel]] = defaultdict(list)
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
            yield KindAgreement(kind, labels, count_by_question(own, labels))


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
