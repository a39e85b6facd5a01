"""Who takes a rank, who shares one, and who stands apart."""

from __future__ import annotations

from html import unescape

import pytest
from django.test import Client
from django.utils import timezone

from campaign.actions.runs import make_run_contrastive, make_run_official
from campaign.models import Run, Task
from scoring.actions.comparisons import compare_scores, tasks_to_compare
from scoring.actions.scores import score_task
from scoring.findings import finding
from scoring.leaderboard import as_records, leaderboard
from scoring.models import Score, Scoring
from tests import make

pytestmark = pytest.mark.django_db

JUDGMENTS = (
    "GF1\tanswer\tD1\tÉmile Zola\ta1\tcorrect\n"
    "GD1\tanswer\tD1\tromancier\ta1\tcorrect\n"
    "GB1\tanswer\tD1\toui\ta1\tcorrect\n"
)
HEADER = make.RUN.split("\n", maxsplit=1)[0] + "\n"
GF1 = "GF1\t1\tD1\tÉmile Zola\tZola\n"
GD1 = "GD1\t1\tD1\tromancier\tromancier\n"
GB1 = "GB1\t1\tD1\toui\tGerminal\n"
WRONG = "GF1\t1\tD1\tBalzac\tBalzac\n"


@pytest.fixture
def task() -> Task:
    """Return a task of three official runs, with a contrastive one that is better than two."""
    task = make.make_ready_task(runs_per_team=1)
    make.load_judgments(task, JUDGMENTS)
    for name, lines in (("best", GF1 + GD1 + GB1), ("weak", GF1), ("none", WRONG)):
        make.make_run(make.make_team(task, name), task, HEADER + lines, name=f"{name}-1.tsv")
    team = task.teams.get(name="best")
    make.make_run(team, task, HEADER + GF1 + GD1, name="best-2.tsv")
    score_and_compare(task)
    return task


def score_and_compare(task: Task) -> None:
    lease = make.make_lease(task, "scoring")
    score_task(task=task, at=timezone.now(), lease=lease)
    lease.finish()
    compare(task)


def compare(task: Task) -> None:
    lease = make.make_lease(task, "comparing")
    compare_scores(task=task, at=timezone.now(), lease=lease)
    lease.finish()


def standings(task: Task) -> list[tuple[str, int | None]]:
    board = leaderboard(task)
    return [(row.run.tag, row.rank) for row in (*board.rows, *board.apart)]


def ranked_scores(task: Task) -> dict[str, bool]:
    """Say of each run's MRR whether it was compared with others."""
    scores = Score.objects.filter(
        scoring__task=task, scoring__profile="strict", measure="MRR", kind="answer", subset="all"
    )
    rows = scores.values_list("run__tag", "tie_group", "rank_low", "rank_high", "interval_low")
    assert all(interval is not None for *_, interval in rows)
    compared = {tag: [group, low, high] for tag, group, low, high, _ in rows}
    assert all(len({value is None for value in found}) == 1 for found in compared.values())
    return {tag: found[0] is not None for tag, found in compared.items()}


def test_a_contrastive_run_takes_no_rank_and_pushes_nobody_down(task: Task) -> None:
    assert standings(task) == [("best-1", 1), ("weak-1", 2), ("none-1", 3), ("best-2", None)]


def test_a_late_run_takes_no_rank(task: Task) -> None:
    Run.objects.filter(tag="weak-1").update(is_official=False, is_late=True)
    assert standings(task) == [("best-1", 1), ("none-1", 2), ("best-2", None), ("weak-1", None)]


def test_runs_of_one_value_share_a_rank(task: Task) -> None:
    make.make_run(make.make_team(task, "weaker"), task, HEADER + GF1, name="weak-0.tsv")
    score_and_compare(task)
    assert standings(task)[:4] == [("best-1", 1), ("weak-0", 2), ("weak-1", 2), ("none-1", 4)]


def test_only_official_runs_are_compared_all_have_an_interval(task: Task) -> None:
    assert ranked_scores(task) == {"best-1": True, "best-2": False, "none-1": True, "weak-1": True}


def test_another_choice_of_the_official_run_is_compared_again(task: Task) -> None:
    assert tasks_to_compare() == []
    runs = {run.tag: run for run in task.runs.select_related("task", "team")}
    by, at = runs["best-1"].submitted_by, timezone.now()
    make_run_contrastive(run=runs["best-1"], by=by, at=at)
    make_run_official(run=runs["best-2"], by=by, at=at)

    assert tasks_to_compare() == [task]
    compare(task)

    assert tasks_to_compare() == []
    assert ranked_scores(task) == {"best-1": False, "best-2": True, "none-1": True, "weak-1": True}
    assert standings(task) == [("best-2", 1), ("weak-1", 2), ("none-1", 3), ("best-1", None)]


def test_nothing_official_is_nothing_ranked(task: Task) -> None:
    task.runs.update(is_official=False)
    assert tasks_to_compare() == [task]
    compare(task)
    board = leaderboard(task)
    assert (board.rows, len(board.apart), finding(board)) == ((), 4, "")
    assert set(ranked_scores(task).values()) == {False}


def test_nothing_new_is_not_compared_again(task: Task) -> None:
    before = Scoring.objects.filter(task=task).values_list("compared_at", flat=True)
    then = list(before.order_by("pk"))
    compare(task)
    assert list(before.order_by("pk")) == then


def test_files_hold_the_runs_without_a_rank_last(task: Task) -> None:
    records = [record for record in as_records(leaderboard(task)) if record["subset"] == "all"]
    answers = [record for record in records if record["kind"] == "answer"]
    assert [(record["run"], record["rank"], record["official"]) for record in answers] == [
        ("best-1", 1, True),
        ("weak-1", 2, True),
        ("none-1", 3, True),
        ("best-2", None, False),
    ]


@pytest.mark.parametrize("headers", [{}, {"hx-request": "true"}], ids=["page", "fragment"])
def test_the_page_shows_them_apart_and_says_why(task: Task, headers: dict[str, str]) -> None:
    client = Client(headers=headers)
    client.force_login(task.campaign.opened_by)
    response = client.get(f"/campaigns/{task.campaign.slug}/{task.slug}/results/")
    text = unescape(response.content.decode())
    ranked, _, apart = text.partition("Without a rank: contrastive and late runs")
    assert [(tag in ranked, tag in apart) for tag in ("best-1", "weak-1", "best-2")] == [
        (True, False),
        (True, False),
        (False, True),
    ]
    assert "best-2, contrastive" in apart
    assert "Only official runs are judged and ranked." in apart
