import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judging.judgment_format import (
    JudgmentFile,
    JudgmentLine,
    Kind,
    Label,
    read_judgments,
    write_judgments,
)

QUESTIONS = {"GB1", "GL2"}


def read(text: str) -> JudgmentFile:
    return read_judgments(io.BytesIO(text.encode()), name="judgments.tsv", questions=QUESTIONS)


def said(text: str) -> list[tuple[str, str, int | None, int | None]]:
    file = read(text)
    return [(p.code, p.severity.value, p.line, p.column) for p in file.problems]


def test_judgments_are_read_in_file_order() -> None:
    text = "question\tkind\tdocument\ttext\tassessor\tlabel\tdistinct\n"
    text += "GL2\tpassage\tD1\tRFA et France\ta2\tcorrect\tGermany| France\n"
    text += "GB1\tanswer\t\tAngers\ta1\tunsupported\t\n"
    assert read(text).judgments == [
        JudgmentLine(
            2,
            "GL2",
            Kind.PASSAGE,
            "D1",
            "RFA et France",
            "a2",
            Label.CORRECT,
            ("Germany", "France"),
        ),
        JudgmentLine(3, "GB1", Kind.ANSWER, "", "Angers", "a1", Label.UNSUPPORTED, ()),
    ]
    assert said(text) == []


GOOD = "GB1\tanswer\tD1\tAngers\ta1\tcorrect\n"


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("GB9\tanswer\tD1\tTours\ta1\tcorrect\n", ("unknown-question", "error", 2, 1)),
        ("GB1\tanswers\tD1\tTours\ta1\tcorrect\n", ("unknown-kind", "error", 2, 5)),
        ("GB1\tanswer\tD1\tTours\ta1\tnot supported\n", ("unknown-label", "error", 2, 24)),
        ("GB1\tanswer\tD1\t \ta1\tcorrect\n", ("missing-text", "error", 2, 15)),
        ("GB1\tanswer\tD1\tTours\t\tcorrect\n", ("missing-assessor", "error", 2, 21)),
        (f"GB1\tanswer\tD1\tTours\t{'a' * 61}\tcorrect\n", ("value-too-long", "error", 2, 21)),
        (f"GB1\tanswer\tD1\t{'T' * 50_001}\ta1\tcorrect\n", ("value-too-long", "error", 2, 15)),
        ("GB1\tpassage\tD1\tTours\ta1\tinexact\n", ("label-not-for-passages", "error", 2, 25)),
        ("GB1\tpassage\tD1\tTours\ta1\tunsupported\n", ("label-not-for-passages", "error", 2, 25)),
        ("GB1\tanswer\tD1\tTours\ta1\t\n", ("no-label", "warning", 2, 24)),
        ("GB1\tanswer\tD1\tTours\ta1\tNaN\n", ("no-label", "warning", 2, 24)),
        ("GB1\tanswer\tNIL\t\ta1\tcorrect\n", ("nil-judgment", "warning", 2, 16)),
        (GOOD, ("repeated-judgment", "warning", 2, 15)),
        ("GB1\tanswer\tD1\tAngers\ta1\tincorrect\n", ("contradicting-judgment", "error", 2, 25)),
        ("GB1\tanswer\tD1\tTours\ta1\n", ("column-count", "error", 2, None)),
    ],
)
def test_each_problem_is_said(line: str, problem: tuple[str, str, int, int | None]) -> None:
    assert said(GOOD + line) == [problem]
    judgments = read(GOOD + line).judgments
    assert len(judgments) == (0 if problem[1] == "error" else 1)


def test_two_assessors_may_differ() -> None:
    assert said(GOOD + "GB1\tanswer\tD1\tAngers\ta2\tincorrect\n") == []


def test_two_spellings_and_two_documents_may_differ() -> None:
    text = GOOD + "GB1\tanswer\tD1\tangers\ta1\tincorrect\nGB1\tanswer\tD2\tAngers\ta1\tincorrect\n"
    assert said(text) == []


def test_two_names_for_one_answer_contradict() -> None:
    header = "question\tkind\tdocument\ttext\tassessor\tlabel\tdistinct\n"
    line = "GL2\tanswer\tD1\tRFA\ta1\tcorrect\t"
    (problem,) = read(header + line + "Germany\n" + line + "Prussia\n").problems
    assert (problem.code, problem.line) == ("contradicting-judgment", 3)
    assert problem.parameters == {"first": 2, "before": "correct Germany"}
    assert problem.found == "correct Prussia"


def test_one_answer_is_one_distinct_answer() -> None:
    header = "question\tkind\tdocument\ttext\tassessor\tlabel\tdistinct\n"
    assert said(header + "GL2\tanswer\tD1\tRFA\ta1\tcorrect\tGermany|France\n") == [
        ("several-distinct", "error", 2, 30)
    ]


def test_an_unknown_question_is_said_once_with_a_look_alike() -> None:
    line = "gb1\tanswer\tD1\t{}\ta1\tcorrect\n"
    (problem,) = read(GOOD + line.format("Tours") + line.format("Blois")).problems
    assert problem.parameters == {"lines": 2, "wording": "suggestion", "suggestion": "GB1"}


def test_no_common_question_is_one_problem() -> None:
    text = "".join(f"dev-{number}\tanswer\t\ta\ta1\tcorrect\n" for number in range(500))
    (problem,) = read(text).problems
    assert (problem.code, problem.line, problem.found) == ("unknown-question", None, "dev-0, dev-1")
    assert problem.parameters == {"wording": "none-in-task", "unknown": 500}


def test_a_label_that_is_nearly_right_is_suggested() -> None:
    (problem,) = read("GB1\tanswer\tD1\tTours\ta1\tCorrect\n").problems
    assert problem.parameters == {"wording": "suggestion", "suggestion": "correct"}


TEXTS = st.text(st.characters(exclude_categories=["Cc", "Cs"]), min_size=1).filter(str.strip)
NAMES = st.sampled_from(["Germany", "États-Unis", "a b"])
LINES = st.builds(
    JudgmentLine,
    line=st.just(0),
    question=st.sampled_from(sorted(QUESTIONS)),
    kind=st.sampled_from(Kind),
    document=st.sampled_from(["", "D1", "ATS.951127.0054"]),
    text=TEXTS,
    assessor=st.sampled_from(["a1", "adjudication"]),
    label=st.sampled_from([Label.CORRECT, Label.INCORRECT]),
    distinct=st.lists(NAMES, max_size=1).map(tuple),
)


@given(st.lists(LINES, min_size=1, max_size=5, unique_by=lambda line: line[1:6]))
def test_what_is_written_reads_the_same(judgments: list[JudgmentLine]) -> None:
    numbered = [judgment._replace(line=line) for line, judgment in enumerate(judgments, 2)]
    assert read("".join(write_judgments(numbered))).judgments == numbered
