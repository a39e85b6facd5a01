"""Confidence-weighted score of TREC 2002."""

from collections.abc import Sequence
from itertools import groupby
from math import inf


def confidence_weighted(right: Sequence[bool], confidences: Sequence[float | None]) -> list[float]:
    """Return each question's part of the confidence-weighted score; their mean is the measure.

    Questions are sorted by confidence, surest first; the i-th adds (right in the first i)/i.
    Questions of equal confidence share the mean over all their orders, so the score does not
    depend on the order of the file.

    Parameters
    ----------
    right : sequence of bool
        Q values: whether the question's answer at rank 1 is right.
    confidences : sequence of float or None
        Q values; None (no answer) comes last.

    Returns
    -------
    list of float
        Q values in [0, 1], in the order given, higher is better.

    References
    ----------
    Voorhees, Overview of the TREC 2002 Question Answering Track, 2002.

    Examples
    --------
    >>> parts = confidence_weighted([True, False, True, True], [0.9, 0.8, 0.7, 0.6])
    >>> sum(parts) / 4 == 35 / 48
    True
    """
    parts = [0.0] * len(right)
    trust = [-inf if confidence is None else confidence for confidence in confidences]
    order = sorted(range(len(right)), key=lambda index: -trust[index])
    before = 0
    position = 0
    for _, tied in groupby(order, key=lambda index: trust[index]):
        members = list(tied)
        share = sum(right[index] for index in members) / len(members)
        values = [
            (before + share * step) / (position + step) for step in range(1, len(members) + 1)
        ]
        mean = sum(values) / len(values)
        for index in members:
            parts[index] = mean
        before += sum(right[index] for index in members)
        position += len(members)
    return parts
