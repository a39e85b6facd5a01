"""Accuracy at rank 1."""

from collections.abc import Sequence


def accuracy_at_1(right: Sequence[bool]) -> float:
    """Return 1 if the answer at rank 1 is right, else 0.

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
    Voorhees, Overview of the TREC 2002 Question Answering Track, 2002.

    Examples
    --------
    >>> accuracy_at_1([True]), accuracy_at_1([False, True]), accuracy_at_1([])
    (1.0, 0.0, 0.0)
    """
    return float(any(right[:1]))
