from collections.abc import Iterable, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from campaign.formats.questions import QuestionType
from judging.judgment_format import JudgmentLine, Kind, Label
from judging.labels import JudgmentIndex, Policy
from scoring.evaluation import (
    EvaluatedQuestion,
    Evidence,
    KnownCount,
    Profile,
    RankedAnswer,
    RunAnswers,
    ScoreRow,
    evaluate,
)
from scoring.measures import MEASURES

C, X, U, W = Label.CORRECT, Label.INEXACT, Label.UNSUPPORTED, Label.INCORRECT
FACTUAL, LIST = QuestionType.FACTUAL, QuestionType.LIST
DEFINITION, YES_NO = QuestionType.DEFINITION, QuestionType.YES_NO
ANSWERS = frozenset({Kind.ANSWER})
PASSAGES = frozenset({Kind.PASSAGE})


def answer(question: str, text: str, label: Label, distinct: str = "") -> JudgmentLine:
    names = (distinct,) if distinct else ()
    return JudgmentLine(0, question, Kind.ANSWER, "", text, "a1", label, names)


def passage(question: str, text: str, label: Label, *distinct: str) -> JudgmentLine:
    return JudgmentLine(0, question, Kind.PASSAGE, "", text, "a1", label, distinct)


def evidence_of(
    questions: Iterable[EvaluatedQuestion],
    judgments: Iterable[JudgmentLine] = (),
    kinds: frozenset[Kind] = ANSWERS,
) -> Evidence:
    return Evidence(tuple(questions), JudgmentIndex(judgments, Policy.MAJORITY), kinds)


def ranked(*texts: str, confidence: float | None = None) -> list[RankedAnswer]:
    return [RankedAnswer(rank, "", text, "", confidence) for rank, text in enumerate(texts, 1)]


def passages(*texts: str) -> list[RankedAnswer]:
    return [RankedAnswer(rank, "", "", text) for rank, text in enumerate(texts, 1)]


def row_of(rows: Sequence[ScoreRow], measure: str, kind: str, subset: str) -> ScoreRow:
    (row,) = [row for row in rows if row[:3] == (measure, kind, subset)]
    return row


def niap(
    run: RunAnswers,
    judgments: Iterable[JudgmentLine],
    *,
    known_count: KnownCount = KnownCount.MAX,
    kinds: frozenset[Kind] = ANSWERS,
    expected: int | None = None,
    known_answers: tuple[str, ...] = (),
) -> ScoreRow:
    question = EvaluatedQuestion("L1", LIST, expected, known_answers)
    rows = evaluate(evidence_of([question], judgments, kinds), run, known_count=known_count)
    (kind,) = kinds
    return row_of(rows, "NIAP", kind.value, "list")


def test_profiles_say_which_labels_are_right() -> None:
    labels = {"c": C, "x": X, "u": U, "w": W}
    questions = [EvaluatedQuestion(name, FACTUAL) for name in labels]
    judgments = [answer(name, "a", label) for name, label in labels.items()]
    run = {name: ranked("a") for name in labels}
    evidence = evidence_of(questions, judgments)
    per_question = {
        profile: evaluate(evidence, run, profile=profile)[0].per_question for profile in Profile
    }
    assert per_question == {
        Profile.STRICT: (1, 0, 0, 0),
        Profile.LENIENT_EXACTNESS: (1, 1, 0, 0),
        Profile.LENIENT_SUPPORT: (1, 0, 1, 0),
        Profile.LENIENT: (1, 1, 1, 0),
    }


def test_passages_are_right_if_correct_whatever_the_profile() -> None:
    evidence = evidence_of([EvaluatedQuestion("F1", FACTUAL)], [passage("F1", "p", W)], PASSAGES)
    for profile in Profile:
        assert evaluate(evidence, {"F1": passages("p")}, profile=profile)[0].value == 0


def test_missing_questions_score_zero_and_withdrawn_ones_do_not_count() -> None:
    questions = [
        EvaluatedQuestion("F1", FACTUAL),
        EvaluatedQuestion("F2", FACTUAL),
        EvaluatedQuestion("F3", FACTUAL, is_withdrawn=True),
    ]
    judgments = [answer("F1", "a", C), answer("F3", "a", C)]
    rows = evaluate(evidence_of(questions, judgments), {"F1": ranked("a"), "F3": ranked("a")})
    row = row_of(rows, "MRR", "answer", "factual")
    assert (row.value, row.questions, row.per_question) == (0.5, 2, (1.0, 0.0))


def test_the_rank_is_the_rank_in_the_file() -> None:
    evidence = evidence_of([EvaluatedQuestion("F1", FACTUAL)], [answer("F1", "b", C)])
    run = {"F1": [RankedAnswer(4, "", "b", ""), RankedAnswer(2, "", "a", "")]}
    assert evaluate(evidence, run)[0].value == 0.25


