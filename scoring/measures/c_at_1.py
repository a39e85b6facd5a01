"""c@1: accuracy that rewards leaving a question unanswered over answering it wrongly."""

from collections.abc import Sequence


def c_at_1(right: Sequence[bool], answered: Sequence[bool]) -> list[float]:
    """Return each question's part of c@1; their mean is the measure.

    Parameters
    ----------
    right : sequence of bool
        Q values: whether the question's answer at rank 1 is right.
    answered : sequence of bool
        Q values: whether the question has a non-empty answer.

    Returns
    -------
    list of float
        Q values in [0, 1], higher is better; their mean is (n_R + n_U·n_R/n)/n.

    References
    ----------
    Peñas and Rodrigo, A Simple Measure to Assess Non-response, ACL 2011.

    Examples
    --------
    >>> parts = c_at_1([True, False, False, False], [True, True, False, False])
    >>> sum(parts) / 4
    0.375
    """
    accuracy = sum(right) / len(right) if right else 0.0
    return [
        float(is_right) if is_answered else accuracy
        for is_right, is_answered in zip(right, answered, strict=True)
    ]
