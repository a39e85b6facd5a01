import pytest

from scoring.measures.reciprocal_rank import reciprocal_rank

QUESTIONS = 200


@pytest.mark.parametrize(
    ("first_right", "expected"),
    [
        # CLEF 2003, appendix: questions with the first right answer at rank 1, 2, 3; MRR.
        ((75, 13, 9), 0.4225),
        ((79, 13, 9), 0.4425),
        ((83, 9, 7), 0.449166666667),
        ((87, 10, 7), 0.471666666667),
    ],
)
def test_the_mean_over_clef_2003(first_right: tuple[int, ...], expected: float) -> None:
    answers = [
        [False] * (rank - 1) + [True] + [True] * (3 - rank)
        for rank, count in enumerate(first_right, 1)
        for _ in range(count)
    ]
    answers += [[False] * 3] * (QUESTIONS - len(answers))
    mean = sum(map(reciprocal_rank, answers)) / QUESTIONS
    assert mean == pytest.approx(expected, abs=1e-12)


def test_right_answers_after_the_first_change_nothing() -> None:
    assert reciprocal_rank([False, True, True]) == reciprocal_rank([False, True, False]) == 0.5
