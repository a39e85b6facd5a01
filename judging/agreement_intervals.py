"""All coefficients of two assessors at once, with intervals: arrays over resampled questions."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from judging.agreement import LEVEL, RESAMPLES, Reason, Undefined, Value

type Counts = NDArray[np.int64]
type Floats = NDArray[np.float64]

SEED = 2004
SPECIFIC = "specific "
"""What the names of specific agreements begin with; the label follows."""


class Estimate(NamedTuple):
    """A coefficient and its percentile interval; `undefined` counts resamples without a value."""

    value: Value
    low: float | None = None
    high: float | None = None
    undefined: int = 0


def estimate(counts: Counts, labels: Sequence[str], *, seed: int = SEED) -> dict[str, Estimate]:
    """Return every coefficient of two assessors with its 95 % interval over questions.

    Parameters
    ----------
    counts : array of int, shape (questions, labels, labels)
        Units of each question by (label of the first, label of the second).
    labels : sequence of str
        The labels to choose from, in the order of the axes; their number is q of AC1.
    seed : int
        Whole questions are resampled `RESAMPLES` times; the same seed gives the same intervals.

    Returns
    -------
    dict of str to Estimate
        ``disagreement``, ``kappa`` (Cohen), ``fleiss``, ``alpha`` (Krippendorff, nominal), ``ac1``
        (Gwet), and ``specific <label>``: in [0, 1] or at most 1; higher is better but for the
        first. What has no value says why.

    Examples
    --------
    >>> found = estimate(np.array([[[3, 1], [0, 4]]]), ["a", "b"])
    >>> found["disagreement"]
    Estimate(value=0.125, low=0.125, high=0.125, undefined=0)
    >>> estimate(np.array([[[3, 0], [0, 0]]]), ["a", "b"])["kappa"].value
    Undefined(reason=<Reason.ONE_LABEL: 'one-label'>)
    """
    whole = np.ascontiguousarray(counts, dtype=np.int64)
    return dict(_estimate(whole.tobytes(), whole.shape, tuple(labels), seed))


@lru_cache(maxsize=256)
def _estimate(
    raw: bytes, shape: tuple[int, int, int], labels: tuple[str, ...], seed: int
) -> dict[str, Estimate]:
    counts = np.frombuffer(raw, dtype=np.int64).reshape(shape)
    total = counts.sum(axis=0)
    points = coefficients(total[np.newaxis])
    resampled = coefficients(_resample(counts, seed)) if len(counts) else {}
    used = total.sum(axis=0) + total.sum(axis=1)
    estimates = {}
    for name, values in points.items():
        place = int(name.removeprefix(SPECIFIC)) if name.startswith(SPECIFIC) else None
        reason = _reason(used, place)
        key = name if place is None else SPECIFIC + labels[place]
        value = float(values[0])
        estimates[key] = (
            Estimate(Undefined(reason)) if np.isnan(value) else _bounds(value, resampled[name])
        )
    return estimates


def _reason(used: Counts, place: int | None) -> Reason:
    if not used.sum():
        return Reason.NO_UNITS
    return Reason.ONE_LABEL if place is None else Reason.LABEL_UNUSED


def _bounds(value: float, values: Floats) -> Estimate:
    defined = np.sort(values[~np.isnan(values)])
    tail = (1 - LEVEL) / 2
    low, high = (float(defined[round(t * (len(defined) - 1))]) for t in (tail, 1 - tail))
    return Estimate(value, low, high, len(values) - len(defined))


def _resample(counts: Counts, seed: int) -> Counts:
    """Return the confusions of as many questions drawn with replacement, `RESAMPLES` times."""
    questions, size, _size = counts.shape
    generator = np.random.default_rng(seed)
    drawn = generator.integers(questions, size=(RESAMPLES, questions))
    places = drawn + questions * np.arange(RESAMPLES)[:, np.newaxis]
    times = np.bincount(places.ravel(), minlength=RESAMPLES * questions)
    # Floats, since only their product is computed by blocks; counts stay exact below 2**53.
    weights = times.reshape(RESAMPLES, questions).astype(np.float64)
    summed = weights @ counts.reshape(questions, size * size).astype(np.float64)
    return summed.astype(np.int64).reshape(RESAMPLES, size, size)


def coefficients(confusions: Counts) -> dict[str, Floats]:
    """Return the coefficients of many confusions, NaN where one has no value.

    Parameters
    ----------
    confusions : array of int, shape (n, labels, labels)

    Returns
    -------
    dict of str to array of float, shape (n,)
        Under the names of `estimate`, specific agreements by the number of the label.
    """
    size = confusions.shape[1]
    rows, columns = confusions.sum(axis=2), confusions.sum(axis=1)
    units = rows.sum(axis=1).astype(np.float64)
    same = np.einsum("nkk->nk", confusions)
    both = rows + columns
    # All labels alike: chance alone would agree, and there is nothing to correct.
    alike = (both > 0).sum(axis=1) < 2  # noqa: PLR2004
    with np.errstate(divide="ignore", invalid="ignore"):
        agreed = same.sum(axis=1) / units
        shares = both / (2 * units[:, np.newaxis])
        by_cohen = (rows * columns).sum(axis=1) / units**2
        by_fleiss = (shares**2).sum(axis=1)
        by_gwet = (shares * (1 - shares)).sum(axis=1) / (size - 1)
        pairs = 2 * units
        # De over pairs of different labels, without replacement: N(N − 1) of them.
        apart = 1 - ((both * (both - 1)).sum(axis=1) / (pairs * (pairs - 1)))
        found = {
            "disagreement": 1 - agreed,
            "kappa": (agreed - by_cohen) / (1 - by_cohen),
            "fleiss": (agreed - by_fleiss) / (1 - by_fleiss),
            "alpha": 1 - (1 - agreed) / apart,
            "ac1": (agreed - by_gwet) / (1 - by_gwet),
            **{f"{SPECIFIC}{place}": 2 * same[:, place] / both[:, place] for place in range(size)},
        }
    for name in ("kappa", "fleiss", "alpha", "ac1"):
        found[name] = np.where(alike, np.nan, found[name])
    return found