def test_an_empty_answer_holds_its_rank_and_is_not_counted() -> None:
    evidence = evidence_of([EvaluatedQuestion("F1", FACTUAL)], [answer("F1", "b", C)])
    row = evaluate(evidence, {"F1": ranked("", "b")})[0]
    assert (row.value, row.judged_share) == (0.5, 1.0)


def test_subsets_without_questions_and_kinds_not_asked_are_left_out() -> None:
    questions = [EvaluatedQuestion("F1", FACTUAL), EvaluatedQuestion("Y1", YES_NO)]
    rows = evaluate(evidence_of(questions), {"F1": ranked("a"), "Y1": passages("p")})
    assert [row[:3] for row in rows if row.measure in ("MRR", "NIAP")] == [
        ("MRR", "answer", "factual"),
        ("MRR", "answer", "yes-no"),
        ("MRR", "answer", "all"),
    ]


def test_all_covers_the_types_that_the_measure_applies_to() -> None:
    questions = [
        EvaluatedQuestion("F1", FACTUAL),
        EvaluatedQuestion("D1", DEFINITION),
        EvaluatedQuestion("Y1", YES_NO),
        EvaluatedQuestion("L1", LIST),
    ]
    rows = evaluate(evidence_of(questions), {})
    assert row_of(rows, "MRR", "answer", "all").questions == 3
    assert row_of(rows, "NIAP", "answer", "all").questions == 1


def test_rows_come_in_the_order_of_the_table() -> None:
    questions = [EvaluatedQuestion(kind.value, kind) for kind in QuestionType]
    kinds = frozenset(Kind)
    rows = evaluate(evidence_of(questions, kinds=kinds), {})
    order = {measure.short_name: place for place, measure in enumerate(MEASURES)}
    places = [order[row.measure] for row in rows]
    assert places == sorted(places)
    assert [row.kind for row in rows if row.measure == "NIAP" and row.subset == "all"] == [
        "answer",
        "passage",
        "answer+passage",
    ]


def test_unjudged_answers_are_wrong_and_reported() -> None:
    questions = [EvaluatedQuestion("F1", FACTUAL), EvaluatedQuestion("F2", FACTUAL)]
    judgments = [answer("F1", "a", W), answer("F1", "b", C)]
    row = evaluate(evidence_of(questions, judgments), {"F1": ranked("x", "b"), "F2": ranked("y")})[
        0
    ]
    assert (row.value, row.judged_share) == (0.25, 1 / 3)
    assert (row.lower, row.upper) == (0.25, 1.0)


def test_the_share_judged_is_none_without_answers() -> None:
    row = evaluate(evidence_of([EvaluatedQuestion("F1", FACTUAL)]), {})[0]
    assert (row.value, row.judged_share, row.lower, row.upper) == (0, None, 0, 0)


def test_nil_is_right_on_questions_without_an_answer() -> None:
    questions = [EvaluatedQuestion("F1", FACTUAL, nil=True), EvaluatedQuestion("F2", FACTUAL)]
    nil = [RankedAnswer(1, "NIL", "", "")]
    rows = evaluate(evidence_of(questions, kinds=frozenset(Kind)), {"F1": nil, "F2": nil})
    for kind in ("answer", "passage", "answer+passage"):
        row = row_of(rows, "MRR", kind, "factual")
        assert (row.per_question, row.judged_share) == ((1.0, 0.0), None)


def test_yes_in_the_other_language_is_the_same_choice() -> None:
    questions = [EvaluatedQuestion("Y1", YES_NO), EvaluatedQuestion("F1", FACTUAL)]
    judgments = [answer("Y1", "oui", C), answer("F1", "oui", C)]
    rows = evaluate(evidence_of(questions, judgments), {"Y1": ranked("YES"), "F1": ranked("yes")})
    assert row_of(rows, "MRR", "answer", "yes-no").value == 1
    assert row_of(rows, "MRR", "answer", "factual").judged_share == 0


# --- list questions ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("answers", "expected", "value"),
    [
        ("CICC", 7, 29 / 84),
        ("CCC", 3, 1),
        ("ICCC", 3, 23 / 36),
        ("CICII", 5, 1 / 3),
        ("CDC", 3, 5 / 9),
    ],
)
def test_worked_examples(answers: str, expected: int, value: float) -> None:
    texts, judgments = [], []
    for number, letter in enumerate(answers):
        texts.append("right 0 !" if letter == "D" else f"{letter} {number}")
        if letter != "D":
            judgments.append(answer("L1", texts[-1], C if letter == "C" else W, f"n{number}"))
    if "D" in answers:
        judgments.append(answer("L1", "right 0 !", C, "n0"))
    row = niap({"L1": ranked(*texts)}, judgments, expected=expected)
    assert row.value == pytest.approx(value, abs=1e-12)


