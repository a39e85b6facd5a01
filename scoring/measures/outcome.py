"""What a measure sees of one question: plain values, whatever the kind of answer."""

from typing import NamedTuple


class Outcome(NamedTuple):
    """One question's answers turned into rights and wrongs.

    Parameters
    ----------
    right : tuple of bool
        n values, best rank first; a rank without an answer is wrong.
    gains : tuple of bool
        n values, best rank first: right, and on list questions the first occurrence of its
        distinct answer.
    known : int
        R, the distinct right answers to be found; never below the gains.
    returned : int
        Non-empty answers.
    confidence : float or None
        Of the answer at rank 1; None if there is no such answer or it states none.
    """

    right: tuple[bool, ...] = ()
    gains: tuple[bool, ...] = ()
    known: int = 0
    returned: int = 0
    confidence: float | None = None
