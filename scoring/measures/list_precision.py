"""Precision of a list over distinct answers."""

from collections.abc import Sequence


def list_precision(gains: Sequence[bool], returned: int) -> float:
    """Return the share of the answers returned that are right and new.

    Parameters
    ----------
    gains : sequence of bool
        n values, best rank first: right and not a repeat.
    returned : int
        Non-empty answers.

    Returns
    -------
    float
        In [0, 1], higher is better; 0 if nothing was returned.

    References
    ----------
    Voorhees, Overview of the TREC 2003 Question Answering Track, 2003.

    Examples
    --------
    >>> list_precision([True, False, True], 3) == 2 / 3
    True
    >>> list_precision([], 0)
    0.0
    """
    return sum(gains) / returned if returned else 0.0
