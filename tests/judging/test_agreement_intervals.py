"""All coefficients at once: against the functions one by one, scikit-learn, statsmodels, tables."""

from __future__ import annotations

import time

import numpy as np
import pytest
from sklearn.metrics import cohen_kappa_score
from statsmodels.stats.inter_rater import aggregate_raters, cohens_kappa
from statsmodels.stats.inter_rater import fleiss_kappa as peer_fleiss

from judging import agreement
from judging.agreement import Reason, Undefined, count_confusion
from judging.agreement_intervals import Counts, Estimate, coefficients, estimate
from judging.judgment_format import Label
from tests.judging.test_agreement import TWO_OBSERVERS, random_pairs, value

LABELS = [label.value for label in Label]


def counted(pairs: list[tuple[str, str]], labels: list[str] = LABELS) -> Counts:
    counts = np.zeros((len(labels), len(labels)), dtype=np.int64)
    for first, second in pairs:
        counts[labels.index(first), labels.index(second)] += 1
    return counts


@pytest.mark.parametrize("seed", range(20))
def test_every_coefficient_equals_the_function_of_its_own(seed: int) -> None:
    pairs = random_pairs(seed)
    confusion = count_confusion(pairs)
    found = estimate(counted(pairs)[np.newaxis], LABELS)
    expected = {
        "disagreement": agreement.disagreement(confusion),
        "kappa": agreement.cohen_kappa(confusion),
        "fleiss": agreement.fleiss_kappa(pairs),
        "alpha": agreement.krippendorff_alpha(pairs),
        "ac1": agreement.gwet_ac1(confusion, categories=4),
        **{
            f"specific {label}": one
            for label, one in agreement.specific_agreement(confusion, LABELS).items()
        },
    }
    assert {name: value(one.value) for name, one in found.items()} == pytest.approx(
        {name: value(one) for name, one in expected.items()}, abs=1e-12
    )


@pytest.mark.parametrize("seed", range(20))
def test_kappas_equal_scikit_learn_and_statsmodels(seed: int) -> None:
    pairs = random_pairs(seed)
    counts = counted(pairs)
    found = estimate(counts[np.newaxis], LABELS)
    firsts, seconds = zip(*pairs, strict=True)
    assert value(found["kappa"].value) == pytest.approx(
        cohen_kappa_score(firsts, seconds), abs=1e-12
    )
    assert value(found["kappa"].value) == pytest.approx(
        cohens_kappa(counts, return_results=False), abs=1e-12
    )
    table, _labels = aggregate_raters(np.array([[LABELS.index(x) for x in p] for p in pairs]))
    assert value(found["fleiss"].value) == pytest.approx(peer_fleiss(table), abs=1e-12)


def test_alpha_of_two_observers_is_the_published_one() -> None:
    pairs = list(zip(*TWO_OBSERVERS, strict=True))
    found = estimate(counted(pairs, list("abcde"))[np.newaxis], list("abcde"))
    assert round(value(found["alpha"].value), 3) == 0.692


def alike(units: int) -> Counts:
    counts = np.zeros((1, 2, 2), dtype=np.int64)
    counts[0, 0, 0] = units
    return counts


def test_all_labels_alike_is_undefined_and_says_why() -> None:
    found = estimate(alike(5), ["right", "wrong"])
    one_label = Estimate(Undefined(Reason.ONE_LABEL))
    assert found == {
        "disagreement": Estimate(0.0, 0.0, 0.0),
        "kappa": one_label,
        "fleiss": one_label,
        "alpha": one_label,
        "ac1": one_label,
        "specific right": Estimate(1.0, 1.0, 1.0),
        "specific wrong": Estimate(Undefined(Reason.LABEL_UNUSED)),
    }


@pytest.mark.parametrize("counts", [alike(0), np.zeros((0, 2, 2), dtype=np.int64)])
def test_nothing_labelled_twice_is_undefined_and_says_why(counts: Counts) -> None:
    found = estimate(counts, ["right", "wrong"])
    assert set(found.values()) == {Estimate(Undefined(Reason.NO_UNITS))}


def test_resamples_without_a_value_are_counted() -> None:
    counts = np.array([[[4, 0], [0, 0]], [[0, 1], [0, 3]]])
    kappa = estimate(counts, ["right", "wrong"])["kappa"]
    # A quarter of the resamples hold the first question alone, where all labels are alike.
    assert 400 < kappa.undefined < 600
    assert (kappa.low, kappa.high) != (None, None)


def test_the_interval_resamples_whole_questions() -> None:
    counts = np.zeros((40, 2, 2), dtype=np.int64)
    counts[:, 0, 0] = [3 if number % 4 else 0 for number in range(40)]
    counts[:, 0, 1] = [0 if number % 4 else 3 for number in range(40)]
    found = estimate(counts, ["a", "b"])["disagreement"]
    assert found == estimate(counts.copy(), ["a", "b"])["disagreement"]
    assert found.value == 0.25
    # Forty questions, a quarter of them in disagreement: ±1.96·√(0.25·0.75/40) around 0.25.
    assert found.low == pytest.approx(0.25 - 0.134, abs=0.03)
    assert found.high == pytest.approx(0.25 + 0.134, abs=0.03)


def test_no_coefficient_leaves_its_range() -> None:
    generator = np.random.default_rng(7)
    found = coefficients(generator.integers(0, 4, size=(500, 4, 4)))
    assert all(float(np.nanmax(values)) <= 1 for values in found.values())


def test_five_hundred_questions_are_resampled_in_a_moment() -> None:
    counts = np.random.default_rng(1).integers(0, 9, size=(500, 4, 4))
    began = time.perf_counter()
    estimate(counts, LABELS)
    assert time.perf_counter() - began < 1
