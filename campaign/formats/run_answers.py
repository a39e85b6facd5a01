"""The answers of a run file: one by one, or column by column."""

from collections.abc import Sequence
from itertools import starmap
from typing import NamedTuple


class AnswerLine(NamedTuple):
    """One ranked answer as written in the file."""

    line: int
    question: str
    rank: int
    document: str
    short_answer: str
    passage: str
    confidence: float | None


class AnswerColumns(NamedTuple):
    """The answers of a file, column by column: what is true of all costs a pass or two."""

    lines: Sequence[int]
    questions: Sequence[str]
    ranks: Sequence[int]
    documents: Sequence[str]
    short_answers: Sequence[str]
    passages: Sequence[str]
    confidences: Sequence[float | None]

    @classmethod
    def of(cls, answers: Sequence[AnswerLine]) -> "AnswerColumns":
        """Return the columns of some answers."""
        return cls(*zip(*answers, strict=True)) if answers else cls(*[()] * len(cls._fields))

    def answers(self) -> list[AnswerLine]:
        """Return the answers one by one, in file order."""
        return list(starmap(AnswerLine, zip(*self, strict=True)))

    def part(self, start: int, stop: int) -> "AnswerColumns":
        """Return the answers from one place to another."""
        return AnswerColumns._make(column[start:stop] for column in self)
