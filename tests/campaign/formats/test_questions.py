import gzip
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from campaign.formats.identifiers import identifier_problem
from campaign.formats.problems import Problem
from campaign.formats.questions import (
    LAYOUT,
    QuestionFile,
    QuestionLine,
    QuestionType,
    read_questions,
    write_questions,
)
from campaign.formats.tables import Unwritable

HEADER = "id\ttype\tanswer_type\ttext\texpected_count\tlanguage\ttags\tknown_answers\tnil\n"


def read(text: str) -> QuestionFile:
    return read_questions(io.BytesIO(text.encode()), name="questions.tsv")


def problem_of(line: str) -> Problem:
    file = read(HEADER + line + "\n")
    (problem,) = file.problems
    assert (file.questions == []) == file.problems.refuses
    return problem


def test_a_question_has_all_its_values() -> None:
    line = "GB350\tlist\tperson\tQui a présidé ?\t3\tfr\tpolitics|easy\tMitterrand| Chirac \t0\n"
    questions, problems = read(HEADER + line)
    assert questions == [
        QuestionLine(
            line=2,
            identifier="GB350",
            type=QuestionType.LIST,
            answer_type="person",
            text="Qui a présidé ?",
            expected_count=3,
            language="fr",
            tags=("politics", "easy"),
            known_answers=("Mitterrand", "Chirac"),
            nil=False,
        )
    ]
    assert list(problems) == []


def test_without_header_optional_columns_may_be_left_out() -> None:
    question = read("GB1\tyes-no\t\tParis est-il en France ?\t\tfr\n").questions[0]
    assert question == (
        1,
        "GB1",
        "yes-no",
        "",
        "Paris est-il en France ?",
        None,
        "fr",
        (),
        (),
        False,
    )


def test_a_hash_in_an_identifier_is_an_ordinary_character() -> None:
    assert read("1#0\tfactual\t\tQui ?\t\tfr\n").questions[0].identifier == "1#0"


def test_gzip_is_read() -> None:
    packed = gzip.compress(b"GB1\tfactual\t\tQui ?\t\tfr\n")
    assert len(read_questions(io.BytesIO(packed), name="q.tsv.gz").questions) == 1


@pytest.mark.parametrize(
    ("line", "code", "severity", "question", "found"),
    [
        ("\tfactual\t\tQui ?\t\tfr\t\t\t", "missing-identifier", "error", None, ""),
        (" G1\tfactual\t\tQui ?\t\tfr\t\t\t", "blank-around-identifier", "error", None, " G1"),
        ("G1\tfactoid\t\tQui ?\t\tfr\t\t\t", "unknown-type", "error", "G1", "factoid"),
        ("G1\tfactual\t\t \t\tfr\t\t\t", "missing-text", "error", "G1", ""),
        ("G1\tlist\t\tQui ?\t0\tfr\t\t\t", "expected-count-not-a-number", "error", "G1", "0"),
        ("G1\tlist\t\tQui ?\ttwo\tfr\t\t\t", "expected-count-not-a-number", "error", "G1", "two"),
        ("G1\tlist\t\tQui ?\t٣\tfr\t\t\t", "expected-count-not-a-number", "error", "G1", "٣"),
        ("G1\tlist\t\tQui ?\t10000\tfr\t\t\t", "expected-count-too-large", "error", "G1", "10000"),
        ("G1\tfactual\t\tQui ?\t2\tfr\t\t\t", "expected-count-not-a-list", "warning", "G1", "2"),
        (
            "G1\tfactual\t\tQui ?\t\tfrançais\t\t\t",
            "language-not-a-tag",
            "warning",
            "G1",
            "français",
        ),
        ("G1\tfactual\t\tQui ?\t\tfr\t\t\tyes", "nil-not-a-flag", "error", "G1", "yes"),
        ("G1\tfactual\t\tQui ?\t\tfr\t\tMoi\t1", "nil-with-known-answers", "error", "G1", "Moi"),
    ],
)
def test_each_problem_is_said(
    line: str, code: str, severity: str, question: str | None, found: str
) -> None:
    problem = problem_of(line)
    assert (problem.code, problem.severity, problem.question) == (code, severity, question)
    assert (problem.found, problem.line) == (found, 2)


@pytest.mark.parametrize("count", ["9" * 5_000, "9" * 40_000])
def test_a_count_of_thousands_of_digits_is_too_large(count: str) -> None:
    problem = problem_of(f"G1\tlist\t\tQui ?\t{count}\tfr\t\t\t")
    assert (problem.code, problem.line, problem.column) == ("expected-count-too-large", 2, 16)
    assert problem.parameters == {"limit": 9_999}


def test_leading_zeros_are_no_digits() -> None:
    assert read(f"G1\tlist\t\tQui ?\t{'0' * 5_000}7\tfr\n").questions[0].expected_count == 7


ROW = {"id": "G1", "type": "list", "text": "Qui ?", "language": "fr"}


