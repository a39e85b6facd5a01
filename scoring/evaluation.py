"""From a task's evidence and a run's answers to scores: what worker and client share."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from math import fsum
from operator import attrgetter
from typing import NamedTuple

from campaign.formats.questions import QuestionType
from campaign.formats.run_answers import AnswerLine
from judging.judgment_format import Kind
from judging.labels import JudgmentIndex
from scoring.measures import MEASURES, Measure, ScoredKind
from scoring.measures.outcome import Outcome
from scoring.verdicts import (
    RIGHT_LABELS,
    EvaluatedQuestion,
    Profile,
    RankedAnswer,
    Verdict,
    Verdicts,
)

__all__ = [
    "ALL",
    "RIGHT_LABELS",
    "EvaluatedQuestion",
    "Evidence",
    "KnownCount",
    "Profile",
    "RankedAnswer",
    "RunAnswers",
    "ScoreRow",
    "Verdict",
    "evaluate",
    "rank_answers",
]

ALL = "all"
_BY_RANK = attrgetter("rank")
_ALONE = {kind: frozenset({kind}) for kind in QuestionType}


class KnownCount(StrEnum):
    """What R, the number of right answers of a list question, is taken from."""

    KNOWN = "known"
    EXPECTED = "expected"
    MAX = "max"


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


class _Assessed(NamedTuple):
    """One question of a run: as judged, and as if everything unjudged were right."""

    question: EvaluatedQuestion
    verdicts: list[Verdict]
    judged: Outcome
    hoped: Outcome
    is_raised: bool
    answers: int
    labelled: int


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
    >>> from judging.judgment_format import JudgmentLine, Label
    >>> line = JudgmentLine(1, "G1", Kind.ANSWER, "", "Angers", "a1", Label.CORRECT)
    >>> question = EvaluatedQuestion("G1", QuestionType.FACTUAL)
    >>> evidence = Evidence((question,), JudgmentIndex([line]), frozenset({Kind.ANSWER}))
    >>> run = {"G1": [RankedAnswer(1, "", "Tours", ""), RankedAnswer(2, "", "Angers", "")]}
    >>> row = evaluate(evidence, run)[0]
    >>> row.measure, row.subset, row.value, row.judged_share, row.upper
    ('MRR', 'factual', 0.5, 0.5, 1.0)
    """
    judgments = Verdicts(evidence.judgments, RIGHT_LABELS[profile])
    by_kind: dict[ScoredKind, _Subsets] = {}
    for question in evidence.questions:
        if question.is_withdrawn:
            continue
        answers = sorted(run.get(question.identifier, ()), key=_BY_RANK)
        for kind, verdicts in judgments.judge(question, answers, evidence.kinds).items():
            known = judgments.known(question, kind)
            assessed = _assess(question, verdicts, known=known, known_count=known_count)
            by_kind.setdefault(kind, _Subsets()).add(assessed)
    return [
        row
        for measure in MEASURES
        for kind, subsets in by_kind.items()
        if kind in measure.kinds
        for row in _score(measure, kind, subsets)
    ]


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
    answers = sum(1 for verdict in verdicts if not verdict.is_nil)
    if unjudged:
        # What is right in the better case is known there, too.
        more = known.union(*(verdict.distinct for verdict in unjudged))
        best = [v._replace(is_right=True) if v.is_right is None else v for v in verdicts]
        hoped, _ = _outcome(question, best, more, known_count)
    labelled = answers - len(unjudged)
    return _Assessed(question, verdicts, judged, hoped, is_raised, answers, labelled)


