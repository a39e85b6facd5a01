"""Copying the answers of a run into their table."""

from __future__ import annotations

from collections.abc import Mapping

from django.db import connection

from campaign.formats.runs import AnswerColumns
from campaign.models import Run

COLUMNS = "run_id, question_id, rank, document, short_answer, passage"
COPY_ANSWERS = f"COPY campaign_answer ({COLUMNS}) FROM STDIN"
COPY_ANSWERS_WITH_CONFIDENCE = f"COPY campaign_answer ({COLUMNS}, confidence) FROM STDIN"
ROWS_OF_A_BLOCK = 100


def copy_answers(*, run: Run, answers: AnswerColumns, questions: Mapping[str, int]) -> None:
    """Store answers by COPY; ``questions`` are the keys of the questions by identifier."""
    # Blocks of text: psycopg would format every value of every row on its own. The server stores
    # one while the next is written. Most runs have no confidence: then the column is not sent.
    has_confidence = answers.confidences.count(None) < len(answers.confidences)
    statement = COPY_ANSWERS_WITH_CONFIDENCE if has_confidence else COPY_ANSWERS
    if not has_confidence:
        answers = answers._replace(confidences=())
    with connection.cursor() as cursor, cursor.copy(statement) as copy:
        for start in range(0, len(answers.lines), ROWS_OF_A_BLOCK):
            block = answers.part(start, start + ROWS_OF_A_BLOCK)
            copy.write(_copy_block(run.pk, block, questions))


def _copy_block(run_id: int, answers: AnswerColumns, questions: Mapping[str, int]) -> str:
    block = _copy_lines(run_id, answers, questions)
    # The cells of a file hold neither tab nor line break, and COPY would refuse them. A backslash,
    # which it would read as the start of something else, is in hardly any text.
    if "\\" not in block or block.count("\\") == answers.confidences.count(None):
        return block
    return _copy_lines(run_id, _escaped(answers), questions)


def _copy_lines(run_id: int, answers: AnswerColumns, questions: Mapping[str, int]) -> str:
    columns = [
        [str(questions[identifier]) for identifier in answers.questions],
        map(str, answers.ranks),
        answers.documents,
        answers.short_answers,
        answers.passages,
    ]
    if answers.confidences:
        columns.append(map(_trust, answers.confidences))
    rows = zip(*columns, strict=True)
    between = f"\n{run_id}\t"
    return between[1:] + between.join(map("\t".join, rows)) + "\n"


def _trust(confidence: float | None) -> str:
    return r"\N" if confidence is None else repr(confidence)


def _escaped(answers: AnswerColumns) -> AnswerColumns:
    return answers._replace(
        documents=[text.replace("\\", r"\\") for text in answers.documents],
        short_answers=[text.replace("\\", r"\\") for text in answers.short_answers],
        passages=[text.replace("\\", r"\\") for text in answers.passages],
    )
