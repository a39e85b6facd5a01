"""Grouping what all runs returned into the units that assessors judge."""

from collections.abc import Iterable
from typing import NamedTuple

from campaign.formats.identifiers import NIL
from judging.answer_matching import matching_key


class Occurrence(NamedTuple):
    """One answer of one run; which run is left out on purpose."""

    question: str
    document: str
    short_answer: str
    passage: str


class PassageUnit(NamedTuple):
    """Passages of one document that count as the same; `variants` are the raw texts, sorted."""

    question: str
    document: str
    key: str
    variants: tuple[str, ...]


class AnswerGroup(NamedTuple):
    """Answers to one question that count as the same string.

    `variants` are the raw texts, `documents` the documents they were given with, `passages` the
    (document, key of the passage) they were given with; all sorted.
    """

    question: str
    key: str
    variants: tuple[str, ...]
    documents: tuple[str, ...]
    passages: tuple[tuple[str, str], ...]


class PooledUnits(NamedTuple):
    """What is to be judged, sorted by question and key: the order tells nothing of the runs."""

    groups: list[AnswerGroup]
    passages: list[PassageUnit]


def pool_answers(occurrences: Iterable[Occurrence]) -> PooledUnits:
    """Group answers and passages by their matching key, within each question.

    Empty answers and NIL are not pooled; an answer without passage, or a passage without short
    answer, is pooled for what it has.

    Parameters
    ----------
    occurrences : iterable of Occurrence
        Of all runs, in any order.

    Returns
    -------
    PooledUnits
        The same whatever the order of the occurrences.

    Examples
    --------
    >>> units = pool_answers([Occurrence("G1", "D1", "Angers", ""),
    ...                       Occurrence("G1", "D2", "angers.", "à Angers")])
    >>> units.groups[0].variants, units.groups[0].documents, len(units.passages)
    (('Angers', 'angers.'), ('D1', 'D2'), 1)
    """
    groups: dict[tuple[str, str], _Gathered] = {}
    passages: dict[tuple[str, str, str], set[str]] = {}
    for question, document, short_answer, passage in set(occurrences):
        if document == NIL:
            continue
        passage_key = ""
        if passage.strip():
            passage_key = matching_key(passage)
            passages.setdefault((question, document, passage_key), set()).add(passage)
        if short_answer.strip():
            group = groups.setdefault((question, matching_key(short_answer)), _Gathered())
            group.variants.add(short_answer)
            group.documents.add(document)
            if passage_key:
                group.passages.add((document, passage_key))
    return PooledUnits(
        groups=[group.finish(*unit) for unit, group in sorted(groups.items(), key=_by_unit)],
        passages=[
            PassageUnit(*unit, tuple(sorted(variants)))
            for unit, variants in sorted(passages.items())
        ],
    )


class _Gathered:
    def __init__(self) -> None:
        self.variants: set[str] = set()
        self.documents: set[str] = set()
        self.passages: set[tuple[str, str]] = set()

    def finish(self, question: str, key: str) -> AnswerGroup:
        return AnswerGroup(
            question,
            key,
            tuple(sorted(self.variants)),
            tuple(sorted(self.documents)),
            tuple(sorted(self.passages)),
        )


def _by_unit(item: tuple[tuple[str, str], _Gathered]) -> tuple[str, str]:
    return item[0]
