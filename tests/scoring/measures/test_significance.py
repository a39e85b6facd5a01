from itertools import product

import numpy as np
import pytest

from scoring.measures.significance import compare_runs, holm, tie_groups


def brute_force(first: np.ndarray, second: np.ndarray) -> float:
    differences = (first - second)[np.abs(first - second) > 1e-9]
    observed = abs(differences.sum())
    sums = [np.dot(signs, differences) for signs in product([1, -1], repeat=len(differences))]
    return float(np.mean([abs(total) >= observed - 1e-9 for total in sums]))


@pytest.mark.parametrize("seed", range(10))
def test_few_differing_questions_are_enumerated(seed: int) -> None:
    generator = np.random.default_rng(seed)
    scores = generator.integers(0, 3, size=(2, 12)) / 2
    comparison = compare_runs(scores, seed=1)
    assert comparison.is_exact[0, 1]
    assert comparison.p_values[0, 1] == pytest.approx(brute_force(*scores), abs=1e-12)


def test_the_limit_of_enumeration_is_sixteen() -> None:
    scores = np.zeros((3, 40))
    scores[1, :16] = 1
    scores[2, :17] = 1
    comparison = compare_runs(scores, seed=1, flips=1000)
    assert comparison.is_exact[0].tolist() == [False, True, False]
    assert comparison.p_values[0, 1] == 2 / 2**16
    assert comparison.is_exact[1, 2]


def test_sampled_p_values_are_near_the_exact_ones() -> None:
    generator = np.random.default_rng(8)
    scores = np.round(generator.random((2, 18)), 1)
    scores[0] += 0.15
    exact = brute_force(*scores)
    comparison = compare_runs(scores, seed=1)
    assert not comparison.is_exact[0, 1]
    # Four standard errors of 100,000 flips.
    assert comparison.p_values[0, 1] == pytest.approx(exact, abs=4 * np.sqrt(0.25 / 100_000))


def test_a_sampled_p_value_is_never_zero() -> None:
    scores = np.vstack([np.ones(200), np.zeros(200)])
    assert compare_runs(scores, seed=1, flips=999).p_values[0, 1] == 1 / 1000


def test_equal_runs_do_not_differ() -> None:
    scores = np.vstack([np.linspace(0, 1, 30)] * 2)
    comparison = compare_runs(scores, seed=1)
    assert comparison.p_values.tolist() == [[1, 1], [1, 1]]
    assert comparison.adjusted.tolist() == [[1, 1], [1, 1]]


def test_the_matrices_are_symmetric_and_the_seed_gives_them_again() -> None:
    scores = np.random.default_rng(3).random((5, 60))
    one, same = (compare_runs(scores, seed=9, flips=2000) for _ in range(2))
    assert np.array_equal(one.p_values, one.p_values.T)
    assert np.array_equal(one.adjusted, one.adjusted.T)
    assert np.array_equal(one.differences, -one.differences.T)
    assert np.array_equal(one.p_values, same.p_values)
    assert (one.adjusted >= one.p_values).all()
    assert np.allclose(one.differences[0], scores[0].mean() - scores.mean(axis=1))


def test_holm_over_all_pairs() -> None:
    # Worked by hand: 0.01·4, 0.02·3, max(0.06, 0.03·2), max(0.06, 0.9·1).
    assert holm([0.9, 0.01, 0.03, 0.02]) == pytest.approx([0.9, 0.04, 0.06, 0.06])
    assert holm([]).tolist() == []
    assert holm([0.7, 0.8]).tolist() == [1.0, 1.0]


def test_a_group_is_what_cannot_be_told_from_its_best() -> None:
    adjusted = np.array(
        [
            [1.0, 0.5, 0.01, 0.01],
            [0.5, 1.0, 0.5, 0.01],
            [0.01, 0.5, 1.0, 0.2],
            [0.01, 0.01, 0.2, 1.0],
        ]
    )
    assert tie_groups([0.9, 0.8, 0.7, 0.6], adjusted) == [[0, 1], [2, 3]]
    assert tie_groups([0.6, 0.7, 0.8, 0.9], adjusted) == [[3, 2], [1, 0]]
