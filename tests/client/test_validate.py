from pathlib import Path

import pytest

from tests.client.small_campaign import RUN, Equer

RECORD_KEYS = ["code", "severity", "line", "column", "question", "found", "expected", "remedy"]


def test_a_sound_run_is_accepted(equer: Equer, campaign: Path) -> None:
    code, problems, errors = equer(
        "validate", "--questions", campaign / "q.tsv", "--json", campaign / "lexi1.tsv"
    )
    assert (code, problems, errors) == (0, [], "")


def test_problems_are_records(equer: Equer, campaign: Path) -> None:
    (campaign / "lexi1.tsv").write_text(RUN + "GB1\t9\t\tBlois\t\n", encoding="utf-8")
    code, problems, _ = equer(
        "validate", "--questions", campaign / "q.tsv", "--json", campaign / "lexi1.tsv"
    )
    assert code == 2
    assert problems == [
        {
            "code": "rank-out-of-range",
            "severity": "error",
            "line": 7,
            "column": 5,
            "question": "GB1",
            "found": "9",
            "expected": "A rank from 1 to 5.",
            "remedy": "Keep the best answers, at most 5 for this question.",
        }
    ]


def test_with_several_runs_each_problem_says_which(equer: Equer, campaign: Path) -> None:
    (campaign / "lexi2.tsv").write_text(RUN + "GB1\t9\t\tBlois\t\n", encoding="utf-8")
    code, problems, _ = equer(
        "validate", "--questions", campaign / "q.tsv", "--json",
        campaign / "lexi1.tsv", campaign / "lexi2.tsv",
    )  # fmt: skip
    assert (code, [(*row, row["run"]) for row in problems]) == (
        2,
        [(*RECORD_KEYS, "run", "lexi2")],
    )


def test_with_several_runs_a_file_that_cannot_be_read_says_which(
    equer: Equer, campaign: Path
) -> None:
    (campaign / "lexi2.tsv").write_text(RUN.replace("GB1\t1", "GB1\t"), encoding="utf-8")
    files = [campaign / "lexi1.tsv", campaign / "gone.tsv", campaign / "lexi2.tsv"]
    code, problems, _ = equer("validate", "--questions", campaign / "q.tsv", "--json", *files)
    assert (code, [(row["run"], row["code"]) for row in problems]) == (
        2,
        [("gone", "file-not-found"), ("lexi2", "missing-rank")],
    )
    code, problems, _ = equer("validate", "--questions", campaign / "no.tsv", "--json", *files)
    assert (code, [(row["file"], row["code"]) for row in problems]) == (
        2,
        [("no.tsv", "file-not-found")],
    )
    (campaign / "lexi1.txt").write_text(RUN, encoding="utf-8")
    files = [campaign / "lexi1.tsv", campaign / "lexi1.txt"]
    code, problems, _ = equer("validate", "--questions", campaign / "q.tsv", "--json", *files)
    assert (code, [(row["run"], row["code"]) for row in problems]) == (
        2,
        [("lexi1", "repeated-run-name")],
    )


@pytest.mark.parametrize("given", ["q.tsv", "ids.txt", "lexi1.tsv"])
def test_a_folder_is_called_a_folder(equer: Equer, campaign: Path, given: str) -> None:
    (campaign / "ids.txt").write_text("D1\n", encoding="utf-8")
    (campaign / given).unlink()
    (campaign / given).mkdir()
    code, _, errors = equer(
        "validate", "--questions", campaign / "q.tsv", "--documents", campaign / "ids.txt",
        campaign / "lexi1.tsv",
    )  # fmt: skip
    assert code == 2
    assert errors.splitlines()[0] == (
        f"{campaign / given}: error: This is a folder. [folder-instead-of-file]"
    )


