"""The judgments file: one label of one assessor a line, `formats.md` § Native files."""

from collections.abc import Container, Iterable, Iterator
from enum import StrEnum
from pathlib import Path
from typing import BinaryIO, NamedTuple

from campaign.formats.encodings import read_upload
from campaign.formats.identifiers import NIL, resembling
from campaign.formats.problems import ProblemList, error, warning
from campaign.formats.tables import Layout, Table, format_line, join_values, split_values

LAYOUT = Layout(
    ("question", "kind", "document", "text", "assessor", "label"),
    ("distinct",),
    limits={"assessor": 60},
)
ADJUDICATION = "adjudication"
"""The assessor whose label is the adjudicated one."""
_NO_LABELS = frozenset({"", "nan", "null", "none"})


class Kind(StrEnum):
    """What is judged: the short answer or the passage."""

    ANSWER = "answer"
    PASSAGE = "passage"


class Label(StrEnum):
    """The four labels of EQueR, best first; passages know the first and the last only."""

    CORRECT = "correct"
    INEXACT = "inexact"
    UNSUPPORTED = "unsupported"
    INCORRECT = "incorrect"


_KINDS = {kind.value: kind for kind in Kind}
_LABELS = {label.value: label for label in Label}
_PASSAGE_LABELS = frozenset({Label.CORRECT, Label.INCORRECT})
_LOOSE_LABELS = {
    "right": Label.CORRECT,
    "wrong": Label.INCORRECT,
    "notsupported": Label.UNSUPPORTED,
    "nonjustifié": Label.UNSUPPORTED,
}


class JudgmentLine(NamedTuple):
    """One label as written in the file."""

    line: int
    question: str
    kind: Kind
    document: str
    text: str
    assessor: str
    label: Label
    distinct: tuple[str, ...] = ()


class JudgmentFile(NamedTuple):
    """The judgments of a file, none if its problems refuse it."""

    judgments: list[JudgmentLine]
    problems: ProblemList


def read_judgments(
    source: BinaryIO | Path,
    *,
    name: str,
    questions: Container[str],
    accept_windows_1252: bool = False,
) -> JudgmentFile:
    r"""Read a judgments file.

    Parameters
    ----------
    source : binary file or path
        Plain, gzip, or a zip holding one file.
    name : str
        Name of the file.
    questions : container
        Identifiers of the task's questions.
    accept_windows_1252 : bool
        Whether the uploader confirmed that reading.

    Returns
    -------
    JudgmentFile
        Judgments in file order, repeats and lines without a label left out, and every problem.

    Examples
    --------
    >>> import io
    >>> line = b"GB1\tanswer\tD1\tAngers\ta1\tcorrect\n"
    >>> read_judgments(io.BytesIO(line), name="j.tsv", questions={"GB1"}).judgments[0].label
    <Label.CORRECT: 'correct'>
    """
    text, problems = read_upload(source, name=name, accept_windows_1252=accept_windows_1252)
    table = Table(text, LAYOUT, problems)
    reader = _JudgmentReader(questions, problems, table)
    judgments = [reader.read(line, cells) for line, cells in table.records()]
    reader.report_unknown_questions()
    if table.columns and not judgments:
        problems.add(error("no-records", found=name))
    kept = [] if problems.refuses else [judgment for judgment in judgments if judgment]
    return JudgmentFile(kept, problems)


