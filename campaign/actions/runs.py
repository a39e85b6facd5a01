"""Submitting runs, choosing the official ones, withdrawing them."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from pathlib import Path

from django.db import connection, transaction

from campaign.actions.uploads import close_upload
from campaign.formats.names import run_name
from campaign.formats.questions import QuestionType
from campaign.formats.runs import AnswerLine, RunFile, read_run
from campaign.models import Event, Run, Task, Team, Upload, User

COPY_ANSWERS = (
    "COPY campaign_answer"
    " (run_id, question_id, rank, document, short_answer, passage, confidence) FROM STDIN"
)


class RunsAreNotOpen(Exception):
    """The questions are not released yet."""


class RunsAreClosed(Exception):
    """Judging of the task is over: no run can join it any more."""


class TaskHasNoQuestions(Exception):
    """There is nothing to check a run against."""


class PlacesAreTaken(Exception):
    """The team has as many official runs as the task allows."""


class ChoiceIsClosed(Exception):
    """After the deadline the official runs stay as they are."""


def may_submit(*, task: Task, at: datetime) -> None:
    """Check that the task takes run files now, in time or late.

    :raises RunsAreNotOpen: before the release of the questions.
    :raises RunsAreClosed: once judging was signed.
    :raises TaskHasNoQuestions: if no question was loaded.
    """
    if task.released_at is None or at < task.released_at:
        raise RunsAreNotOpen
    if task.is_judged(at):
        raise RunsAreClosed
    if not task.questions.exists():
        raise TaskHasNoQuestions


@transaction.atomic
def submit_run(*, upload: Upload, at: datetime) -> Upload:
    """Read a run file; if it is right it becomes a run of the team.

    In time means that the upload ended before the deadline, or replaces within the period of
    grace a file that did. A run in time is official while the team has places left.
    """
    # The team's row is the lock under which places are counted.
    team = Team.objects.select_for_update().get(uploads=upload)
    task = upload.task
    file = _read(upload)
    if file.problems.refuses or upload.checks_only:
        return close_upload(
            upload=upload,
            problems=file.problems,
            counts=file.counts._asdict(),
            accepted=Upload.Outcome.CHECKED,
        )
    in_time = _is_in_time(upload)
    run = Run.objects.create(
        task=task,
        team=team,
        upload=upload,
        tag=_free_tag(task, upload.tag or run_name(Path(upload.name)) or "run"),
        received_at=upload.received_at,
        submitted_by=upload.received_from,
        is_late=not in_time,
        is_official=in_time and places_left(task=task, team=team, before=upload) > 0,
        answers_count=len(file.answers),
        questions_answered=len({answer.question for answer in file.answers}),
        passages_count=sum(1 for answer in file.answers if answer.passage),
        has_confidence=any(answer.confidence is not None for answer in file.answers),
    )
    _copy_answers(run, file.answers)
    Event.objects.record(
        "submit-run",
        by=upload.received_from,
        at=at,
        campaign=task.campaign,
        task=task,
        subject=run.tag,
        after={"sha256": upload.sha256, "official": run.is_official, "late": run.is_late},
    )
    return close_upload(
        upload=upload,
        problems=file.problems,
        counts=file.counts._asdict(),
        accepted=Upload.Outcome.ACCEPTED,
    )


def _read(upload: Upload) -> RunFile:
    task = upload.task
    types = {
        identifier: QuestionType(type_)
        for identifier, type_ in task.questions.values_list("identifier", "type")
    }
    documents = (
        frozenset(task.documents.values_list("identifier", flat=True))
        if task.asks_documents
        else None
    )
    with upload.open_file() as source:
        return read_run(
            source,
            name=upload.name,
            questions=types,
            documents=documents,
            rules=task.run_rules,
            accept_windows_1252=upload.accepts_windows_1252,
            document_texts=lambda named: _document_texts(task, named),
        )


def _document_texts(task: Task, identifiers: frozenset[str]) -> Mapping[str, str]:
    """Return the texts of the named documents, in one query."""
    found = task.documents.filter(identifier__in=identifiers)
    return dict(found.values_list("identifier", "text"))


def _is_in_time(upload: Upload) -> bool:
    task, at = upload.task, upload.received_at
    if task.accepts_runs(at):
        return True
    if not task.accepts_repairs(at):
        return False
    refused_in_time = task.uploads.refused().filter(
        team=upload.team_id, kind=Upload.Kind.RUN, checks_only=False, received_at__lt=task.closes_at
    )
    repaired = task.runs.filter(team=upload.team_id, received_at__gte=task.closes_at, is_late=False)
    return refused_in_time.count() > repaired.count()


def places_left(*, task: Task, team: Team, before: Upload | None = None) -> int:
    """Return how many official places the team has, not counting files still being read.

    With ``before`` only files that arrived earlier than it hold a place.
    """
    waiting = task.uploads.filter(
        team=team, kind=Upload.Kind.RUN, outcome=Upload.Outcome.WAITING, checks_only=False
    )
    if before is not None:
        waiting = waiting.filter(received_at__lt=before.received_at)
    taken = task.runs.official().filter(team=team).count() + waiting.count()
    return max(task.runs_per_team - taken, 0)


def _free_tag(task: Task, wanted: str) -> str:
    wanted = wanted[:50]
    taken = set(task.runs.filter(tag__startswith=wanted).values_list("tag", flat=True))
    tag, number = wanted, 2
    while tag in taken:
        tag, number = f"{wanted}-{number}", number + 1
    return tag


def _copy_answers(run: Run, answers: list[AnswerLine]) -> None:
    keys = dict(run.task.questions.values_list("identifier", "pk"))
    with connection.cursor() as cursor, cursor.copy(COPY_ANSWERS) as copy:
        copy.set_types(["int8", "int8", "int2", "text", "text", "text", "float8"])
        for answer in answers:
            copy.write_row(
                (
                    run.pk,
                    keys[answer.question],
                    answer.rank,
                    answer.document,
                    answer.short_answer,
                    answer.passage,
                    answer.confidence,
                )
            )


@transaction.atomic
def withdraw_run(*, run: Run, by: User, at: datetime) -> Run:
    """Withdraw a run; the record stays, and before the deadline its official place is free again."""
    Team.objects.select_for_update().get(pk=run.team_id)
    run.withdrawn_at, run.withdrawn_by, run.is_official = at, by, False
    run.save(update_fields=["withdrawn_at", "withdrawn_by", "is_official"])
    _record(run, "withdraw-run", by=by, at=at)
    return run


@transaction.atomic
def make_run_official(*, run: Run, by: User, at: datetime) -> Run:
    """Choose the run as one of its team's official ones.

    :raises ChoiceIsClosed: after the deadline, or for a withdrawn or late run.
    :raises PlacesAreTaken: if another run has to be made contrastive first.
    """
    team = Team.objects.select_for_update().get(pk=run.team_id)
    if not run.task.accepts_runs(at) or run.is_withdrawn or run.is_late:
        raise ChoiceIsClosed
    if not places_left(task=run.task, team=team):
        raise PlacesAreTaken
    return _set_official(run, official=True, by=by, at=at)


@transaction.atomic
def make_run_contrastive(*, run: Run, by: User, at: datetime) -> Run:
    """Give the run's official place back.

    :raises ChoiceIsClosed: after the deadline.
    """
    Team.objects.select_for_update().get(pk=run.team_id)
    if not run.task.accepts_runs(at):
        raise ChoiceIsClosed
    return _set_official(run, official=False, by=by, at=at)


def _set_official(run: Run, *, official: bool, by: User, at: datetime) -> Run:
    run.is_official = official
    run.save(update_fields=["is_official"])
    _record(run, "choose-official-run", by=by, at=at)
    return run


def _record(run: Run, verb: str, *, by: User, at: datetime) -> None:
    Event.objects.record(
        verb,
        by=by,
        at=at,
        campaign=run.task.campaign,
        task=run.task,
        subject=run.tag,
        after={"official": run.is_official, "withdrawn": run.is_withdrawn},
    )