@pytest.mark.parametrize(
    ("column", "start", "limit"),
    [
        ("id", 1, 100),
        ("answer_type", 9, 100),
        ("text", 10, 10_000),
        ("language", 17, 20),
        ("tags", 20, 1_000),
        ("known_answers", 21, 50_000),
    ],
)
def test_what_is_longer_than_can_be_kept_is_refused(column: str, start: int, limit: int) -> None:
    def line(length: int) -> str:
        row = {**dict.fromkeys(LAYOUT.columns, ""), **ROW, column: "x" * length}
        return HEADER + "\t".join(row.values()) + "\n"

    found = read(line(limit + 1)).problems
    (problem,) = [problem for problem in found if problem.code == "value-too-long"]
    assert (problem.severity, problem.line, problem.column) == ("error", 2, start)
    assert problem.parameters == {"length": limit + 1, "limit": limit}
    assert not read(line(limit)).problems.refuses


@pytest.mark.parametrize("identifier", [".", "..", "/a", "a/", "a//b", "a/../b", "../x", "a/."])
def test_an_identifier_that_no_address_can_hold_is_refused(identifier: str) -> None:
    problem = problem_of(f"{identifier}\tfactual\t\tQui ?\t\tfr\t\t\t")
    assert (problem.code, problem.line, problem.column, problem.found) == (
        "unaddressable-identifier",
        2,
        1,
        identifier,
    )


@pytest.mark.parametrize("identifier", ["a/b", "...", "a.b", "1#0", "a?b", "5%", "é à", "a\\b"])
def test_other_identifiers_are_welcome(identifier: str) -> None:
    assert read(f"{identifier}\tfactual\t\tQui ?\t\tfr\n").questions[0].identifier == identifier


def test_a_control_character_in_an_identifier_is_refused() -> None:
    file = read("G\x0b1\tfactual\t\tQui ?\t\tfr\n")
    assert [problem.code for problem in file.problems] == [
        "control-in-identifier",
        "control-character",
    ]


def test_a_repeated_identifier_says_where_it_stands() -> None:
    file = read("G1\tfactual\t\tQui ?\t\tfr\nG2\tlist\t\tQui ?\t\tfr\nG1\tlist\t\tOù ?\t\tfr\n")
    (problem,) = file.problems
    assert (problem.code, problem.line, problem.found) == ("repeated-identifier", 3, "G1")
    assert problem.parameters == {"first": 1}


@pytest.mark.parametrize(
    ("given_type", "meant"), [("Yes/No", "yes-no"), ("FACTUAL", "factual"), ("liste", "list")]
)
def test_a_type_that_is_nearly_right_is_suggested(given_type: str, meant: str) -> None:
    problem = problem_of(f"G1\t{given_type}\t\tQui ?\t\tfr\t\t\t")
    assert problem.parameters == {"wording": "suggestion", "suggestion": meant}


def test_a_header_alone_is_refused() -> None:
    assert [problem.code for problem in read(HEADER).problems] == ["no-records"]


def test_every_problem_is_listed_at_once() -> None:
    file = read("G1\tfact\t\t\t\tfr\nG2\tlist\t\tQui ?\tx\tfr\nG3\tlist\n")
    assert [(problem.line, problem.column, problem.code) for problem in file.problems] == [
        (1, 4, "unknown-type"),
        (1, 10, "missing-text"),
        (2, 16, "expected-count-not-a-number"),
        (3, None, "column-count"),
    ]
    assert file.questions == []


LETTERS = st.characters(exclude_categories=["Cc", "Cs"])
WORDS = st.text(LETTERS, min_size=1).map(str.strip).filter(bool)
NAMES = st.text(LETTERS.filter(lambda c: c != "|"), min_size=1).map(str.strip).filter(bool)
QUESTIONS = st.builds(
    QuestionLine,
    line=st.just(0),
    identifier=st.text(LETTERS, min_size=1, max_size=LAYOUT.limits["id"]).filter(
        lambda word: identifier_problem(word, 1) is None
    ),
    type=st.sampled_from(QuestionType),
    answer_type=st.sampled_from(["", "person", "place"]),
    text=WORDS,
    expected_count=st.none() | st.integers(1, 99),
    language=st.sampled_from(["", "fr", "en", "pt-BR"]),
    tags=st.lists(NAMES, max_size=3).map(tuple),
    known_answers=st.just(()),
    nil=st.booleans(),
)


@given(st.lists(QUESTIONS, min_size=1, max_size=5, unique_by=lambda question: question.identifier))
def test_what_is_written_reads_the_same(questions: list[QuestionLine]) -> None:
    numbered = [question._replace(line=line) for line, question in enumerate(questions, 2)]
    assert read("".join(write_questions(numbered))).questions == numbered


def test_written_twice_is_the_same_text() -> None:
    text = HEADER + "G1\tlist\tperson\tQui ?\t3\tfr\ta|b\tc|d\t0\n"
    once = "".join(write_questions(read(text).questions))
    assert once == text


def test_a_separator_inside_a_known_answer_is_not_written() -> None:
    question = read("G1\tfactual\t\tQui ?\t\tfr\n").questions[0]
    with pytest.raises(Unwritable):
        list(write_questions([question._replace(known_answers=("a|b",))]))
