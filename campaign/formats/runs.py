"""The run file: one ranked answer a line, `formats.md` § Native files."""

import math
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import BinaryIO, NamedTuple

from campaign.formats.archives import FILE_LIMIT
from campaign.formats.encodings import read_upload
from campaign.formats.identifiers import NIL
from campaign.formats.problems import Problem, ProblemList, Severity, error
from campaign.formats.questions import QuestionType
from campaign.formats.run_answers import AnswerColumns, AnswerLine
from campaign.formats.run_checks import (
    CHECKS,
    NO_RANK,
    DocumentTexts,
    Lookup,
    RunContext,
    RunRules,
    passages_not_in_documents,
)
from campaign.formats.run_shortcuts import KEPT
from campaign.formats.tables import Layout, Table, format_line

__all__ = [
    "AnswerColumns",
    "AnswerLine",
    "RunCounts",
    "RunFile",
    "RunRules",
    "look_for_passages",
    "read_run",
    "write_run",
]

LAYOUT = Layout(("question", "rank", "document", "short_answer", "passage"), ("confidence",))
FEWEST_LINES = 10_000
"""Lines that a run of any task may have."""
MANY_TIMES = 10
"""Lines allowed for each answer that the task asks for: a run with repeats is told of each."""
_RANKS = {str(rank): rank for rank in range(1000)}


class RunCounts(NamedTuple):
    """What a run holds, for the receipt."""

    questions_answered: int
    questions: int
    answers: int
    short_answers: int
    passages: int
    nil: int


@dataclass(frozen=True)
class RunFile:
    """The answers of a run, none if its problems refuse it."""

    columns: AnswerColumns
    problems: ProblemList
    counts: RunCounts

    @cached_property
    def answers(self) -> list[AnswerLine]:
        """The answers one by one, in file order."""
        return self.columns.answers()


def read_run(
    source: BinaryIO | Path,
    *,
    name: str,
    questions: Mapping[str, QuestionType],
    documents: Container[str] | Lookup | None,
    rules: RunRules,
    accept_windows_1252: bool = False,
    accept_ranks_from_zero: bool = False,
    document_texts: DocumentTexts | None = None,
    limit: int = FILE_LIMIT,
) -> RunFile:
    r"""Read a run and check it against its task.

    Parameters
    ----------
    source : binary file or path
        Plain, gzip, or a zip holding one file.
    name : str
        Name of the file; any name is accepted.
    questions : mapping
        Type of each question of the task, by identifier, in the order of the task.
    documents : container, callable or None
        Identifiers of the collection, or what looks up which of the identifiers named are in it;
        None if the run is not checked against one.
    rules : RunRules
    accept_windows_1252 : bool
        Whether the uploader confirmed that reading.
    accept_ranks_from_zero : bool
        Whether the uploader agreed to have ranks that start at 0 renumbered.
    document_texts : callable, optional
        Texts of the documents with these identifiers, asked for by the hundred, to warn of
        passages that do not occur in theirs.
    limit : int
        Unpacked bytes allowed.

    Returns
    -------
    RunFile
        Answers in file order, every problem, and counts of what was read.

    Examples
    --------
    >>> import io
    >>> rules = RunRules(dict.fromkeys(QuestionType, 5), 250, None, None, accepts_nil=False)
    >>> file = read_run(io.BytesIO(b"GB1\t1\tD1\tAngers\t\n"), name="run.tsv",
    ...                 questions={"GB1": QuestionType.FACTUAL}, documents=None, rules=rules)
    >>> file.answers[0].short_answer, file.problems.refuses, file.counts.answers
    ('Angers', False, 1)
    """
    text, problems = read_upload(
        source,
        name=name,
        accept_windows_1252=accept_windows_1252,
        limit=limit,
        most_lines=_most_lines(questions, rules),
    )
    table = Table(text, LAYOUT, problems)
    columns = sound_answers(table) or AnswerColumns.of(list(read_answers(table, problems)))
    columns = _renumber(columns, problems, agreed=accept_ranks_from_zero)
    if columns.lines:
        context = RunContext(
            columns=columns,
            questions=questions,
            documents=_lookup(documents),
            rules=rules,
            document_texts=document_texts,
            place=table.place,
            lacking=table.lacking,
        )
        problems.extend(_check(context))
    elif not problems.refuses:
        problems.add(error("no-records", found=name))
    counts = _count(columns, questions)
    return RunFile(columns.part(0, 0) if problems.refuses else columns, problems, counts)


