"""Judgments as the QA tracks of TREC wrote them, and which form a judgments file is in."""

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from enum import StrEnum
from pathlib import Path
from typing import BinaryIO, ClassVar
from urllib.parse import quote, unquote

from campaign.formats.archives import FILE_LIMIT
from campaign.formats.encodings import read_upload
from campaign.formats.identifiers import NIL
from campaign.formats.problems import Problem, ProblemList, error, warning
from campaign.formats.tables import (
    Unwritable,
    format_line,
    join_values,
)
from judging.answer_matching import matching_key
from judging.judgment_format import (
    ADJUDICATION,
    JudgmentFile,
    JudgmentLine,
    JudgmentReader,
    Kind,
    Label,
    most_lines,
    parse_judgments,
)
from judging.labels import Policy, final_label
from judging.qrels_format import Passages, as_word, judgments_of, parse_qrels, split_lines
from judging.trec_lines import CODES, FLAGS, TrecLines, sample, shape_of

ASSESSOR = "trec"
"""Under whose name judgments of a form that names no assessor are read."""
TAG = "pool"
"""The run tag that is written: a judgment belongs to no run."""
NO_DOCUMENT = "-"
"""How a judgment that holds for all documents is written."""
DISTINCT_TAG = "distinct:"
"""Begins a tag that names the distinct answer, percent-encoded; no run of NIST is called so."""
_CODE_OF = {label: code for code, label in CODES.items()}
_ENCODED = re.compile(r"[\s%]")
_QREL = re.compile(r"\s*\S+\s+(?:Q0|[0-9]+)\s+\S+\s+[-+]?[0-9]+\s*")
_KINDS = frozenset(Kind)
_LABELS = frozenset(Label)
_NATIVE_WIDTH = 6


class JudgmentForm(StrEnum):
    """The forms in which judgments are brought."""

    NATIVE = "native"
    TREC_QA = "trec-qa"
    QRELS = "qrels"


def detect_judgment_format(text: str) -> JudgmentForm:
    r"""Tell the form of a judgments file by its shape.

    Parameters
    ----------
    text : str
        The decoded file.

    Returns
    -------
    JudgmentForm
        NATIVE if no form is recognized: its reader says best what is wrong.

    Examples
    --------
    >>> detect_judgment_format("1.3 lexi1 NYT19981215.0192 1 1 Wittamer of Brussels\n")
    <JudgmentForm.TREC_QA: 'trec-qa'>
    >>> detect_judgment_format("1.3 pool D1 1 1 Antwerp\n1.3 pool D2 7 0 Brussels\n")
    <JudgmentForm.TREC_QA: 'trec-qa'>
    >>> detect_judgment_format("301 0 CR93E-10279 0\n")
    <JudgmentForm.QRELS: 'qrels'>
    >>> detect_judgment_format("GB1\tanswer\tD1\tAngers\ta1\tcorrect\n")
    <JudgmentForm.NATIVE: 'native'>
    """
    lines = sample(split_lines(text))
    natives = sum(map(_is_native, lines))
    qrels = sum(bool(_QREL.fullmatch(line)) for line in lines)
    answers = sum(map(shape_of(lines).fits, lines))
    most = max(qrels, answers)
    # Half of a small file may be wrong, and its reader says best where.
    if most == 0 or 2 * most < len(lines) or natives >= most:
        return JudgmentForm.NATIVE
    return JudgmentForm.QRELS if qrels >= answers else JudgmentForm.TREC_QA


def _is_native(line: str) -> bool:
    cells = line.split("\t")
    return len(cells) >= _NATIVE_WIDTH and cells[1] in _KINDS and cells[5] in _LABELS


