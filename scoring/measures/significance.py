"""Which runs differ: paired randomization over questions, for all pairs in one pass."""

from collections.abc import Sequence
from itertools import combinations
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from scoring.measures.summary import TOLERANCE, Scores, as_scores

FLIPS = 100_000
EXACT_UP_TO = 16
"""Differing questions up to which all sign flips are enumerated."""
ALPHA = 0.05
_BLOCK = 1000


class Comparison(NamedTuple):
    """All pairs of R runs compared; `seed` gives the same again."""

    differences: Scores
    """R × R: mean of the row's run minus mean of the column's."""
    p_values: Scores
    """R × R, symmetric, 1 on the diagonal."""
    adjusted: Scores
    """R × R: p values after Holm's correction over all pairs."""
    is_exact: NDArray[np.bool_]
    """R × R: whether all sign flips were enumerated."""
    flips: int
    seed: int


def compare_runs(scores: ArrayLike, *, seed: int, flips: int = FLIPS) -> Comparison:
    """Test each pair of runs by flipping the signs of their differences, question by question.

    Two-sided. p = (1 + hits) / (1 + flips), a hit being a sum at least as far from 0 as the one
    observed; exact over all 2^d flips where only d ≤ 16 questions differ. One sign matrix serves
    all pairs: Σ s·(a − b) = S·a − S·b.

    Parameters
    ----------
    scores : array of float, shape (R, Q)
        One row a run, one column a question.
    seed : int
    flips : int

    Returns
    -------
    Comparison
        R × R arrays in the order of the rows.

    Raises
    ------
    ValueError
        If `scores` is not a matrix of finite numbers with a question at least.

    References
    ----------
    Smucker, Allan and Carterette, A Comparison of Statistical Significance Tests for Information
    Retrieval Evaluation, CIKM 2007; Holm, A Simple Sequentially Rejective Multiple Test
    Procedure, 1979.

    Examples
    --------
    >>> comparison = compare_runs([[1, 1, 1, 1, 1], [0, 0, 0, 0, 0]], seed=1)
    >>> comparison.p_values[0, 1].item(), comparison.is_exact[0, 1].item()
    (0.0625, True)
    """
    matrix = as_scores(scores)
    runs = len(matrix)
    p_values = np.ones((runs, runs))
    is_exact = np.zeros((runs, runs), dtype=np.bool_)
    for first, second in combinations(range(runs), 2):
        differing = np.flatnonzero(np.abs(matrix[first] - matrix[second]) > TOLERANCE)
        if len(differing) <= EXACT_UP_TO:
            exact = _exact(matrix[first, differing] - matrix[second, differing])
            p_values[first, second] = p_values[second, first] = exact
            is_exact[first, second] = is_exact[second, first] = True
    if not is_exact[np.triu_indices(runs, 1)].all():
        sampled = _sampled(matrix, seed=seed, flips=flips)
        p_values = np.where(is_exact, p_values, sampled)
        np.fill_diagonal(p_values, 1.0)
    means = matrix.mean(axis=1)
    return Comparison(
        differences=means[:, np.newaxis] - means,
        p_values=p_values,
        adjusted=_adjust_all(p_values),
        is_exact=is_exact,
        flips=flips,
        seed=seed,
    )


def _exact(differences: Scores) -> float:
    # Sums of all 2^d flips, doubling: half of them, the others are their negatives.
    sums = np.abs(differences[:1]) if len(differences) else np.zeros(1)
    for difference in differences[1:]:
        sums = np.concatenate([sums + difference, sums - difference])
    observed = abs(differences.sum())
    return float(np.mean(np.abs(sums) >= observed - TOLERANCE))


def _sampled(scores: Scores, *, seed: int, flips: int) -> Scores:
    runs, questions = scores.shape
    generator = np.random.default_rng(seed)
    totals = scores.sum(axis=1)
    observed = np.abs(totals[:, np.newaxis] - totals) - TOLERANCE
    hits = np.zeros((runs, runs), dtype=np.int64)
    for start in range(0, flips, _BLOCK):
        size = min(_BLOCK, flips - start)
        drawn = np.frombuffer(generator.bytes(size * -(-questions // 8)), dtype=np.uint8)
        bits = np.unpackbits(drawn.reshape(size, -1), axis=1, count=questions)
        # A sign is 2·bit − 1, so S·a = 2·B·a − Σa: the bits need no second pass.
        sums = 2 * (scores @ bits.T.astype(np.float64)) - totals[:, np.newaxis]
        for run in range(runs - 1):
            apart = np.abs(sums[run + 1 :] - sums[run])
            far = apart >= observed[run, run + 1 :, np.newaxis]
            hits[run, run + 1 :] += np.count_nonzero(far, axis=1)
    return (1 + hits + hits.T) / (1 + flips)


def _adjust_all(p_values: Scores) -> Scores:
    adjusted = np.ones_like(p_values)
    upper = np.triu_indices(len(p_values), 1)
    adjusted[upper] = holm(p_values[upper])
    return np.minimum(adjusted, adjusted.T)


def holm(p_values: ArrayLike) -> Scores:
    """Return p values corrected for having been looked at together.

    Parameters
    ----------
    p_values : array of float, shape (m,)

    Returns
    -------
    array of float, shape (m,)
        In [0, 1], in the order given; never below the p value given.

    References
    ----------
    Holm, A Simple Sequentially Rejective Multiple Test Procedure, 1979.

    Examples
    --------
    >>> holm([0.01, 0.04, 0.03]).round(6).tolist()
    [0.03, 0.06, 0.06]
    """
    given = np.asarray(p_values, dtype=np.float64)
    order = np.argsort(given, kind="stable")
    factors = np.arange(len(given), 0, -1)
    adjusted = np.empty_like(given)
    adjusted[order] = np.minimum(1.0, np.maximum.accumulate(given[order] * factors))
    return adjusted


def tie_groups(
    means: Sequence[float], adjusted: ArrayLike, *, alpha: float = ALPHA
) -> list[list[int]]:
    """Group runs that cannot be told from the best run of their group.

    Parameters
    ----------
    means : sequence of float
        R means, higher is better.
    adjusted : array of float, shape (R, R)
        Corrected p values of all pairs.
    alpha : float
        Runs whose corrected p value is below differ.

    Returns
    -------
    list of list of int
        Row numbers, best run of each group first, best group first.

    Examples
    --------
    >>> tie_groups([0.2, 0.9, 0.8], [[1, 0.01, 0.01], [0.01, 1, 0.3], [0.01, 0.3, 1]])
    [[1, 2], [0]]
    """
    p_values = np.asarray(adjusted, dtype=np.float64)
    groups: list[list[int]] = []
    for run in sorted(range(len(means)), key=lambda row: -means[row]):
        if groups and p_values[groups[-1][0], run] >= alpha:
            groups[-1].append(run)
        else:
            groups.append([run])
    return groups
