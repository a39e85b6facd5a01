"""Loading and withdrawing questions."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from datetime import datetime

from django.conf import settings
from django.db import transaction

from campaign.actions.tasks import may_change_texts
from campaign.actions.uploads import close_upload, hold_upload
from campaign.formats.problems import Problem, error, warning
from campaign.formats.questions import QuestionLine, QuestionType, read_questions
from campaign.models import Event, Question, Task, Upload, User
from campaign.models.keys import among

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


# What answers were given to and judged by; the other fields only describe a question.
MEANING = ("text", "answer_type", "expected_count", "nil")
NAMED = 10
"""Questions that one problem names; the rest is counted."""


@transaction.atomic
def load_questions(*, upload: Upload, at: datetime) -> Upload:
    """Read a question file; if it is right it becomes the new version of the question set.

    Questions are matched by identifier. One that has answers or judgments is changed, never
    removed: it can be withdrawn, and its type stays. Once judging is closed nothing changes.
    """
    if not hold_upload(upload=upload):
        return Upload.objects.get(pk=upload.pk)
    with upload.open_file() as source:
        file = read_questions(
            source,
            name=upload.name,
            accept_windows_1252=upload.accepts_windows_1252,
            limit=settings.MAX_UPLOAD_BYTES,
        )
    kinds = [line.type for line in file.questions]
    counts = {kind.value: kinds.count(kind) for kind in QuestionType if kind in kinds}
    task = Task.objects.select_for_update().get(pk=upload.task_id)
    problems = file.problems
    if not problems.refuses:
        problems.extend(_conflicts(task, file.questions, upload, at))
    changes = _changes(task, file.questions)
    if problems.refuses or upload.checks_only:
        return close_upload(
            upload=upload, problems=problems, counts=counts, accepted=Upload.Outcome.CHECKED
        )
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
        after={
            "sha256": upload.sha256,
            "version": task.question_set_version,
            **counts,
            **changes,
        },
    )
    return close_upload(
        upload=upload,
        problems=problems,
        counts={**counts, **changes},
        accepted=Upload.Outcome.ACCEPTED,
    )


def _changes(task: Task, lines: list[QuestionLine]) -> dict[str, int]:
    """Count what the file adds to, changes in and takes out of the present set."""
    old = {question.identifier: question for question in task.questions.all()}
    new = {line.identifier: line for line in lines}
    common = old.keys() & new.keys()
    return {
        "added": len(new.keys() - old.keys()),
        "changed": sum(_differs(old[name], new[name], FIELDS) for name in common),
        "removed": len(old.keys() - new.keys()),
    }


def _differs(question: Question, line: QuestionLine, fields: Collection[str]) -> bool:
    return any(getattr(question, field) != _stored(line, field) for field in fields)


def _conflicts(
    task: Task, lines: list[QuestionLine], upload: Upload, at: datetime
) -> Iterator[Problem]:
    """Yield what a right file must not do to the present questions, or must be asked about."""
    if task.is_judged(at):
        yield error("judging-closed")
        return
    new = {line.identifier: line for line in lines}
    used = list(task.questions.in_use().in_order())
    yield from _conflicts_with_use(used, new, confirmed=upload.confirms_changes)
    kept = new.keys() | {question.identifier for question in used}
    present = task.questions.in_order().values_list("identifier", flat=True)
    vanishing = [identifier for identifier in present if identifier not in kept]
    if vanishing:
        named = ", ".join(vanishing[:NAMED]) + (", …" if len(vanishing) > NAMED else "")
        ask = warning if upload.confirms_changes else error
        yield ask("questions-vanish", found=named, parameters={"count": len(vanishing)})


def _conflicts_with_use(
    used: list[Question], new: Mapping[str, QuestionLine], *, confirmed: bool
) -> Iterator[Problem]:
    """Yield questions in use that the file drops, gives another type, or words anew."""
    ask = warning if confirmed else error
    for question in used:
        name, line = question.identifier, new.get(question.identifier)
        if line is None:
            yield error("answered-question-missing", question=name)
        elif line.type != question.type:
            yield error(
                "answered-question-type",
                line.line,
                question=name,
                found=line.type,
                parameters={"type": question.type},
            )
        elif _differs(question, line, MEANING):
            yield ask("answered-question-changes", line.line, question=name, found=line.text)


def _replace_questions(task: Task, lines: list[QuestionLine]) -> None:
    old = {question.identifier: question for question in task.questions.all()}
    fresh: list[Question] = []
    changed: list[Question] = []
    for position, line in enumerate(lines, start=1):
        question = old.pop(line.identifier, None)
        (fresh if question is None else changed).append(
            _question(question or Question(task=task, identifier=line.identifier), line, position)
        )
    task.questions.filter(among("pk", (question.pk for question in old.values()))).delete()
    Question.objects.bulk_update(changed, ["position", *FIELDS], batch_size=500)
    Question.objects.bulk_create(fresh, batch_size=1000)


def _question(question: Question, line: QuestionLine, position: int) -> Question:
    for field in FIELDS:
        setattr(question, field, _stored(line, field))
    question.position = position
    return question


def _stored(line: QuestionLine, field: str) -> object:
    value = getattr(line, field)
    return list(value) if isinstance(value, tuple) else value


@transaction.atomic
def withdraw_question(*, question: Question, reason: str, by: User, at: datetime) -> Question:
    """Take a question out of every score; its answers and judgments are kept.

    :raises TextsAreFrozen: once judging is closed.
    """
    task = Task.objects.select_for_update().get(pk=question.task_id)
    may_change_texts(task=task, at=at)
    question.withdrawn_at, question.withdrawn_by, question.withdrawn_reason = at, by, reason
    _new_version(task, question, "withdraw-question", by=by, at=at, reason=reason)
    return question


@transaction.atomic
def restore_question(*, question: Question, by: User, at: datetime) -> Question:
    """Bring a withdrawn question back.

    :raises TextsAreFrozen: once judging is closed.
    """
    task = Task.objects.select_for_update().get(pk=question.task_id)
    may_change_texts(task=task, at=at)
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
