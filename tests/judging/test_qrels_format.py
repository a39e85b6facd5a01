from typing import NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from campaign.formats.problems import ProblemList
from campaign.formats.tables import Unwritable
from judging.judgment_format import JudgmentLine, Kind, Label
from judging.labels import Policy
from judging.qrels_format import (
    Relevance,
    judgments_of,
    parse_qrels,
    relevances_of,
    write_qrels,
)

QUESTIONS = {"301", "302"}


class Read(NamedTuple):
    relevances: list[Relevance]
    problems: ProblemList


def read(text: str) -> Read:
    problems = ProblemList()
    return Read(parse_qrels(text, problems, questions=QUESTIONS), problems)


def said(text: str) -> list[tuple[str, str, int | None, int | None]]:
    problems = read(text).problems
    return [(p.code, p.severity.value, p.line, p.column) for p in problems]


def test_blanks_comments_and_iterations_are_passed_over() -> None:
    text = "# comment\n301 Q0  CR#93E-1860\t2\r\n302 7 D1 -1\n"
    file = read(text)
    assert file.relevances == [Relevance(2, "301", "CR#93E-1860", 2), Relevance(3, "302", "D1", -1)]
    assert list(file.problems) == []


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("999 0 D1 1\n", ("unknown-question", "error", 2, 1)),
        ("301 0 D2\n", ("column-count", "error", 2, None)),
        ("301 0 D2 1 x\n", ("column-count", "error", 2, None)),
        ("301 0 D2 yes\n", ("relevance-not-a-number", "error", 2, 10)),
        ("301 0 D2 1.0\n", ("relevance-not-a-number", "error", 2, 10)),
        ("301 0 D2 128\n", ("relevance-not-a-number", "error", 2, 10)),
        ("301 0 D1 0\n", ("contradicting-relevance", "error", 2, 10)),
        ("301 0 D1 1\n", ("repeated-judgment", "warning", 2, 7)),
        ("\n301 0 D2 1\n", ("blank-line", "warning", 2, None)),
    ],
)
def test_what_is_wrong_is_said_where_it_stands(
    line: str, problem: tuple[str, str, int | None, int | None]
) -> None:
    text = "301 0 D1 1\n" + line
    assert said(text) == [problem]
    assert bool(read(text).relevances) == (problem[1] == "warning")


def judged(document: str, label: Label, **rest: str) -> JudgmentLine:
    line = JudgmentLine(1, "301", Kind.ANSWER, document, "Angers", "a1", label)
    return line._replace(**rest)  # type: ignore[arg-type]


def test_a_document_is_relevant_if_a_text_in_it_is_right() -> None:
    lines = [
        judged("D1", Label.INCORRECT),
        judged("D2", Label.INEXACT),
        judged("D3", Label.UNSUPPORTED),
        judged("D1", Label.CORRECT, text="Tours"),
        judged("D4", Label.CORRECT, assessor="a1"),
        judged("D4", Label.INCORRECT, assessor="a2"),
        judged("", Label.CORRECT),
        judged("NIL", Label.CORRECT),
        judged("D5", Label.CORRECT)._replace(kind=Kind.PASSAGE),
    ]
    assert "".join(write_qrels(relevances_of(lines))) == (
        "301 0 D1 1\n301 0 D2 0\n301 0 D3 0\n301 0 D5 1\n"
    )
    lenient = relevances_of(lines, Policy.FIRST, {Label.CORRECT, Label.INEXACT})
    assert [found.relevance for found in lenient] == [1, 1, 0, 1, 1]


def test_blanks_cannot_be_written() -> None:
    for relevance in (Relevance(1, "a b", "D1", 1), Relevance(1, "301", "", 1)):
        with pytest.raises(Unwritable):
            list(write_qrels([relevance]))


IDENTIFIERS = st.text(st.characters(exclude_categories=["Cc", "Cs", "Z"]), min_size=1)


@settings(deadline=None)
@given(
    st.dictionaries(
        st.tuples(st.sampled_from(sorted(QUESTIONS)), IDENTIFIERS),
        st.integers(-127, 127),
        min_size=1,
    )
)
def test_what_is_written_reads_the_same(relevances: dict[tuple[str, str], int]) -> None:
    lines = [
        Relevance(line, question, document, found)
        for line, ((question, document), found) in enumerate(relevances.items(), 1)
    ]
    written = "".join(write_qrels(lines))
    file = read(written)
    assert file.relevances == lines
    assert "".join(write_qrels(file.relevances)) == written


def test_relevances_are_laid_on_passages_and_come_back() -> None:
    relevances = read("301 0 D1 2\n301 0 D2 -1\n302 0 D1 1\n302 0 D9 0\n").relevances
    passages = {("301", "D1"): ["un", "deux"], ("301", "D2"): ["trois"]}
    problems = ProblemList()

    lines = judgments_of(relevances, passages, assessor="nist", problems=problems)

    right, wrong = Label.CORRECT, Label.INCORRECT
    assert [(one.line, one.document, one.text, one.label) for one in lines] == [
        (1, "D1", "un", right),
        (1, "D1", "deux", right),
        (2, "D2", "trois", wrong),
    ]
    assert {(one.kind, one.assessor) for one in lines} == {(Kind.PASSAGE, "nist")}
    said = [(one.code, one.severity.value, one.line, one.found) for one in problems]
    assert said == [("document-without-passages", "warning", 3, "D1")]
    assert "".join(write_qrels(relevances_of(lines))) == "301 0 D1 1\n301 0 D2 0\n"
