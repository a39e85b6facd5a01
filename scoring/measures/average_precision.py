"""Non-interpolated average precision (NIAP) over distinct answers."""

from collections.abc import Sequence
from math import fsum


def average_precision(gains: Sequence[bool], known: int) -> float:
    """Return the mean, over all known answers, of the precision where each is found.

    Parameters
    ----------
    gains : sequence of bool
        n values, best rank first: right and not a repeat. A repeat keeps its rank.
    known : int
        R, the distinct right answers to be found.

    Returns
    -------
    float
        (1/R) Σ rel(k)·P(k), in [0, 1], higher is better; 0 if R is 0.

    Raises
    ------
    ValueError
        If more answers gain than are known: the mean would exceed 1.

    References
    ----------
    trec_eval's `map`; Ayache, Grau and Vilnat, EQueR, LREC 2006.

    Examples
    --------
    >>> round(average_precision([False, True, True, True], 3), 12) == round(23 / 36, 12)
    True
    >>> average_precision([False, False, False, False, True], 1)
    0.2
    """
    if sum(gains) > known:
        message = f"{sum(gains)} answers gain but only {known} are known"
        raise ValueError(message)
    if known == 0:
        return 0.0
    precisions = []
    found = 0
    for rank, gain in enumerate(gains, 1):
        if gain:
            found += 1
            precisions.append(found / rank)
    return fsum(precisions) / known
