"""A wrong header hides no other problem: the columns that it names are checked all the same."""

import io
from collections.abc import Iterable

import pytest

from campaign.formats.problems import Problem
from campaign.formats.questions import QuestionType, read_questions
from campaign.formats.runs import RunRules, read_run
from judging.judgment_format import read_judgments

RULES = RunRules(
    dict.fromkeys(QuestionType, 5), 20, asks_documents=True, asks_passages=True, accepts_nil=False
)
TYPES = {"GF1": QuestionType.FACTUAL, "GB1": QuestionType.YES_NO}
HEADER = ("unknown-column", "missing-column", "header-not-recognised", "repeated-column")
RUN = (
    "GF9\t1\tD1\tAngers\tune ville\n"
    "GB1\tx\tD9\tperhaps\tun passage de plus de vingt signes\n"
    "GF1\t1\tD1\tAngers\tune ville\n"
    "GF1\t1\tD1\tTours\t\n"
)
QUESTIONS = (
    "GF1\tfactual\t\tOù ?\t\tfr\nGF1\tfactuel\t\t\tx\tfr\nGF2\tfactual\t\tQui ?\t3\tfr\nGF2\tlist\n"
)
JUDGMENTS = (
    "GF9\tanswer\tD1\tAngers\ta1\tcorrect\n"
    "GF1\tanswers\tD1\t\t\tgood\n"
    "GF1\tanswer\tD1\tAngers\ta1\tcorrect\n"
)


def said(problems: Iterable[Problem]) -> list[tuple[str, int | None]]:
    return [(one.code, one.line) for one in problems if one.code not in HEADER]


def run(text: str) -> list[tuple[str, int | None]]:
    source = io.BytesIO(text.encode())
    file = read_run(source, name="a", questions=TYPES, documents={"D1"}, rules=RULES)
    assert file.problems.refuses
    assert not file.answers
    return said(file.problems)


def questions(text: str) -> list[tuple[str, int | None]]:
    file = read_questions(io.BytesIO(text.encode()), name="a")
    assert file.problems.refuses
    return said(file.problems)


def judgments(text: str) -> list[tuple[str, int | None]]:
    file = read_judgments(io.BytesIO(text.encode()), name="a", questions={"GF1"})
    assert file.problems.refuses
    return said(file.problems)


ALL_OF_RUN = run("question\trank\tdocument\tshort_answer\tpassage\n" + RUN)
ALL_OF_QUESTIONS = questions("id\ttype\tanswer_type\ttext\texpected_count\tlanguage\n" + QUESTIONS)
ALL_OF_JUDGMENTS = judgments("question\tkind\tdocument\ttext\tassessor\tlabel\n" + JUDGMENTS)


def test_a_blank_line_is_nobody() -> None:
    line = b"GF1\tfactual\t\tO\xc3\xb9 ?\t\tfr\n"
    file = read_questions(io.BytesIO(line + b"\n\n" + line.replace(b"1", b"2")), name="a")
    assert said(file.problems) == [("blank-line", 2), ("blank-line", 3)]


def test_there_is_much_to_find() -> None:
    assert {code for code, _ in ALL_OF_RUN} == {
        "unknown-question",
        "unknown-document",
        "rank-not-a-number",
        "repeated-rank",
        "passage-too-long",
        "not-yes-or-no",
        "missing-passage",
    }
    assert ALL_OF_QUESTIONS == [
        ("repeated-identifier", 3),
        ("unknown-type", 3),
        ("missing-text", 3),
        ("expected-count-not-a-number", 3),
        ("expected-count-not-a-list", 4),
        ("column-count", 5),
        ("repeated-identifier", 5),
    ]
    assert {code for code, _ in ALL_OF_JUDGMENTS} == {
        "unknown-question",
        "unknown-kind",
        "missing-text",
        "unknown-label",
    }


@pytest.mark.parametrize(
    "header",
    [
        "id\trank\tdocument\tshort_answer\tpassage",
        "question\tranks\tdocument\tshort_answer\tpassage",
        "question\tRank\tdocumnet\tshort answer\tPassage ",
        "Question\tRank\tDocument\tShort_answer\tPassage",
    ],
)
def test_misspelt_columns_of_a_run_are_read_as_meant(header: str) -> None:
    assert run(header + "\n" + RUN) == ALL_OF_RUN


@pytest.mark.parametrize(
    ("column", "unsaid"),
    [
        ("rank", {"rank-not-a-number", "repeated-rank"}),
        ("document", {"unknown-document", "missing-passage"}),
        ("short_answer", {"not-yes-or-no", "missing-passage"}),
        ("passage", {"passage-too-long", "missing-passage"}),
    ],
)
def test_what_needs_a_column_that_a_run_lacks_is_not_said(column: str, unsaid: set[str]) -> None:
    header = "question\trank\tdocument\tshort_answer\tpassage".replace(column, "xyz")
    assert run(header + "\n" + RUN) == [one for one in ALL_OF_RUN if one[0] not in unsaid]


def test_columns_too_many_change_nothing() -> None:
    lines = "".join(line + "\tx\n" for line in RUN.splitlines())
    header = "question\trank\tdocument\tshort_answer\tpassage\tnote\n"
    assert run(header + lines) == ALL_OF_RUN


@pytest.mark.parametrize(
    ("column", "wrong", "unsaid"),
    [
        ("text", "texte", set()),
        ("language", "langue", set()),
        ("type", "xyz", {"unknown-type", "expected-count-not-a-list"}),
        ("text", "xyz", {"missing-text"}),
        ("expected_count", "xyz", {"expected-count-not-a-number", "expected-count-not-a-list"}),
    ],
)
def test_a_wrong_column_of_questions(column: str, wrong: str, unsaid: set[str]) -> None:
    columns = ["id", "type", "answer_type", "text", "expected_count", "language"]
    header = "\t".join(wrong if name == column else name for name in columns)
    kept = [one for one in ALL_OF_QUESTIONS if one[0] not in unsaid]
    assert questions(header + "\n" + QUESTIONS) == kept


@pytest.mark.parametrize(
    ("column", "wrong", "unsaid"),
    [
        ("label", "labels", set()),
        ("kind", "xyz", {"unknown-kind"}),
        ("text", "xyz", {"missing-text"}),
        ("label", "xyz", {"unknown-label"}),
    ],
)
def test_a_wrong_column_of_judgments(column: str, wrong: str, unsaid: set[str]) -> None:
    header = "question\tkind\tdocument\ttext\tassessor\tlabel".replace(column, wrong)
    found = judgments(header + "\n" + JUDGMENTS)
    assert [one for one in found if one[0] != "missing-assessor"] == [
        one for one in ALL_OF_JUDGMENTS if one[0] not in unsaid
    ]