def read_judgments_of_any_form(
    source: BinaryIO | Path,
    *,
    name: str,
    questions: Collection[str],
    assessor: str = ASSESSOR,
    kind: Kind = Kind.ANSWER,
    passages: Callable[[], Passages] | None = None,
    accept_windows_1252: bool = False,
    limit: int = FILE_LIMIT,
) -> JudgmentFile:
    r"""Read judgments: native, as in TREC QA, or qrels where passages are judged by document.

    Parameters
    ----------
    source : binary file or path
        Plain, gzip, or a zip holding one file.
    name : str
        Name of the file.
    questions : collection
        Identifiers of the task's questions.
    assessor : str
        Whose judgments they are; a native file says it itself.
    kind : Kind
        What was judged; a native file says it itself.
    passages : callable, optional
        Returns the passages that runs gave, on which qrels are laid. Without it, and for answers,
        qrels are refused: a relevant document does not say which of its strings are right.
    accept_windows_1252 : bool
        Whether the uploader confirmed that reading.
    limit : int
        Unpacked bytes allowed.

    Returns
    -------
    JudgmentFile

    Examples
    --------
    >>> import io
    >>> file = read_judgments_of_any_form(
    ...     io.BytesIO(b"301 0 CR93E-10279 0\n"), name="qrels", questions={"301"}
    ... )
    >>> [problem.code for problem in file.problems]
    ['relevance-of-documents']
    """
    text, problems = read_upload(
        source,
        name=name,
        accept_windows_1252=accept_windows_1252,
        limit=limit,
        most_lines=most_lines(questions),
    )
    form = detect_judgment_format(text)
    if form is JudgmentForm.NATIVE:
        return parse_judgments(text, problems, name=name, questions=questions)
    if form is JudgmentForm.QRELS:
        if passages is None or kind is Kind.ANSWER:
            problems.add(error("relevance-of-documents", found=name))
            return JudgmentFile([], problems)
        relevances = parse_qrels(text, problems, questions=questions)
        judgments = judgments_of(relevances, passages(), assessor=assessor, problems=problems)
        return JudgmentFile(judgments, problems)
    return _parse(text, problems, questions=questions, assessor=assessor, kind=kind)


def read_trec_judgments(
    source: BinaryIO | Path,
    *,
    name: str,
    questions: Collection[str],
    assessor: str = ASSESSOR,
    kind: Kind = Kind.ANSWER,
    accept_windows_1252: bool = False,
) -> JudgmentFile:
    r"""Read judgments as in TREC QA, parameters as in `read_judgments_of_any_form`.

    A line is `qid tag docno code distinct text` as in the judged lists of TREC 2005; `distinct`,
    or both it and `tag`, may be missing from all lines. Codes are -1 wrong, 1 right, 2 unsupported
    and 3 inexact. The tag is passed over, unless it names a distinct answer as
    `write_trec_judgments` does: without names, every right answer group is a distinct answer, and
    a right one that is not marked while another of its question is gets a warning. One judgment
    may stand many times, once for each run. The document `-` stands for none.

    Examples
    --------
    >>> import io
    >>> line = b"GB1 lexi1 D1 2 0 Angers\n"
    >>> read_trec_judgments(io.BytesIO(line), name="j", questions={"GB1"}).judgments[0].label
    <Label.UNSUPPORTED: 'unsupported'>
    """
    text, problems = read_upload(
        source,
        name=name,
        accept_windows_1252=accept_windows_1252,
        most_lines=most_lines(questions),
    )
    return _parse(text, problems, questions=questions, assessor=assessor, kind=kind)


def _parse(
    text: str, problems: ProblemList, *, questions: Collection[str], assessor: str, kind: Kind
) -> JudgmentFile:
    lines = TrecLines(split_lines(text), problems)
    reader = _TrecReader(questions, problems, lines)
    judgments = []
    flags = {}
    marked: dict[str, set[str]] = {}
    for number, cells in lines.records():
        names = unquote(cells["tag"].removeprefix(DISTINCT_TAG))
        distinct = names if cells["tag"].startswith(DISTINCT_TAG) else ""
        document = "" if cells["document"] == NO_DOCUMENT else cells["document"]
        written = "" if document == NIL else cells["text"]
        record = (cells["question"], kind, document, written, assessor, cells["label"], distinct)
        judgment = reader.read(number, record)
        if judgment is not None:
            judgments.append(judgment)
        flags[number] = cells["flag"]
        if reader.is_marked(number, cells):
            marked.setdefault(cells["question"], set()).add(matching_key(cells["text"]))
    reader.report_unknown_questions()
    unmarked = [judgment for judgment in judgments if flags[judgment.line] == "0"]
    problems.extend(_unclear_repeats(unmarked, marked, lines))
    return JudgmentFile([] if problems.refuses else judgments, problems)


