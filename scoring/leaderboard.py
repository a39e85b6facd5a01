"""A task's leaderboard: rows ready to be shown or exported, from the stored scores."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from campaign.models import Run, Task
from scoring.evaluation import ALL, Profile
from scoring.models import Score, Scoring

# The columns in report order: measure, kind, subset.
COLUMNS = (
    ("MRR", "answer", ALL),
    ("MRR", "answer", "factual"),
    ("MRR", "answer", "definition"),
    ("MRR", "answer", "yes-no"),
    ("NIAP", "answer", "list"),
    ("MRR", "passage", ALL),
    ("MRR", "passage", "factual"),
    ("MRR", "passage", "definition"),
    ("MRR", "passage", "yes-no"),
    ("NIAP", "passage", "list"),
)

type Column = tuple[str, str, str]


@dataclass(frozen=True, slots=True)
class Row:
    """One run: its rank under the chosen column, and a cell for each column."""

    run: Run
    rank: int | None
    cells: tuple[Score | None, ...]
    main: Score | None


@dataclass(frozen=True, slots=True)
class Leaderboard:
    scoring: Scoring | None
    columns: tuple[Column, ...]
    main: Column | None
    rows: tuple[Row, ...]


def leaderboard(task: Task, *, profile: str = Profile.STRICT, by: str = "") -> Leaderboard:
    """Return the leaderboard under a profile, ranked by a column such as ``MRR-answer-all``.

    A run without a value in that column is unranked and stands last.
    """
    scoring = Scoring.objects.filter(task=task, profile=profile).first()
    if scoring is None:
        return Leaderboard(None, (), None, ())
    scores = Score.objects.filter(scoring=scoring).select_related("run__team").defer("per_question")
    table: dict[Run, dict[Column, Score]] = {}
    for score in scores.order_by("run_id"):
        table.setdefault(score.run, {})[score.measure, score.kind, score.subset] = score
    columns = tuple(column for column in COLUMNS if any(column in row for row in table.values()))
    main = next((column for column in columns if "-".join(column) == by), None) or next(
        iter(columns), None
    )
    return Leaderboard(scoring, columns, main, tuple(_rows(table, columns, main)))


def _rows(
    table: dict[Run, dict[Column, Score]], columns: tuple[Column, ...], main: Column | None
) -> Iterable[Row]:
    def value(run: Run) -> float:
        score = table[run].get(main) if main else None
        return -1.0 if score is None else score.value

    ordered = sorted(table, key=lambda run: (-value(run), run.tag))
    for run in ordered:
        own = value(run)
        rank = None if own < 0 else 1 + sum(value(other) > own for other in ordered)
        cells = tuple(table[run].get(column) for column in columns)
        yield Row(run, rank, cells, table[run].get(main) if main else None)


def as_records(board: Leaderboard) -> list[dict[str, Any]]:
    """Return one plain record per run and column, for CSV and JSON."""
    return [
        {
            "rank": row.rank,
            "run": row.run.tag,
            "team": row.run.team.name,
            "official": row.run.is_official,
            "measure": score.measure,
            "kind": score.kind,
            "subset": score.subset,
            "value": score.value,
            "questions": score.questions,
            "judged_share": score.judged_share,
            "lower": score.lower,
            "upper": score.upper,
        }
        for row in board.rows
        for score in row.cells
        if score is not None
    ]
