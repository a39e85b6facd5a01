"""Means over questions and how far they can be trusted: the bootstrap over questions."""

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

RESAMPLES = 10_000
LEVEL = 0.95
TOLERANCE = 1e-9
"""Means closer than this are equal: they differ by the order of an addition only."""
_BLOCK = 500

type Scores = NDArray[np.float64]


class Bootstrap(NamedTuple):
    """What resampling the questions says of each run; `seed` gives the same again."""

    means: Scores
    """R means over all questions."""
    lower: Scores
    """R lower ends of the interval of the mean."""
    upper: Scores
    """R upper ends of the interval of the mean."""
    best_rank: NDArray[np.int64]
    """R best ranks within the level, 1 is best."""
    worst_rank: NDArray[np.int64]
    """R worst ranks within the level."""
    resamples: int
    seed: int


def as_scores(scores: ArrayLike) -> Scores:
    """Return a matrix of runs × questions.

    Raises
    ------
    ValueError
        If it has not two dimensions, no question, or a value that is not finite.
    """
    matrix = np.asarray(scores, dtype=np.float64)
    if matrix.ndim != 2 or matrix.shape[1] == 0:  # noqa: PLR2004
        message = f"scores must be runs × questions with a question at least, not {matrix.shape}"
        raise ValueError(message)
    if not np.isfinite(matrix).all():
        message = "scores must be finite"
        raise ValueError(message)
    return matrix


def bootstrap(
    scores: ArrayLike, *, seed: int, resamples: int = RESAMPLES, level: float = LEVEL
) -> Bootstrap:
    """Return percentile intervals of means and of ranks, by resampling questions.

    All runs see the same resampled questions, so that ranks are comparable.

    Parameters
    ----------
    scores : array of float, shape (R, Q)
        One row a run, one column a question; higher is better.
    seed : int
    resamples : int
    level : float
        In (0, 1).

    Returns
    -------
    Bootstrap
        Arrays of length R, in the order of the rows.

    Raises
    ------
    ValueError
        If `scores` is not a matrix of finite numbers with a question at least.

    References
    ----------
    Efron and Tibshirani, An Introduction to the Bootstrap, 1993, chapter 13.

    Examples
    --------
    >>> result = bootstrap([[1, 1, 1, 1], [0, 0, 0, 0]], seed=1, resamples=100)
    >>> result.lower.tolist(), result.upper.tolist(), result.worst_rank.tolist()
    ([1.0, 0.0], [1.0, 0.0], [1, 2])
    """
    matrix = as_scores(scores)
    means = resampled_means(matrix, seed=seed, resamples=resamples)
    tails = [(1 - level) / 2, (1 + level) / 2]
    lower, upper = np.quantile(means, tails, axis=1)
    ranks = _ranks(means)
    best, worst = np.quantile(ranks, tails, axis=1, method="inverted_cdf")
    return Bootstrap(
        means=matrix.mean(axis=1),
        lower=lower,
        upper=upper,
        best_rank=best.astype(np.int64),
        worst_rank=worst.astype(np.int64),
        resamples=resamples,
        seed=seed,
    )


def resampled_means(scores: Scores, *, seed: int, resamples: int) -> Scores:
    """Return the means of each run (R rows) over each resample of the questions (columns)."""
    questions = scores.shape[1]
    generator = np.random.default_rng(seed)
    means = np.empty((scores.shape[0], resamples))
    for start in range(0, resamples, _BLOCK):
        size = min(_BLOCK, resamples - start)
        drawn = generator.integers(questions, size=(size, questions))
        drawn += np.arange(size)[:, np.newaxis] * questions
        counts = np.bincount(drawn.ravel(), minlength=size * questions)
        weights = counts.reshape(size, questions).astype(np.float64)
        means[:, start : start + size] = scores @ weights.T / questions
    return means


def _ranks(means: Scores) -> NDArray[np.int64]:
    """Return 1 + the number of better runs, for each run (rows) and resample (columns)."""
    ranks = np.empty(means.shape, dtype=np.int64)
    for run, own in enumerate(means):
        ranks[run] = 1 + np.count_nonzero(means > own + TOLERANCE, axis=0)
    return ranks
