"""Sharing out and drawing: loads, types, specialties, seeds, intervals."""

from __future__ import annotations

from collections import Counter, defaultdict

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judging.balancing import (
    Weighed,
    draw_sample,
    precision_of,
    questions_needed,
    share_out,
)

TYPES = ("factual", "list", "definition", "yes-no")
loads = st.lists(st.tuples(st.sampled_from(TYPES), st.integers(1, 40)), max_size=80)


def weighed(rows: list[tuple[str, int]], people: int) -> list[Weighed]:
    everybody = frozenset(range(people))
    return [Weighed(number, type_, load, everybody) for number, (type_, load) in enumerate(rows)]


@given(loads, st.integers(1, 5), st.integers(0, 9))
def test_people_get_equal_work_in_all_and_by_type(
    rows: list[tuple[str, int]], people: int, seed: int
) -> None:
    questions = weighed(rows, people)
    shared = share_out(questions, dict.fromkeys(range(people), 1.0), seed=seed)

    total, by_type = Counter[int](), defaultdict[str, Counter[int]](Counter)
    for one in questions:
        total[shared[one.question]] += int(one.decisions)
        by_type[one.type][shared[one.question]] += int(one.decisions)
    longest = max((load for _type, load in rows), default=0)
    assert shared.keys() == {one.question for one in questions}
    assert max(total.values(), default=0) - min(total[who] for who in range(people)) <= longest
    for counts in by_type.values():
        spread = max(counts.values()) - min(counts[who] for who in range(people))
        assert spread <= 2 * longest


def test_weights_are_kept() -> None:
    questions = weighed([("factual", 5)] * 300, 2)
    shared = Counter(share_out(questions, {0: 2.0, 1: 1.0}).values())
    assert shared == {0: 200, 1: 100}


def test_what_people_have_already_counts() -> None:
    questions = weighed([("factual", 5)] * 10, 2)
    shared = Counter(share_out(questions, {0: 1.0, 1: 1.0}, base={0: 30.0}).values())
    assert shared == {0: 2, 1: 8}


def test_few_are_asked_before_many() -> None:
    """Two questions for a specialist alone, two for both: nobody else has two."""
    special, both = frozenset({1}), frozenset({0, 1})
    questions = [
        Weighed(0, "a", 5, both),
        Weighed(1, "a", 5, both),
        Weighed(2, "z", 5, special),
        Weighed(3, "z", 5, special),
    ]
    assert share_out(questions, {0: 1.0, 1: 1.0}) == {0: 0, 1: 0, 2: 1, 3: 1}


def test_a_question_for_nobody_is_left_out() -> None:
    assert share_out([Weighed(1, "a", 5, frozenset())], {0: 1.0}) == {}


@given(st.dictionaries(st.sampled_from(TYPES), st.integers(0, 60)), st.integers(0, 150))
def test_a_sample_has_its_size_and_every_type_its_share(sizes: dict[str, int], size: int) -> None:
    questions = {name: [hash((name, n)) for n in range(count)] for name, count in sizes.items()}
    drawn = draw_sample(questions, size, seed=3)

    all_ = sum(sizes.values())
    assert len(drawn) == min(size, all_)
    for members in questions.values():
        exact = min(size, all_) * len(members) / all_ if all_ else 0
        assert abs(len(drawn & set(members)) - exact) < 1


def test_a_seed_repeats_a_draw_and_another_makes_another() -> None:
    questions = {"factual": list(range(100))}
    first, again, other = (draw_sample(questions, 20, seed=seed) for seed in (1, 1, 2))
    assert first == again != other


def test_what_was_drawn_before_counts() -> None:
    questions = {"factual": list(range(10)), "list": list(range(10, 20))}
    drawn = draw_sample(questions, 10, taken={0, 1, 2, 3, 10})
    assert len(drawn & set(range(10))) == 1
    assert len(drawn & set(range(10, 20))) == 4
    assert 10 not in drawn


def test_a_type_with_more_than_its_share_takes_from_the_others() -> None:
    """Of 20, the one list question is judged twice already: 19 are drawn, not 20."""
    questions = {"factual": list(range(90)), "definition": list(range(90, 99)), "list": [99]}
    drawn = draw_sample(questions, 20, taken={99})
    assert len(drawn) == 19
    assert len(drawn & set(range(90))) == 17
    assert draw_sample(questions, 2, taken={99, 98, 97}) == set()


@given(
    st.dictionaries(st.sampled_from(TYPES), st.lists(st.booleans(), max_size=30)),
    st.integers(0, 100),
)
def test_a_sample_has_its_size_whatever_was_drawn_before(
    before: dict[str, list[bool]], size: int
) -> None:
    questions = {name: [hash((name, n)) for n in range(len(it))] for name, it in before.items()}
    taken = {
        hash((name, n)) for name, it in before.items() for n, is_taken in enumerate(it) if is_taken
    }
    drawn = draw_sample(questions, size, taken=taken, seed=3)

    all_ = sum(map(len, questions.values()))
    assert drawn & taken == set()
    assert len(drawn | taken) == max(len(taken), min(size, all_))


@pytest.mark.parametrize(
    ("questions", "units", "interval", "margin"),
    [(200, 1000, (0.0183, 0.0489), 0.0153), (50, 250, (0.0114, 0.0766), 0.0326)],
)
def test_the_interval_that_organizers_are_told(
    questions: int, units: int, interval: tuple[float, float], margin: float
) -> None:
    told = precision_of(questions, units, 0.03)
    assert (round(told.low, 4), round(told.high, 4)) == interval
    assert round(told.margin, 4) == margin


def test_independent_units_give_wilson_as_published() -> None:
    """Newcombe (1998), 81 of 263 without continuity correction: 0.2553 to 0.3662."""
    told = precision_of(263, 263, 81 / 263)
    assert (round(told.low, 4), round(told.high, 4)) == (0.2553, 0.3662)


def test_how_many_questions_it_takes() -> None:
    assert questions_needed(0.03, 0.05, 5) == 183
    assert questions_needed(0.05, 0.05, 5) is None
    assert precision_of(0, 0, 0.03)[2:] == (0.0, 1.0)