def test_a_repeat_keeps_its_rank_and_gains_nothing() -> None:
    judgments = [answer("L1", "RFA", C, "G"), answer("L1", "Allemagne", C, "G")]
    judgments += [answer("L1", "Italie", C, "I")]
    row = niap({"L1": ranked("RFA", "Allemagne", "Italie")}, judgments)
    assert row.value == pytest.approx((1 + 2 / 3) / 2, abs=1e-12)


def test_only_an_earlier_right_answer_makes_a_repeat() -> None:
    judgments = [answer("L1", "RFA", W, "G"), answer("L1", "Allemagne", C, "G")]
    assert niap({"L1": ranked("RFA", "Allemagne")}, judgments).value == 0.5


def test_without_names_the_group_is_the_distinct_answer() -> None:
    judgments = [answer("L1", "Italie", C), answer("L1", "France", C)]
    row = niap({"L1": ranked("Italie", "italie.", "France")}, judgments)
    assert row.value == pytest.approx((1 + 2 / 3) / 2, abs=1e-12)


@pytest.mark.parametrize(
    ("known_count", "expected", "value", "raised"),
    [
        (KnownCount.KNOWN, None, 2 / 3, ()),
        (KnownCount.EXPECTED, None, 2 / 3, ()),
        (KnownCount.MAX, None, 2 / 3, ()),
        (KnownCount.KNOWN, 5, 2 / 3, ()),
        (KnownCount.EXPECTED, 5, 2 / 5, ()),
        (KnownCount.MAX, 5, 2 / 5, ()),
        (KnownCount.KNOWN, 1, 2 / 3, ()),
        (KnownCount.EXPECTED, 1, 1, ("L1",)),
        (KnownCount.MAX, 1, 2 / 3, ()),
    ],
)
def test_what_r_is_taken_from(
    known_count: KnownCount, expected: int | None, value: float, raised: tuple[str, ...]
) -> None:
    judgments = [answer("L1", "a", C), answer("L1", "b", C), answer("L1", "c", C)]
    row = niap({"L1": ranked("a", "b")}, judgments, known_count=known_count, expected=expected)
    assert row.value == pytest.approx(value, abs=1e-12)
    assert row.raised == raised


def test_known_answers_of_the_question_count_once() -> None:
    judgments = [answer("L1", "RFA", C, "Germany")]
    for known_answers, known in ((("RFA",), 1), (("Germany",), 1), (("Italie", "rfa."), 2)):
        row = niap({"L1": ranked("RFA")}, judgments, known_answers=known_answers)
        assert row.value == 1 / known


def test_r_of_zero_gives_zero() -> None:
    assert niap({"L1": ranked("a")}, [answer("L1", "a", W)]).value == 0


def test_what_is_known_follows_the_profile() -> None:
    question = EvaluatedQuestion("L1", LIST)
    evidence = evidence_of([question], [answer("L1", "a", C), answer("L1", "b", X)])
    run = {"L1": ranked("a")}
    values = [evaluate(evidence, run, profile=profile)[0].value for profile in Profile]
    assert values == [1, 0.5, 1, 0.5]


def test_a_passage_must_bring_a_new_distinct_answer() -> None:
    judgments = [
        passage("L1", "p1", C, "G", "I"),
        passage("L1", "p2", C, "I"),
        passage("L1", "p3", C, "I", "F"),
        passage("L1", "p4", C),
        passage("L1", "p5", W, "E"),
    ]
    run = {"L1": passages("p1", "p2", "p3", "p4", "p5")}
    row = niap(run, judgments, kinds=PASSAGES)
    assert row.value == pytest.approx((1 + 2 / 3) / 3, abs=1e-12)


def test_passages_without_names_are_repeated_units() -> None:
    judgments = [passage("L1", "p one", C), passage("L1", "p two", C), passage("L1", "p 3", C)]
    run = {"L1": passages("p one", "P ONE.", "p two")}
    row = niap(run, judgments, kinds=PASSAGES)
    assert row.value == pytest.approx((1 + 2 / 3) / 3, abs=1e-12)


def test_the_bounds_of_a_list_count_the_unjudged_among_the_known() -> None:
    row = niap({"L1": ranked("a", "x", "X", "y")}, [answer("L1", "a", C), answer("L1", "y", W)])
    assert (row.lower, row.upper) == (1.0, 1.0)
    row = niap({"L1": ranked("w", "a", "x")}, [answer("L1", "a", C), answer("L1", "w", W)])
    assert (row.value, row.lower) == (0.5, 0.5)
    assert row.upper == pytest.approx((1 / 2 + 2 / 3) / 2, abs=1e-12)


