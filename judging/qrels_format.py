"""Relevance of documents as trec_eval reads it: `qid 0 docno rel`."""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import NamedTuple

from campaign.formats.identifiers import NIL
from campaign.formats.problems import ProblemList, error, warning
from campaign.formats.tables import Unwritable
from judging.judgment_format import JudgmentLine, Kind, Label, QuestionCheck
from judging.labels import Policy, final_label

COLUMNS = ("question", "iteration", "document", "relevance")
GREATEST_RELEVANCE = 127
"""What trec_eval can hold; -127 is the least."""
_WORD = re.compile(r"[^ \t]+")
_NUMBER = re.compile(r"[-+]?[0-9]{1,3}")
_STRICT = frozenset({Label.CORRECT})


class Relevance(NamedTuple):
    """How relevant a document is to a question, as written in the file."""

    line: int
    question: str
    document: str
    relevance: int


type Passages = Mapping[tuple[str, str], Collection[str]]
"""Texts of the passages that runs gave, by question and document."""


def split_lines(text: str) -> list[str]:
    r"""Return the lines of a file, with LF or CRLF between them.

    >>> split_lines("a\r\nb\u2028c\n\n")
    ['a', 'b\u2028c']
    """
    lines = [line.removesuffix("\r") for line in text.split("\n")]
    while lines and not lines[-1]:
        lines.pop()
    return lines


def as_word(value: str) -> str:
    """Return an identifier that can stand between blanks.

    Raises
    ------
    Unwritable
        If it is empty or holds white space.

    Examples
    --------
    >>> as_word("LEMONDE94-002276")
    'LEMONDE94-002276'
    """
    if not value or any(map(str.isspace, value)):
        raise Unwritable(value)
    return value


def parse_qrels(text: str, problems: ProblemList, *, questions: Collection[str]) -> list[Relevance]:
    r"""Read qrels: four columns between blanks, of which the second is passed over.

    Lines that start with # are comments. The relevance is a whole number from -127 to 127.

    Parameters
    ----------
    text : str
    problems : ProblemList
        Takes what is wrong.
    questions : container
        Identifiers of the task's questions.

    Returns
    -------
    list of Relevance
        In file order, repeats left out; none if the problems refuse the file.

    Examples
    --------
    >>> parse_qrels("GB1 0 D1 1\n", ProblemList(), questions={"GB1"})
    [Relevance(line=1, question='GB1', document='D1', relevance=1)]
    """
    relevances = _QrelsReader(split_lines(text), questions, problems).read()
    return [] if problems.refuses else relevances


def judgments_of(
    relevances: Iterable[Relevance], passages: Passages, *, assessor: str, problems: ProblemList
) -> list[JudgmentLine]:
    r"""Return what relevances say of passages: each has the label of its document.

    A passage of a document whose relevance is 1 or more is correct, one of another incorrect. A
    document that no passage comes from gets a warning, once for all of them.

    Examples
    --------
    >>> relevance = Relevance(1, "GB1", "D1", 1)
    >>> found = judgments_of([relevance], {("GB1", "D1"): ["Angers"]}, assessor="nist",
    ...                      problems=ProblemList())
    >>> found[0].text, found[0].label
    ('Angers', <Label.CORRECT: 'correct'>)
    """
    judgments: list[JudgmentLine] = []
    idle: list[Relevance] = []
    for one in relevances:
        label = Label.CORRECT if one.relevance > 0 else Label.INCORRECT
        texts = passages.get((one.question, one.document), ())
        if not texts:
            idle.append(one)
        judgments += [
            JudgmentLine(one.line, one.question, Kind.PASSAGE, one.document, text, assessor, label)
            for text in texts
        ]
    if idle:
        first, said = idle[0], {"documents": len(idle)}
        problems.add(
            warning(
                "document-without-passages",
                first.line,
                question=first.question,
                found=first.document,
                parameters=said,
            )
        )
    return judgments


