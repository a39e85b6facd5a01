import pytest

from scoring.measures.list_f import list_f
from scoring.measures.list_precision import list_precision
from scoring.measures.list_recall import list_recall


def test_precision_recall_and_f_over_distinct_answers() -> None:
    # TREC 2003: D distinct right answers of N returned and S known: D/N, D/S, 2PR/(P+R).
    gains = [True, False, True, False, True]
    precision, recall = list_precision(gains, 5), list_recall(gains, 4)
    assert (precision, recall) == (0.6, 0.75)
    harmonic = 2 * precision * recall / (precision + recall)
    assert list_f(gains, 5, 4) == pytest.approx(harmonic, abs=1e-12)


def test_nothing_returned_or_known_is_zero() -> None:
    assert (list_precision([], 0), list_recall([], 0), list_f([], 0, 0)) == (0.0, 0.0, 0.0)