def _outcome(
    question: EvaluatedQuestion,
    verdicts: Sequence[Verdict],
    known: frozenset[str],
    known_count: KnownCount,
) -> tuple[Outcome, bool]:
    """Return the outcome, and whether R had to be raised to what was found."""
    right = [False] * (verdicts[-1].rank if verdicts else 0)
    for verdict in verdicts:
        if verdict.is_right:
            right[verdict.rank - 1] = True
    returned = len(verdicts)
    confidence = verdicts[0].confidence if verdicts and verdicts[0].rank == 1 else None
    if question.type is not QuestionType.LIST:
        return Outcome(tuple(right), tuple(right), 1, returned, confidence), False
    gains = list(right)
    found: set[str] = set()
    for verdict in verdicts:
        if verdict.is_right:
            gains[verdict.rank - 1] = not found.issuperset(verdict.distinct)
            found.update(verdict.distinct)
    stated, reached = _stated(question, len(known), known_count), sum(gains)
    known_or_found = max(stated, reached)
    outcome = Outcome(tuple(right), tuple(gains), known_or_found, returned, confidence)
    return outcome, reached > stated


def _stated(question: EvaluatedQuestion, known: int, known_count: KnownCount) -> int:
    expected = question.expected_count
    if expected is None or known_count is KnownCount.KNOWN:
        return known
    return max(expected, known) if known_count is KnownCount.MAX else expected


class _Members(NamedTuple):
    """The questions that a row is about, and what the rows of all measures share.

    `hoped` is None where everything is judged.
    """

    judged: list[Outcome]
    hoped: list[Outcome] | None
    firsts: list[Verdict]
    judged_share: float | None
    raised: tuple[str, ...]


class _Subsets:
    """The questions of one kind of answer, taken by their types."""

    def __init__(self) -> None:
        self._assessed: list[_Assessed] = []
        self._types: set[QuestionType] = set()
        self._members: dict[frozenset[QuestionType], _Members] = {}

    def add(self, one: _Assessed) -> None:
        self._assessed.append(one)
        self._types.add(one.question.type)

    def of(self, types: frozenset[QuestionType]) -> _Members | None:
        """Return the questions of these types in the order of the evidence, None without any."""
        present = types & self._types
        if present and present not in self._members:
            chosen = [one for one in self._assessed if one.question.type in present]
            self._members[present] = _members(chosen)
        return self._members.get(present)


def _members(chosen: Sequence[_Assessed]) -> _Members:
    answers = sum(one.answers for one in chosen)
    is_judged = all(one.hoped is one.judged for one in chosen)
    return _Members(
        judged=[one.judged for one in chosen],
        hoped=None if is_judged else [one.hoped for one in chosen],
        firsts=[one.verdicts[0] for one in chosen if one.verdicts and one.verdicts[0].rank == 1],
        judged_share=sum(one.labelled for one in chosen) / answers if answers else None,
        raised=tuple(one.question.identifier for one in chosen if one.is_raised),
    )


def _score(measure: Measure, kind: ScoredKind, subsets: _Subsets) -> Iterator[ScoreRow]:
    alone = {one.value: _ALONE[one] for one in QuestionType if one in measure.question_types}
    rows: dict[int, ScoreRow] = {}
    for subset, types in {**alone, ALL: measure.question_types}.items():
        members = subsets.of(types)
        if members is None or not _has_confidence(measure, members.firsts):
            continue
        # Where there is one type only, "all" are the same questions.
        row = rows.get(id(members)) or _row(measure, kind, subset, members)
        rows[id(members)] = row
        yield row._replace(subset=subset)


def _has_confidence(measure: Measure, firsts: Sequence[Verdict]) -> bool:
    if measure.confidence_range is None:
        return True
    lowest, highest = measure.confidence_range
    return bool(firsts) and all(
        verdict.confidence is not None and lowest <= verdict.confidence <= highest
        for verdict in firsts
    )


def _row(measure: Measure, kind: ScoredKind, subset: str, members: _Members) -> ScoreRow:
    values = measure.function(members.judged)
    count = len(values)
    value = other = fsum(values) / count
    if members.hoped is not None:
        other = fsum(measure.function(members.hoped)) / count
    return ScoreRow(
        measure=measure.short_name,
        kind=kind.value,
        subset=subset,
        value=value,
        questions=count,
        judged_share=members.judged_share,
        lower=min(value, other),
        upper=max(value, other),
        per_question=tuple(values),
        raised=members.raised,
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
