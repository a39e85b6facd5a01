"""Reciprocal rank of the first right answer."""

from collections.abc import Sequence


def reciprocal_rank(right: Sequence[bool]) -> float:
    """Return 1 / rank of the first right answer, 0 if none is right.

    Parameters
    ----------
    right : sequence of bool
        n labels, best rank first.

    Returns
    -------
    float
        In [0, 1], higher is better. Right answers after the first change nothing.

    References
    ----------
    Voorhees, The TREC-8 Question Answering Track Report, 1999.

    Examples
    --------
    >>> reciprocal_rank([False, True, True]), reciprocal_rank([False]), reciprocal_rank([])
    (0.5, 0.0, 0.0)
    """
    for rank, is_right in enumerate(right, 1):
        if is_right:
            return 1 / rank
    return 0.0