def look_for_passages(
    source: BinaryIO | Path,
    *,
    name: str,
    document_texts: DocumentTexts,
    accept_windows_1252: bool = False,
) -> ProblemList:
    r"""Warn of the passages of a run that do not occur in their documents.

    This is the one check that `read_run` without `document_texts` leaves out: it reads texts by
    the megabyte, so that it may be done when the run is already received.

    Examples
    --------
    >>> import io
    >>> source = io.BytesIO(b"GB1\t1\tD1\tAngers\tvilla d'Angers\n")
    >>> texts = {"D1": "La ville d'Angers."}
    >>> [problem.code for problem in look_for_passages(source, name="run.tsv",
    ...                                                document_texts=lambda named: texts)]
    ['passage-not-in-document']
    """
    text, problems = read_upload(source, name=name, accept_windows_1252=accept_windows_1252)
    table = Table(text, LAYOUT, problems)
    answers = list(read_answers(table, problems))
    return ProblemList(passages_not_in_documents(answers, document_texts, table.place))


def _most_lines(questions: Mapping[str, QuestionType], rules: RunRules) -> int:
    asked = sum(map(rules.answers.__getitem__, questions.values()))
    return max(FEWEST_LINES, MANY_TIMES * asked)


def _lookup(documents: Container[str] | Lookup | None) -> Lookup | None:
    if documents is None or callable(documents):
        return documents
    return lambda _named: lambda: documents


def _check(context: RunContext) -> Iterator[Problem]:
    _ = context.known_documents  # asked for now, needed once the short ways were taken
    checks = [check for check, needed in CHECKS.items() if not context.lacking & needed]
    doubtful = [check for check in checks if check not in KEPT or not KEPT[check](context)]
    for check in doubtful:
        yield from check(context)


def sound_answers(table: Table) -> AnswerColumns | None:
    """Return at once the answers of a table of which `read_answers` has nothing to say.

    None in doubt: this is its short way.
    """
    found = table.sound_columns()
    if found is None:
        return None
    lines, (questions, rank_cells, documents, short_answers, passages, trust_cells) = found
    trusts = _sound_confidences(trust_cells)
    if trusts is None or not _RANKS.keys() >= set(rank_cells):
        return None
    ranks = [_RANKS[cell] for cell in rank_cells]
    return AnswerColumns(lines, questions, ranks, documents, short_answers, passages, trusts)


def _sound_confidences(cells: Sequence[str]) -> list[float | None] | None:
    if not any(cells):
        return [None] * len(cells)
    together = "".join(cells)
    if not together.isascii() or "_" in together:
        return None
    try:
        confidences = [float(cell) if cell else None for cell in cells]
    except ValueError:
        return None
    is_sound = all(math.isfinite(one) for one in confidences if one is not None)
    return confidences if is_sound else None


def read_answers(table: Table, problems: ProblemList) -> Iterator[AnswerLine]:
    """Yield the answers of a table one by one, and say what is wrong with their numbers."""
    ranks, has_no_ranks = _RANKS, "rank" in table.lacking
    for line, (question, rank_cell, document, short, passage, confidence) in table.records():
        rank = ranks.get(rank_cell)
        if has_no_ranks:
            rank = NO_RANK
        elif rank is None:
            rank = _slow_rank(table, line, question, rank_cell, problems)
        trust = None
        if confidence:
            trust = _confidence(table, line, question, confidence, problems)
        yield AnswerLine(line, question, rank, document, short, passage, trust)


