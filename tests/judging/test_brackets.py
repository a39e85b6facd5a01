from collections import defaultdict
from collections.abc import Sequence
from itertools import combinations, pairwise
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judging.answer_matching import matching_key
from judging.brackets import LARGEST_BRACKET, bracket_passages, order_brackets, suggest_brackets
from judging.judgment_format import read_judgments
from judging.labels import JudgmentIndex
from judging.loose_forms import loose_form
from tests.cases import shared_case

LEAST_AGREEMENT = 0.95


def bracketed(answers: Sequence[str]) -> set[frozenset[str]]:
    """Return the brackets that hold more than one answer."""
    members = defaultdict(set)
    for answer, bracket in zip(answers, suggest_brackets(answers), strict=True):
        members[bracket].add(answer)
    return {frozenset(held) for held in members.values() if len(held) > 1}


@pytest.mark.parametrize(
    "answers",
    [
        ("Zola", "Émile Zola"),
        ("Zola", "Émile Zola", "le romancier Emile Zola"),
        ("pêche", "péché"),
        ("5 liters", "approximately 5 liters"),
        ("12 mars 1998", "12/03/1998", "March 12, 1998", "1998-03-12"),
        ("Radcliffe Line", "The Radcliffe Line."),
        ("George Bruns", "George Edward Bruns"),
        ("M. Dupont", "Dupont"),
        ("Nom de dieu", "Nom de Dieu !"),
    ],
)
def test_look_alikes_are_neighbors(answers: tuple[str, ...]) -> None:
    assert bracketed([*answers, "Balzac", "1850"]) == {frozenset(answers)}


@pytest.mark.parametrize(
    "answers",
    [
        ("11.3 years", "11 3 years"),
        ("1998", "12 mars 1998"),
        ("June 1991", "12 June 1991"),
        ("1998", "1998 elections"),
        ("George", "George VI"),
        ("Aaron", "Aaron and Andrew"),
        ("16th century", "late 16th century"),
        ("a law", "not a law"),
        ("Zola", "Germinal fut écrit en vingt mois par Zola"),
        ("US", "US Army"),
        ("Roosevelt", "Theodore Roosevelt", "Franklin Roosevelt"),
        ("of the", "of the king"),
    ],
)
def test_what_is_no_look_alike(answers: tuple[str, ...]) -> None:
    assert bracketed(answers) == set()


def test_a_common_word_does_not_chain_the_pool() -> None:
    first_names = ["Émile", "Alexandrine", "Denise", "Jacques", "François", "Émilie"]
    assert bracketed(["Zola", *(f"{name} Zola" for name in first_names)]) == set()


def test_containment_makes_no_chains() -> None:
    answers = ["river bank", "old river bank", "river bank house", "old house"]
    for held in bracketed(answers):
        words = [set(loose_form(answer).words) for answer in held]
        assert all(one <= other or other <= one for one, other in combinations(words, 2))


WORDS = "Zola émile le The 1998 12 mars March deux of and VI roi km -5 11.3"
ANSWER = st.lists(st.sampled_from(WORDS.split()), min_size=1, max_size=6).map(" ".join)
ANSWERS = st.lists(ANSWER, max_size=25)


@given(ANSWERS, st.randoms(use_true_random=False))
def test_the_order_of_the_answers_does_not_matter(answers: list[str], chance: Random) -> None:
    shuffled = list(answers)
    chance.shuffle(shuffled)
    assert bracketed(shuffled) == bracketed(answers)
    assert suggest_brackets(answers) == suggest_brackets(answers)


@given(ANSWERS)
def test_brackets_are_numbered_by_first_appearance(answers: list[str]) -> None:
    brackets = suggest_brackets(answers)
    assert list(dict.fromkeys(brackets)) == list(range(len(set(brackets))))


@given(ANSWERS)
def test_numbers_that_differ_are_never_bracketed(answers: list[str]) -> None:
    for held in bracketed(answers):
        assert len({loose_form(answer).numbers for answer in held}) == 1


@given(ANSWERS)
def test_within_a_bracket_each_holds_or_is_held(answers: list[str]) -> None:
    for held in bracketed(answers):
        forms = {loose_form(answer) for answer in held}
        assert len(forms) <= LARGEST_BRACKET
        for one, other in combinations([set(form.words) for form in forms], 2):
            assert one <= other or other <= one


