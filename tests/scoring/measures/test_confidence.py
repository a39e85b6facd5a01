import random

import pytest

from scoring.measures.c_at_1 import c_at_1
from scoring.measures.confidence_weighted import confidence_weighted
from scoring.measures.k1 import k1


def mean(parts: list[float]) -> float:
    return sum(parts) / len(parts)


@pytest.mark.parametrize(
    ("right", "expected"),
    [("RWRR", 35 / 48), ("WRRR", 23 / 48), ("RRRR", 1), ("WWWW", 0)],
)
def test_the_confidence_weighted_score_of_worked_examples(right: str, expected: float) -> None:
    # Worked from the definition in Voorhees, TREC 2002.
    parts = confidence_weighted([letter == "R" for letter in right], [0.9, 0.8, 0.7, 0.6])
    assert mean(parts) == pytest.approx(expected, abs=1e-12)


def test_the_order_of_the_questions_does_not_count() -> None:
    draw = random.Random(3)
    rows = [(draw.random() < 0.5, draw.choice([0.1, 0.5, 0.5, 0.9, None])) for _ in range(30)]
    rows = [(is_right and confidence is not None, confidence) for is_right, confidence in rows]
    expected = mean(confidence_weighted(*map(list, zip(*rows, strict=True))))
    draw.shuffle(rows)
    shuffled = mean(confidence_weighted(*map(list, zip(*rows, strict=True))))
    assert shuffled == pytest.approx(expected, abs=1e-12)


def test_equal_confidence_is_the_mean_over_all_orders() -> None:
    both = [
        mean(confidence_weighted(order, [0.5, 0.4])) for order in ([True, False], [False, True])
    ]
    assert mean(confidence_weighted([True, False], [0.5, 0.5])) == pytest.approx(mean(both))


def test_questions_without_an_answer_come_last() -> None:
    parts = confidence_weighted([False, True], [None, -5.0])
    assert parts == [0.5, 1.0]


def test_c_at_1_of_a_worked_example() -> None:
    # Peñas and Rodrigo 2011: (n_R + n_U·n_R/n)/n with n = 10, n_R = 4, n_U = 3.
    right = [True] * 4 + [False] * 6
    answered = [True] * 7 + [False] * 3
    assert mean(c_at_1(right, answered)) == pytest.approx((4 + 3 * 4 / 10) / 10, abs=1e-12)


def test_c_at_1_is_accuracy_when_all_is_answered() -> None:
    assert mean(c_at_1([True, False], [True, True])) == 0.5
    assert c_at_1([], []) == []


def test_k1_of_a_worked_example() -> None:
    answers = [(True, 1.0), (True, 0.5), (False, 0.75), (False, None)]
    values = [k1(is_right=right, confidence=confidence) for right, confidence in answers]
    assert mean(values) == pytest.approx(0.75 / 4, abs=1e-12)


@pytest.mark.parametrize("confidence", [-0.1, 1.1, 14.6])
def test_k1_refuses_other_confidences(confidence: float) -> None:
    with pytest.raises(ValueError, match="between 0 and 1"):
        k1(is_right=True, confidence=confidence)
