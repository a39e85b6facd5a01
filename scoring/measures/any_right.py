"""Share of questions with a right answer at any rank."""

from collections.abc import Sequence


def any_right(right: Sequence[bool]) -> float:
    """Return 1 if any answer is right, else 0.

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
    Magnini et al., The Multiple Language Question Answering Track at CLEF 2003.

    Examples
    --------
    >>> any_right([False] * 5 + [True]), any_right([])
    (1.0, 0.0)
    """
    return float(any(right))
