import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from tests.cases import shared_case
from tests.client.small_campaign import RUN, Equer


def scored(equer: Equer, folder: Path, *options: object) -> dict[str, Any]:
    code, result, _ = equer(
        "score",
        "--questions",
        folder / "q.tsv",
        "--judgments",
        folder / "j.tsv",
        "--json",
        *options,
        folder / "lexi1.tsv",
    )
    assert code == 0
    assert isinstance(result, dict)
    return result


def values(result: dict[str, Any], measure: str, key: str = "value") -> dict[str, Any]:
    (run,) = result["runs"]
    return {row["subset"]: row[key] for row in run["scores"] if row["measure"] == measure}


def test_scores_are_written_as_the_format_says(equer: Equer, campaign: Path) -> None:
    result = scored(equer, campaign)
    assert (list(result), result["profile"], result["policy"]) == (
        ["profile", "policy", "runs"],
        "strict",
        "majority",
    )
    assert result["runs"][0]["run"] == "lexi1"
    assert result["runs"][0]["scores"][0] == {
        "measure": "MRR",
        "kind": "answer",
        "subset": "factual",
        "value": 0.75,
        "questions": 2,
        "judged_share": 1.0,
    }
    assert values(result, "MRR") == {"factual": 0.75, "yes-no": 1.0, "all": 2.5 / 3}
    assert values(result, "NIAP") == {"list": 0.5, "all": 0.5}


def test_judgments_of_trec_score_alike(equer: Equer, campaign: Path) -> None:
    native = values(scored(equer, campaign), "MRR")
    labels = {"correct": "1", "inexact": "3", "unsupported": "2", "incorrect": "-1"}
    first: dict[tuple[str, ...], str] = {}
    for line in (campaign / "j.tsv").read_text(encoding="utf-8").splitlines()[1:]:
        cells = line.split("\t")
        if cells[1] == "answer":
            first.setdefault((cells[0], cells[2] or "-", cells[3]), labels[cells[5]])
    trec = "".join(f"{q} pool {d} {code} {t}\n" for (q, d, t), code in first.items())
    (campaign / "j.tsv").write_text(trec, encoding="utf-8")

    assert values(scored(equer, campaign, "--policy", "first"), "MRR") == native


def test_the_profile_and_the_policy_change_what_is_right(equer: Equer, campaign: Path) -> None:
    lenient = scored(equer, campaign, "--profile", "lenient")
    assert (lenient["profile"], values(lenient, "MRR")["factual"]) == ("lenient", 1.0)
    first = scored(equer, campaign, "--profile", "lenient", "--policy", "first")
    assert (first["policy"], values(first, "MRR")["factual"]) == ("first", 0.75)
    undecided = scored(equer, campaign, "--policy", "undecided")
    assert values(undecided, "MRR", "judged_share")["factual"] == 0.5


def test_r_is_chosen(equer: Equer, campaign: Path) -> None:
    text = (campaign / "q.tsv").read_text(encoding="utf-8").replace("\t2\tfr", "\t4\tfr")
    (campaign / "q.tsv").write_text(text, encoding="utf-8")
    found = {r: values(scored(equer, campaign, "--r", r), "NIAP")["list"] for r in ("known", "max")}
    assert found == {"known": 0.5, "max": 0.25}


def test_an_expected_count_that_was_raised_is_reported(equer: Equer, campaign: Path) -> None:
    text = (campaign / "q.tsv").read_text(encoding="utf-8").replace("\t2\tfr", "\t1\tfr")
    (campaign / "q.tsv").write_text(text, encoding="utf-8")
    (campaign / "lexi1.tsv").write_text(RUN + "GL3\t2\t\tFrance\t\n", encoding="utf-8")
    result = scored(equer, campaign, "--r", "expected")
    assert values(result, "NIAP") == {"list": 1.0, "all": 1.0}
    (raised, *_) = [
        row["raised"] for row in result["runs"][0]["scores"] if row["measure"] == "NIAP"
    ]
    assert raised == ["GL3"]


def test_more_answers_than_allowed_are_refused(equer: Equer, campaign: Path) -> None:
    files = ["--questions", campaign / "q.tsv", "--judgments", campaign / "j.tsv"]
    code, problems, errors = equer(
        "score", *files, "--answers", 1, "--json", campaign / "lexi1.tsv"
    )
    assert (code, errors) == (2, "")
    assert [(row["code"], row["line"]) for row in problems] == [("rank-out-of-range", 3)]


def test_intervals_are_added_when_asked_for(equer: Equer, campaign: Path) -> None:
    result = scored(equer, campaign, "--intervals", "--seed", 7)
    assert result["seed"] == 7
    row = result["runs"][0]["scores"][0]
    assert (row["lower"], row["upper"], row["interval"]) == (0.75, 0.75, [0.5, 1.0])
    assert set(values(result, "c@1", "interval").values()) == {None}


