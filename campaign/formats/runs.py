"""The run file: one ranked answer a line, `formats.md` § Native files."""

import math
from collections.abc import Container, Iterable, Iterator, Mapping
from pathlib import Path
from typing import BinaryIO, NamedTuple

from campaign.formats.encodings import read_upload
from campaign.formats.identifiers import NIL
from campaign.formats.problems import Problem, ProblemList, Severity, error
from campaign.formats.questions import QuestionType
from campaign.formats.run_checks import (
    CHECKS,
    NO_RANK,
    AnswerLine,
    DocumentTexts,
    Lookup,
    RunContext,
    RunRules,
)
from campaign.formats.tables import Layout, Table, format_line

__all__ = [
    "AnswerLine",
    "RunCounts",
    "RunFile",
    "RunRules",
    "read_run",
    "write_run",
]

LAYOUT = Layout(("question", "rank", "document", "short_answer", "passage"), ("confidence",))
_RANKS = {str(rank): rank for rank in range(1000)}


class RunCounts(NamedTuple):
    """What a run holds, for the receipt."""

    questions_answered: int
    questions: int
    answers: int
    short_answers: int
    passages: int
    nil: int


class RunFile(NamedTuple):
    """The answers of a run, none if its problems refuse it."""

    answers: list[AnswerLine]
    problems: ProblemList
    counts: RunCounts


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
        Identifiers of the collection, or what returns those of the identifiers named that are in
        it; None if the run is not checked against one.
    rules : RunRules
    accept_windows_1252 : bool
        Whether the uploader confirmed that reading.
    accept_ranks_from_zero : bool
        Whether the uploader agreed to have ranks that start at 0 renumbered.
    document_texts : callable, optional
        Texts of the documents with these identifiers, asked for by the hundred, to warn of
        passages that do not occur in theirs.

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
    text, problems = read_upload(source, name=name, accept_windows_1252=accept_windows_1252)
    table = Table(text, LAYOUT, problems)
    answers = list(_read_answers(table, problems))
    answers = _renumber(answers, problems, agreed=accept_ranks_from_zero)
    if answers:
        context = RunContext(
            answers=answers,
            questions=questions,
            documents=_lookup(documents),
            rules=rules,
            document_texts=document_texts,
            place=table.place,
        )
        for check in CHECKS:
            problems.extend(check(context))
    elif not problems.refuses:
        problems.add(error("no-records", found=name))
    counts = _count(answers, questions)
    return RunFile([] if problems.refuses else answers, problems, counts)


def _lookup(documents: Container[str] | Lookup | None) -> Lookup | None:
    return documents if documents is None or callable(documents) else lambda _named: documents


def _read_answers(table: Table, problems: ProblemList) -> Iterator[AnswerLine]:
    ranks = _RANKS
    for line, (question, rank_cell, document, short, passage, confidence) in table.records():
        rank = ranks.get(rank_cell)
        if rank is None:
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


def _renumber(
    answers: list[AnswerLine], problems: ProblemList, *, agreed: bool
) -> list[AnswerLine]:
    """Find ranks that start at 0 in every question, and renumber them from 1.

    Without the uploader's consent the file is refused, with this one problem instead of one a
    line. Programs that write 0 everywhere mean the order of the lines.
    """
    from_zero = {answer.question for answer in answers if answer.rank == 0}
    if not from_zero or any(answer.question not in from_zero for answer in answers):
        return answers
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
    return renumbered


def _count(answers: list[AnswerLine], questions: Mapping[str, QuestionType]) -> RunCounts:
    filled = [
        answer
        for answer in answers
        if answer.short_answer or answer.passage or answer.document == NIL
    ]
    return RunCounts(
        answers=len(filled),
        questions_answered=len({answer.question for answer in filled} & questions.keys()),
        questions=len(questions),
        short_answers=sum(1 for answer in filled if answer.short_answer),
        passages=sum(1 for answer in filled if answer.passage),
        nil=sum(1 for answer in filled if answer.document == NIL),
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
