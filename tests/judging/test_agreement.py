import random
from collections.abc import Iterable
from typing import Any

import pytest
from sklearn.metrics import cohen_kappa_score

from campaign.formats.questions import read_questions
from judging.agreement import (
    Confusion,
    Interval,
    Reason,
    Undefined,
    cohen_kappa,
    count_confusion,
    disagreement,
    fleiss_kappa,
    gwet_ac1,
    krippendorff_alpha,
    merge_labels,
    pair_labels,
    resample_questions,
    specific_agreement,
)
from judging.judgment_format import JudgmentLine, Kind, Label, read_judgments
from tests.cases import shared_case

# Krippendorff, Computing Krippendorff's Alpha-Reliability (2011): two observers and twelve
# nominal units (table B), four observers and twelve units with labels missing (table C). The
# table of three coders is the one of the encyclopedias: 0.691 for nominal labels.
TWO_OBSERVERS = ("aabbdcccedda", "babbbccceddd")
THREE_CODERS = (".....34121133.3", "1.213343.......", "..21344.21133.4")
FOUR_OBSERVERS = ("123321412...", "1233224125.3", ".3332342251.", "12332441251.")


def units_of(observers: Iterable[str]) -> list[list[str]]:
    return [[label for label in unit if label != "."] for unit in zip(*observers, strict=True)]


def value(result: float | Undefined) -> float:
    assert not isinstance(result, Undefined)
    return result


@pytest.mark.parametrize(
    ("observers", "alpha"), [(TWO_OBSERVERS, 0.692), (THREE_CODERS, 0.691), (FOUR_OBSERVERS, 0.743)]
)
def test_alpha_is_the_published_one(observers: tuple[str, ...], alpha: float) -> None:
    assert round(value(krippendorff_alpha(units_of(observers))), 3) == alpha


def random_pairs(seed: int, *, units: int = 200) -> list[tuple[str, str]]:
    draw = random.Random(seed)
    labels = [label.value for label in Label]
    first = draw.choices(labels, weights=[5, 2, 1, 9], k=units)
    return [(one, one if draw.random() < 0.7 else draw.choice(labels)) for one in first]


@pytest.mark.parametrize("seed", range(20))
def test_kappa_equals_scikit_learn(seed: int) -> None:
    pairs = random_pairs(seed)
    expected = cohen_kappa_score(*zip(*pairs, strict=True))
    assert value(cohen_kappa(count_confusion(pairs))) == pytest.approx(expected, abs=1e-12)


def test_fleiss_equals_the_published_example() -> None:
    # Fleiss 1971 as tabulated in "Fleiss' kappa", ten units, fourteen raters: 0.210.
    rows = [
        (0, 0, 0, 0, 14),
        (0, 2, 6, 4, 2),
        (0, 0, 3, 5, 6),
        (0, 3, 9, 2, 0),
        (2, 2, 8, 1, 1),
        (7, 7, 0, 0, 0),
        (3, 2, 6, 3, 0),
        (2, 5, 3, 2, 2),
        (6, 5, 2, 1, 0),
        (0, 2, 2, 3, 7),
    ]
    units = [[str(label) for label, n in enumerate(row) for _ in range(n)] for row in rows]
    assert round(value(fleiss_kappa(units)), 3) == 0.21


def test_ac1_equals_the_published_example() -> None:
    # Gwet 2008, table 1: 118, 5, 2, 0 of 125 give 0.9408 where kappa is below 0.
    confusion = {("+", "+"): 118, ("+", "-"): 5, ("-", "+"): 2, ("-", "-"): 0}
    assert round(value(gwet_ac1(confusion)), 4) == 0.9408
    assert round(value(cohen_kappa(confusion)), 4) == -0.0234


def test_ac1_may_be_told_the_number_of_labels() -> None:
    confusion = {("+", "+"): 118, ("+", "-"): 5, ("-", "+"): 2}
    share = (123 + 120) / 250
    by_chance = (share * (1 - share) * 2) / 3
    expected = (118 / 125 - by_chance) / (1 - by_chance)
    assert value(gwet_ac1(confusion, categories=4)) == pytest.approx(expected, abs=1e-12)


def test_ninety_nine_percent_agreement_can_be_kappa_zero() -> None:
    confusion = {("incorrect", "incorrect"): 99, ("incorrect", "correct"): 1}
    assert value(disagreement(confusion)) == 0.01
    assert value(cohen_kappa(confusion)) == 0.0


ALIKE: Confusion = {("correct", "correct"): 5}


