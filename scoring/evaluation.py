"""From a task's evidence and a run's answers to scores: what worker and client share."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from math import fsum
from typing import NamedTuple

from campaign.formats.identifiers import NIL
from campaign.formats.questions import QuestionType
from campaign.formats.run_checks import YES_OR_NO, AnswerLine
from judging.answer_matching import matching_key, yes_or_no
from judging.judgment_format import Kind, Label
from judging.labels import JudgmentIndex
from scoring.measures import MEASURES, Measure, ScoredKind
from scoring.measures.outcome import Outcome

ALL = "all"


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


class KnownCount(StrEnum):
    """What R, the number of right answers of a list question, is taken from."""

    KNOWN = "known"
    EXPECTED = "expected"
    MAX = "max"


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


type RunAnswers = Mapping[str, Sequence[RankedAnswer]]  # by question identifier, in any order


@dataclass(frozen=True, slots=True)
class Evidence:
    """What the runs of a task are judged by.

    Withdrawn questions are left out of every score, and so are kinds that the task does not ask
    for.
    """

    questions: tuple[EvaluatedQuestion, ...]
    judgments: JudgmentIndex
    kinds: frozenset[Kind]


class ScoreRow(NamedTuple):
    """One score of one run.

    Parameters
    ----------
    measure : str
        Short name, as in `MEASURES`.
    kind : str
        A `ScoredKind`.
    subset : str
        A question type, or "all" types that the measure applies to.
    value : float
        Answers without a final label count as wrong.
    questions : int
        The denominator.
    judged_share : float or None
        Answers with a final label / non-empty answers; None if there are none.
    lower, upper : float
        The value with all unjudged wrong and with all unjudged right, the smaller first.
    per_question : tuple of float
        `questions` values in the order of the evidence; their mean is `value`.
    raised : tuple of str
        Questions whose stated number of answers was raised to what the run found.
    """

    measure: str
    kind: str
    subset: str
    value: float
    questions: int
    judged_share: float | None
    lower: float
    upper: float
    per_question: tuple[float, ...]
    raised: tuple[str, ...] = ()


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


class _Assessed(NamedTuple):
    """One question of a run: as judged, and as if everything unjudged were right."""

    question: EvaluatedQuestion
    verdicts: list[Verdict]
    judged: Outcome
    hoped: Outcome
    is_raised: bool


def evaluate(
    evidence: Evidence,
    run: RunAnswers,
    *,
    profile: Profile = Profile.STRICT,
    known_count: KnownCount = KnownCount.MAX,
) -> list[ScoreRow]:
    """Score one run by every measure that applies.

    Parameters
    ----------
    evidence : Evidence
    run : RunAnswers
        Questions without answers may be missing: they score 0.
    profile : Profile
        Which labels count as right.
    known_count : KnownCount
        What R is taken from on list questions.

    Returns
    -------
    list of ScoreRow
        In the order of `MEASURES`, then kind, then question type, "all" last; without the kinds
        not asked for, empty subsets, and measures of confidence for a run that states none.

    Examples
    --------
    >>> from judging.judgment_format import JudgmentLine
    >>> line = JudgmentLine(1, "G1", Kind.ANSWER, "", "Angers", "a1", Label.CORRECT)
    >>> question = EvaluatedQuestion("G1", QuestionType.FACTUAL)
    >>> evidence = Evidence((question,), JudgmentIndex([line]), frozenset({Kind.ANSWER}))
    >>> run = {"G1": [RankedAnswer(1, "", "Tours", ""), RankedAnswer(2, "", "Angers", "")]}
    >>> row = evaluate(evidence, run)[0]
    >>> row.measure, row.subset, row.value, row.judged_share, row.upper
    ('MRR', 'factual', 0.5, 0.5, 1.0)
    """
    judgments = _Judgments(evidence.judgments, RIGHT_LABELS[profile])
    by_kind: dict[ScoredKind, list[_Assessed]] = {}
    for question in evidence.questions:
        if question.is_withdrawn:
            continue
        answers = sorted(run.get(question.identifier, ()), key=_rank)
        for kind, verdicts in judgments.judge(question, answers, evidence.kinds).items():
            known = judgments.known(question, kind)
            assessed = _assess(question, verdicts, known=known, known_count=known_count)
            by_kind.setdefault(kind, []).append(assessed)
    return [
        row
        for measure in MEASURES
        for kind, assessed in by_kind.items()
        if kind in measure.kinds
        for row in _score(measure, kind, assessed)
    ]


class _Judgments:
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
        name = question.identifier
        if question.type is not QuestionType.LIST:
            return frozenset()
        if question.nil:
            return frozenset({NIL})
        if kind is ScoredKind.PASSAGE and not self._index.names_passages(name):
            units = self._index.right_passages(name)
            return frozenset(_unit(document, key) for document, key in units)
        return self._index.right_distinct(name, self._right, question.known_answers)

    def _judge_answer(self, question: EvaluatedQuestion, answer: RankedAnswer) -> Verdict | None:
        if answer.document == NIL:
            return _nil_verdict(question, answer)
        if not answer.short_answer.strip():
            return None
        label = self._answer_label(question, answer)
        is_right = None if label is None else label in self._right
        distinct: tuple[str, ...] = ()
        if question.type is QuestionType.LIST:
            distinct = (self._index.distinct_of(question.identifier, answer.short_answer),)
        return Verdict(answer.rank, is_right, distinct, answer.confidence)

    def _answer_label(self, question: EvaluatedQuestion, answer: RankedAnswer) -> Label | None:
        name, document, text = question.identifier, answer.document, answer.short_answer
        label = self._index.answer_label(name, document, text)
        if label is not None or question.type is not QuestionType.YES_NO:
            return label
        # "oui" was judged, a late run says "yes": the same choice.
        same = [word for word in YES_OR_NO if yes_or_no(word) == yes_or_no(text)]
        labels = {self._index.answer_label(name, document, word) for word in same} - {None}
        return labels.pop() if len(labels) == 1 else None

    def _judge_passage(self, question: EvaluatedQuestion, answer: RankedAnswer) -> Verdict | None:
        if answer.document == NIL:
            return _nil_verdict(question, answer)
        if not answer.passage.strip():
            return None
        name, document, text = question.identifier, answer.document, answer.passage
        label = self._index.passage_label(name, document, text)
        is_right = None if label is None else label is Label.CORRECT
        distinct: tuple[str, ...] = ()
        if question.type is QuestionType.LIST:
            if label is not None and self._index.names_passages(name):
                distinct = self._index.passage_distinct(name, document, text)
            else:
                distinct = (_unit(document, matching_key(text)),)
        return Verdict(answer.rank, is_right, distinct, answer.confidence)


def _both(short: Verdict | None, passage: Verdict | None) -> Verdict | None:
    if short is None or short.is_nil:
        return short
    rights = {short.is_right, passage is not None and passage.is_right}
    is_right = False if False in rights else None if None in rights else True
    return short._replace(is_right=is_right)


def _rank(answer: RankedAnswer) -> int:
    return answer.rank


def _nil_verdict(question: EvaluatedQuestion, answer: RankedAnswer) -> Verdict:
    return Verdict(answer.rank, question.nil, (NIL,), answer.confidence, is_nil=True)


def _unit(document: str, key: str) -> str:
    return f"{document}\t{key}"


def _assess(
    question: EvaluatedQuestion,
    verdicts: list[Verdict],
    *,
    known: frozenset[str],
    known_count: KnownCount,
) -> _Assessed:
    judged, is_raised = _outcome(question, verdicts, known, known_count)
    hoped = judged
    unjudged = [verdict for verdict in verdicts if verdict.is_right is None]
    if unjudged:
        # What is right in the better case is known there, too.
        more = known.union(*(verdict.distinct for verdict in unjudged))
        best = [v._replace(is_right=True) if v.is_right is None else v for v in verdicts]
        hoped, _ = _outcome(question, best, more, known_count)
    return _Assessed(question, verdicts, judged, hoped, is_raised)


def _outcome(
    question: EvaluatedQuestion,
    verdicts: Sequence[Verdict],
    known: frozenset[str],
    known_count: KnownCount,
) -> tuple[Outcome, bool]:
    """Return the outcome, and whether R had to be raised to what was found."""
    depth = verdicts[-1].rank if verdicts else 0
    right, gains = [False] * depth, [False] * depth
    is_list = question.type is QuestionType.LIST
    found: set[str] = set()
    for verdict in verdicts:
        if verdict.is_right:
            right[verdict.rank - 1] = True
            gains[verdict.rank - 1] = not is_list or not found.issuperset(verdict.distinct)
            found.update(verdict.distinct)
    stated = _stated(question, len(known), known_count) if is_list else 1
    reached = sum(gains) if is_list else 1
    outcome = Outcome(
        right=tuple(right),
        gains=tuple(gains),
        known=max(stated, reached),
        returned=len(verdicts),
        confidence=verdicts[0].confidence if verdicts and verdicts[0].rank == 1 else None,
    )
    return outcome, reached > stated


def _stated(question: EvaluatedQuestion, known: int, known_count: KnownCount) -> int:
    expected = question.expected_count
    if expected is None or known_count is KnownCount.KNOWN:
        return known
    return max(expected, known) if known_count is KnownCount.MAX else expected


def _score(measure: Measure, kind: ScoredKind, assessed: Sequence[_Assessed]) -> Iterator[ScoreRow]:
    subsets = {kind.value: {kind} for kind in QuestionType if kind in measure.question_types}
    for subset, types in {**subsets, ALL: measure.question_types}.items():
        members = [one for one in assessed if one.question.type in types]
        if members and _has_confidence(measure, members):
            yield _row(measure, kind, subset, members)


def _has_confidence(measure: Measure, members: Sequence[_Assessed]) -> bool:
    if measure.confidence_range is None:
        return True
    lowest, highest = measure.confidence_range
    first = [one.verdicts[0] for one in members if one.verdicts and one.verdicts[0].rank == 1]
    return bool(first) and all(
        verdict.confidence is not None and lowest <= verdict.confidence <= highest
        for verdict in first
    )


def _row(measure: Measure, kind: ScoredKind, subset: str, members: Sequence[_Assessed]) -> ScoreRow:
    judged = measure.function([one.judged for one in members])
    hoped = measure.function([one.hoped for one in members])
    count = len(members)
    value, other = fsum(judged) / count, fsum(hoped) / count
    answers = [v for one in members for v in one.verdicts if not v.is_nil]
    labelled = sum(1 for verdict in answers if verdict.is_right is not None)
    return ScoreRow(
        measure=measure.short_name,
        kind=kind.value,
        subset=subset,
        value=value,
        questions=count,
        judged_share=labelled / len(answers) if answers else None,
        lower=min(value, other),
        upper=max(value, other),
        per_question=tuple(judged),
        raised=tuple(one.question.identifier for one in members if one.is_raised),
    )


def rank_answers(lines: Iterable[AnswerLine]) -> dict[str, list[RankedAnswer]]:
    """Return the answers of a run file as `evaluate` takes them.

    >>> line = AnswerLine(2, "G1", 1, "D1", "Angers", "", None)
    >>> rank_answers([line])["G1"][0].short_answer
    'Angers'
    """
    run: dict[str, list[RankedAnswer]] = {}
    for line in lines:
        run.setdefault(line.question, []).append(RankedAnswer(*line[2:]))
    return run
