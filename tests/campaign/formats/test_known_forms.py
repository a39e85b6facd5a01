from pathlib import Path

import pytest

from campaign.formats.known_forms import recognise_form


@pytest.mark.parametrize(
    "text",
    [
        "",
        "GB1\t1\tLEMONDE94-002276\tAngers\t\n",
        "[GB1]\t1\tLEMONDE94-002276\tAngers\t\n",
        "{GB1\t1\tD1\tAngers\t\n",
        "question\trank\tdocument\tshort_answer\tpassage\n",
        "one line without tabs\n",
    ],
)
def test_native_text_is_no_other_form(text: str) -> None:
    assert recognise_form(text) is None


def test_json_over_several_lines_is_json() -> None:
    assert recognise_form('{\n\t"question": "GB1"\n}\n') == "JSON"


def test_clef_questions_are_recognised() -> None:
    text = "F EN EN 0001 Who wrote it?\nD EN EN 0002 Who is he?\n"
    assert recognise_form(text) == "CLEF"


def test_this_file_is_text_without_tabs() -> None:
    assert recognise_form(Path(__file__).read_text(encoding="utf-8")) == "text without tabs"
