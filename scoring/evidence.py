"""The only bridge from rows to the plain evidence that the measures see."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import NamedTuple

from campaign.formats.questions import QuestionType
from campaign.models import Answer, Question, Run, Task
from campaign.models.keys import among
from judging.judgment_format import JudgmentLine, Kind, Label
from judging.labels import JudgmentIndex, Policy
from judging.models import Judgment, JudgmentEvent
from scoring.evaluation import EvaluatedQuestion, Evidence, RankedAnswer, RunAnswers


class Basis(NamedTuple):
    """What scores are computed from; the same basis gives the same scores."""

    question_set_version: int
    newest_event_id: int
    run_ids: tuple[int, ...]


def basis_of(task: Task) -> Basis:
    """Return what the scores of the task would be computed from now."""
    return Basis(
        question_set_version=task.question_set_version,
        newest_event_id=JudgmentEvent.objects.latest_of(task),
        run_ids=tuple(task.runs.standing().order_by("pk").values_list("pk", flat=True)),
    )


def evidence_of(task: Task, *, policy: Policy) -> Evidence:
    """Return the questions of the task and the labels that count."""
    kinds = {Kind.ANSWER, Kind.PASSAGE} if task.asks_passages else {Kind.ANSWER}
    return Evidence(
        questions=tuple(
            EvaluatedQuestion(
                identifier=question.identifier,
                type=QuestionType(question.type),
                expected_count=question.expected_count,
                known_answers=tuple(question.known_answers),
                nil=question.nil,
                is_withdrawn=question.is_withdrawn,
            )
            for question in task.questions.in_order()
        ),
        judgments=JudgmentIndex(judgment_lines(task), policy),
        kinds=frozenset(kinds),
    )


def judgment_lines(
    task: Task, *, questions: Sequence[Question] | None = None
) -> list[JudgmentLine]:
    """Return the current labels of the task, or of some questions, as lines of a judgments file.

    In the order in which each assessor first judged each text: the policy `first` follows it.
    """
    judgments = Judgment.objects.counting(task)
    if questions is not None:
        judgments = judgments.filter(among("text__item__question", (one.pk for one in questions)))
    rows = judgments.order_by("first_event").values_list(
        "text__item__question__identifier",
        "text__item__kind",
        "text__document",
        "text__text",
        "assessor__name",
        "label",
        "distinct",
    )
    return [
        JudgmentLine(
            line=number,
            question=question,
            kind=Kind(kind),
            document=document,
            text=text,
            assessor=assessor,
            label=Label(label),
            distinct=tuple(distinct),
        )
        for number, (question, kind, document, text, assessor, label, distinct) in enumerate(
            rows, start=2
        )
    ]


def answers_of(run: Run) -> RunAnswers:
    """Return the run's answers by question identifier."""
    identifiers = dict(run.task.questions.values_list("pk", "identifier"))
    rows = (
        Answer.objects.filter(run=run)
        .order_by("question_id", "rank")
        .values_list("question_id", "rank", "document", "short_answer", "passage", "confidence")
    )
    return {
        identifiers[question_id]: [RankedAnswer(*row[1:]) for row in ranked]
        for question_id, ranked in groupby(rows, key=lambda row: row[0])
    }