def _slow_rank(table: Table, line: int, question: str, cell: str, problems: ProblemList) -> int:
    if cell.isascii() and cell.isdigit():
        return int(cell[:9])
    code = "rank-not-a-number" if cell.strip() else "missing-rank"
    column = table.place(line, "rank")
    problems.add(error(code, line, column=column, question=question, found=cell))
    return NO_RANK


def _confidence(
    table: Table, line: int, question: str, cell: str, problems: ProblemList
) -> float | None:
    try:
        confidence = float(cell)
    except ValueError:
        confidence = math.nan
    # float() also reads "1_000" and the digits of all scripts, which no other program does.
    if math.isfinite(confidence) and cell.isascii() and "_" not in cell:
        return confidence
    wording = {"wording": "comma"} if _is_decimal_comma(cell) else {}
    problems.add(
        error(
            "score-not-a-number",
            line,
            column=table.place(line, "confidence"),
            question=question,
            found=cell,
            parameters=wording,
        )
    )
    return None


def _is_decimal_comma(cell: str) -> bool:
    whole, comma, decimals = cell.partition(",")
    has_digits = whole.lstrip("-").isdigit() and decimals.isdigit()
    return bool(comma) and cell.isascii() and has_digits


def _renumber(columns: AnswerColumns, problems: ProblemList, *, agreed: bool) -> AnswerColumns:
    """Find ranks that start at 0 in every question, and renumber them from 1.

    Without the uploader's consent the file is refused, with this one problem instead of one a
    line. Programs that write 0 everywhere mean the order of the lines.
    """
    if 0 not in columns.ranks:
        return columns
    answers = columns.answers()
    from_zero = {answer.question for answer in answers if answer.rank == 0}
    if any(answer.question not in from_zero for answer in answers):
        return columns
    everywhere = all(answer.rank == 0 for answer in answers)
    first = next(answer for answer in answers if answer.rank == 0)
    severity = Severity.WARNING if agreed else Severity.ERROR
    wording = "all-zero" if everywhere and len(answers) > len(from_zero) else "from-zero"
    problems.add(
        Problem("ranks-from-zero", severity, first.line, found="0", parameters={"wording": wording})
    )
    given: dict[str, int] = {}
    renumbered = []
    for answer in answers:
        given[answer.question] = given.get(answer.question, 0) + 1
        rank = given[answer.question] if everywhere else answer.rank + 1
        renumbered.append(answer._replace(rank=rank if answer.rank != NO_RANK else NO_RANK))
    return AnswerColumns.of(renumbered)


def _count(columns: AnswerColumns, questions: Mapping[str, QuestionType]) -> RunCounts:
    if "" in columns.passages and "" in columns.short_answers:
        columns = AnswerColumns.of(
            [
                answer
                for answer in columns.answers()
                if answer.passage or answer.short_answer or answer.document == NIL
            ]
        )
    return RunCounts(
        answers=len(columns.lines),
        questions_answered=len(questions.keys() & columns.questions),
        questions=len(questions),
        short_answers=len(columns.lines) - columns.short_answers.count(""),
        passages=len(columns.lines) - columns.passages.count(""),
        nil=columns.documents.count(NIL),
    )


def write_run(answers: Iterable[AnswerLine]) -> Iterator[str]:
    r"""Yield the lines of a run file, header first; reading them gives the same answers.

    The column `confidence` is written if any answer has one.

    Raises
    ------
    Unwritable
        If a value holds a tab or a line break.

    Examples
    --------
    >>> list(write_run([AnswerLine(2, "GB1", 1, "D1", "Angers", "", 0.5)]))[1]
    'GB1\t1\tD1\tAngers\t\t0.5\n'
    """
    rows = list(answers)
    has_confidence = any(answer.confidence is not None for answer in rows)
    width = len(LAYOUT.columns) if has_confidence else len(LAYOUT.required)
    yield format_line(LAYOUT.columns[:width])
    for answer in rows:
        confidence = "" if answer.confidence is None else repr(answer.confidence)
        cells = [
            answer.question,
            str(answer.rank),
            answer.document,
            answer.short_answer,
            answer.passage,
            confidence,
        ]
        yield format_line(cells[:width])
