"""Two real campaigns: loaded by the commands, scored by a worker and by the client alike."""

from __future__ import annotations

import json
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import call_command

from campaign.models import Task
from client.main import main
from judging.agreement_report import agreement_report
from judging.shared_labels import shared_labels
from scoring.models import Score
from tests.cases import shared_case
from tests.conftest import RealWorker
from tests.scoring.test_worker_scores import is_fresh, wait_until

RULES = "by the rules of formats.md (policy majority, profile strict)"


def load(name: str, folder: Path) -> Task:
    path = f"{name}/main"
    quiet = {"stdout": StringIO(), "stderr": StringIO()}
    call_command(
        "open_task", path, documents=False, passages=False, answers=20, runs_per_team=9, **quiet
    )
    call_command("load_questions", path, folder / "questions.tsv", **quiet)
    for run in sorted((folder / "runs").iterdir()):
        call_command("load_run", path, run, team=run.stem, **quiet)
    call_command("load_judgments", path, folder / "judgments.tsv", **quiet)
    return Task.objects.get(campaign__slug=name)


def scores(task: Task, measure: str) -> dict[str, float]:
    rows = Score.objects.filter(
        scoring__task=task, scoring__profile="strict", measure=measure, subset="factual"
    )
    return dict(rows.values_list("run__tag", "value"))


def client_scores(
    folder: Path, measure: str, capsys: pytest.CaptureFixture[str]
) -> dict[str, float]:
    runs = sorted(str(path) for path in (folder / "runs").iterdir())
    questions, judgments = str(folder / "questions.tsv"), str(folder / "judgments.tsv")
    capsys.readouterr()
    main(["score", "--questions", questions, "--judgments", judgments, "--json", *runs])
    printed = json.loads(capsys.readouterr().out)
    return {
        run["run"]: row["value"]
        for run in printed["runs"]
        for row in run["scores"]
        if (row["measure"], row["subset"]) == (measure, "factual")
    }


@pytest.mark.django_db(transaction=True)
def test_both_real_campaigns_give_the_expected_values(
    worker: RealWorker, capsys: pytest.CaptureFixture[str]
) -> None:
    nq301, yodaqa = shared_case("campaigns/nq301"), shared_case("campaigns/yodaqa")
    first, second = load("nq301", nq301), load("yodaqa", yodaqa)
    wait_until(lambda: is_fresh(first) and is_fresh(second), seconds=120)

    expected = json.loads((nq301 / "expected.json").read_text())
    for measure, name in (("MRR", "MRR"), ("accuracy at rank 1", "accuracy at rank 1")):
        values = pytest.approx(expected[RULES][name], abs=1e-9)
        assert scores(first, measure) == values
        assert client_scores(nq301, measure, capsys) == values
    values = pytest.approx(json.loads((yodaqa / "expected.json").read_text())["MRR"], abs=1e-9)
    assert scores(second, "MRR") == values
    assert client_scores(yodaqa, "MRR", capsys) == values
    agreement = expected["agreement of assessor-1 and assessor-2"]
    pair = next(p for p in agreement_report(shared_labels(first)) if p.second.name == "assessor-2")
    [kind] = pair.kinds
    assert (kind.units, kind.differing) == (agreement["units"], agreement["disagreements"])
    estimates = kind.views[0].estimates
    assert estimates["disagreement"].value == pytest.approx(agreement["disagreement"], abs=1e-9)
    assert estimates["kappa"].value == pytest.approx(agreement["cohen_kappa"], abs=1e-9)


@pytest.mark.django_db(transaction=True)
def test_the_commands_score_and_print_a_leaderboard() -> None:
    folder = shared_case("campaigns/yodaqa")
    load("yodaqa", folder)
    printed = StringIO()

    call_command("score_task", "yodaqa/main", stdout=StringIO())
    call_command("leaderboard", "yodaqa/main", format="json", stdout=printed)

    expected = json.loads((folder / "expected.json").read_text())["MRR"]
    rows = json.loads(printed.getvalue())["rows"]
    found = {row["run"]: row["value"] for row in rows if row["subset"] == "all"}
    assert found == pytest.approx(expected, abs=1e-9)
    best = max(expected, key=expected.__getitem__)
    assert [row["rank"] for row in rows if row["run"] == best] == [1, 1]