class _JudgmentReader:
    def __init__(self, questions: Container[str], problems: ProblemList, table: Table) -> None:
        self._questions = questions
        self._problems = problems
        self._table = table
        self._known: set[str] = set()
        self._unknown: dict[str, list[int]] = {}
        self._seen: dict[tuple[str, ...], tuple[int, str, str]] = {}

    def read(self, line: int, cells: tuple[str, ...]) -> JudgmentLine | None:
        question, kind_cell, document, text, assessor, label_cell, distinct_cell = cells
        self._note_question(line, question)
        kind = self._kind(line, question, kind_cell)
        label = self._label(line, question, label_cell, kind)
        names = split_values(distinct_cell)
        if not self._check_text(line, question, document, text):
            return None
        if not assessor.strip():
            self._refuse("missing-assessor", line, question, "assessor", assessor)
        if kind is Kind.ANSWER and len(names) > 1:
            self._refuse("several-distinct", line, question, "distinct", distinct_cell)
        if kind is None or label is None or self._is_repeated(line, cells):
            return None
        return JudgmentLine(line, question, kind, document, text, assessor, label, names)

    def report_unknown_questions(self) -> None:
        """Say each unknown question once, or one problem if none is known."""
        unknown = list(self._unknown)
        if unknown and not self._known:
            parameters: dict[str, str | int] = {"wording": "none-in-task", "unknown": len(unknown)}
            self._problems.add(
                error("unknown-question", found=", ".join(unknown[:2]), parameters=parameters)
            )
            return
        for question, lines in self._unknown.items():
            near = resembling(question, self._questions)
            parameters = {"lines": len(lines)}
            if near is not None:
                parameters |= {"wording": "suggestion", "suggestion": near}
            self._refuse("unknown-question", lines[0], question, "question", question, **parameters)

    def _note_question(self, line: int, question: str) -> None:
        if question in self._known:
            return
        if question in self._questions:
            self._known.add(question)
        else:
            self._unknown.setdefault(question, []).append(line)

    def _kind(self, line: int, question: str, cell: str) -> Kind | None:
        if cell not in _KINDS:
            self._refuse("unknown-kind", line, question, "kind", cell)
        return _KINDS.get(cell)

    def _label(self, line: int, question: str, cell: str, kind: Kind | None) -> Label | None:
        label = _LABELS.get(cell)
        if label is None:
            self._say_label(line, question, cell)
        elif kind is Kind.PASSAGE and label not in _PASSAGE_LABELS:
            self._refuse("label-not-for-passages", line, question, "label", cell)
        return label

    def _say_label(self, line: int, question: str, cell: str) -> None:
        loose = cell.strip().casefold()
        if loose in _NO_LABELS:
            self._problems.add(
                warning(
                    "no-label",
                    line,
                    column=self._table.place(line, "label"),
                    question=question,
                    found=cell,
                )
            )
            return
        letters = "".join(filter(str.isalpha, loose))
        meant = _LABELS.get(letters) or _LOOSE_LABELS.get(letters)
        parameters = {"wording": "suggestion", "suggestion": meant.value} if meant else {}
        self._refuse("unknown-label", line, question, "label", cell, **parameters)

    def _check_text(self, line: int, question: str, document: str, text: str) -> bool:
        if text.strip():
            return True
        if document == NIL:
            # Whether NIL is right follows from the question, never from an assessor.
            self._problems.add(
                warning(
                    "nil-judgment",
                    line,
                    column=self._table.place(line, "text"),
                    question=question,
                )
            )
        else:
            self._refuse("missing-text", line, question, "text", text)
        return False

    def _is_repeated(self, line: int, cells: tuple[str, ...]) -> bool:
        key, label, distinct = cells[:5], cells[5], cells[6]
        first_line, first_label, first_distinct = self._seen.setdefault(
            key, (line, label, distinct)
        )
        if first_line == line:
            return False
        parameters: dict[str, str | int] = {"first": first_line}
        if label == first_label and distinct == first_distinct:
            self._problems.add(
                warning(
                    "repeated-judgment",
                    line,
                    column=self._table.place(line, "text"),
                    question=cells[0],
                    parameters=parameters,
                )
            )
            return True
        parameters["before"] = " ".join(filter(None, (first_label, first_distinct)))
        found = " ".join(filter(None, (label, distinct)))
        self._refuse("contradicting-judgment", line, cells[0], "label", found, **parameters)
        return True

    def _refuse(
        self, code: str, line: int, question: str, column: str, found: str, /, **rest: str | int
    ) -> None:
        place = self._table.place(line, column)
        self._problems.add(
            error(code, line, column=place, question=question, found=found, parameters=rest)
        )


def write_judgments(judgments: Iterable[JudgmentLine]) -> Iterator[str]:
    r"""Yield the lines of a judgments file, header first; reading them gives the same judgments.

    Raises
    ------
    Unwritable
        If a value holds a tab or a line break.

    Examples
    --------
    >>> line = JudgmentLine(2, "GB1", Kind.ANSWER, "D1", "RFA", "a1", Label.CORRECT, ("Germany",))
    >>> list(write_judgments([line]))[1]
    'GB1\tanswer\tD1\tRFA\ta1\tcorrect\tGermany\n'
    """
    yield format_line(LAYOUT.columns)
    for judgment in judgments:
        yield format_line(
            [
                judgment.question,
                judgment.kind.value,
                judgment.document,
                judgment.text,
                judgment.assessor,
                judgment.label.value,
                join_values(judgment.distinct),
            ]
        )
