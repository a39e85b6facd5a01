"""Sharing questions out among assessors, and drawing those that two people judge."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from math import sqrt
from typing import NamedTuple

Z_95 = 1.959964
CLUSTERING = 0.25
"""How far the answers of one question stand or fall together: 0 not at all, 1 wholly."""


class Weighed(NamedTuple):
    """A question to give: its type, the decisions it takes, and who may have it."""

    question: int
    type: str
    decisions: float
    eligible: frozenset[int]


def share_out(
    questions: Iterable[Weighed],
    weights: Mapping[int, float],
    *,
    base: Mapping[int, float] | None = None,
    seed: int = 0,
) -> dict[int, int]:
    """Return who gets each question, so that people finish together and share every type.

    Type by type, the longest question first, each goes to whoever has least to do for their
    weight; questions that few may have are given before the others.

    Parameters
    ----------
    questions : iterable of Weighed
        A question that nobody may have is left out of the result.
    weights : mapping of int to float
        By assessor, above 0: who has twice the weight gets twice the work.
    base : mapping of int to float, optional
        Decisions that an assessor has to make already.
    seed : int
        Decides between equals.

    Returns
    -------
    dict of int to int
        Assessor by question.

    Examples
    --------
    >>> both = frozenset({1, 2})
    >>> share_out([Weighed(7, "list", 5, both), Weighed(8, "list", 5, both)], {1: 1, 2: 1}) in (
    ...     {7: 1, 8: 2}, {7: 2, 8: 1})
    True
    """
    chance = random.Random(seed)  # noqa: S311 -- a draw that others can repeat
    total = {assessor: (base or {}).get(assessor, 0.0) for assessor in sorted(weights)}
    order = {assessor: chance.random() for assessor in total}
    strata: dict[tuple[int, str], list[Weighed]] = defaultdict(list)
    for one in sorted(questions):
        able = one.eligible & total.keys()
        if able:
            strata[len(able), one.type].append(one._replace(eligible=able))
    given = {}
    for stratum in sorted(strata):
        members = strata[stratum]
        chance.shuffle(members)
        for one in sorted(members, key=lambda member: -member.decisions):
            chosen = min(
                one.eligible,
                key=lambda who: ((total[who] + one.decisions) / weights[who], order[who]),
            )
            total[chosen] += one.decisions
            given[one.question] = chosen
    return given


def draw_sample(
    questions: Mapping[str, Sequence[int]],
    size: int,
    *,
    taken: Collection[int] = (),
    seed: int = 0,
) -> set[int]:
    """Return questions drawn by chance, from each type in proportion to its number.

    Parameters
    ----------
    questions : mapping of str to sequence of int
        By type, all that may be drawn, those that were drawn before among them.
    size : int
        Questions in the sample, those drawn before included.
    taken : collection of int
        Drawn before: they count in their type and in the size, and are not returned. Where they
        are more than the share of their type, the other types get less.
    seed : int

    Returns
    -------
    set of int

    Examples
    --------
    >>> len(draw_sample({"list": range(10), "factual": range(10, 40)}, 8))
    8
    """
    chance = random.Random(seed)  # noqa: S311 -- a draw that others can repeat
    drawn: set[int] = set()
    before = {name: sum(one in taken for one in questions[name]) for name in questions}
    for name, quota in _quotas(questions, size, before).items():
        free = [one for one in sorted(questions[name]) if one not in taken]
        drawn |= set(chance.sample(free, quota - before[name]))
    return drawn


def _quotas(
    questions: Mapping[str, Sequence[int]], size: int, before: Mapping[str, int]
) -> dict[str, int]:
    """Share a sample out among the types that have not got more than their share before."""
    quotas = _largest_remainders(questions, size)
    while over := [name for name, quota in quotas.items() if before[name] > quota]:
        size -= sum(before[name] for name in over)
        questions = {name: questions[name] for name in quotas if name not in over}
        quotas = _largest_remainders(questions, max(0, size))
    return quotas


def _largest_remainders(questions: Mapping[str, Sequence[int]], size: int) -> dict[str, int]:
    all_ = sum(map(len, questions.values()))
    size = min(size, all_)
    exact = {name: size * len(members) / all_ for name, members in questions.items() if members}
    quotas = {name: int(part) for name, part in exact.items()}
    by_rest = sorted(exact, key=lambda name: (quotas[name] - exact[name], name))
    for name in by_rest[: size - sum(quotas.values())]:
        quotas[name] += 1
    return quotas


class Precision(NamedTuple):
    """What a sample will tell of disagreement: its size and the interval to expect, as shares."""

    questions: int
    units: int
    low: float
    high: float

    @property
    def margin(self) -> float:
        return (self.high - self.low) / 2


def precision_of(
    questions: int, units: float, rate: float, *, clustering: float = CLUSTERING
) -> Precision:
    """Return the 95 % interval that a sample will give if assessors differ at a rate.

    Wilson's interval over as many independent units as the sample is worth: answers of one
    question stand and fall together in part, so a unit of a question that is drawn already
    tells less than the first.

    Parameters
    ----------
    questions : int
    units : float
        Labels given twice, in all these questions.
    rate : float
        Share of units on which the two differ, 0 to 1.
    clustering : float
        Intraclass correlation of differing within a question, 0 to 1.

    Examples
    --------
    >>> sample = precision_of(200, 1000, 0.03)
    >>> round(sample.low, 3), round(sample.high, 3)
    (0.018, 0.049)
    >>> round(precision_of(50, 250, 0.03).margin, 3)
    0.033
    """
    if not questions or not units:
        return Precision(questions, round(units), 0.0, 1.0)
    design = 1 + max(0.0, units / questions - 1) * clustering
    size = units / design
    spread = Z_95**2 / size
    center = (rate + spread / 2) / (1 + spread)
    half = Z_95 * sqrt(rate * (1 - rate) / size + spread / (4 * size)) / (1 + spread)
    return Precision(questions, round(units), max(0.0, center - half), min(1.0, center + half))


def questions_needed(
    rate: float, threshold: float, units_per_question: float, *, most: int = 5000
) -> int | None:
    """Return the smallest sample whose interval stays under a threshold; None if none does.

    Examples
    --------
    >>> questions_needed(0.03, 0.05, 5)
    183
    >>> questions_needed(0.06, 0.05, 5) is None
    True
    """
    if rate >= threshold:
        return None
    low, high = 1, most
    while low < high:
        middle = (low + high) // 2
        if precision_of(middle, middle * units_per_question, rate).high < threshold:
            high = middle
        else:
            low = middle + 1
    return low if precision_of(low, low * units_per_question, rate).high < threshold else None