def test_people_read_a_table(equer: Equer, campaign: Path) -> None:
    code, written, errors = equer(
        "score", "--questions", campaign / "q.tsv", "--judgments", campaign / "j.tsv",
        campaign / "lexi1.tsv",
    )  # fmt: skip
    assert (code, errors) == (0, "")
    lines = written.splitlines()
    assert lines[0].split() == ["run", "measure", "kind", "subset", "value", "questions", "judged"]
    assert lines[1].split() == ["lexi1", "MRR", "answer", "factual", "0.750", "2", "1.000"]


def test_packed_runs_are_named_without_their_packing(equer: Equer, campaign: Path) -> None:
    (campaign / "a.b.tsv.gz").write_bytes(gzip.compress(RUN.encode()))
    code, result, _ = equer(
        "score", "--questions", campaign / "q.tsv", "--judgments", campaign / "j.tsv", "--json",
        campaign / "a.b.tsv.gz", campaign / "lexi1.tsv",
    )  # fmt: skip
    assert (code, [run["run"] for run in result["runs"]]) == (0, ["a.b", "lexi1"])
    assert result["runs"][0]["scores"] == result["runs"][1]["scores"]


def test_two_runs_of_one_name_are_refused(equer: Equer, campaign: Path) -> None:
    (campaign / "lexi1.txt").write_text(RUN, encoding="utf-8")
    code, problems, _ = equer(
        "score", "--questions", campaign / "q.tsv", "--judgments", campaign / "j.tsv", "--json",
        campaign / "lexi1.txt", campaign / "lexi1.tsv",
    )  # fmt: skip
    assert (code, [row["code"] for row in problems]) == (2, ["repeated-run-name"])


@pytest.mark.parametrize("missing", ["q.tsv", "j.tsv", "lexi1.tsv"])
def test_a_missing_file_is_refused(equer: Equer, campaign: Path, missing: str) -> None:
    (campaign / missing).unlink()
    code, written, errors = equer(
        "score", "--questions", campaign / "q.tsv", "--judgments", campaign / "j.tsv",
        campaign / "lexi1.tsv",
    )  # fmt: skip
    assert (code, written) == (2, "")
    assert "[file-not-found]" in errors


def test_every_file_that_is_wrong_is_reported_at_once(equer: Equer, campaign: Path) -> None:
    (campaign / "j.tsv").write_text("GB1\tanswer\t\tAngers\ta1\tmaybe\n", encoding="utf-8")
    (campaign / "lexi1.tsv").write_text("GB1\tx\t\tAngers\t\n", encoding="utf-8")
    code, problems, _ = equer(
        "score", "--questions", campaign / "q.tsv", "--judgments", campaign / "j.tsv", "--json",
        campaign / "lexi1.tsv",
    )  # fmt: skip
    assert code == 2
    errors = [row for row in problems if row["severity"] == "error"]
    assert [(row.get("file"), row.get("run"), row["code"]) for row in errors] == [
        ("j.tsv", None, "unknown-label"),
        (None, "lexi1", "rank-not-a-number"),
    ]


@pytest.mark.parametrize(
    ("option", "value", "sentence"),
    [
        ("--answers", "-1", "-1: write a whole number from 1 to 10000."),
        ("--seed", "-1", "-1: write a whole number, 0 or more."),
        ("--policy", "loud", "loud: write one of majority, first, undecided."),
    ],
)
def test_an_option_that_makes_no_sense_is_refused_with_a_sentence(
    equer: Equer, campaign: Path, capsys: pytest.CaptureFixture[str], option: str, value: str,
    sentence: str,
) -> None:  # fmt: skip
    files = ["--questions", campaign / "q.tsv", "--judgments", campaign / "j.tsv"]
    with pytest.raises(SystemExit) as stopped:
        equer("score", *files, option, value, campaign / "lexi1.tsv")
    assert stopped.value.code == 2
    refusal = capsys.readouterr().err.splitlines()[-1]
    assert refusal == f"equer score: error: argument {option}: {sentence}"


REAL = [("nq301", "by the rules of formats.md (policy majority, profile strict)"), ("yodaqa", "")]


@pytest.mark.parametrize(("name", "rules"), REAL)
def test_real_campaigns_have_their_known_scores(equer: Equer, name: str, rules: str) -> None:
    folder = shared_case(f"campaigns/{name}")
    expected = json.loads((folder / "expected.json").read_text(encoding="utf-8"))
    expected = expected[rules] if rules else expected
    runs = sorted((folder / "runs").glob("*.tsv"))
    code, result, _ = equer(
        "score", "--questions", folder / "questions.tsv", "--judgments",
        folder / "judgments.tsv", "--json", *runs,
    )  # fmt: skip
    assert code == 0
    for measure in {"MRR", "accuracy at rank 1"} & expected.keys():
        found = {
            run["run"]: row["value"]
            for run in result["runs"]
            for row in run["scores"]
            if (row["measure"], row["kind"], row["subset"]) == (measure, "answer", "factual")
        }
        assert found == pytest.approx(expected[measure], abs=1e-9)
