import pytest

from scoring.measures.average_precision import average_precision


@pytest.mark.parametrize(
    ("answers", "known", "expected"),
    [
        # Worked by hand from (1/R) Σ rel(k)·P(k): C right, I wrong, D a repeat.
        ("CICC", 7, 29 / 84),
        ("CCC", 3, 1),
        ("ICCC", 3, 23 / 36),
        ("CICII", 5, 1 / 3),
        ("IIIIC", 1, 0.2),
        ("CDC", 3, 5 / 9),
        ("", 0, 0),
        ("", 4, 0),
        ("III", 0, 0),
    ],
)
def test_worked_examples(answers: str, known: int, expected: float) -> None:
    gains = [answer == "C" for answer in answers]
    assert average_precision(gains, known) == pytest.approx(expected, abs=1e-12)


def test_more_gains_than_known_answers_are_refused() -> None:
    with pytest.raises(ValueError, match="2 answers gain but only 1 are known"):
        average_precision([True, True], 1)
