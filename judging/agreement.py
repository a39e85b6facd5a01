"""How far assessors agree: percent, chance-corrected coefficients, and where they are undefined."""

import random
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from enum import StrEnum
from typing import NamedTuple

from judging.judgment_format import JudgmentLine, Kind, Label

RESAMPLES = 2000
LEVEL = 0.95


class Reason(StrEnum):
    """Why a coefficient has no value."""

    NO_UNITS = "no-units"
    ONE_LABEL = "one-label"
    LABEL_UNUSED = "label-unused"
    UNEQUAL_RATERS = "unequal-raters"


class Undefined(NamedTuple):
    """Stands where a number would mislead: never 1.0, never NaN."""

    reason: Reason


type Value = float | Undefined
type Confusion = Mapping[tuple[str, str], int]
"""Units by (label of the first assessor, label of the second)."""


class PairedUnit(NamedTuple):
    """One unit that both assessors labelled."""

    question: str
    kind: Kind
    document: str
    text: str
    first: Label
    second: Label


def pair_labels(judgments: Iterable[JudgmentLine], first: str, second: str) -> list[PairedUnit]:
    """Return the units that two assessors both labelled.

    A unit is a distinct (question, kind, document, raw text).

    Parameters
    ----------
    judgments : iterable of JudgmentLine
    first, second : str
        Names of the assessors.

    Returns
    -------
    list of PairedUnit
        In the order of the first assessor's judgments.

    Examples
    --------
    >>> a = JudgmentLine(1, "G1", Kind.ANSWER, "", "Angers", "a", Label.CORRECT)
    >>> b = a._replace(assessor="b", label=Label.INEXACT)
    >>> pair = pair_labels([a, b], "a", "b")[0]
    >>> pair.first, pair.second
    (<Label.CORRECT: 'correct'>, <Label.INEXACT: 'inexact'>)
    """
    labels: dict[str, dict[tuple[str, Kind, str, str], Label]] = {first: {}, second: {}}
    for judgment in judgments:
        if judgment.assessor in labels:
            unit = (judgment.question, judgment.kind, judgment.document, judgment.text)
            labels[judgment.assessor][unit] = judgment.label
    others = labels[second]
    return [
        PairedUnit(*unit, label, others[unit])
        for unit, label in labels[first].items()
        if unit in others
    ]


def count_confusion(pairs: Iterable[tuple[str, str]]) -> Confusion:
    """Return how many units carry each pair of labels.

    Parameters
    ----------
    pairs : iterable of (str, str)
        Label of the first and of the second assessor, one pair a unit.

    Examples
    --------
    >>> dict(count_confusion([("a", "a"), ("a", "b"), ("a", "a")]))
    {('a', 'a'): 2, ('a', 'b'): 1}
    """
    return Counter(pairs)


def merge_labels(confusion: Confusion, right: Collection[str]) -> Confusion:
    """Return the confusion of right and wrong, as a scoring profile sees the labels.

    Parameters
    ----------
    confusion : mapping
    right : collection of str
        Labels that count as right.

    Examples
    --------
    >>> dict(merge_labels({("correct", "inexact"): 3}, {"correct"}))
    {('right', 'wrong'): 3}
    """
    merged: Counter[tuple[str, str]] = Counter()
    for (first, second), units in confusion.items():
        pair = ("right" if first in right else "wrong", "right" if second in right else "wrong")
        merged[pair] += units
    return merged


def disagreement(confusion: Confusion) -> Value:
    """Return the share of units on which two assessors differ.

    Parameters
    ----------
    confusion : mapping
        From `count_confusion`.

    Returns
    -------
    float or Undefined
        d = 1 − Σ n_kk/n, in [0, 1], lower is better.

    Examples
    --------
    >>> disagreement({("a", "a"): 3, ("a", "b"): 1})
    0.25
    """
    units = sum(confusion.values())
    if units == 0:
        return Undefined(Reason.NO_UNITS)
    return sum(n for (first, second), n in confusion.items() if first != second) / units


