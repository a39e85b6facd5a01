"""The judgments file: one label of one assessor a line, `formats.md` § Native files."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from enum import StrEnum
from pathlib import Path
from typing import BinaryIO, ClassVar, NamedTuple, Protocol

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


FEWEST_LINES = 100_000
"""Lines that a judgments file of any task may have."""
LINES_OF_A_QUESTION = 1_000
"""Lines allowed for each question: one text may stand once for each run and each assessor."""
_KINDS = {kind.value: kind for kind in Kind}
_LABELS = {label.value: label for label in Label}
_PASSAGE_LABELS = frozenset({Label.CORRECT, Label.INCORRECT})
_LOOSE_LABELS = {
    "right": Label.CORRECT,
    "wrong": Label.INCORRECT,
    "notsupported": Label.UNSUPPORTED,
    "nonjustifié": Label.UNSUPPORTED,
}


def is_assessor_name(name: str) -> bool:
    r"""Whether a judgments file can hold a name in its column.

    >>> is_assessor_name("nist"), is_assessor_name("a\tb"), is_assessor_name(" ")
    (True, False, False)
    """
    return bool(name.strip()) and len(name) <= LAYOUT.limits["assessor"] and name.isprintable()


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
    questions: Collection[str],
    accept_windows_1252: bool = False,
) -> JudgmentFile:
    r"""Read a judgments file.

    Parameters
    ----------
    source : binary file or path
        Plain, gzip, or a zip holding one file.
    name : str
        Name of the file.
    questions : collection
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
    text, problems = read_upload(
        source,
        name=name,
        accept_windows_1252=accept_windows_1252,
        most_lines=most_lines(questions),
    )
    return parse_judgments(text, problems, name=name, questions=questions)


def most_lines(questions: Collection[str]) -> int:
    """Return how many lines a judgments file on these questions may have.

    >>> most_lines({"GB1"})
    100000
    """
    return max(FEWEST_LINES, LINES_OF_A_QUESTION * len(questions))


def parse_judgments(
    text: str, problems: ProblemList, *, name: str, questions: Collection[str]
) -> JudgmentFile:
    """Read judgments from a decoded file; `problems` holds what reading its bytes found."""
    table = Table(text, LAYOUT, problems)
    reader = JudgmentReader(questions, problems, table, lacking=table.lacking)
    judgments = [reader.read(line, cells) for line, cells in table.records()]
    reader.report_unknown_questions()
    if table.columns and not judgments:
        problems.add(error("no-records", found=name))
    kept = [] if problems.refuses else [judgment for judgment in judgments if judgment]
    return JudgmentFile(kept, problems)


class Places(Protocol):
    """Where the columns of a line start."""

    def place(self, line: int, name: str) -> int:
        """Return the 1-based character at which a named cell of a line starts."""


class QuestionCheck:
    """Collects the questions that a file names and a task does not know."""

    def __init__(self, questions: Collection[str], problems: ProblemList) -> None:
        self._questions = questions
        self._problems = problems
        self._known: set[str] = set()
        self._unknown: dict[str, list[int]] = {}

    def note(self, line: int, question: str) -> None:
        """Take in the question of one line."""
        if question in self._known:
            return
        if question in self._questions:
            self._known.add(question)
        else:
            self._unknown.setdefault(question, []).append(line)

    def report(self, places: Places) -> None:
        """Say each unknown question once, or one problem if none is known."""
        unknown = list(self._unknown)
        parameters: dict[str, str | int]
        if unknown and not self._known:
            parameters = {"wording": "none-in-task", "unknown": len(unknown)}
            self._problems.add(
                error("unknown-question", found=", ".join(unknown[:2]), parameters=parameters)
            )
            return
        for question, lines in self._unknown.items():
            near = resembling(question, self._questions)
            parameters = {"lines": len(lines)}
            if near is not None:
                parameters |= {"wording": "suggestion", "suggestion": near}
            self._problems.add(
                error(
                    "unknown-question",
                    lines[0],
                    column=places.place(lines[0], "question"),
                    question=question,
                    found=question,
                    parameters=parameters,
                )
            )


