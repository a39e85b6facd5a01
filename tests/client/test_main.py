import os
import subprocess
import sys
from pathlib import Path

import pytest

import client.main
from campaign.formats.names import run_name
from tests.client.small_campaign import Equer

ROOT = Path(client.main.__file__).parents[1]
HEAVY = {"numpy", "scipy", "django", "celery", "psycopg"}


def test_scoring_starts_without_heavy_modules(campaign: Path) -> None:
    program = (
        "import sys; from client.main import main; code = main(sys.argv[1:]);"
        " print(code, *sorted({name.split('.')[0] for name in sys.modules}))"
    )
    files = ["--questions", "q.tsv", "--judgments", "j.tsv", "lexi1.tsv"]
    finished = subprocess.run(
        [sys.executable, "-c", program, "score", *files],
        cwd=campaign,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=True,
    )
    code, *modules = finished.stdout.splitlines()[-1].split()
    assert (code, HEAVY & {*modules}) == ("0", set())


@pytest.mark.parametrize("unread", ["stdout", "stderr"])
def test_whoever_stops_reading_meets_no_traceback(campaign: Path, unread: str) -> None:
    (campaign / "long.tsv").write_text("GB1\tx\t\ta\t\n" * 2000, encoding="utf-8")
    files = ["--questions", "q.tsv", "--judgments", "j.tsv"]
    runs = ["lexi1.tsv"] if unread == "stdout" else ["long.tsv"]
    reader, writer = os.pipe()
    os.close(reader)
    finished = subprocess.run(
        [sys.executable, "-m", "client.main", "score", *files, *runs],
        cwd=campaign,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=writer if unread == "stdout" else subprocess.PIPE,
        stderr=writer if unread == "stderr" else subprocess.PIPE,
        text=True,
        check=False,
    )
    os.close(writer)
    assert (finished.returncode, finished.stdout or "", finished.stderr or "") == (141, "", "")


def test_without_a_command_the_usage_is_shown(equer: Equer) -> None:
    with pytest.raises(SystemExit) as stopped:
        equer()
    assert stopped.value.code == 2


def test_an_unknown_choice_is_refused(equer: Equer, campaign: Path) -> None:
    with pytest.raises(SystemExit) as stopped:
        equer(
            "score", "--questions", campaign / "q.tsv", "--judgments", campaign / "j.tsv",
            "--profile", "generous", campaign / "lexi1.tsv",
        )  # fmt: skip
    assert stopped.value.code == 2


@pytest.mark.parametrize(
    ("arguments", "locale", "lang"),
    [
        (["score", "--lang", "fr"], {}, "fr"),
        (["score", "--lang", "en"], {"LANG": "fr_FR.UTF-8"}, "en"),
        (["score"], {"LANG": "fr_FR.UTF-8"}, "fr"),
        (["score"], {"LANG": "fr_FR.UTF-8", "LC_ALL": "C.UTF-8"}, "en"),
        (["score"], {"LANG": "de_DE.UTF-8"}, "en"),
        (["score"], {}, "en"),
    ],
)
def test_the_language_is_the_option_else_the_locale(
    arguments: list[str], locale: dict[str, str], lang: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for variable in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(variable, raising=False)
    for variable, value in locale.items():
        monkeypatch.setenv(variable, value)
    assert client.main._language(arguments) == lang  # noqa: SLF001


def test_what_the_command_line_says_is_french_in_french(
    capsys: pytest.CaptureFixture[str], equer: Equer, campaign: Path
) -> None:
    for command in client.main.COMMANDS:
        with pytest.raises(SystemExit):
            equer(command, "--lang", "fr", "--help")
    helped = capsys.readouterr().out
    assert "répéter" not in helped
    for english in ("judgments file", "question file", "write JSON", "no limit", "bootstrap;"):
        assert english not in helped
    assert "fichier de questions" in helped
    code, written, errors = equer(
        "validate", "--lang", "fr", "--questions", campaign / "q.tsv", campaign / "lexi1.tsv"
    )
    assert (code, written, errors) == (0, "lexi1\N{NO-BREAK SPACE}: accepté\n", "")


@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("runs/lexi1.tsv", "lexi1"),
        ("lexi1.tsv.gz", "lexi1"),
        ("lexi1.zip", "lexi1"),
        ("lexi.1.tsv.zip", "lexi.1"),
        ("lexi1", "lexi1"),
        ("submission-single (1).tsv", "submission-single (1)"),
    ],
)
def test_a_run_is_named_by_its_file(path: str, name: str) -> None:
    assert run_name(Path(path)) == name
