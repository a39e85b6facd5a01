import ast
import re
import string
from collections.abc import Iterator
from pathlib import Path

import pytest

import campaign.formats
import judging
from campaign.formats.file_wordings import FILE_TITLES
from campaign.formats.messages import (
    TITLES,
    VALUES,
    WORDINGS,
    describe,
    problem_record,
    title_of,
    translate,
)
from campaign.formats.problems import Problem, Severity, error
from campaign.formats.run_wordings import RUN_TITLES
from campaign.formats.wordings import Wording

FORMATS = Path(campaign.formats.__path__[0])
JUDGING = Path(judging.__path__[0])
SOURCES = [
    *sorted(FORMATS.glob("*.py")),
    *(JUDGING / f"{name}_format.py" for name in ("judgment", "qrels", "trec")),
    JUDGING / "trec_lines.py",
]
BUILT = {"unknown-question", "unknown-document", "document-not-asked", "passage-not-asked"}
"""Codes that are put together from the name of a column."""


def codes_in_source() -> Iterator[str]:
    for path in SOURCES:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            match node:
                case ast.Call(
                    func=ast.Name(id="error" | "warning" | "Problem")
                    | ast.Attribute(attr="_refuse" | "refuse" | "warn"),
                    args=[ast.Constant(value=str(code)), *_],
                ):
                    yield code


def placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


def test_every_code_given_has_words() -> None:
    codes = {*codes_in_source(), *BUILT}
    worded = {key.partition("/")[0] for key in WORDINGS}
    assert codes - worded == set()


def test_codes_are_kebab_case() -> None:
    for key in WORDINGS:
        assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*(/[a-z0-9]+(-[a-z0-9]+)*)?", key), key


@pytest.mark.parametrize("key", sorted(WORDINGS))
@pytest.mark.parametrize("lang", ["en", "fr"])
def test_the_words_fit_their_parameters_in_both_languages(key: str, lang: str) -> None:
    code, _, wording = key.partition("/")
    names = set().union(*map(placeholders, WORDINGS[key]))
    parameters: dict[str, str | int] = {**dict.fromkeys(names, 1234), "wording": wording}
    text = describe(Problem(code, Severity.ERROR, 3, found="x", parameters=parameters), lang)
    assert text.found == "x"
    assert "{" not in "".join(text)
    assert "1234" not in "".join(text)
    for sentence in (text.title, text.expected, text.remedy):
        assert sentence[-1] in ".?", sentence


@pytest.mark.parametrize("words", sorted(WORDINGS.values()))
def test_a_translation_keeps_the_parameters(words: Wording) -> None:
    for message in words:
        assert placeholders(translate(message, "fr")) == placeholders(message)


def test_numbers_are_grouped_as_the_language_does() -> None:
    problem = error("passage-too-long", parameters={"limit": 1250, "length": 1251, "excess": 1})
    assert describe(problem, "en").expected == "At most 1,250 characters; this one has 1,251."
    assert "1\u202f250" in describe(problem, "fr").expected


def test_another_language_reads_as_english() -> None:
    problem = error("missing-rank")
    assert describe(problem, "de") == describe(problem, "en")


def test_a_code_of_another_version_is_shown_as_it_is() -> None:
    assert describe(error("no-longer-given"), "fr") == ("no-longer-given", "", "", "")


def test_text_of_the_file_is_never_a_template() -> None:
    problem = error("unknown-question", found="{x}", parameters={"lines": 1})
    assert describe(problem, "en").found == "{x}"


def test_a_record_has_the_eight_keys() -> None:
    problem = error(
        "rank-out-of-range", 7, column=5, question="G1", found="9", parameters={"limit": 5}
    )
    assert problem_record(problem, "en") == {
        "code": "rank-out-of-range",
        "severity": "error",
        "line": 7,
        "column": 5,
        "question": "G1",
        "found": "9",
        "expected": "A rank from 1 to 5.",
        "remedy": "Keep the best answers, at most 5 for this question.",
    }


@pytest.mark.parametrize("key", sorted(WORDINGS))
def test_a_title_names_no_instance(key: str) -> None:
    assert placeholders(WORDINGS[key].title) == set()


def test_a_code_with_several_titles_has_one_for_all() -> None:
    titles: dict[str, set[str]] = {}
    for key, wording in WORDINGS.items():
        titles.setdefault(key.partition("/")[0], set()).add(wording.title)
    explicit = {*FILE_TITLES, *RUN_TITLES}
    assert {code for code, all_of_it in titles.items() if len(all_of_it) > 1} == explicit
    assert TITLES.keys() == titles.keys()


def test_a_code_has_a_title_in_both_languages() -> None:
    assert title_of("missing-column", "en") == "A column is missing."
    assert title_of("missing-column", "fr") == "Une colonne manque."
    assert title_of("no-longer-given", "fr") == "no-longer-given"


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("field", ["line", "title"])
def test_kinds_of_values_and_of_places_are_in_the_language_of_the_reader(
    lang: str, field: str
) -> None:
    kind = "object" if field == "line" else "text"
    problem = error("wrong-type", 1, parameters={"field": field, "type": kind})
    assert (
        describe(problem, lang).expected
        == {
            ("en", "line"): "A value of type JSON object in the line.",
            ("en", "title"): "A value of type text in title.",
            ("fr", "line"): "Une valeur de type objet JSON dans la ligne.",
            ("fr", "title"): "Une valeur de type texte dans title.",
        }[lang, field]
    )


@pytest.mark.parametrize("message", sorted(VALUES.values()))
def test_every_value_in_words_is_translated(message: str) -> None:
    assert translate(message, "fr") != message
