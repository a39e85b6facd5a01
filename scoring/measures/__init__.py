"""The table of measures, in report order."""

from collections.abc import Callable, Sequence
from enum import StrEnum
from math import inf
from typing import NamedTuple

from campaign.formats.questions import QuestionType
from scoring.measures.accuracy_at_1 import accuracy_at_1
from scoring.measures.any_right import any_right
from scoring.measures.average_precision import average_precision
from scoring.measures.c_at_1 import c_at_1
from scoring.measures.confidence_weighted import confidence_weighted
from scoring.measures.k1 import k1
from scoring.measures.list_f import list_f
from scoring.measures.list_precision import list_precision
from scoring.measures.list_recall import list_recall
from scoring.measures.outcome import Outcome
from scoring.measures.reciprocal_rank import reciprocal_rank
from scoring.measures.success_at_5 import success_at_5


class ScoredKind(StrEnum):
    """What is scored: short answers, passages, or answers whose passage is right too."""

    ANSWER = "answer"
    PASSAGE = "passage"
    BOTH = "answer+passage"


class Direction(StrEnum):
    """Which end of the range is good."""

    HIGHER = "higher"
    LOWER = "lower"


class Measure(NamedTuple):
    """One row of the table.

    `function` takes the outcomes of Q questions and returns Q values whose mean is the score.
    `confidence_range` is set for measures of stated confidence: the values they can use.
    `is_independent` says whether each value depends on its own question only, as resampling and
    paired tests over questions suppose.
    """

    name: str
    short_name: str
    function: Callable[[Sequence[Outcome]], list[float]]
    question_types: frozenset[QuestionType]
    kinds: frozenset[ScoredKind]
    range: tuple[float, float]
    direction: Direction
    source: str
    confidence_range: tuple[float, float] | None = None
    is_independent: bool = True


def _each(function: Callable[[Outcome], float]) -> Callable[[Sequence[Outcome]], list[float]]:
    return lambda outcomes: [function(outcome) for outcome in outcomes]


def _c_at_1(outcomes: Sequence[Outcome]) -> list[float]:
    return c_at_1(_first_right(outcomes), [outcome.returned > 0 for outcome in outcomes])


def _confidence_weighted(outcomes: Sequence[Outcome]) -> list[float]:
    return confidence_weighted(_first_right(outcomes), [outcome.confidence for outcome in outcomes])


def _first_right(outcomes: Sequence[Outcome]) -> list[bool]:
    return [any(outcome.right[:1]) for outcome in outcomes]


_RANKED = frozenset({QuestionType.FACTUAL, QuestionType.DEFINITION, QuestionType.YES_NO})
_LISTS = frozenset({QuestionType.LIST})
_ALL_KINDS = frozenset(ScoredKind)
_ANSWERS = frozenset({ScoredKind.ANSWER})
_HIGHER = Direction.HIGHER

MEASURES: tuple[Measure, ...] = (
    Measure(
        name="mean reciprocal rank",
        short_name="MRR",
        function=_each(lambda outcome: reciprocal_rank(outcome.right)),
        question_types=_RANKED,
        kinds=_ALL_KINDS,
        range=(0.0, 1.0),
        direction=_HIGHER,
        source="Voorhees, The TREC-8 Question Answering Track Report, 1999",
    ),
    Measure(
        name="non-interpolated average precision",
        short_name="NIAP",
        function=_each(lambda outcome: average_precision(outcome.gains, outcome.known)),
        question_types=_LISTS,
        kinds=_ALL_KINDS,
        range=(0.0, 1.0),
        direction=_HIGHER,
        source="Ayache, Grau and Vilnat, EQueR, LREC 2006",
    ),
    Measure(
        name="accuracy at rank 1",
        short_name="accuracy at rank 1",
        function=_each(lambda outcome: accuracy_at_1(outcome.right)),
        question_types=_RANKED,
        kinds=_ALL_KINDS,
        range=(0.0, 1.0),
        direction=_HIGHER,
        source="Voorhees, Overview of the TREC 2002 Question Answering Track, 2002",
    ),
    Measure(
        name="success at 5",
        short_name="success at 5",
        function=_each(lambda outcome: success_at_5(outcome.right)),
        question_types=_RANKED,
        kinds=_ALL_KINDS,
        range=(0.0, 1.0),
        direction=_HIGHER,
        source="trec_eval, success_5",
    ),
    Measure(
        name="share of questions with a right answer",
        short_name="any right",
        function=_each(lambda outcome: any_right(outcome.right)),
        question_types=_RANKED | _LISTS,
        kinds=_ALL_KINDS,
        range=(0.0, 1.0),
        direction=_HIGHER,
        source="Magnini et al., The Multiple Language Question Answering Track at CLEF 2003",
    ),
    Measure(
        name="list precision",
        short_name="list precision",
        function=_each(lambda outcome: list_precision(outcome.gains, outcome.returned)),
        question_types=_LISTS,
        kinds=_ANSWERS,
        range=(0.0, 1.0),
        direction=_HIGHER,
        source="Voorhees, Overview of the TREC 2003 Question Answering Track, 2003",
    ),
    Measure(
        name="list recall",
        short_name="list recall",
        function=_each(lambda outcome: list_recall(outcome.gains, outcome.known)),
        question_types=_LISTS,
        kinds=_ANSWERS,
        range=(0.0, 1.0),
        direction=_HIGHER,
        source="Voorhees, Overview of the TREC 2003 Question Answering Track, 2003",
    ),
    Measure(
        name="list F",
        short_name="list F",
        function=_each(lambda outcome: list_f(outcome.gains, outcome.returned, outcome.known)),
        question_types=_LISTS,
        kinds=_ANSWERS,
        range=(0.0, 1.0),
        direction=_HIGHER,
        source="Voorhees, Overview of the TREC 2003 Question Answering Track, 2003",
    ),
    Measure(
        name="c@1",
        short_name="c@1",
        function=_c_at_1,
        question_types=_RANKED,
        kinds=_ANSWERS,
        range=(0.0, 1.0),
        direction=_HIGHER,
        source="Peñas and Rodrigo, A Simple Measure to Assess Non-response, ACL 2011",
        is_independent=False,
    ),
    Measure(
        name="confidence-weighted score",
        short_name="CWS",
        function=_confidence_weighted,
        question_types=_RANKED,
        kinds=_ANSWERS,
        range=(0.0, 1.0),
        direction=_HIGHER,
        source="Voorhees, Overview of the TREC 2002 Question Answering Track, 2002",
        confidence_range=(-inf, inf),
        is_independent=False,
    ),
    Measure(
        name="K1",
        short_name="K1",
        function=_each(
            lambda outcome: k1(is_right=any(outcome.right[:1]), confidence=outcome.confidence)
        ),
        question_types=_RANKED,
        kinds=_ANSWERS,
        range=(-1.0, 1.0),
        direction=_HIGHER,
        source="Herrera, Peñas and Verdejo, Question Answering Pilot Task at CLEF 2004",
        confidence_range=(0.0, 1.0),
    ),
)
