"""What the judgments say of each answer of a run."""

from collections.abc import Sequence
from enum import StrEnum
from typing import NamedTuple

from campaign.formats.identifiers import NIL
from campaign.formats.questions import QuestionType
from campaign.formats.run_checks import YES_OR_NO
from judging.answer_matching import yes_or_no
from judging.judgment_format import Kind, Label
from judging.labels import JudgmentIndex
from scoring.measures import ScoredKind


class Profile(StrEnum):
    """Which labels count as right: a row of `RIGHT_LABELS`."""

    STRICT = "strict"
    LENIENT_EXACTNESS = "lenient-exactness"
    LENIENT_SUPPORT = "lenient-support"
    LENIENT = "lenient"


RIGHT_LABELS: dict[Profile, frozenset[Label]] = {
    Profile.STRICT: frozenset({Label.CORRECT}),
    Profile.LENIENT_EXACTNESS: frozenset({Label.CORRECT, Label.INEXACT}),
    Profile.LENIENT_SUPPORT: frozenset({Label.CORRECT, Label.UNSUPPORTED}),
    Profile.LENIENT: frozenset({Label.CORRECT, Label.INEXACT, Label.UNSUPPORTED}),
}


NOTHING: frozenset[str] = frozenset()


class EvaluatedQuestion(NamedTuple):
    """What scoring needs of a question."""

    identifier: str
    type: QuestionType
    expected_count: int | None = None
    known_answers: tuple[str, ...] = ()
    nil: bool = False
    is_withdrawn: bool = False


class RankedAnswer(NamedTuple):
    """One answer of a run; its rank is the rank in the file."""

    rank: int
    document: str
    short_answer: str
    passage: str
    confidence: float | None = None


class Verdict(NamedTuple):
    """What the judgments say of one answer; `is_right` is None without a final label.

    `distinct` names what the answer brings to a list: it is a repeat if earlier right answers
    brought all of it. NIL is decided by the question: it has no part in the share judged.
    """

    rank: int
    is_right: bool | None
    distinct: tuple[str, ...] = ()
    confidence: float | None = None
    is_nil: bool = False


class Verdicts:
    """Verdicts on answers, and the answers known to be right, under one profile."""

    def __init__(self, index: JudgmentIndex, right: frozenset[Label]) -> None:
        self._index = index
        self._right = right

    def judge(
        self,
        question: EvaluatedQuestion,
        answers: Sequence[RankedAnswer],
        kinds: frozenset[Kind],
    ) -> dict[ScoredKind, list[Verdict]]:
        """Return the verdicts on the non-empty answers, for each kind scored in report order."""
        found: dict[ScoredKind, list[Verdict | None]] = {}
        if Kind.ANSWER in kinds:
            found[ScoredKind.ANSWER] = [self._judge_answer(question, one) for one in answers]
        if Kind.PASSAGE in kinds:
            found[ScoredKind.PASSAGE] = [self._judge_passage(question, one) for one in answers]
        if len(found) > 1:
            found[ScoredKind.BOTH] = list(
                map(_both, found[ScoredKind.ANSWER], found[ScoredKind.PASSAGE])
            )
        return {kind: [v for v in verdicts if v is not None] for kind, verdicts in found.items()}

    def known(self, question: EvaluatedQuestion, kind: ScoredKind) -> frozenset[str]:
        """Return what there is to be found for a list question."""
        if question.type is not QuestionType.LIST:
            return NOTHING
        if question.nil:
            return frozenset({NIL})
        if kind is ScoredKind.PASSAGE and not self._index.names_passages(question.identifier):
            return self._index.right_passages(question.identifier)
        return self._index.right_distinct(question.identifier, self._right, question.known_answers)

    def _judge_answer(self, question: EvaluatedQuestion, answer: RankedAnswer) -> Verdict | None:
        rank, document, text, _, confidence = answer
        if document == NIL:
            return _nil_verdict(question, answer)
        if not text.strip():
            return None
        name = question.identifier
        label = self._index.answer_label(name, document, text)
        if label is None and question.type is QuestionType.YES_NO:
            label = self._label_of_choice(name, document, text)
        is_right = None if label is None else label in self._right
        if question.type is not QuestionType.LIST:
            return Verdict(rank, is_right, (), confidence)
        return Verdict(rank, is_right, (self._index.distinct_of(name, text),), confidence)

    def _label_of_choice(self, name: str, document: str, text: str) -> Label | None:
        # "oui" was judged, a late run says "yes": the same choice.
        same = [word for word in YES_OR_NO if yes_or_no(word) == yes_or_no(text)]
        labels = {self._index.answer_label(name, document, word) for word in same} - {None}
        return labels.pop() if len(labels) == 1 else None

    def _judge_passage(self, question: EvaluatedQuestion, answer: RankedAnswer) -> Verdict | None:
        rank, document, _, text, confidence = answer
        if document == NIL:
            return _nil_verdict(question, answer)
        if not text.strip():
            return None
        name = question.identifier
        label = self._index.passage_label(name, document, text)
        is_right = None if label is None else label is Label.CORRECT
        if question.type is not QuestionType.LIST:
            return Verdict(rank, is_right, (), confidence)
        if label is not None and self._index.names_passages(name):
            return Verdict(
                rank, is_right, self._index.passage_distinct(name, document, text), confidence
            )
        return Verdict(rank, is_right, (self._index.passage_unit(document, text),), confidence)


def _both(short: Verdict | None, passage: Verdict | None) -> Verdict | None:
    if short is None or short.is_nil or short.is_right is False:
        return short
    is_right = False if passage is None else passage.is_right
    if is_right and short.is_right is None:
        is_right = None
    return Verdict(short.rank, is_right, short.distinct, short.confidence)


def _nil_verdict(question: EvaluatedQuestion, answer: RankedAnswer) -> Verdict:
    return Verdict(answer.rank, question.nil, (NIL,), answer.confidence, is_nil=True)