class _QrelsReader:
    def __init__(self, lines: list[str], questions: Collection[str], problems: ProblemList) -> None:
        self._lines = lines
        self._problems = problems
        self._check = QuestionCheck(questions, problems)
        self._seen: dict[tuple[str, str], Relevance] = {}

    def read(self) -> list[Relevance]:
        for number, line in enumerate(self._lines, 1):
            if line.startswith("#"):
                continue
            cells = _WORD.findall(line)
            if len(cells) == len(COLUMNS):
                self._read_cells(number, cells)
            else:
                self._refuse_width(number, cells)
        self._check.report(self)
        return list(self._seen.values())

    def place(self, line: int, name: str) -> int:
        """Return the 1-based character at which a named cell of a line starts."""
        starts = [found.start() + 1 for found in _WORD.finditer(self._lines[line - 1])]
        return starts[COLUMNS.index(name)]

    def _read_cells(self, number: int, cells: list[str]) -> None:
        question, _, document, relevance = cells
        self._check.note(number, question)
        written = int(relevance) if _NUMBER.fullmatch(relevance) else None
        if written is None or abs(written) > GREATEST_RELEVANCE:
            self._refuse("relevance-not-a-number", number, question, relevance)
            return
        read = Relevance(number, question, document, written)
        first = self._seen.setdefault((question, document), read)
        if first is read:
            return
        if first.relevance != written:
            before = str(first.relevance)
            self._refuse(
                "contradicting-relevance",
                number,
                question,
                relevance,
                first=first.line,
                before=before,
            )
            return
        column = self.place(number, "document")
        said = {"first": first.line}
        self._problems.add(
            warning("repeated-judgment", number, column=column, question=question, parameters=said)
        )

    def _refuse(
        self, code: str, line: int, question: str, found: str, /, **rest: str | int
    ) -> None:
        column = self.place(line, "relevance")
        self._problems.add(
            error(code, line, column=column, question=question, found=found, parameters=rest)
        )

    def _refuse_width(self, number: int, cells: list[str]) -> None:
        if not cells:
            self._problems.add(warning("blank-line", number))
            return
        said: dict[str, str | int] = {"expected": len(COLUMNS), "columns": ", ".join(COLUMNS)}
        said["wording"] = "too-many" if len(cells) > len(COLUMNS) else "between-blanks"
        found = str(len(cells))
        self._problems.add(error("column-count", number, found=found, parameters=said))


def relevances_of(
    judgments: Iterable[JudgmentLine],
    policy: Policy = Policy.MAJORITY,
    right: Collection[Label] = _STRICT,
) -> list[Relevance]:
    """Return which documents are relevant by the judgments of their answers and passages.

    A document is relevant to a question, 1, if any of its texts is right, and not relevant, 0, if
    its texts were judged and none is. Left out are documents whose texts are all undecided,
    judgments that name no document, and NIL.

    Parameters
    ----------
    judgments : iterable of JudgmentLine
    policy : Policy
        Which label counts when several assessors labelled one text.
    right : collection of Label

    Returns
    -------
    list of Relevance
        In order of first appearance.

    Examples
    --------
    >>> line = JudgmentLine(1, "GB1", Kind.ANSWER, "D1", "Angers", "a1", Label.CORRECT)
    >>> relevances_of([line, line._replace(text="Tours", label=Label.INCORRECT)])
    [Relevance(line=1, question='GB1', document='D1', relevance=1)]
    """
    units: dict[tuple[str, str, Kind, str], list[tuple[str, Label]]] = {}
    for judgment in judgments:
        unit = (judgment.question, judgment.document, judgment.kind, judgment.text)
        units.setdefault(unit, []).append((judgment.assessor, judgment.label))
    found: dict[tuple[str, str], int] = {}
    for (question, document, _, _), labels in units.items():
        label = final_label(labels, policy)
        if label is not None and document not in {"", NIL}:
            before = found.get((question, document), 0)
            found[question, document] = max(before, int(label in right))
    return [
        Relevance(line, question, document, relevance)
        for line, ((question, document), relevance) in enumerate(found.items(), 1)
    ]


def write_qrels(relevances: Iterable[Relevance]) -> Iterator[str]:
    r"""Yield the lines of a qrels file.

    Raises
    ------
    Unwritable
        If an identifier holds white space.

    Examples
    --------
    >>> list(write_qrels([Relevance(1, "GB1", "D1", 1)]))
    ['GB1 0 D1 1\n']
    """
    for relevance in relevances:
        question, document = as_word(relevance.question), as_word(relevance.document)
        yield f"{question} 0 {document} {relevance.relevance}\n"
