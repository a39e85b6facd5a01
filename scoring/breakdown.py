"""A run's score taken apart: each question's value, each answer and the label that counts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import F, Q

from campaign.formats.questions import QuestionType
from campaign.models import Answer, Question, Run
from campaign.models.keys import among
from judging.labels import JudgmentIndex, Policy
from scoring.evidence import judgment_lines
from scoring.models import Score

# What a question is worth: RR, or NIAP if it asks for a list.
RR = Q(measure="MRR", subset="all")
NIAP = Q(measure="NIAP", subset="list")


@dataclass(frozen=True, slots=True)
class AnswerRow:
    rank: int
    document: str
    short_answer: str
    passage: str
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
    scores = Score.objects.filter(
        RR | NIAP,
        run=run,
        scoring__profile=profile,
        scoring__question_set_version=F("scoring__task__question_set_version"),
        kind=kind,
    )
    standing = list(run.task.questions.standing().in_order().values_list("pk", "type"))
    values: dict[int, float] = {}
    for measure, per_question in scores.values_list("measure", "per_question"):
        is_list = measure == "NIAP"
        concerned = [key for key, type_ in standing if (type_ == QuestionType.LIST) == is_list]
        values.update(zip(concerned, per_question, strict=True))
    return values


def question_rows(
    run: Run, questions: Sequence[Question], values: dict[int, float]
) -> list[QuestionRow]:
    """Return the rows of these questions, with the labels that count."""
    index = JudgmentIndex(judgment_lines(run.task, questions=questions), Policy.MAJORITY)
    names = {question.pk: question.identifier for question in questions}
    answers: dict[int, list[AnswerRow]] = {key: [] for key in names}
    given = Answer.objects.filter(among("question", names), run=run).order_by("rank")
    columns = ("question_id", "rank", "document", "short_answer", "passage")
    for key, rank, document, short_answer, passage in given.values_list(*columns):
        label = index.answer_label(names[key], document, short_answer)
        passage_label = index.passage_label(names[key], document, passage)
        answers[key].append(AnswerRow(rank, document, short_answer, passage, label, passage_label))
    return [
        QuestionRow(question, values.get(question.pk), tuple(answers[question.pk]))
        for question in questions
    ]
