import pytest

from judging.judgment_format import ADJUDICATION, JudgmentLine, Kind, Label
from judging.labels import JudgmentIndex, Policy, final_label

C, X, U, W = Label.CORRECT, Label.INEXACT, Label.UNSUPPORTED, Label.INCORRECT


def answer(
    text: str, label: Label, *, document: str = "", assessor: str = "a1", distinct: str = ""
) -> JudgmentLine:
    names = (distinct,) if distinct else ()
    return JudgmentLine(0, "G1", Kind.ANSWER, document, text, assessor, label, names)


def passage(text: str, label: Label, document: str, *distinct: str) -> JudgmentLine:
    return JudgmentLine(0, "G1", Kind.PASSAGE, document, text, "a1", label, distinct)


def label_of(text: str, document: str, *judgments: JudgmentLine) -> Label | None:
    return JudgmentIndex(judgments).answer_label("G1", document, text)


@pytest.mark.parametrize(
    ("labels", "majority", "first", "undecided"),
    [
        ([], None, None, None),
        ([("a", C)], C, C, C),
        ([("a", C), ("b", C)], C, C, C),
        ([("a", W), ("b", C)], None, W, None),
        ([("a", W), ("b", C), ("c", C)], C, W, None),
        ([("a", W), ("b", C), ("c", X)], None, W, None),
        ([("a", W), ("b", W), ("c", X), ("d", X)], None, W, None),
        ([("a", W), ("b", C), ("c", X), ("d", X)], X, W, None),
        ([("a", W), ("b", W), (ADJUDICATION, U)], U, U, U),
    ],
)
def test_which_label_counts(
    labels: list[tuple[str, Label]],
    majority: Label | None,
    first: Label | None,
    undecided: Label | None,
) -> None:
    assert [final_label(labels, policy) for policy in Policy] == [majority, first, undecided]


def test_exactly_that_text_comes_first() -> None:
    judged = (answer("Paris", C), answer("paris", W))
    assert label_of("Paris", "", *judged) is C
    assert label_of("paris", "", *judged) is W


def test_else_the_group_if_all_its_labels_agree() -> None:
    assert label_of("PARIS.", "", answer("Paris", C), answer("paris", C)) is C
    assert label_of("PARIS.", "", answer("Paris", C), answer("paris", X)) is None
    assert label_of("Paris, France", "", answer("Paris", C)) is None


def test_groups_never_cross_questions() -> None:
    assert JudgmentIndex([answer("Paris", C)]).answer_label("G2", "", "Paris") is None


@pytest.mark.parametrize("label", [C, X, U])
def test_a_label_holds_for_its_document(label: Label) -> None:
    assert label_of("Paris", "D1", answer("Paris", label, document="D1")) is label
    assert label_of("Paris", "D2", answer("Paris", label, document="D1")) is None
    assert label_of("paris", "D2", answer("Paris", label, document="D1")) is None


def test_incorrect_holds_for_every_document() -> None:
    assert label_of("Paris", "D2", answer("Paris", W, document="D1")) is W
    assert label_of("paris", "D2", answer("Paris", W, document="D1")) is W


def test_an_empty_document_holds_for_all() -> None:
    assert label_of("Paris", "D2", answer("Paris", C)) is C
    assert label_of("paris", "D2", answer("Paris", C)) is C


def test_a_label_on_the_document_itself_comes_before_the_others() -> None:
    judged = (answer("Paris", C, document="D1"), answer("Paris", W, document="D2"))
    assert [label_of("Paris", name, *judged) for name in ("D1", "D2", "D3")] == [C, W, W]


def test_a_label_of_another_spelling_holds_on_its_document_only() -> None:
    judged = (answer("Paris", C, document="D1"), answer("paris", U, document="D2"))
    assert [label_of("PARIS", name, *judged) for name in ("D1", "D2", "D3")] == [C, U, None]


def test_an_undecided_text_has_no_label() -> None:
    judged = (answer("Paris", C), answer("Paris", W, assessor="a2"))
    assert label_of("Paris", "", *judged) is None
    assert label_of("paris", "", *judged) is None


def test_passages_match_on_document_and_key() -> None:
    index = JudgmentIndex([passage("La ville d’Angers.", C, "D1"), passage("Tours", W, "D1")])
    assert index.passage_label("G1", "D1", "la ville d'Angers") is C
    assert index.passage_label("G1", "D2", "la ville d'Angers") is None
    assert index.passage_label("G1", "D2", "Tours") is None
    assert index.passage_label("G1", "D1", "Tours") is W


def test_a_passage_judged_without_document_holds_for_all() -> None:
    assert JudgmentIndex([passage("Angers", C, "")]).passage_label("G1", "D1", "Angers") is C


def test_variants_of_a_passage_that_disagree_have_no_label() -> None:
    index = JudgmentIndex([passage("Angers", C, "D1"), passage("angers.", W, "D1")])
    assert index.passage_label("G1", "D1", "Angers") is None


def test_without_names_the_group_is_the_distinct_answer() -> None:
    index = JudgmentIndex([answer("R.F.A.", C)])
    assert index.distinct_of("G1", "r.f.a") == index.distinct_of("G1", "R.F.A.") == "r.f.a"


def test_a_name_joins_groups() -> None:
    index = JudgmentIndex(
        [answer("RFA", C, distinct="Germany"), answer("Allemagne", C, distinct="Germany")]
    )
    assert index.distinct_of("G1", "rfa") == index.distinct_of("G1", "Allemagne") == "germany"
    assert index.right_distinct("G1", {C}) == {"germany"}


def test_the_adjudicator_names_before_the_first_assessor() -> None:
    index = JudgmentIndex(
        [
            answer("RFA", C, distinct="Prussia"),
            answer("RFA", C, assessor=ADJUDICATION, distinct="Germany"),
        ]
    )
    assert index.distinct_of("G1", "RFA") == "germany"


def test_what_is_known_follows_the_labels_that_count_as_right() -> None:
    index = JudgmentIndex(
        [
            answer("RFA", C, document="D1", distinct="Germany"),
            answer("Italie", X, document="D2"),
            answer("Espagne", U, document="D2"),
            answer("Mars", W),
            passage("RFA et France", C, "D1", "Germany", "France"),
            passage("Mars et Pluton", W, "D1", "Pluto"),
        ]
    )
    assert index.right_distinct("G1", {C}) == {"germany", "france"}
    assert index.right_distinct("G1", {C, X}) == {"germany", "france", "italie"}
    assert index.right_distinct("G1", {C, X, U}) == {"germany", "france", "italie", "espagne"}
    assert index.right_distinct("G1", {C}, ["rfa", "Japon"]) == {"germany", "france", "japon"}


def test_passages_know_their_distinct_answers() -> None:
    index = JudgmentIndex([passage("RFA et France", C, "D1", "Germany", "France")])
    assert index.passage_distinct("G1", "D1", "rfa et france.") == ("germany", "france")
    assert index.passage_distinct("G1", "D2", "rfa et france.") == ()
    assert index.names_passages("G1")
    assert not JudgmentIndex([passage("RFA", C, "D1")]).names_passages("G1")


def test_right_passages_are_counted_by_unit() -> None:
    index = JudgmentIndex(
        [
            passage("RFA", C, "D1"),
            passage("rfa.", C, "D1"),
            passage("RFA", C, "D2"),
            passage("Mars", W, "D1"),
        ]
    )
    assert index.right_passages("G1") == {"D1\trfa", "D2\trfa"}
    assert index.kinds == {Kind.PASSAGE}
