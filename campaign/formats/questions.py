"""The question file: one question a line, `formats.md` § Native files."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from enum import StrEnum
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

from campaign.formats.archives import FILE_LIMIT
from campaign.formats.encodings import read_upload
from campaign.formats.identifiers import identifier_problem
from campaign.formats.problems import Problem, ProblemList, error, warning
from campaign.formats.tables import Layout, Table, format_line, join_values, split_values

LAYOUT = Layout(
    ("id", "type", "answer_type", "text", "expected_count", "language"),
    ("tags", "known_answers", "nil"),
    limits={
        "id": 100,
        "answer_type": 100,
        "text": 10_000,
        "language": 20,
        "tags": 1_000,
    },
)
MOST_EXPECTED = 9_999
MOST_LINES = 100_000
"""Lines allowed: the largest sets of questions that are known have fewer."""
_LANGUAGE = re.compile(r"[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*")
_FLAGS = {"": False, "0": False, "1": True}


class QuestionType(StrEnum):
    """The four types of EQueR."""

    FACTUAL = "factual"
    LIST = "list"
    DEFINITION = "definition"
    YES_NO = "yes-no"


_TYPES = {kind.value: kind for kind in QuestionType}
_LOOSE_TYPES = {
    "yesno": QuestionType.YES_NO,
    "boolean": QuestionType.YES_NO,
    "ouinon": QuestionType.YES_NO,
    "factoid": QuestionType.FACTUAL,
    "simple": QuestionType.FACTUAL,
    "factuelle": QuestionType.FACTUAL,
    "liste": QuestionType.LIST,
    "définition": QuestionType.DEFINITION,
}


class QuestionLine(NamedTuple):
    """One question as written in the file."""

    line: int
    identifier: str
    type: QuestionType
    answer_type: str
    text: str
    expected_count: int | None
    language: str
    tags: tuple[str, ...]
    known_answers: tuple[str, ...]
    nil: bool


class QuestionFile(NamedTuple):
    """The questions of a file, none if its problems refuse it."""

    questions: list[QuestionLine]
    problems: ProblemList


def read_questions(
    source: BinaryIO | Path,
    *,
    name: str,
    accept_windows_1252: bool = False,
    limit: int = FILE_LIMIT,
) -> QuestionFile:
    r"""Read a question file.

    Parameters
    ----------
    source : binary file or path
        Plain, gzip, or a zip holding one file.
    name : str
        Name of the file.
    accept_windows_1252 : bool
        Whether the uploader confirmed that reading.
    limit : int
        Unpacked bytes allowed.

    Returns
    -------
    QuestionFile
        Questions in file order, and every problem found.

    Examples
    --------
    >>> import io
    >>> line = "GB1\tfactual\tplace\tOù est Angoulême ?\t\tfr\n"
    >>> file = read_questions(io.BytesIO(line.encode()), name="q.tsv")
    >>> file.questions[0].type, file.problems.refuses
    (<QuestionType.FACTUAL: 'factual'>, False)
    """
    text, problems = read_upload(
        source,
        name=name,
        accept_windows_1252=accept_windows_1252,
        limit=limit,
        most_lines=MOST_LINES,
    )
    table = Table(text, LAYOUT, problems)
    reader = _QuestionReader(problems, table)
    questions = [reader.read(line, cells) for line, cells in table.records(reader.read_misfit)]
    if not questions and not problems.refuses:
        problems.add(error("no-records", found=name))
    return QuestionFile([] if problems.refuses else questions, problems)


class _QuestionReader:
    def __init__(self, problems: ProblemList, table: Table) -> None:
        self._problems = problems
        self._table = table
        self._first_lines: dict[str, int] = {}

    def read(self, line: int, cells: tuple[str, ...]) -> QuestionLine:
        identifier, kind, answer_type, text, expected, language, tags, known, nil = cells
        self._check_identifier(line, identifier)
        if not text.strip():
            self._note(error, "missing-text", line, "text", question=identifier)
        if language and not _LANGUAGE.fullmatch(language):
            self._note(
                warning, "language-not-a-tag", line, "language", question=identifier, found=language
            )
        return QuestionLine(
            line=line,
            identifier=identifier,
            type=self._type(line, identifier, kind),
            answer_type=answer_type,
            text=text,
            expected_count=self._expected_count(line, identifier, expected, kind),
            language=language,
            tags=split_values(tags),
            known_answers=split_values(known),
            nil=self._nil(line, identifier, nil, known),
        )

    def read_misfit(self, line: int, cells: Mapping[str, str]) -> None:
        """Look at what a line with too few or too many cells says for certain: who it is."""
        if "id" in cells:
            self._check_identifier(line, cells["id"])

    def _note(
        self, severity: Callable[..., Problem], code: str, line: int, cell: str, **rest: Any
    ) -> None:
        if cell in self._table.lacking:
            return
        column = self._table.place(line, cell)
        self._problems.add(severity(code, line, column=column, **rest))

    def _check_identifier(self, line: int, identifier: str) -> None:
        if "id" in self._table.lacking:
            return
        problem = identifier_problem(identifier, line)
        if problem is not None:
            self._problems.add(replace(problem, column=self._table.place(line, "id")))
            return
        first = self._first_lines.setdefault(identifier, line)
        if first != line:
            parameters = {"first": first}
            self._note(
                error, "repeated-identifier", line, "id", found=identifier, parameters=parameters
            )

    def _type(self, line: int, identifier: str, kind: str) -> QuestionType:
        if kind in _TYPES:
            return _TYPES[kind]
        loose = re.sub(r"[\W_]", "", kind.casefold())
        meant = _LOOSE_TYPES.get(loose) or _TYPES.get(loose)
        self._note(
            error,
            "unknown-type",
            line,
            "type",
            question=identifier,
            found=kind,
            parameters={"wording": "suggestion", "suggestion": meant.value} if meant else {},
        )
        return QuestionType.FACTUAL

    def _expected_count(self, line: int, identifier: str, expected: str, kind: str) -> int | None:
        if not expected:
            return None
        at: dict[str, Any] = {"question": identifier, "found": expected}
        digits = expected.lstrip("0") if expected.isascii() and expected.isdigit() else ""
        if not digits:
            self._note(error, "expected-count-not-a-number", line, "expected_count", **at)
            return None
        # Compared by its length first: Python refuses to read a number of thousands of digits.
        if len(digits) > len(str(MOST_EXPECTED)) or int(digits) > MOST_EXPECTED:
            at["parameters"] = {"limit": MOST_EXPECTED}
            self._note(error, "expected-count-too-large", line, "expected_count", **at)
            return None
        if kind != QuestionType.LIST and "type" not in self._table.lacking:
            self._note(warning, "expected-count-not-a-list", line, "expected_count", **at)
        return int(digits)

    def _nil(self, line: int, identifier: str, nil: str, known: str) -> bool:
        if nil not in _FLAGS:
            self._note(error, "nil-not-a-flag", line, "nil", question=identifier, found=nil)
        flag = _FLAGS.get(nil, False)
        if flag and split_values(known):
            self._note(
                error,
                "nil-with-known-answers",
                line,
                "known_answers",
                question=identifier,
                found=known,
            )
        return flag


def write_questions(questions: Iterable[QuestionLine]) -> Iterator[str]:
    r"""Yield the lines of a question file, header first; reading them gives the same questions.

    Raises
    ------
    Unwritable
        If a value holds a tab or a line break.

    Examples
    --------
    >>> next(write_questions([]))
    'id\ttype\tanswer_type\ttext\texpected_count\tlanguage\ttags\tknown_answers\tnil\n'
    """
    yield format_line(LAYOUT.columns)
    for question in questions:
        yield format_line(
            [
                question.identifier,
                question.type.value,
                question.answer_type,
                question.text,
                "" if question.expected_count is None else str(question.expected_count),
                question.language,
                join_values(question.tags),
                join_values(question.known_answers),
                "1" if question.nil else "0",
            ]
        )
