"""What the commands on a task print."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from campaign.models import Task
from tests import make

pytestmark = pytest.mark.django_db

HEADER = "question\trank\tdocument\tshort_answer\tpassage\n"


def _load_run(task: Task, path: Path, *options: str) -> tuple[int, str, str]:
    out, err = io.StringIO(), io.StringIO()
    try:
        call_command(
            "load_run", task.path, path, "--team", "Lexi", *options, stdout=out, stderr=err
        )
    except SystemExit as end:
        return int(end.code or 0), out.getvalue(), err.getvalue()
    return 0, out.getvalue(), err.getvalue()


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_sentences_end_with_one_full_stop(tmp_path: Path, lang: str) -> None:
    task = make.make_task()
    make.load_questions(task)
    run = tmp_path / "run.tsv"
    run.write_text(f"{HEADER}NOWHERE\t1\t\tAngers\t\nGB1\tx\t\tAngers\t\n", encoding="utf-8")
    code, out, err = _load_run(task, run, "--lang", lang)
    assert code == 2
    assert err.count("unknown-question") == 1
    for line in (*err.splitlines(), *out.splitlines()):
        assert ".." not in line
        assert ". ." not in line
        assert " / ." not in line
    if lang == "en":
        assert "run.tsv:2:1 error unknown-question [NOWHERE]: " in err
        assert out.startswith(
            "run.tsv: refused. Questions answered: 1, Questions: 4, Answers: 2, Short answers: 2, "
            "Passages: 0. sha256 "
        )


def test_a_folder_is_refused_with_a_sentence(tmp_path: Path) -> None:
    task = make.make_task()
    make.load_questions(task)
    with pytest.raises(CommandError, match=f"^{tmp_path}: Is a directory.$"):
        _load_run(task, tmp_path)


def test_a_run_s_passages_are_looked_for_at_once(tmp_path: Path) -> None:
    task = make.make_ready_task()
    run = tmp_path / "run.tsv"
    run.write_text(make.RUN.replace("La Loire arrose\n", "La Loire inonde\n"), encoding="utf-8")

    code, out, err = _load_run(task, run)

    assert (code, [line.split(": ")[0] for line in err.splitlines()]) == (
        0,
        ["run.tsv:2:17 warning passage-not-in-document [GF1]", "warning"],
    )
    assert out.splitlines()[1:] == ["run run of Lexi, official", "team Lexi registered"]


@pytest.mark.parametrize(("options", "deed"), [([], "was"), (["--check-only"], "would be")])
def test_a_team_that_nobody_knew_is_warned_of(
    tmp_path: Path, options: list[str], deed: str
) -> None:
    task = make.make_ready_task()
    make.make_team(task, "Lexis")
    run = tmp_path / "run.tsv"
    run.write_text(make.RUN, encoding="utf-8")

    _, _, err = _load_run(task, run, *options)

    assert f"no team of lanterne was named Lexi: it {deed} registered. Known teams: Lexis." in err


def test_a_team_that_is_known_is_not_warned_of(tmp_path: Path) -> None:
    task = make.make_ready_task()
    make.make_team(task, "LEXI")
    run = tmp_path / "run.tsv"
    run.write_text(make.RUN, encoding="utf-8")
    assert _load_run(task, run)[2] == ""