class _TrecReader(JudgmentReader):
    labels: ClassVar[Mapping[str, Label]] = CODES

    def say_label(self, line: int, question: str, cell: str) -> None:
        self.refuse("unknown-judgment-code", line, question, "label", cell)

    def say_repeated(self, line: int, question: str, first: int) -> None:
        """Say nothing: a line a run."""

    def is_marked(self, line: int, cells: Mapping[str, str]) -> bool:
        """Whether a line is marked as a distinct answer; say what is wrong with the mark."""
        flag, label = cells["flag"], CODES.get(cells["label"])
        if flag and flag not in FLAGS:
            self.refuse("unknown-distinct-flag", line, cells["question"], "flag", flag)
        elif flag == "1" and label not in {Label.CORRECT, None}:
            self.warn("distinct-not-right", line, cells["question"], "flag", flag)
        return flag == "1" and label is Label.CORRECT


def _unclear_repeats(
    unmarked: Iterable[JudgmentLine], marked: Mapping[str, set[str]], lines: TrecLines
) -> Iterator[Problem]:
    """Yield a warning for each right answer group of which nothing says what it repeats."""
    said: set[tuple[str, str]] = set()
    for judgment in unmarked:
        if judgment.label is not Label.CORRECT or judgment.distinct:
            continue
        key = matching_key(judgment.text)
        known = marked.get(judgment.question, {key})
        if key not in known and (judgment.question, key) not in said:
            said.add((judgment.question, key))
            yield warning(
                "unclear-repeat",
                judgment.line,
                column=lines.place(judgment.line, "text"),
                question=judgment.question,
                found=judgment.text,
            )


def write_trec_judgments(
    judgments: Iterable[JudgmentLine],
    *,
    kind: Kind = Kind.ANSWER,
    policy: Policy = Policy.MAJORITY,
) -> Iterator[str]:
    r"""Yield judgments of one kind as `qid tag docno code distinct text`, tabs between columns.

    One line for each question, document and text, with the label that counts. Not carried are who
    gave which label, texts whose label is undecided, and the kind. The first right line of each
    distinct answer has 1 under `distinct`. Names of distinct answers stand in place of the tag.

    Raises
    ------
    Unwritable
        If an identifier holds white space, a text a tab or a line break, or a document is `-`.

    Examples
    --------
    >>> line = JudgmentLine(2, "GL1", Kind.ANSWER, "D1", "RFA", "a1", Label.CORRECT, ("Germany",))
    >>> list(write_trec_judgments([line]))
    ['GL1\tdistinct:Germany\tD1\t1\t1\tRFA\n']
    """
    units: dict[tuple[str, str, str], list[JudgmentLine]] = {}
    for judgment in judgments:
        if judgment.kind is kind:
            unit = (judgment.question, judgment.document, judgment.text)
            units.setdefault(unit, []).append(judgment)
    brought: set[tuple[str, str]] = set()
    for (question, document, text), lines in units.items():
        label = final_label([(line.assessor, line.label) for line in lines], policy)
        if label is None:
            continue
        names = _names(lines)
        keys = {(question, matching_key(name)) for name in names or (text,)}
        is_distinct = label is Label.CORRECT and not keys <= brought
        if is_distinct:
            brought |= keys
        tag = TAG if not names else DISTINCT_TAG + _encoded(join_values(names))
        head = [as_word(question), tag, _document(document), _CODE_OF[label]]
        yield format_line([*head, str(int(is_distinct)), text])


def _names(lines: Iterable[JudgmentLine]) -> tuple[str, ...]:
    """Return the names that count: the adjudicator's, else the first given."""
    named = [line for line in lines if line.distinct]
    adjudicated = [line for line in named if line.assessor == ADJUDICATION]
    return next((line.distinct for line in [*adjudicated, *named]), ())


def _encoded(names: str) -> str:
    return _ENCODED.sub(lambda found: quote(found.group()), names)


def _document(document: str) -> str:
    if document == NO_DOCUMENT:
        raise Unwritable(document)
    return as_word(document or NO_DOCUMENT)
