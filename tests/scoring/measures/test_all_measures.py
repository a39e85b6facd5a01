"""Properties that every row of the table has; a new measure joins them by joining the table."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from campaign.formats.questions import QuestionType
from scoring.measures import MEASURES, Measure, ScoredKind
from scoring.measures.outcome import Outcome

NOTHING = Outcome()


def outcome_of(right: list[bool], *, more: int, confidence: float) -> Outcome:
    gains = tuple(right)
    return Outcome(
        right=gains,
        gains=gains,
        known=sum(gains) + more,
        returned=len(gains),
        confidence=confidence,
    )


OUTCOMES = st.builds(
    outcome_of,
    st.lists(st.booleans(), min_size=1, max_size=8),
    more=st.integers(0, 3),
    confidence=st.floats(0, 1),
)
QUESTIONS = st.lists(OUTCOMES | st.just(NOTHING), min_size=1, max_size=8)


def score(measure: Measure, outcomes: list[Outcome]) -> float:
    values = measure.function(outcomes)
    assert len(values) == len(outcomes)
    return sum(values) / len(values)


every_measure = pytest.mark.parametrize("measure", MEASURES, ids=lambda row: row.short_name)


@every_measure
@given(questions=QUESTIONS)
def test_the_score_is_within_its_range(measure: Measure, questions: list[Outcome]) -> None:
    lowest, highest = measure.range
    assert lowest - 1e-12 <= score(measure, questions) <= highest + 1e-12
    assert all(lowest - 1e-12 <= v <= highest + 1e-12 for v in measure.function(questions))


@every_measure
@given(known=st.lists(st.integers(1, 5), min_size=1, max_size=8))
def test_a_perfect_run_scores_the_maximum(measure: Measure, known: list[int]) -> None:
    perfect = [outcome_of([True] * count, more=0, confidence=1.0) for count in known]
    assert score(measure, perfect) == pytest.approx(measure.range[1], abs=1e-12)


@every_measure
def test_an_empty_run_scores_zero_the_minimum_of_what_is_not_signed(measure: Measure) -> None:
    assert score(measure, [NOTHING] * 5) == 0.0
    assert measure.range[0] in (0.0, -1.0)


@every_measure
@given(questions=QUESTIONS, place=st.tuples(st.integers(0, 7), st.integers(1, 7)))
def test_moving_a_right_answer_up_never_hurts(
    measure: Measure, questions: list[Outcome], place: tuple[int, int]
) -> None:
    number, rank = place[0] % len(questions), place[1]
    outcome = questions[number]
    if rank >= len(outcome.right) or not outcome.right[rank] or outcome.right[rank - 1]:
        return
    moved = list(outcome.right)
    moved[rank - 1], moved[rank] = True, False
    better = [*questions]
    better[number] = outcome._replace(right=tuple(moved), gains=tuple(moved))
    assert score(measure, better) >= score(measure, questions) - 1e-12


@every_measure
@given(data=st.data(), questions=QUESTIONS)
def test_the_order_of_the_questions_does_not_count(
    measure: Measure, data: st.DataObject, questions: list[Outcome]
) -> None:
    shuffled = data.draw(st.permutations(questions))
    assert score(measure, shuffled) == pytest.approx(score(measure, questions), abs=1e-12)


@every_measure
@given(questions=st.lists(OUTCOMES, min_size=2, max_size=6))
def test_independent_means_what_it_says(measure: Measure, questions: list[Outcome]) -> None:
    if measure.is_independent:
        alone = [measure.function([outcome])[0] for outcome in questions]
        assert measure.function(questions) == alone


def test_the_table_is_complete_and_unambiguous() -> None:
    assert [measure.short_name for measure in MEASURES] == [
        "MRR",
        "NIAP",
        "accuracy at rank 1",
        "success at 5",
        "any right",
        "list precision",
        "list recall",
        "list F",
        "c@1",
        "CWS",
        "K1",
    ]
    assert len({measure.name for measure in MEASURES}) == len(MEASURES)
    for measure in MEASURES:
        assert measure.source
        assert measure.question_types <= {*QuestionType}
        assert measure.question_types
        assert measure.kinds <= {*ScoredKind}
        assert measure.kinds
