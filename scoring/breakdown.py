"""A run's score taken apart: each question's value, each answer and the label that counts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import F

from campaign.formats.questions import QuestionType
from campaign.models import Answer, Question, Run
from judging.labels import JudgmentIndex, Policy
from scoring.evidence import judgment_lines
from scoring.models import Score


@dataclass(frozen=True, slots=True)
class AnswerRow:
    answer: Answer
    label: str | None
    passage_label: str | None


@dataclass(frozen=True, slots=True)
class QuestionRow:
    """One question: what the run gave, and what it is worth."""

    question: Question
    value: float | None
    answers: tuple[AnswerRow, ...]


def question_values(run: Run, *, profile: str, kind: str) -> dict[int, float]:
    """Return the value of each question by its key: RR, or NIAP for list questions.

    Nothing while the questions are others than those that were scored, until they are rescored.
    """
    values: dict[int, float] = {}
    standing = run.task.questions.standing().in_order()
    for measure, subset, is_list in (("MRR", "all", False), ("NIAP", "list", True)):
        score = Score.objects.filter(
            run=run,
            scoring__profile=profile,
            scoring__question_set_version=F("scoring__task__question_set_version"),
            measure=measure,
            kind=kind,
            subset=subset,
        ).first()
        if score is not None:
            concerned = [q.pk for q in standing if (q.type == QuestionType.LIST) == is_list]
            values.update(zip(concerned, score.per_question, strict=True))
    return values


def question_rows(
    run: Run, questions: Sequence[Question], values: dict[int, float]
) -> list[QuestionRow]:
    """Return the rows of these questions, with the labels that count."""
    index = JudgmentIndex(judgment_lines(run.task, questions=questions), Policy.MAJORITY)
    answers: dict[int, list[Answer]] = {question.pk: [] for question in questions}
    for answer in Answer.objects.filter(run=run, question__in=answers).order_by("rank"):
        answers[answer.question_id].append(answer)
    return [
        QuestionRow(
            question=question,
            value=values.get(question.pk),
            answers=tuple(_row(index, question, answer) for answer in answers[question.pk]),
        )
        for question in questions
    ]


def _row(index: JudgmentIndex, question: Question, answer: Answer) -> AnswerRow:
    name, document = question.identifier, answer.document
    return AnswerRow(
        answer=answer,
        label=index.answer_label(name, document, answer.short_answer),
        passage_label=index.passage_label(name, document, answer.passage),
    )
