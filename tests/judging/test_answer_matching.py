import pytest
from hypothesis import given
from hypothesis import strategies as st

from judging.answer_matching import matching_key, yes_or_no


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("Paris", "paris"),
        ("  PARIS.  ", "paris"),
        ("“Paris”", "paris"),
        ("L’Étang", "l'étang"),
        ("l'étang", "l'étang"),
        ("Saint–Étienne", "saint-étienne"),
        ("Straße", "strasse"),
        ("ﬁn", "fin"),
        ("１９９８", "1998"),
        ("a\u00a0\t b", "a b"),
        ("Washington, D.C.", "washington, d.c"),
        ("(Angers)", "angers"),
        ("«\u00a0Angers\u00a0»", "angers"),
        ("¿Quién?", "quién"),
        ("!!!", "!!!"),
        ("", ""),
        ("C++", "c++"),
        ("$5", "$5"),
        ("5 €", "5 €"),
    ],
)
def test_the_key_of_a_text(text: str, key: str) -> None:
    assert matching_key(text) == key


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("11.3 years", "11 3 years"),
        ("pêche", "péché"),
        ("-5", "5"),
        ("−5 °C", "5 °C"),
        (".5", "5"),
        ("-.5", ".5"),
        ("62 %", "62"),
        ("5 km", "5 m"),
        ("1,000", "1.000"),
        ("?", "!"),
    ],
)
def test_what_must_stay_apart(one: str, other: str) -> None:
    assert matching_key(one) != matching_key(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("−5 °C", "-5 °C"),
        ("- 5 people", "5 people"),
        ("...5", "5"),
        ("--5", "5"),
        ("62 %.", "62 %"),
    ],
)
def test_what_belongs_together(one: str, other: str) -> None:
    assert matching_key(one) == matching_key(other)


@given(st.text(st.characters(exclude_categories=["Cs"])))
def test_space_and_punctuation_at_the_ends_change_nothing(text: str) -> None:
    key = matching_key(text)
    assert matching_key(f"  {text} ") == key
    if any(character.isalpha() for character in key):
        assert matching_key(f"« {text} » .") == key


@pytest.mark.parametrize(
    ("text", "word"), [("OUI", "yes"), ("yes", "yes"), ("Non.", "no"), ("no", "no"), ("si", None)]
)
def test_yes_and_no_in_two_languages(text: str, word: str | None) -> None:
    assert yes_or_no(text) == word
