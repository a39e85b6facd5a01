"""Leaderboards as files: what a spreadsheet makes of them."""

from __future__ import annotations

import csv
import io

import pytest

from scoring.exports import write_board
from scoring.findings import finding
from scoring.leaderboard import leaderboard
from scoring.models import Score, Scoring
from tests import make

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("name", ["=1+1", "+1", "-1", "@SUM(A1)"])
def test_no_name_is_a_formula(name: str) -> None:
    task = make.make_ready_task()
    score = make.make_score(make.make_run(make.make_team(task, name), task))
    Score.objects.filter(pk=score.pk).update(judged_share=1.0)

    (row,) = csv.DictReader(io.StringIO(write_board(leaderboard(task), "csv")))

    assert (row["team"], float(row["value"])) == (f"'{name}", 0.5)


def test_when_nothing_separates_any_runs_none_is_called_best() -> None:
    task = make.make_ready_task()
    team = make.make_team(task)
    first = make.make_score(make.make_run(team, task))
    run = make.make_run(team, task, name="second.tsv")
    Scoring.objects.filter(pk=first.scoring_id).update(compared_at=make.NOON)
    Score.objects.create(
        scoring_id=first.scoring_id,
        run=run,
        measure="MRR",
        kind="answer",
        subset="all",
        value=0.4,
        questions=1,
        judged_share=1.0,
        lower=0.4,
        upper=0.4,
        per_question=[0.4],
    )
    Score.objects.update(tie_group=1)

    assert finding(leaderboard(task)) == "No test separates the 2 runs."
