"""What the documentation says, checked against what the project does."""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command, get_commands

from campaign.formats.documents import read_documents
from campaign.formats.questions import QuestionType, read_questions
from campaign.formats.run_checks import RunRules
from campaign.formats.runs import read_run
from campaign.models import Role, Stage
from campaign.permissions import EVERYBODY, PERMISSIONS_BY_ROLE, SIGNED_IN, Permission
from campaign.visibility import SHOWN_FROM, Thing
from client.main import main
from config.servers.doors import DOORS
from judging.judgment_format import read_judgments
from scoring.management.commands.document_measures import definition_of, document
from scoring.measures import MEASURES

ROOT = Path(__file__).parent.parent
DOCS = ROOT / "docs"
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted(DOCS.rglob("*.md"))]


def words(name: str) -> str:
    return re.sub(r"[-_]", " ", name).lower()


def table_after(page: Path, heading: str) -> tuple[list[str], dict[str, list[str]]]:
    """Return the header and the rows of the first table below a heading, by their first cell."""
    text = page.read_text(encoding="utf-8").partition(f"\n## {heading}\n")[2]
    lines = re.findall(r"(?:^\|.*\|\n)+", text, re.MULTILINE)[0].splitlines()
    header, _rule, *rows = ([cell.strip() for cell in line.split("|")[1:-1]] for line in lines)
    return header[1:], {row[0]: row[1:] for row in rows}


def blocks(page: Path) -> dict[str, str]:
    """Return the contents of fenced blocks by what stands after the fence."""
    return dict(re.findall(r"^```(\S+)\n(.*?)^```$", page.read_text(), re.MULTILINE | re.DOTALL))


# --- permissions.md -------------------------------------------------------------------


def expected_permissions() -> Iterator[tuple[str, list[str]]]:
    columns = [
        EVERYBODY,
        EVERYBODY | SIGNED_IN,
        *(EVERYBODY | SIGNED_IN | PERMISSIONS_BY_ROLE[role] for role in Role),
    ]
    for permission in Permission:
        yield (
            words(permission),
            ["yes" if permission in column else "–" for column in columns],
        )


def test_the_table_of_permissions_is_the_one_in_force() -> None:
    header, rows = table_after(DOCS / "permissions.md", "Permissions")
    assert header == ["everybody", "signed in", *(words(role) for role in Role)]
    assert rows == dict(expected_permissions())


def test_the_table_of_visibility_is_the_one_in_force() -> None:
    header, rows = table_after(DOCS / "permissions.md", "What shows from which stage")
    roles: list[Role | None] = [None, *Role]
    assert header == ["everybody", *(words(role) for role in Role)]
    assert rows == {
        words(thing): [
            words(shown[role].name) if role in shown else "–"
            for shown in [SHOWN_FROM[thing]]
            for role in roles
        ]
        for thing in Thing
    }


def test_the_stages_are_named_in_their_order() -> None:
    listed = ", ".join(words(stage.name) for stage in Stage)
    assert f"follows from its dates: {listed}." in (DOCS / "permissions.md").read_text()


# --- measures.md ----------------------------------------------------------------------


def test_the_page_of_measures_is_fresh() -> None:
    call_command("document_measures", check=True)


def test_a_stale_page_of_measures_is_refused(tmp_path: Path, settings: Any) -> None:
    settings.BASE_DIR = tmp_path
    (tmp_path / "docs").mkdir()
    with pytest.raises(CommandError, match="stale"):
        call_command("document_measures", check=True)
    call_command("document_measures")
    call_command("document_measures", check=True)


def test_every_measure_is_defined_by_its_own_function() -> None:
    defined = [definition_of(measure) for measure in MEASURES]
    assert len(set(defined)) == len(MEASURES)
    assert all(f"## {measure.short_name}" in document() for measure in MEASURES)


# --- formats.md -----------------------------------------------------------------------


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Mapping[str, Path]:
    """Write the examples of the page into the current folder."""
    monkeypatch.chdir(tmp_path)
    for name, content in blocks(DOCS / "formats.md").items():
        (tmp_path / name).write_text(content, encoding="utf-8")
    (tmp_path / "ids.txt").write_text("D1\nD2\n", encoding="utf-8")
    return {path.name: path for path in tmp_path.iterdir()}