def cohen_kappa(confusion: Confusion) -> Value:
    """Return Cohen's κ of two assessors.

    Parameters
    ----------
    confusion : mapping
        From `count_confusion`.

    Returns
    -------
    float or Undefined
        (Po − Pe)/(1 − Pe), at most 1, higher is better; undefined if all labels are alike.

    References
    ----------
    Cohen, A Coefficient of Agreement for Nominal Scales, 1960.

    Examples
    --------
    >>> cohen_kappa({("a", "a"): 20, ("a", "b"): 5, ("b", "a"): 10, ("b", "b"): 15})
    0.4
    >>> cohen_kappa({("a", "a"): 20})
    Undefined(reason=<Reason.ONE_LABEL: 'one-label'>)
    """
    units = sum(confusion.values())
    if units == 0:
        return Undefined(Reason.NO_UNITS)
    rows, columns = _margins(confusion)
    # Whole numbers as long as possible: n·Σ n_kk and Σ n_k.·n_.k.
    agreed = units * sum(n for (first, second), n in confusion.items() if first == second)
    by_chance = sum(rows[label] * columns[label] for label in rows)
    if by_chance == units * units:
        return Undefined(Reason.ONE_LABEL)
    return (agreed - by_chance) / (units * units - by_chance)


def gwet_ac1(confusion: Confusion, *, categories: int | None = None) -> Value:
    """Return Gwet's AC1 of two assessors.

    Parameters
    ----------
    confusion : mapping
        From `count_confusion`.
    categories : int, optional
        Number q of labels to choose from; by default those that were used.

    Returns
    -------
    float or Undefined
        (Po − Pe)/(1 − Pe) with Pe = 1/(q−1) Σ π_k(1 − π_k), at most 1, higher is better;
        undefined if all labels are alike.

    References
    ----------
    Gwet, Computing Inter-rater Reliability in the Presence of High Agreement, 2008.

    Examples
    --------
    >>> round(gwet_ac1({("a", "a"): 118, ("a", "b"): 5, ("b", "a"): 2}), 4)
    0.9408
    """
    units = sum(confusion.values())
    if units == 0:
        return Undefined(Reason.NO_UNITS)
    rows, columns = _margins(confusion)
    shares = [(rows[label] + columns[label]) / (2 * units) for label in rows | columns]
    used = sum(1 for share in shares if share)
    if used == 1:
        return Undefined(Reason.ONE_LABEL)
    by_chance = sum(share * (1 - share) for share in shares) / ((categories or used) - 1)
    agreed = sum(n for (first, second), n in confusion.items() if first == second) / units
    return (agreed - by_chance) / (1 - by_chance)


def specific_agreement(confusion: Confusion, labels: Iterable[str]) -> dict[str, Value]:
    """Return for each label how often one assessor gives it when the other does.

    Parameters
    ----------
    confusion : mapping
        From `count_confusion`.
    labels : iterable of str

    Returns
    -------
    dict of str to float or Undefined
        2 n_kk/(n_k. + n_.k), in [0, 1], higher is better; undefined for a label nobody gave.

    References
    ----------
    Fleiss, Statistical Methods for Rates and Proportions, 1981.

    Examples
    --------
    >>> specific_agreement({("a", "a"): 3, ("a", "b"): 2}, ["a", "b"])
    {'a': 0.75, 'b': 0.0}
    """
    rows, columns = _margins(confusion)
    agreement: dict[str, Value] = {}
    for label in labels:
        given = rows[label] + columns[label]
        both = confusion.get((label, label), 0)
        agreement[label] = 2 * both / given if given else Undefined(Reason.LABEL_UNUSED)
    return agreement


def _margins(confusion: Confusion) -> tuple[Counter[str], Counter[str]]:
    rows: Counter[str] = Counter()
    columns: Counter[str] = Counter()
    for (first, second), units in confusion.items():
        rows[first] += units
        columns[second] += units
    return rows, columns


