"""F of a list: the harmonic mean of precision and recall over distinct answers."""

from collections.abc import Sequence


def list_f(gains: Sequence[bool], returned: int, known: int) -> float:
    """Return 2PR / (P + R), with P and R over distinct answers.

    Parameters
    ----------
    gains : sequence of bool
        n values, best rank first: right and not a repeat.
    returned : int
        Non-empty answers.
    known : int
        R, the distinct right answers to be found.

    Returns
    -------
    float
        In [0, 1], higher is better; 0 if nothing was found.

    References
    ----------
    Voorhees, Overview of the TREC 2003 Question Answering Track, 2003.

    Examples
    --------
    >>> list_f([True, False, True], 3, 4) == 4 / 7
    True
    """
    found = sum(gains)
    return 2 * found / (returned + known) if found else 0.0
