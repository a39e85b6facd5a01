"""Success at 5: a right answer among the first five."""

from collections.abc import Sequence

DEPTH = 5


def success_at_5(right: Sequence[bool]) -> float:
    """Return 1 if one of the first five answers is right, else 0.

    Parameters
    ----------
    right : sequence of bool
        n labels, best rank first.

    Returns
    -------
    float
        0 or 1, higher is better.

    References
    ----------
    trec_eval's `success_5`.

    Examples
    --------
    >>> success_at_5([False] * 4 + [True]), success_at_5([False] * 5 + [True])
    (1.0, 0.0)
    """
    return float(any(right[:DEPTH]))
