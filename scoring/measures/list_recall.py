"""Recall of a list over distinct answers."""

from collections.abc import Sequence


def list_recall(gains: Sequence[bool], known: int) -> float:
    """Return the share of the known distinct answers that were returned.

    Parameters
    ----------
    gains : sequence of bool
        n values, best rank first: right and not a repeat.
    known : int
        R, the distinct right answers to be found.

    Returns
    -------
    float
        In [0, 1], higher is better; 0 if R is 0.

    References
    ----------
    Voorhees, Overview of the TREC 2003 Question Answering Track, 2003.

    Examples
    --------
    >>> list_recall([True, False, True], 4)
    0.5
    """
    return sum(gains) / known if known else 0.0
