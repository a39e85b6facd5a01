import random

from judging.pooling import AnswerGroup, Occurrence, PassageUnit, pool_answers

OCCURRENCES = [
    Occurrence("G1", "D1", "Angers", "la ville d’Angers"),
    Occurrence("G1", "D1", "angers.", "La ville d'Angers."),
    Occurrence("G1", "D2", "Angers", "à Angers"),
    Occurrence("G1", "D2", "Tours", ""),
    Occurrence("G2", "D1", "Angers", ""),
    Occurrence("G1", "D3", "", "seul le passage"),
    Occurrence("G1", "D3", " ", " "),
    Occurrence("G1", "NIL", "", ""),
]


def test_answers_and_passages_are_grouped_within_their_question() -> None:
    units = pool_answers(OCCURRENCES)
    assert units.groups == [
        AnswerGroup(
            "G1",
            "angers",
            ("Angers", "angers."),
            ("D1", "D2"),
            (("D1", "la ville d'angers"), ("D2", "à angers")),
        ),
        AnswerGroup("G1", "tours", ("Tours",), ("D2",), ()),
        AnswerGroup("G2", "angers", ("Angers",), ("D1",), ()),
    ]
    assert units.passages == [
        PassageUnit("G1", "D1", "la ville d'angers", ("La ville d'Angers.", "la ville d’Angers")),
        PassageUnit("G1", "D2", "à angers", ("à Angers",)),
        PassageUnit("G1", "D3", "seul le passage", ("seul le passage",)),
    ]


def test_neither_order_nor_repetition_shows() -> None:
    shuffled = OCCURRENCES * 3
    random.Random(4).shuffle(shuffled)  # noqa: S311
    assert pool_answers(shuffled) == pool_answers(OCCURRENCES)
