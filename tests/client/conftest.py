"""Files of a small campaign, and a way to call the command line."""

import json
from pathlib import Path
from typing import Any

import pytest

from client.main import main
from tests.client.small_campaign import JUDGMENTS, QUESTIONS, RUN, Equer


@pytest.fixture
def campaign(tmp_path: Path) -> Path:
    """Return a folder with questions, judgments and one run."""
    for name, text in (("q.tsv", QUESTIONS), ("j.tsv", JUDGMENTS), ("lexi1.tsv", RUN)):
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path


@pytest.fixture
def equer(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Equer:
    """Return a function that runs the command in a process without a locale."""
    for variable in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(variable, raising=False)

    def call(*arguments: object) -> tuple[int, Any, str]:
        code = main([str(argument) for argument in arguments])
        written, errors = capsys.readouterr()
        return code, json.loads(written) if "--json" in arguments else written, errors

    return call
