"""What a pool costs: decisions to expect, what each depth adds, what runs have in common."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterable, Sequence
from typing import NamedTuple

from judging.judgment_format import Kind


class Given(NamedTuple):
    """One string or passage that a run gave; ``item`` names its answer group or passage unit."""

    run: int
    rank: int
    kind: Kind
    item: Hashable
    document: str


class Depth(NamedTuple):
    """The pool down to a rank: its groups, their documents, its passages, decisions to expect."""

    depth: int
    groups: int
    units: int
    passages: int
    decisions: int


def expected_decisions(groups: int, units: int, passages: int, right_share: float) -> float:
    """Return how many decisions answer groups and passages are expected to take.

    Parameters
    ----------
    groups : int
        Number of answer groups.
    units : int
        Number of documents in which they were given, added up over the groups.
    passages : int
        Number of passage units.
    right_share : float
        Share of strings that are right or inexact, 0 to 1: only these ask for their support in
        each document, and the first decision settles the first document.

    Examples
    --------
    >>> expected_decisions(2, 4, 2, right_share=0.5)
    5.0
    """
    return passages + groups + right_share * (units - groups)


def cost_by_depth(given: Sequence[Given], depths: Iterable[int], right_share: float) -> list[Depth]:
    """Return what pools down to each of several ranks hold and cost.

    Parameters
    ----------
    given : sequence of Given
    depths : iterable of int
        Ranks, from 1 on.
    right_share : float
        As in `expected_decisions`.

    Examples
    --------
    >>> rows = [Given(1, 1, Kind.ANSWER, "nantes", "D1"), Given(1, 2, Kind.ANSWER, "tours", "D1")]
    >>> [(one.depth, one.groups) for one in cost_by_depth(rows, [1, 2], 0.5)]
    [(1, 1), (2, 2)]
    """
    costs = []
    for depth in depths:
        documents: dict[Hashable, set[str]] = defaultdict(set)
        passages: set[Hashable] = set()
        for one in given:
            if one.rank > depth:
                continue
            if one.kind is Kind.PASSAGE:
                passages.add(one.item)
            else:
                documents[one.item].add(one.document)
        groups, units = len(documents), sum(map(len, documents.values()))
        decisions = expected_decisions(groups, units, len(passages), right_share)
        costs.append(Depth(depth, groups, units, len(passages), round(decisions)))
    return costs


def shares_in_common(given: Iterable[Given]) -> dict[tuple[int, int], float]:
    """Return for each two runs the share of the first one's units that the second gave too.

    A unit is an answer group in a document, or a passage. Not symmetric: a long run holds most of
    a short one, and the short one little of it. A run without units has no row.

    Examples
    --------
    >>> one = [Given(1, 1, Kind.ANSWER, "nantes", "D1"), Given(1, 2, Kind.ANSWER, "tours", "D1")]
    >>> shares_in_common([*one, Given(2, 1, Kind.ANSWER, "tours", "D1")])
    {(1, 2): 0.5, (2, 1): 1.0}
    """
    units: dict[int, set[Hashable]] = defaultdict(set)
    for one in given:
        units[one.run].add((one.kind, one.item, one.document))
    return {
        (first, second): len(own & other) / len(own)
        for first, own in sorted(units.items())
        for second, other in sorted(units.items())
        if first != second
    }