def test_the_readers_accept_the_examples_without_a_word(files: Mapping[str, Path]) -> None:
    questions = read_questions(files["questions.tsv"], name="questions.tsv")
    documents = read_documents(files["documents.jsonl"], name="documents.jsonl")
    texts = {document.identifier: document.text for document in documents}
    types = {question.identifier: question.type for question in questions.questions}
    rules = RunRules(
        dict.fromkeys(QuestionType, 5),
        250,
        asks_documents=True,
        asks_passages=True,
        accepts_nil=False,
    )
    run = read_run(
        files["run.tsv"],
        name="run.tsv",
        questions=types,
        documents=texts,
        rules=rules,
        document_texts=lambda named: {name: texts[name] for name in named},
    )
    judgments = read_judgments(files["judgments.tsv"], name="judgments.tsv", questions=types)
    problems = [questions.problems, documents.problems, run.problems, judgments.problems]
    assert list(map(list, problems)) == [[], [], [], []]
    assert (len(types), len(texts), len(run.answers), len(judgments.judgments)) == (2, 2, 4, 4)


def equer(capsys: pytest.CaptureFixture[str], command: str) -> tuple[int, Any]:
    code = main([*shlex.split(command)[1:], "--lang", "en", "--json"])
    return code, json.loads(capsys.readouterr().out)


def test_the_commands_do_what_the_page_says(
    files: Mapping[str, Path], capsys: pytest.CaptureFixture[str]
) -> None:
    validate, score = files["sh"].read_text().splitlines()
    assert equer(capsys, validate) == (0, [])
    code, told = equer(capsys, score)
    told["runs"][0]["scores"][1:] = []
    assert (code, told) == (0, json.loads(files["score.json"].read_text()))
    run = files["run.tsv"]
    run.write_text(run.read_text().replace("GF1\t1\t", "GF1\t0\t"))
    assert equer(capsys, validate) == (2, json.loads(files["problems.json"].read_text()))


@pytest.mark.parametrize("command", ["validate", "score"])
def test_every_option_of_the_command_line_is_described(command: str) -> None:
    source = (ROOT / "client" / f"{command}.py").read_text() + (ROOT / "client/main.py").read_text()
    page = (DOCS / "formats.md").read_text()
    options = set(re.findall(r'"(--[a-z0-9-]+)"', source))
    assert [option for option in sorted(options) if f"`{option}" not in page] == [
        option for option in ("--questions",) if option in options
    ]


def test_every_command_of_ours_is_described() -> None:
    apps = {"campaign", "judging", "scoring"}
    text = (DOCS / "formats.md").read_text() + (ROOT / "CONTRIBUTING.md").read_text()
    ours = sorted(name for name, app in get_commands().items() if app in apps)
    silent = [name for name in ours if not re.search(rf"\b{name}\b", text)]
    assert silent == ["demonstration_sign_ins", "load_demonstration"]  # the demo calls them


# --- all pages --------------------------------------------------------------------------


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_link_leads_somewhere(page: Path) -> None:
    links = re.findall(r"\]\(([^)#\s]+)", page.read_text(encoding="utf-8"))
    local = [link for link in links if "://" not in link]
    assert [link for link in local if not (page.parent / link).exists()] == []


def test_every_door_of_run_is_in_the_readme() -> None:
    text = (ROOT / "README.md").read_text()
    doors = [*DOORS, "test", "check", "equer"]
    assert [door for door in doors if f"./run {door}" not in text] == []


def test_decisions_are_numbered_and_complete() -> None:
    decisions = sorted((DOCS / "decisions").glob("*.md"))
    assert [path.name[:4] for path in decisions] == [
        f"{number:04}" for number in range(1, len(decisions) + 1)
    ]
    for number, path in enumerate(decisions, start=1):
        headings = re.findall(r"^#+ (.*)$", path.read_text(), re.MULTILINE)
        assert headings[0].startswith(f"{number}. ")
        assert headings[1:] == ["Context", "Decision", "Consequences"]
