"""The lines of judgments as the QA tracks of TREC wrote them, whichever columns they have."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from campaign.formats.identifiers import NIL
from campaign.formats.problems import Problem, ProblemList, error, warning
from campaign.formats.tables import CELL_LIMIT, cell_start, value_too_long
from judging.judgment_format import Label

CODES = {
    "1": Label.CORRECT,
    "3": Label.INEXACT,
    "2": Label.UNSUPPORTED,
    "-1": Label.INCORRECT,
}
FLAGS = frozenset({"0", "1"})
_WORD = re.compile(r"[^ \t]+")
_RUN_MARK = "Q0"
_SAMPLE = 200


class Shape(NamedTuple):
    """The columns of a line, the text last."""

    columns: tuple[str, ...]

    def split(self, line: str) -> list[tuple[int, str]]:
        """Return (1-based start, cell) of as many columns as the line has.

        Between single tabs the text is taken as it is, between other blanks without those around.
        """
        width = len(self.columns)
        cells = line.split("\t")
        if len(cells) == width and all(map(_WORD.fullmatch, cells[:-1])):
            return [(cell_start(cells, place), cell) for place, cell in enumerate(cells)]
        words = [(found.start() + 1, found.group()) for found in _WORD.finditer(line)]
        if len(words) >= width:
            start = words[width - 1][0]
            words[width - 1 :] = [(start, line[start - 1 :].rstrip(" \t"))]
        return words

    def fits(self, line: str) -> bool:
        """Whether a line has the code, and the flag if there is one, where this shape has them."""
        cells = [cell for _, cell in self.split(line)]
        named = dict(zip(self.columns, cells, strict=False))
        if named.get("label") not in CODES or named.get("tag") == _RUN_MARK:
            return False
        if named.get("flag", "0") not in FLAGS:
            return False
        return len(cells) == len(self.columns) or (
            len(cells) == len(self.columns) - 1 and named["document"] == NIL
        )


MARKED = Shape(("question", "tag", "document", "label", "flag", "text"))
TAGGED = Shape(("question", "tag", "document", "label", "text"))
POOLED = Shape(("question", "document", "label", "text"))


def sample(lines: Iterable[str]) -> list[str]:
    """Return the first lines that hold something, by which a form is told."""
    kept = []
    for line in lines:
        if line.strip() and not line.startswith("#"):
            kept.append(line)
        if len(kept) == _SAMPLE:
            break
    return kept


def shape_of(lines: Sequence[str]) -> Shape:
    """Return the shape that the lines of a file have in common.

    >>> shape_of(["1.3 lexi1 D1 1 1 Angers", "1.3 lexi1 D1 1 x Tours"]) is MARKED
    True
    >>> shape_of(["1894 D1 -1 Denver", "1894 D1 1 1998"]) is POOLED
    True
    """
    tagged = sum(map(TAGGED.fits, lines))
    if tagged < sum(map(POOLED.fits, lines)):
        return POOLED
    # A marked line fits without the mark too: then 1 is the first word of an answer, or a slip in
    # one mark would change the texts of all other lines.
    return MARKED if 2 * sum(map(MARKED.fits, lines)) >= tagged else TAGGED


class TrecLines:
    """The lines of one file, all read in the shape that most of them have."""

    def __init__(self, lines: list[str], problems: ProblemList) -> None:
        self._lines = lines
        self._problems = problems
        self._shape = shape_of(sample(lines))

    def place(self, line: int, name: str) -> int:
        """Return the 1-based character at which a named cell of a line starts."""
        named = "tag" if name == "distinct" else name
        if named not in self._shape.columns:
            return 1
        split = self._shape.split(self._lines[line - 1])
        place = self._shape.columns.index(named)
        return split[place][0] if place < len(split) else len(self._lines[line - 1]) + 1

    def records(self) -> Iterator[tuple[int, Mapping[str, str]]]:
        """Yield (line number, cells by name)."""
        columns = self._shape.columns
        for number, line in enumerate(self._lines, 1):
            split = self._shape.split(line)
            if len(split) < len(columns) - 1:
                self._refuse_width(number, len(split))
                continue
            cells = [cell for _, cell in split]
            named = {"tag": "", "flag": "", "text": "", **dict(zip(columns, cells, strict=False))}
            self._problems.extend(self._length_problems(number, split))
            if "\t" in named["text"]:
                column = split[-1][0] + named["text"].index("\t")
                self._problems.add(
                    error("tab-in-text", number, column=column, question=named["question"])
                )
            yield number, named

    def _refuse_width(self, number: int, width: int) -> None:
        if not width:
            self._problems.add(warning("blank-line", number))
            return
        columns = self._shape.columns
        said: dict[str, str | int] = {"expected": len(columns), "columns": ", ".join(columns)}
        said["wording"] = "between-blanks"
        self._problems.add(error("column-count", number, found=str(width), parameters=said))

    def _length_problems(self, number: int, split: list[tuple[int, str]]) -> Iterator[Problem]:
        for column, cell in split:
            if len(cell) > CELL_LIMIT:
                yield value_too_long(cell, CELL_LIMIT, number, column=column)