# --- both, confidence, non-response -----------------------------------------------------------


def test_an_answer_counts_only_if_its_passage_is_correct() -> None:
    judgments = [answer("F1", "a", C), answer("F1", "b", C), passage("F1", "good", C)]
    judgments += [passage("F1", "bad", W)]
    run = {"F1": [RankedAnswer(1, "", "a", "bad"), RankedAnswer(2, "", "b", "good")]}
    rows = evaluate(
        evidence_of([EvaluatedQuestion("F1", FACTUAL)], judgments, frozenset(Kind)), run
    )
    values = {
        row.kind: row.value for row in rows if (row.measure, row.subset) == ("MRR", "factual")
    }
    assert values == {"answer": 1, "passage": 0.5, "answer+passage": 0.5}


def test_measures_of_confidence_need_confidence_on_every_answer() -> None:
    questions = [EvaluatedQuestion("F1", FACTUAL), EvaluatedQuestion("F2", FACTUAL)]
    evidence = evidence_of(questions, [answer("F1", "a", C)])

    def measures(first: float | None, second: float | None) -> set[str]:
        run = {"F1": ranked("a", confidence=first), "F2": ranked("b", confidence=second)}
        return {row.measure for row in evaluate(evidence, run)} & {"CWS", "K1"}

    assert measures(0.9, 0.1) == {"CWS", "K1"}
    assert measures(14.6, 0.1) == {"CWS"}
    assert measures(0.9, None) == set()
    assert "CWS" not in {row.measure for row in evaluate(evidence, {})}


def test_questions_are_unanswered_without_a_non_empty_answer() -> None:
    questions = [EvaluatedQuestion(f"F{number}", FACTUAL) for number in range(4)]
    evidence = evidence_of(questions, [answer("F0", "a", C), answer("F1", "a", W)])
    run = {"F0": ranked("a"), "F1": ranked("a"), "F2": ranked("")}
    row = row_of(evaluate(evidence, run), "c@1", "answer", "factual")
    assert row.value == pytest.approx((1 + 2 * 1 / 4) / 4, abs=1e-12)


# --- properties over all measures --------------------------------------------------------------

TEXTS = ["Angers", "angers.", "Tours", "Blois", "Paris", ""]
JUDGMENTS = st.lists(
    st.builds(
        answer,
        st.sampled_from(["q0", "q1", "q2"]),
        st.sampled_from(TEXTS[:5]),
        st.sampled_from(Label),
    ),
    max_size=12,
    unique_by=lambda line: (line.question, line.text),
)
RUNS = st.dictionaries(
    st.sampled_from(["q0", "q1", "q2"]),
    st.lists(st.sampled_from(TEXTS), max_size=5).map(lambda texts: ranked(*texts, confidence=0.5)),
)
TYPES = st.tuples(*[st.sampled_from(QuestionType)] * 3)


def three_questions(types: Sequence[QuestionType]) -> list[EvaluatedQuestion]:
    return [EvaluatedQuestion(f"q{number}", kind) for number, kind in enumerate(types)]


@given(types=TYPES, judgments=JUDGMENTS, run=RUNS, profile=st.sampled_from(Profile))
def test_scores_stay_within_range_and_bounds(
    types: Sequence[QuestionType],
    judgments: list[JudgmentLine],
    run: RunAnswers,
    profile: Profile,
) -> None:
    ranges = {measure.short_name: measure.range for measure in MEASURES}
    for row in evaluate(evidence_of(three_questions(types), judgments), run, profile=profile):
        lowest, highest = ranges[row.measure]
        assert lowest <= row.lower <= row.value <= row.upper <= highest
        assert len(row.per_question) == row.questions


@given(types=TYPES, judgments=JUDGMENTS, run=RUNS, data=st.data())
def test_neither_names_nor_order_count(
    types: Sequence[QuestionType],
    judgments: list[JudgmentLine],
    run: RunAnswers,
    data: st.DataObject,
) -> None:
    questions = three_questions(types)
    rename = {"q0": "z9", "q1": "a", "q2": "m#1"}
    renamed = [question._replace(identifier=rename[question.identifier]) for question in questions]
    lines = [line._replace(question=rename[line.question]) for line in judgments]
    moved = {
        rename[name]: data.draw(st.permutations(answers))
        for name, answers in reversed([*run.items()])
    }
    one = evaluate(evidence_of(questions, judgments), run)
    other = evaluate(
        evidence_of(data.draw(st.permutations(renamed)), data.draw(st.permutations(lines))), moved
    )
    assert [(*row[:3], *row[4:6]) for row in other] == [(*row[:3], *row[4:6]) for row in one]
    for before, after in zip(one, other, strict=True):
        assert after.value == pytest.approx(before.value, abs=1e-12)
