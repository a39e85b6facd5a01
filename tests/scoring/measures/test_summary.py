import numpy as np
import pytest

from scoring.measures.summary import as_scores, bootstrap, resampled_means


def test_the_interval_of_a_share_is_near_the_normal_one() -> None:
    scores = np.zeros((1, 400))
    scores[0, :100] = 1
    result = bootstrap(scores, seed=11)
    half = 1.96 * np.sqrt(0.25 * 0.75 / 400)
    assert result.means.tolist() == [0.25]
    assert result.lower[0] == pytest.approx(0.25 - half, abs=0.005)
    assert result.upper[0] == pytest.approx(0.25 + half, abs=0.005)


def test_the_seed_gives_the_same_again() -> None:
    scores = np.random.default_rng(1).random((3, 50))
    one, same, other = (bootstrap(scores, seed=seed, resamples=500) for seed in (5, 5, 6))
    assert one.lower.tolist() == same.lower.tolist()
    assert one.lower.tolist() != other.lower.tolist()
    assert (one.resamples, one.seed) == (500, 5)


def test_all_runs_see_the_same_questions() -> None:
    scores = np.random.default_rng(2).random((1, 40))
    means = resampled_means(np.vstack([scores, scores + 1]), seed=3, resamples=300)
    assert np.allclose(means[1] - means[0], 1)


def test_rank_intervals_widen_where_runs_are_close() -> None:
    generator = np.random.default_rng(4)
    scores = np.vstack(
        [np.ones(60), generator.random(60), generator.random(60), np.zeros(60), np.zeros(60)]
    )
    result = bootstrap(scores, seed=1, resamples=2000)
    assert result.best_rank.tolist() == [1, 2, 2, 4, 4]
    assert result.worst_rank.tolist() == [1, 3, 3, 4, 4]


@pytest.mark.parametrize("scores", [[1.0, 2.0], [[]], [[np.nan]], [[np.inf]]])
def test_what_is_no_matrix_of_scores_is_refused(scores: list[float]) -> None:
    with pytest.raises(ValueError, match="scores must be"):
        as_scores(scores)
