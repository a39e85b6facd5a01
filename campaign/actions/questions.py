"""Loading and withdrawing questions."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from campaign.actions.uploads import close_upload
from campaign.formats.problems import ProblemList, error
from campaign.formats.questions import QuestionLine, QuestionType, read_questions
from campaign.models import Event, Question, Task, Upload, User

FIELDS = (
    "type",
    "answer_type",
    "text",
    "expected_count",
    "language",
    "tags",
    "known_answers",
    "nil",
)


@transaction.atomic
def load_questions(*, upload: Upload, at: datetime) -> Upload:
    """Read a question file; if it is right it becomes the new version of the question set.

    Questions are matched by identifier. One that has answers or judgments is changed, never
    removed: it can be withdrawn, and its type stays.
    """
    with upload.open_file() as source:
        file = read_questions(
            source, name=upload.name, accept_windows_1252=upload.accepts_windows_1252
        )
    kinds = [line.type for line in file.questions]
    counts = {kind.value: kinds.count(kind) for kind in QuestionType if kind in kinds}
    if file.problems.refuses or upload.checks_only:
        return close_upload(
            upload=upload, problems=file.problems, counts=counts, accepted=Upload.Outcome.CHECKED
        )
    task = Task.objects.select_for_update().get(pk=upload.task_id)
    problems = file.problems
    problems.extend(_conflicts_with_use(task, file.questions))
    if not problems.refuses:
        _replace_questions(task, file.questions)
        task.question_set_version += 1
        task.save(update_fields=["question_set_version"])
        Event.objects.record(
            "load-questions",
            by=upload.received_from,
            at=at,
            campaign=task.campaign,
            task=task,
            subject=upload.name,
            after={"sha256": upload.sha256, "version": task.question_set_version, **counts},
        )
    return close_upload(
        upload=upload, problems=problems, counts=counts, accepted=Upload.Outcome.ACCEPTED
    )


def _conflicts_with_use(task: Task, lines: list[QuestionLine]) -> ProblemList:
    """List questions in use that the file drops, or gives another type."""
    new = {line.identifier: line for line in lines}
    problems = ProblemList()
    for question in task.questions.in_use().in_order():
        line = new.get(question.identifier)
        if line is None:
            problems.add(error("answered-question-missing", question=question.identifier))
        elif line.type != question.type:
            problems.add(
                error(
                    "answered-question-type",
                    line.line,
                    question=question.identifier,
                    found=line.type,
                    parameters={"type": question.type},
                )
            )
    return problems


def _replace_questions(task: Task, lines: list[QuestionLine]) -> None:
    old = {question.identifier: question for question in task.questions.all()}
    fresh: list[Question] = []
    changed: list[Question] = []
    for position, line in enumerate(lines, start=1):
        question = old.pop(line.identifier, None)
        (fresh if question is None else changed).append(
            _question(question or Question(task=task, identifier=line.identifier), line, position)
        )
    task.questions.filter(pk__in=[question.pk for question in old.values()]).delete()
    Question.objects.bulk_update(changed, ["position", *FIELDS], batch_size=500)
    Question.objects.bulk_create(fresh, batch_size=1000)


def _question(question: Question, line: QuestionLine, position: int) -> Question:
    for field in FIELDS:
        value = getattr(line, field)
        setattr(question, field, list(value) if isinstance(value, tuple) else value)
    question.position = position
    return question


@transaction.atomic
def withdraw_question(*, question: Question, reason: str, by: User, at: datetime) -> Question:
    """Take a question out of every score; its answers and judgments are kept."""
    task = Task.objects.select_for_update().get(pk=question.task_id)
    question.withdrawn_at, question.withdrawn_by, question.withdrawn_reason = at, by, reason
    _new_version(task, question, "withdraw-question", by=by, at=at, reason=reason)
    return question


@transaction.atomic
def restore_question(*, question: Question, by: User, at: datetime) -> Question:
    """Bring a withdrawn question back."""
    task = Task.objects.select_for_update().get(pk=question.task_id)
    question.withdrawn_at, question.withdrawn_by, question.withdrawn_reason = None, None, ""
    _new_version(task, question, "restore-question", by=by, at=at, reason="")
    return question


def _new_version(
    task: Task, question: Question, verb: str, *, by: User, at: datetime, reason: str
) -> None:
    question.save(update_fields=["withdrawn_at", "withdrawn_by", "withdrawn_reason"])
    task.question_set_version += 1
    task.save(update_fields=["question_set_version"])
    Event.objects.record(
        verb,
        by=by,
        at=at,
        campaign=task.campaign,
        task=task,
        subject=question.identifier,
        after={"reason": reason, "version": task.question_set_version},
    )
