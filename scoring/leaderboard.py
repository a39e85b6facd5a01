"""A task's leaderboard: rows ready to be shown or exported, from the stored scores."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby
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

# The columns that a leaderboard may be ranked by, and whose differences are tested.
RANKING_COLUMNS: tuple[Column, ...] = (
    ("MRR", "answer", ALL),
    ("NIAP", "answer", "list"),
    ("MRR", "passage", ALL),
    ("NIAP", "passage", "list"),
)


@dataclass(frozen=True, slots=True)
class Row:
    """One run: its rank under the chosen column, if it has one, and a cell for each column."""

    run: Run
    rank: int | None
    main: Score | None
    others: tuple[tuple[Column, Score | None], ...]
    all_scores: tuple[Score, ...]


@dataclass(frozen=True, slots=True)
class Group:
    """Runs that no test separates from the best of them; alone where nothing was tested yet."""

    rows: tuple[Row, ...]

    @property
    def ranks(self) -> str:
        """Return the places that the group shares, such as ``2–4``."""
        ranks = [row.rank for row in self.rows if row.rank is not None]
        if not ranks:
            return "–"
        last = ranks[0] + len(ranks) - 1
        return str(ranks[0]) if last == ranks[0] else f"{ranks[0]}–{last}"

    @property
    def is_tied(self) -> bool:
        return len(self.rows) > 1


@dataclass(frozen=True, slots=True)
class Leaderboard:
    """The official runs in order, and apart from them those that take no rank.

    Contrastive and late runs are not pooled: some of their answers may have no label, which counts
    as wrong. Their place among the official runs would say little about the systems.
    """

    scoring: Scoring | None
    columns: tuple[Column, ...]
    main: Column | None
    rows: tuple[Row, ...]
    apart: tuple[Row, ...] = ()

    @property
    def others(self) -> tuple[Column, ...]:
        """Return the columns shown beside the main one."""
        return _others(self.columns, self.main)

    @property
    def groups(self) -> tuple[Group, ...]:
        """Return the rows in order, gathered by tie group."""
        gathered = groupby(self.rows, key=_tie)
        return tuple(Group(tuple(rows)) for _tie_group, rows in gathered)


def _others(columns: tuple[Column, ...], main: Column | None) -> tuple[Column, ...]:
    """Keep what fits a screen: the other rankings, and the question types of the main kind."""
    kind = main[1] if main is not None else ""
    return tuple(
        column
        for column in columns
        if column != main and (column in RANKING_COLUMNS or column[1] == kind)
    )


def _tie(row: Row) -> tuple[str, int]:
    if row.main is None or row.main.tie_group is None:
        return "untested", row.run.pk
    return "tested", row.main.tie_group


def leaderboard(task: Task, *, profile: str = Profile.STRICT, by: str = "") -> Leaderboard:
    """Return the leaderboard under a profile, ranked by a column such as ``MRR-answer-all``.

    An official run without a value in that column is unranked and stands last.
    """
    scoring = Scoring.objects.filter(task=task, profile=profile).first()
    if scoring is None:
        return Leaderboard(None, (), None, ())
    table = _table(scoring)
    columns = tuple(column for column in COLUMNS if any(column in row for row in table.values()))
    ranking = [column for column in RANKING_COLUMNS if column in columns]
    main = next((column for column in ranking if "-".join(column) == by), None) or next(
        iter(ranking), None
    )
    rows = list(_rows(table, columns, main))
    return Leaderboard(
        scoring,
        columns,
        main,
        tuple(row for row in rows if row.run.is_official),
        tuple(row for row in rows if not row.run.is_official),
    )


def _table(scoring: Scoring) -> dict[Run, dict[Column, Score]]:
    """Return the scores of each run that a column shows: a task has many more."""
    measures, kinds, subsets = (set(names) for names in zip(*COLUMNS, strict=True))
    scores = scoring.scores.filter(measure__in=measures, kind__in=kinds, subset__in=subsets).defer(
        "per_question"
    )
    runs = Run.objects.select_related("team").in_bulk({score.run_id for score in scores})
    table: dict[Run, dict[Column, Score]] = {}
    for score in scores:
        row = table.setdefault(runs[score.run_id], {})
        row[score.measure, score.kind, score.subset] = score
    return table


def _rows(
    table: dict[Run, dict[Column, Score]], columns: tuple[Column, ...], main: Column | None
) -> Iterator[Row]:
    """Yield the rows, best first; only official runs with a value count for a rank."""
    values = {run: _given(scores, main) for run, scores in table.items()}

    def value(run: Run) -> float:
        score = values[run]
        return -1.0 if score is None else score.value

    others = _others(columns, main)
    official = [value(run) for run in table if run.is_official]
    for run in sorted(table, key=lambda run: (-value(run), run.tag)):
        own, scores = value(run), table[run]
        is_ranked = run.is_official and own >= 0
        yield Row(
            run=run,
            rank=1 + sum(other > own for other in official) if is_ranked else None,
            main=values[run],
            others=tuple((column, _given(scores, column)) for column in others),
            all_scores=tuple(scores[column] for column in columns if column in scores),
        )


def _given(scores: Mapping[Column, Score], column: Column | None) -> Score | None:
    """Return a run's score in the column; none if it gave no answer of that kind at all."""
    score = scores.get(column) if column is not None else None
    return score if score is not None and score.judged_share is not None else None


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
            "interval_low": score.interval_low,
            "interval_high": score.interval_high,
            "rank_low": score.rank_low,
            "rank_high": score.rank_high,
            "tie_group": score.tie_group,
        }
        for row in (*board.rows, *board.apart)
        for score in row.all_scores
    ]
