"""Kendall's τ: how far two lists of scores order the same runs alike."""

from collections.abc import Sequence
from enum import StrEnum
from itertools import combinations
from math import sqrt


class NoCorrelation(StrEnum):
    """Why two rankings cannot be compared."""

    TOO_FEW_RUNS = "too-few-runs"
    ALL_TIED = "all-tied"


def kendall_tau(first: Sequence[float], second: Sequence[float]) -> float | NoCorrelation:
    """Return Kendall's τ-b of two lists of scores, ties allowed for.

    Parameters
    ----------
    first, second : sequence of float
        The scores of the same runs, in the same order.

    Returns
    -------
    float or NoCorrelation
        In [-1, 1]; 1 for the same order. No value for fewer than two runs, or if either list
        ties them all.

    References
    ----------
    Kendall, The Treatment of Ties in Ranking Problems, 1945.

    Examples
    --------
    >>> kendall_tau([0.9, 0.8, 0.7], [0.5, 0.6, 0.4]).__round__(6)
    0.333333
    >>> kendall_tau([0.9, 0.8], [0.5, 0.5])
    <NoCorrelation.ALL_TIED: 'all-tied'>
    """
    if len(first) < 2:  # noqa: PLR2004
        return NoCorrelation.TOO_FEW_RUNS
    signs = [
        (_sign(a, b), _sign(c, d))
        for (a, c), (b, d) in combinations(zip(first, second, strict=True), 2)
    ]
    apart = sum(1 for one, _ in signs if one) * sum(1 for _, other in signs if other)
    if not apart:
        return NoCorrelation.ALL_TIED
    return sum(one * other for one, other in signs) / sqrt(apart)


def _sign(one: float, other: float) -> int:
    return (one > other) - (one < other)