def fleiss_kappa(units: Iterable[Sequence[str]]) -> Value:
    """Return Fleiss' κ of any number of assessors, the same for each unit.

    Parameters
    ----------
    units : iterable of sequence of str
        The labels that each unit received, in any order.

    Returns
    -------
    float or Undefined
        At most 1, higher is better; undefined if all labels are alike or the units have different
        numbers of labels.

    References
    ----------
    Fleiss, Measuring Nominal Scale Agreement among Many Raters, 1971.

    Examples
    --------
    >>> fleiss_kappa([["a", "a"], ["a", "b"], ["b", "b"], ["b", "b"]]).__round__(6)
    0.466667
    """
    counts = [Counter(unit) for unit in units]
    raters = {count.total() for count in counts}
    if not counts:
        return Undefined(Reason.NO_UNITS)
    if len(raters) > 1 or raters <= {0, 1}:
        return Undefined(Reason.UNEQUAL_RATERS)
    each = raters.pop()
    totals: Counter[str] = Counter()
    for count in counts:
        totals.update(count)
    if len(totals) == 1:
        return Undefined(Reason.ONE_LABEL)
    pairs = sum(n * (n - 1) for count in counts for n in count.values())
    agreed = pairs / (len(counts) * each * (each - 1))
    by_chance = sum((n / totals.total()) ** 2 for n in totals.values())
    return (agreed - by_chance) / (1 - by_chance)


def krippendorff_alpha(units: Iterable[Sequence[str]]) -> Value:
    """Return Krippendorff's α for nominal labels, whoever labelled what.

    Parameters
    ----------
    units : iterable of sequence of str
        The labels that each unit received, in any order; units with fewer than two are left out.

    Returns
    -------
    float or Undefined
        1 − Do/De, at most 1, higher is better; undefined if all labels are alike.

    References
    ----------
    Krippendorff, Computing Krippendorff's Alpha-Reliability, 2011.

    Examples
    --------
    >>> krippendorff_alpha([["a", "a"], ["b", "b"], ["a", "b"]]).__round__(6)
    0.444444
    """
    totals: Counter[str] = Counter()
    apart = 0.0
    for unit in units:
        size = len(unit)
        if size > 1:
            count = Counter(unit)
            totals.update(count)
            apart += sum(n * (size - n) for n in count.values()) / (size - 1)
    pairable = totals.total()
    if not pairable:
        return Undefined(Reason.NO_UNITS)
    by_chance = sum(n * (pairable - n) for n in totals.values())
    if not by_chance:
        return Undefined(Reason.ONE_LABEL)
    return 1 - apart * (pairable - 1) / by_chance


class Interval(NamedTuple):
    """Percentile interval; `undefined` counts the resamples without a value."""

    lower: float
    upper: float
    undefined: int
    seed: int


def resample_questions(
    units: Iterable[PairedUnit],
    statistic: Callable[[Confusion], Value],
    *,
    seed: int,
    resamples: int = RESAMPLES,
) -> Interval | Undefined:
    """Return the 95 % interval of a statistic, by resampling whole questions.

    Parameters
    ----------
    units : iterable of PairedUnit
    statistic : callable
        Of a confusion, such as `cohen_kappa`.
    seed : int
    resamples : int

    Returns
    -------
    Interval or Undefined
        Undefined if the statistic is so in every resample.

    Examples
    --------
    >>> unit = PairedUnit("G1", Kind.ANSWER, "", "Angers", Label.CORRECT, Label.CORRECT)
    >>> resample_questions([unit], disagreement, seed=1, resamples=10)
    Interval(lower=0.0, upper=0.0, undefined=0, seed=1)
    """
    by_question: dict[str, Counter[tuple[str, str]]] = {}
    for unit in units:
        pair = (unit.first.value, unit.second.value)
        by_question.setdefault(unit.question, Counter())[pair] += 1
    questions = list(by_question.values())
    generator = random.Random(seed)  # noqa: S311 — a reproducible resample, no secret
    values = []
    for _ in range(resamples if questions else 0):
        drawn: Counter[tuple[str, str]] = Counter()
        for question in generator.choices(questions, k=len(questions)):
            for pair, count in question.items():
                drawn[pair] += count
        value = statistic(drawn)
        if not isinstance(value, Undefined):
            values.append(value)
    if not values:
        return Undefined(Reason.ONE_LABEL if questions else Reason.NO_UNITS)
    values.sort()
    tail = (1 - LEVEL) / 2
    lower, upper = (values[round(share * (len(values) - 1))] for share in (tail, 1 - tail))
    return Interval(lower, upper, resamples - len(values), seed)