@pytest.mark.parametrize(
    ("result", "reason"),
    [
        (disagreement({}), Reason.NO_UNITS),
        (cohen_kappa({}), Reason.NO_UNITS),
        (cohen_kappa(ALIKE), Reason.ONE_LABEL),
        (gwet_ac1({}), Reason.NO_UNITS),
        (gwet_ac1(ALIKE), Reason.ONE_LABEL),
        (gwet_ac1(ALIKE, categories=4), Reason.ONE_LABEL),
        (fleiss_kappa([]), Reason.NO_UNITS),
        (fleiss_kappa([["a", "a"], ["a", "a"]]), Reason.ONE_LABEL),
        (fleiss_kappa([["a", "a"], ["a"]]), Reason.UNEQUAL_RATERS),
        (fleiss_kappa([["a"], ["b"]]), Reason.UNEQUAL_RATERS),
        (krippendorff_alpha([["a"], []]), Reason.NO_UNITS),
        (krippendorff_alpha([["a", "a"], ["a", "a"]]), Reason.ONE_LABEL),
        (specific_agreement(ALIKE, ["inexact"])["inexact"], Reason.LABEL_UNUSED),
    ],
)
def test_what_has_no_value_says_why(result: float | Undefined, reason: Reason) -> None:
    assert result == Undefined(reason)


def test_specific_agreement_is_per_label() -> None:
    confusion = {("a", "a"): 20, ("a", "b"): 5, ("b", "a"): 10, ("b", "b"): 15}
    assert specific_agreement(confusion, "ab") == {"a": 40 / 55, "b": 30 / 45}


def test_labels_are_merged_as_scoring_sees_them() -> None:
    confusion = {("correct", "inexact"): 3, ("inexact", "unsupported"): 2}
    strict = {Label.CORRECT}
    lenient = {Label.CORRECT, Label.INEXACT}
    assert dict(merge_labels(confusion, strict)) == {("right", "wrong"): 3, ("wrong", "wrong"): 2}
    assert dict(merge_labels(confusion, lenient)) == {("right", "right"): 3, ("right", "wrong"): 2}


def judged(assessor: str, text: str, label: Label, **other: Any) -> JudgmentLine:
    line = JudgmentLine(0, "G1", Kind.ANSWER, "", text, assessor, label)
    return line._replace(**other)


def test_only_what_both_labelled_is_paired() -> None:
    lines = [
        judged("a", "Angers", Label.CORRECT),
        judged("b", "Angers", Label.INEXACT),
        judged("a", "angers", Label.CORRECT),
        judged("b", "Angers", Label.CORRECT, document="D1"),
        judged("c", "angers", Label.CORRECT),
    ]
    assert pair_labels(lines, "a", "b") == [
        ("G1", Kind.ANSWER, "", "Angers", Label.CORRECT, Label.INEXACT)
    ]


def test_the_interval_resamples_whole_questions() -> None:
    lines = []
    for number in range(40):
        other = Label.CORRECT if number % 4 else Label.INCORRECT
        for text in "xyz":
            lines.append(judged("a", text, Label.CORRECT, question=f"G{number}"))
            lines.append(judged("b", text, other, question=f"G{number}"))
    units = pair_labels(lines, "a", "b")
    interval = resample_questions(units, disagreement, seed=7)
    assert interval == resample_questions(units, disagreement, seed=7)
    assert isinstance(interval, Interval)
    # 40 questions, a quarter of them in disagreement: ±1.96·√(0.25·0.75/40) around 0.25.
    assert interval.lower == pytest.approx(0.25 - 0.134, abs=0.03)
    assert interval.upper == pytest.approx(0.25 + 0.134, abs=0.03)


def test_resamples_without_a_value_are_counted() -> None:
    lines = [judged("a", "x", Label.CORRECT), judged("b", "x", Label.CORRECT)]
    units = pair_labels(lines, "a", "b")
    assert resample_questions(units, cohen_kappa, seed=1) == Undefined(Reason.ONE_LABEL)
    assert resample_questions([], cohen_kappa, seed=1) == Undefined(Reason.NO_UNITS)


def test_the_agreement_of_a_real_campaign() -> None:
    folder = shared_case("campaigns/nq301")
    questions = read_questions(folder / "questions.tsv", name="questions.tsv").questions
    file = read_judgments(
        folder / "judgments.tsv",
        name="judgments.tsv",
        questions={question.identifier for question in questions},
    )
    confusion = count_confusion(
        (unit.first, unit.second)
        for unit in pair_labels(file.judgments, "assessor-1", "assessor-2")
    )
    assert sum(confusion.values()) == 1482
    assert sum(n for (first, second), n in confusion.items() if first != second) == 195
    assert value(disagreement(confusion)) == pytest.approx(0.13157894736842105, abs=1e-9)
    assert value(cohen_kappa(confusion)) == pytest.approx(0.7345710648569115, abs=1e-9)
