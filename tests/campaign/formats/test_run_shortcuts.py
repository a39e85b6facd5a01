"""What a short way accepts, the long way accepts: no rule is weaker for whole columns."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from campaign.formats.problems import Problem, ProblemList
from campaign.formats.questions import QuestionType
from campaign.formats.run_answers import AnswerColumns, AnswerLine
from campaign.formats.run_checks import (
    NO_RANK,
    Check,
    RunContext,
    RunRules,
)
from campaign.formats.run_shortcuts import KEPT
from campaign.formats.runs import LAYOUT, read_answers, sound_answers
from campaign.formats.tables import Table

QUESTIONS = {
    "GF1": QuestionType.FACTUAL,
    "GL1": QuestionType.LIST,
    "GB1": QuestionType.YES_NO,
}
LIMITS = {**dict.fromkeys(QuestionType, 3), QuestionType.YES_NO: 1}
TURNED = ("question", *reversed(LAYOUT.columns[1:]))
TEXTS = st.sampled_from(["", "a", "b", "oui", "abc"])
TRISTATE = st.sampled_from([None, True, False])

answers = st.lists(
    st.builds(
        AnswerLine,
        line=st.integers(1, 9),
        question=st.sampled_from([*QUESTIONS, "GX9"]),
        rank=st.sampled_from([NO_RANK, 0, 1, 2, 3, 4]),
        document=st.sampled_from(["", "NIL", "D1", "D2"]),
        short_answer=TEXTS,
        passage=TEXTS,
        confidence=st.none(),
    ),
    min_size=1,
    max_size=5,
)
rules = st.builds(
    RunRules,
    answers=st.just(LIMITS),
    passage_limit=st.sampled_from([None, 2]),
    asks_documents=TRISTATE,
    asks_passages=TRISTATE,
    accepts_nil=st.booleans(),
)
questions = st.sampled_from(
    [
        QUESTIONS,
        {"GF1": QuestionType.FACTUAL},
        {"GF1": QuestionType.FACTUAL, "GX9": QuestionType.LIST},
    ]
)


@pytest.mark.parametrize("check", KEPT, ids=lambda check: check.__name__)
def test_a_short_way_accepts_only_what_its_check_accepts(check: Check) -> None:
    @given(answers, rules, questions)
    def holds(lines: list[AnswerLine], asked: RunRules, known: dict[str, QuestionType]) -> None:
        context = RunContext(
            columns=AnswerColumns.of(lines),
            questions=known,
            documents=None,
            rules=asked,
            document_texts=None,
            place=lambda _line, _name: 1,
        )
        if KEPT[check](context):
            assert list(check(context)) == []

    holds()


@pytest.mark.parametrize("check", KEPT, ids=lambda check: check.__name__)
def test_a_sound_run_takes_every_short_way(check: Check) -> None:
    context = RunContext(
        columns=AnswerColumns.of([AnswerLine(1, "GF1", 1, "D1", "a", "b", None)]),
        questions={"GF1": QuestionType.FACTUAL},
        documents=None,
        rules=RunRules(LIMITS, 250, asks_documents=True, asks_passages=True, accepts_nil=False),
        document_texts=None,
        place=lambda _line, _name: 1,
    )

    assert KEPT[check](context)


cells = st.sampled_from(
    ["", "GF1", "1", "0", "01", "١", "x", "0.5", "1_0", "nan", "-1e3", "é", "a b"]
)
headers = st.sampled_from(
    [
        "",
        "\t".join(LAYOUT.required) + "\n",
        "\t".join(LAYOUT.columns) + "\n",
        "\t".join(TURNED) + "\r\n",
    ]
)
ends = st.sampled_from(["\n", "\r\n", "\n\n"])
files = st.lists(
    st.tuples(st.lists(cells, min_size=4, max_size=7).map("\t".join), ends), max_size=4
)


def read(text: str, *, quickly: bool) -> tuple[list[AnswerLine] | None, list[Problem]]:
    problems = ProblemList()
    table = Table(text, LAYOUT, problems)
    if not quickly:
        return list(read_answers(table, problems)), list(problems)
    columns = sound_answers(table)
    return columns and columns.answers(), list(problems)


@given(headers, files)
def test_a_table_that_is_read_at_once_is_read_the_same(
    header: str, lines: list[tuple[str, str]]
) -> None:
    text = header + "".join(line + end for line, end in lines)

    quickly = read(text, quickly=True)

    assert quickly[0] is None or quickly == read(text, quickly=False)


@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize("names", [LAYOUT.required, LAYOUT.columns, TURNED])
def test_a_sound_table_is_read_at_once(names: tuple[str, ...], end: str) -> None:
    row = {"question": "GF1", "rank": "12", "document": "é", "confidence": "-1e3"}
    text = "".join("\t".join(cells) + end for cells in (names, [row.get(n, "x y") for n in names]))

    confidence = -1000.0 if "confidence" in names else None
    answer = AnswerLine(2, "GF1", 12, "é", "x y", "x y", confidence)
    assert read(text, quickly=True) == ([answer], []) == read(text, quickly=False)
