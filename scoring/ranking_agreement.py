"""The ranking of the runs under either assessor's labels, and under those that count."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from campaign.models import Question, Run, Task
from judging.judgment_format import JudgmentLine
from judging.labels import JudgmentIndex, Policy
from judging.models import Assessor, Judgment
from scoring.evaluation import Evidence, Profile, RunAnswers, ScoreRow, evaluate
from scoring.evidence import answers_of, evidence_of, judgment_lines
from scoring.leaderboard import RANKING_COLUMNS, Column
from scoring.rank_correlation import NoCorrelation, kendall_tau


class RunScores(NamedTuple):
    """One run's scores under the first assessor's labels, the second's and those that count."""

    run: Run
    first: float
    second: float
    counting: float


@dataclass(frozen=True, slots=True)
class ColumnAgreement:
    """One column of the leaderboard, over the questions that both judged."""

    column: Column
    runs: tuple[RunScores, ...]
    between: float | NoCorrelation
    first_counting: float | NoCorrelation
    second_counting: float | NoCorrelation


@dataclass(frozen=True, slots=True)
class RankingAgreement:
    questions: int
    columns: tuple[ColumnAgreement, ...]


type Board = Mapping[Column, Sequence[float]]


def ranking_agreement(task: Task, first: Assessor, second: Assessor) -> RankingAgreement:
    """Return Kendall's τ between the rankings of the standing runs, strict scores.

    Only questions in which both labelled something enter: elsewhere one of the two has no say.
    """
    shared = task.questions.standing().filter(pk__in=_judged_by(first)).in_order()
    questions = list(shared.filter(pk__in=_judged_by(second)))
    runs = list(task.runs.standing().select_related("team", "task").order_by("pk"))
    answers = {run.pk: answers_of(run) for run in runs}
    lines = judgment_lines(task, questions=questions)
    whole = _only(evidence_of(task, policy=Policy.MAJORITY), questions)
    boards = [
        _board(replace(whole, judgments=JudgmentIndex(chosen)), answers.values())
        for chosen in (
            _of(lines, first.name),
            _of(lines, second.name),
            lines,
        )
    ]
    columns = [column for column in RANKING_COLUMNS if all(column in board for board in boards)]
    return RankingAgreement(
        len(questions),
        tuple(_compare(column, runs, [board[column] for board in boards]) for column in columns)
        if questions
        else (),
    )


def _judged_by(assessor: Assessor) -> set[int]:
    own = Judgment.objects.labelled().filter(assessor=assessor)
    return set(own.values_list("text__item__question", flat=True).distinct())


def _only(evidence: Evidence, questions: Sequence[Question]) -> Evidence:
    names = {question.identifier for question in questions}
    kept = tuple(one for one in evidence.questions if one.identifier in names)
    return replace(evidence, questions=kept)


def _of(lines: Iterable[JudgmentLine], name: str) -> list[JudgmentLine]:
    return [line for line in lines if line.assessor == name]


def _board(evidence: Evidence, runs: Iterable[RunAnswers]) -> Board:
    board: dict[Column, list[float]] = {}
    for answers in runs:
        rows: list[ScoreRow] = evaluate(evidence, answers, profile=Profile.STRICT)
        for row in rows:
            board.setdefault((row.measure, row.kind, row.subset), []).append(row.value)
    return board


def _compare(
    column: Column, runs: Sequence[Run], scores: Sequence[Sequence[float]]
) -> ColumnAgreement:
    first, second, counting = scores
    rows = (RunScores(*row) for row in zip(runs, first, second, counting, strict=True))
    return ColumnAgreement(
        column=column,
        runs=tuple(sorted(rows, key=lambda row: (-row.counting, row.run.tag))),
        between=kendall_tau(first, second),
        first_counting=kendall_tau(first, counting),
        second_counting=kendall_tau(second, counting),
    )