@pytest.mark.parametrize(
    ("option", "value", "sentence"),
    [
        ("--answers", "-1", "-1: write a whole number from 1 to 10000."),
        ("--answers", "0", "0: write a whole number from 1 to 10000."),
        ("--answers", "５", "５: write a whole number from 1 to 10000."),
        ("--answers", "9" * 5000, f"{'9' * 5000}: write a whole number from 1 to 10000."),
        ("--passage-limit", "-5", "-5: write a whole number, 0 or more."),
        ("--passage-limit", "many", "many: write a whole number, 0 or more."),
    ],
)
def test_a_limit_that_makes_no_sense_is_refused_with_a_sentence(
    equer: Equer, campaign: Path, capsys: pytest.CaptureFixture[str], option: str, value: str,
    sentence: str,
) -> None:  # fmt: skip
    files = ["--questions", campaign / "q.tsv", campaign / "lexi1.tsv"]
    with pytest.raises(SystemExit) as stopped:
        equer("validate", *files, option, value)
    assert stopped.value.code == 2
    refusal = capsys.readouterr().err.splitlines()[-1]
    assert refusal == f"equer validate: error: argument {option}: {sentence}"


def test_the_limits_are_options(equer: Equer, campaign: Path) -> None:
    (campaign / "lexi1.tsv").write_text(RUN + f"GB1\t3\tD1\tBlois\t{'x' * 251}\n", encoding="utf-8")
    (campaign / "ids.txt").write_text("D2\nD3\tmore\n", encoding="utf-8")

    def codes(*options: object) -> list[str]:
        _, problems, _ = equer(
            "validate", "--questions", campaign / "q.tsv", "--json", *options,
            campaign / "lexi1.tsv",
        )  # fmt: skip
        return [row["code"] for row in problems if row["severity"] == "error"]

    assert codes() == ["passage-too-long"]
    assert codes("--passage-limit", 0) == []
    assert codes("--passage-limit", 251, "--answers", 2) == ["rank-out-of-range"]
    assert codes("--passage-limit", 0, "--documents", campaign / "ids.txt") == [
        *["missing-document"] * 4,
        "unknown-document",
    ]


def test_nil_is_accepted_if_a_question_has_it_or_on_request(equer: Equer, campaign: Path) -> None:
    text = (campaign / "q.tsv").read_text(encoding="utf-8").replace("fr\t1", "fr\t0")
    (campaign / "q.tsv").write_text(text, encoding="utf-8")
    files = ["--questions", campaign / "q.tsv", "--json", campaign / "lexi1.tsv"]
    code, problems, _ = equer("validate", *files)
    assert (code, [row["code"] for row in problems]) == (2, ["nil-not-accepted"])
    assert equer("validate", "--nil", *files)[:2] == (0, [])


def test_people_read_sentences(equer: Equer, campaign: Path) -> None:
    (campaign / "lexi1.tsv").write_text(RUN.replace("GB1\t1", "GB1\t"), encoding="utf-8")
    code, written, errors = equer(
        "validate", "--questions", campaign / "q.tsv", campaign / "lexi1.tsv"
    )
    assert (code, written) == (2, "lexi1: refused\n")
    assert errors.splitlines() == [
        f"{campaign / 'lexi1.tsv'}, line 2, column 5, GB1: error: The rank is missing. [missing-rank]",
        "    Expected: A whole number, 1 for the best answer.",
        "    Write the rank.",
    ]


def test_consent_is_an_option(equer: Equer, campaign: Path) -> None:
    text = "GB1\t0\t\tdéjà\t\nGB2\t0\t\ta\t\nGL3\t0\t\tb\t\nGY4\t0\t\toui\t\n"
    (campaign / "lexi1.tsv").write_bytes(text.encode("cp1252"))
    files = ["--questions", campaign / "q.tsv", "--json", campaign / "lexi1.tsv"]
    assert [row["code"] for row in equer("validate", *files)[1]] == ["not-utf8"]
    code, problems, _ = equer("validate", "--windows-1252", *files)
    assert (code, [row["code"] for row in problems if row["severity"] == "error"]) == (
        2,
        ["ranks-from-zero"],
    )
    assert equer("validate", "--windows-1252", "--ranks-from-zero", *files)[0] == 0