class JudgmentReader:
    """Turns the cells of a line into a judgment and says what is wrong with them.

    Another form of the file has other `labels` and says in its own words what is none.
    """

    labels: ClassVar[Mapping[str, Label]] = {label.value: label for label in Label}

    def __init__(
        self,
        questions: Collection[str],
        problems: ProblemList,
        places: Places,
        *,
        lacking: Collection[str] = (),
    ) -> None:
        self._problems = problems
        self._table = places
        self._lacking = lacking
        self._check = QuestionCheck(questions, problems)
        self._seen: dict[tuple[str, ...], tuple[int, str, str]] = {}

    def read(self, line: int, cells: tuple[str, ...]) -> JudgmentLine | None:
        """Return the judgment of a line, cells as in `LAYOUT`; None for a repeat or a problem."""
        question, kind_cell, document, text, assessor, label_cell, distinct_cell = cells
        if "question" not in self._lacking:
            self._check.note(line, question)
        kind = self._kind(line, question, kind_cell)
        label = self._label(line, question, label_cell, kind)
        names = split_values(distinct_cell)
        if not self._check_text(line, question, document, text):
            return None
        if not assessor.strip():
            self.refuse("missing-assessor", line, question, "assessor", assessor)
        if kind is Kind.ANSWER and len(names) > 1:
            self.refuse("several-distinct", line, question, "distinct", distinct_cell)
        if kind is None or label is None or self._lacking or self._is_repeated(line, cells):
            return None
        return JudgmentLine(line, question, kind, document, text, assessor, label, names)

    def report_unknown_questions(self) -> None:
        """Say each unknown question once, or one problem if none is known."""
        self._check.report(self._table)

    def _kind(self, line: int, question: str, cell: str) -> Kind | None:
        if cell not in _KINDS:
            self.refuse("unknown-kind", line, question, "kind", cell)
        return _KINDS.get(cell)

    def _label(self, line: int, question: str, cell: str, kind: Kind | None) -> Label | None:
        label = self.labels.get(cell)
        if label is None:
            self.say_label(line, question, cell)
        elif kind is Kind.PASSAGE and label not in _PASSAGE_LABELS:
            self.refuse("label-not-for-passages", line, question, "label", cell)
        return label

    def say_label(self, line: int, question: str, cell: str) -> None:
        """Say what is wrong with a cell that is no label."""
        loose = cell.strip().casefold()
        if loose in _NO_LABELS:
            self.warn("no-label", line, question, "label", cell)
            return
        letters = "".join(filter(str.isalpha, loose))
        meant = _LABELS.get(letters) or _LOOSE_LABELS.get(letters)
        parameters = {"wording": "suggestion", "suggestion": meant.value} if meant else {}
        self.refuse("unknown-label", line, question, "label", cell, **parameters)

    def _check_text(self, line: int, question: str, document: str, text: str) -> bool:
        if text.strip() or "text" in self._lacking:
            return True
        if document == NIL:
            # Whether NIL is right follows from the question, never from an assessor.
            self.warn("nil-judgment", line, question, "text")
        else:
            self.refuse("missing-text", line, question, "text", text)
        return False

    def _is_repeated(self, line: int, cells: tuple[str, ...]) -> bool:
        key, label, distinct = cells[:5], cells[5], cells[6]
        first_line, first_label, first_distinct = self._seen.setdefault(
            key, (line, label, distinct)
        )
        if first_line == line:
            return False
        if label == first_label and distinct == first_distinct:
            self.say_repeated(line, cells[0], first_line)
            return True
        before = " ".join(filter(None, (first_label, first_distinct)))
        found = " ".join(filter(None, (label, distinct)))
        self.refuse(
            "contradicting-judgment",
            line,
            cells[0],
            "label",
            found,
            first=first_line,
            before=before,
        )
        return True

    def say_repeated(self, line: int, question: str, first: int) -> None:
        """Say that a line repeats an earlier one."""
        self.warn("repeated-judgment", line, question, "text", first=first)

    def warn(
        self,
        code: str,
        line: int,
        question: str,
        column: str,
        found: str = "",
        /,
        **rest: str | int,
    ) -> None:
        """Add a warning about one cell."""
        if column in self._lacking:
            return
        place = self._table.place(line, column)
        self._problems.add(
            warning(code, line, column=place, question=question, found=found, parameters=rest)
        )

    def refuse(
        self, code: str, line: int, question: str, column: str, found: str, /, **rest: str | int
    ) -> None:
        """Add an error about one cell."""
        if column in self._lacking:
            return
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