@given(st.integers(0, 9999), st.integers(0, 9999))
def test_two_numbers_are_two_answers(one: int, other: int) -> None:
    answers = [f"{one} years", f"about {other} years", f"{one}.{other} years"]
    found = bracketed(answers)
    assert found == ({frozenset(answers[:2])} if one == other else set())


def test_assessors_agree_within_brackets_of_a_real_pool() -> None:
    questions = {str(number) for number in range(1, 5000)}
    path = shared_case("campaigns/nq301") / "judgments.tsv"
    judgments = read_judgments(path, name=path.name, questions=questions).judgments
    index = JudgmentIndex(judgments)
    pools: dict[str, dict[str, str]] = defaultdict(dict)
    for judgment in judgments:
        pools[judgment.question].setdefault(matching_key(judgment.text), judgment.text)
    pairs = [
        (index.answer_label(question, "", one), index.answer_label(question, "", other))
        for question, texts in pools.items()
        for held in bracketed(list(texts.values()))
        for one, other in combinations(sorted(held), 2)
    ]
    agreeing = sum(one == other for one, other in pairs if one and other)
    assert len(pairs) > 200
    assert agreeing / sum(bool(one and other) for one, other in pairs) > LEAST_AGREEMENT


TEXT = (
    "Germinal est un roman d’Émile Zola publié en 1885. Il s’agit du treizième roman de la série"
    " des Rougon-Macquart. Écrit d’avril 1884 à janvier 1885, le roman paraît d’abord en feuilleton"
)


def test_overlapping_windows_of_a_document_are_bracketed() -> None:
    words = TEXT.split()
    whole, most, half = " ".join(words), " ".join(words[3:]), " ".join(words[15:])
    apart = " ".join(words[:12])
    assert bracket_passages([("D1", whole), ("D2", whole), ("D1", most)]) == [0, 1, 0]
    assert bracket_passages([("D1", half), ("D1", apart)]) == [0, 1]


def test_windows_that_slide_are_no_chain() -> None:
    words = [f"mot{number}" for number in range(120)]
    windows = [("D1", " ".join(words[start : start + 40])) for start in range(0, 80, 4)]
    brackets = bracket_passages(windows)
    spans = defaultdict(list)
    for start, bracket in zip(range(0, 80, 4), brackets, strict=True):
        spans[bracket].append(start)
    assert all(max(starts) - min(starts) < 8 for starts in spans.values())
    assert len(spans) < len(windows)


def test_short_passages_only_match_themselves() -> None:
    assert bracket_passages([("D1", "Zola"), ("D1", "par Zola"), ("D1", "zola.")]) == [0, 1, 0]
    assert bracket_passages([("D1", "!"), ("D1", "?"), ("D1", "")]) == [0, 1, 2]


PASSAGES = st.lists(
    st.tuples(
        st.sampled_from(["D1", "D2"]),
        st.tuples(st.integers(0, 12), st.integers(1, 20)).map(
            lambda span: " ".join(TEXT.split()[span[0] : span[0] + span[1]])
        ),
    ),
    max_size=20,
)


@given(PASSAGES, st.randoms(use_true_random=False))
def test_the_order_of_the_passages_does_not_matter(
    passages: list[tuple[str, str]], chance: Random
) -> None:
    def held(listed: list[tuple[str, str]]) -> set[frozenset[tuple[str, str]]]:
        members = defaultdict(set)
        for passage, bracket in zip(listed, bracket_passages(listed), strict=True):
            members[bracket].add(passage)
        return {frozenset(found) for found in members.values()}

    shuffled = list(passages)
    chance.shuffle(shuffled)
    assert held(shuffled) == held(passages)
    assert all(len({document for document, _ in found}) == 1 for found in held(passages))


@given(st.lists(st.integers(0, 9)), st.integers())
def test_the_rows_of_a_bracket_are_adjacent(brackets: list[int], seed: int) -> None:
    order = order_brackets(brackets, seed)
    assert sorted(order) == list(range(len(brackets)))
    assert order == order_brackets(brackets, seed)
    shown = [brackets[place] for place in order]
    changes = sum(one != other for one, other in pairwise(shown))
    assert changes == max(len(set(brackets)) - 1, 0)
    for bracket in set(brackets):
        places = [place for place in order if brackets[place] == bracket]
        assert places == sorted(places)


def test_assessors_see_different_orders() -> None:
    orders = {tuple(order_brackets(range(8), seed)) for seed in range(20)}
    assert len(orders) == 20
    assert order_brackets([0, 1, 0, 2, 1], seed=1) == [1, 4, 0, 2, 3]
