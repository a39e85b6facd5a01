"""The same numbers as trec_eval, on seeded random runs."""

import random

import pytest
import pytrec_eval

from scoring.measures.average_precision import average_precision
from scoring.measures.reciprocal_rank import reciprocal_rank


@pytest.mark.parametrize("seed", range(200))
def test_ranks_and_precision_equal_trec_eval(seed: int) -> None:
    draw = random.Random(seed)
    answers = [f"D{number}" for number in range(draw.randint(1, 12))]
    right = {answer: draw.random() < 0.4 for answer in answers}
    elsewhere = {f"E{number}": 1 for number in range(draw.randint(0, 3))}
    judged = {answer: int(is_right) for answer, is_right in right.items()} | elsewhere
    scores = {answer: float(-rank) for rank, answer in enumerate(answers)}
    peer = pytrec_eval.RelevanceEvaluator({"q": judged}, {"map", "recip_rank"})
    expected = peer.evaluate({"q": scores})["q"]
    gains = [right[answer] for answer in answers]
    assert reciprocal_rank(gains) == pytest.approx(expected["recip_rank"], abs=1e-9)
    known = sum(gains) + len(elsewhere)
    assert average_precision(gains, known) == pytest.approx(expected["map"], abs=1e-9)
