"""The ranking of the runs under either assessor's labels, and under those that count."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import NamedTuple

from campaign.models import Question, Task
from campaign.models.keys import among
from judging.judgment_format import JudgmentLine
from judging.labels import JudgmentIndex, Policy
from judging.models import Assessor, Judgment
from scoring.evaluation import Evidence, Profile, RunAnswers, ScoreRow, evaluate
from scoring.evidence import Basis, answers_of, basis_of, evidence_of, judgment_lines
from scoring.leaderboard import RANKING_COLUMNS, Column
from scoring.rank_correlation import NoCorrelation, kendall_tau


class RunScores(NamedTuple):
    """One run's scores under the first assessor's labels, the second's and those that count."""

    run_id: int
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
    The same basis is computed once in each process.
    """
    return _computed(task.pk, basis_of(task), first.pk, second.pk)


@lru_cache(maxsize=64)
def _computed(task_id: int, basis: Basis, first_id: int, second_id: int) -> RankingAgreement:
    task = Task.objects.get(pk=task_id)
    first, second = (Assessor.objects.get(pk=key) for key in (first_id, second_id))
    shared = task.questions.standing().filter(among("pk", _judged_by(first))).in_order()
    questions = list(shared.filter(among("pk", _judged_by(second))))
    runs = task.runs.filter(pk__in=basis.run_ids).select_related("task").order_by("pk")
    answers = {run.pk: answers_of(run) for run in runs}
    lines = judgment_lines(task, questions=questions)
    whole = _only(evidence_of(task, policy=Policy.MAJORITY), questions)
    boards = [
        _board(replace(whole, judgments=JudgmentIndex(chosen)), answers.values())
        for chosen in (_of(lines, first.name), _of(lines, second.name), lines)
    ]
    columns = [column for column in RANKING_COLUMNS if all(column in board for board in boards)]
    compared = (
        _compare(column, list(answers), [board[column] for board in boards]) for column in columns
    )
    return RankingAgreement(len(questions), tuple(compared) if questions else ())


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
    column: Column, runs: Sequence[int], scores: Sequence[Sequence[float]]
) -> ColumnAgreement:
    first, second, counting = scores
    rows = (RunScores(*row) for row in zip(runs, first, second, counting, strict=True))
    return ColumnAgreement(
        column=column,
        runs=tuple(sorted(rows, key=lambda row: (-row.counting, row.run_id))),
        between=kendall_tau(first, second),
        first_counting=kendall_tau(first, counting),
        second_counting=kendall_tau(second, counting),
    )
