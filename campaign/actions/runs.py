"""Submitting runs, choosing the official ones, withdrawing them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import datetime
from itertools import chain, count
from pathlib import Path
from typing import Any, NamedTuple, cast

from django.conf import settings
from django.db import transaction

from campaign.actions.answers import copy_answers
from campaign.actions.passages import queue_passages
from campaign.actions.uploads import close_upload
from campaign.formats.names import run_name
from campaign.formats.problems import warning
from campaign.formats.questions import QuestionType
from campaign.formats.runs import RunFile, read_run
from campaign.models import Event, Run, Task, Team, Upload, User
from campaign.models.rows import Asked, ask, columns, insert, loaded, sent_ahead

QUESTION_TYPES = {kind.value: kind for kind in QuestionType}
# The ORM takes as long to put these questions as the server to answer them.
QUESTIONS = """
SELECT identifier, type, id FROM campaign_question WHERE task_id = %s ORDER BY position
"""
# Identifiers, which hold no line break, travel as lines of one text: the ORM would make a
# parameter of each, and psycopg quotes arrays element by element. They are only listed if some are
# unknown, which hardly ever happens.
COUNT_OF_KNOWN_DOCUMENTS = """
SELECT count(*)
FROM string_to_table(%s, E'\\n') named JOIN campaign_document document ON identifier = named
WHERE task_id = %s
"""
KNOWN_DOCUMENTS = COUNT_OF_KNOWN_DOCUMENTS.replace("count(*)", "identifier")
# Places are counted under the lock of the team's row. The file's row is locked so that no second
# attempt reads it too. While questions are loaded their task's row
# is locked: a run comes before, and its questions are in use then, or after, and reads the new
# ones. Runs of several teams do not wait for each other.
LOCK = f"""
SELECT {columns(Task, of="task")} FROM campaign_upload upload
JOIN campaign_team team ON team.id = upload.team_id
JOIN campaign_task task ON task.id = upload.task_id
WHERE upload.id = %s AND upload.outcome = 'waiting'
FOR UPDATE OF team FOR NO KEY UPDATE OF upload FOR KEY SHARE OF task
"""  # noqa: S608 -- columns of the model
RUNS_BESIDE = """
SELECT run.tag, run.team_id = %(team)s AND upload.sha256 = %(sha256)s AS is_same
FROM campaign_run run JOIN campaign_upload upload ON upload.id = run.upload_id
WHERE run.task_id = %(task)s
AND (starts_with(run.tag, %(tag)s) OR run.team_id = %(team)s AND upload.sha256 = %(sha256)s)
ORDER BY run.id
"""
# Another team may have taken the name since it was looked for: then no row is made.
NAME_IS_TAKEN = "ON CONFLICT ON CONSTRAINT run_tag_unique_in_task DO NOTHING"
# Files still being read hold a place too. A run in time that is withdrawn after the deadline keeps
# its own: what was submitted by then stays what it was.
PLACES_TAKEN = """
SELECT team_id FROM campaign_run run JOIN campaign_task task ON task.id = run.task_id
WHERE task_id = %(task)s AND team_id = ANY (%(teams)s)
AND (is_official OR NOT is_late AND withdrawn_at >= closes_at)
UNION ALL
SELECT team_id FROM campaign_upload
WHERE task_id = %(task)s AND team_id = ANY (%(teams)s)
AND kind = 'run' AND outcome = 'waiting' AND NOT checks_only
AND received_at < coalesce(%(before)s, TIMESTAMPTZ 'infinity')
"""


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


class ResultsWereSeen(Exception):
    """What others have read about a run cannot be taken out of the results."""


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
    with sent_ahead():
        locking, asking, looking, counting = _ask_what_it_depends_on(upload)
        if not (locked := locking()):  # the file was read meanwhile
            return Upload.objects.get(pk=upload.pk)
        task = loaded(Task, locked[0])
        task.campaign, upload.task = upload.task.campaign, task
        questions = _questions(asking())
        file = _read(upload, questions)
    beside = _RunsBeside.of(looking(), counting())
    if same := beside.same_file:
        file.problems.add(warning("same-file-as", found=same, parameters={"run": same}))
    run = None
    if not file.problems.refuses and not upload.checks_only:
        run = _make_run(upload, file, beside)
        copy_answers(run=run, answers=file.columns, questions=questions.keys)
    with sent_ahead():
        if file.counts.passages:
            queue_passages(upload=upload, at=at)
        if run is not None:
            _record_submission(run, upload, at)
        return close_upload(
            upload=upload,
            problems=file.problems,
            counts=_counts(file, task),
            accepted=Upload.Outcome.CHECKED if run is None else Upload.Outcome.ACCEPTED,
        )


def _record_submission(run: Run, upload: Upload, at: datetime) -> None:
    Event.objects.record(
        "submit-run",
        by=upload.received_from,
        at=at,
        campaign=upload.task.campaign,
        task=upload.task,
        subject=run.tag,
        after={"sha256": upload.sha256, "official": run.is_official, "late": run.is_late},
    )


def _ask_what_it_depends_on(upload: Upload) -> tuple[Asked, Asked, Asked, Asked]:
    """Lock the task, then ask for its questions, the runs beside the file, the places taken."""
    beside = {
        "task": upload.task_id,
        "team": upload.team_id,
        "sha256": upload.sha256,
        "tag": _wanted_tag(upload),
    }
    return (
        ask(LOCK, [upload.pk]),
        ask(QUESTIONS, [upload.task_id]),
        ask(RUNS_BESIDE, beside),
        _ask_for_places_taken(upload.task_id, [upload.team_id], before=upload.received_at),
    )


class _Questions(NamedTuple):
    """Types and keys of the questions by identifier, in the order of the task."""

    types: dict[str, QuestionType]
    keys: dict[str, int]


def _questions(rows: list[tuple[Any, ...]]) -> _Questions:
    return _Questions(
        types={identifier: QUESTION_TYPES[kind] for identifier, kind, _ in rows},
        keys={identifier: key for identifier, _, key in rows},
    )


def _read(upload: Upload, questions: _Questions) -> RunFile:
    task = upload.task
    with upload.open_file() as source:
        return read_run(
            source,
            name=upload.name,
            questions=questions.types,
            documents=(lambda named: _ask_for_documents(task, named))
            if task.asks_documents
            else None,
            rules=task.run_rules,
            accept_windows_1252=upload.accepts_windows_1252,
            limit=settings.MAX_UPLOAD_BYTES,
        )


def _ask_for_documents(task: Task, identifiers: frozenset[str]) -> Callable[[], frozenset[str]]:
    values = ["\n".join(identifiers), task.pk]
    counted = ask(COUNT_OF_KNOWN_DOCUMENTS, values)
    return lambda: _known_documents(counted, identifiers, values)


def _known_documents(
    counted: Asked, identifiers: frozenset[str], values: Sequence[object]
) -> frozenset[str]:
    ((number,),) = counted()
    if number == len(identifiers):
        return identifiers
    return frozenset(identifier for (identifier,) in ask(KNOWN_DOCUMENTS, values)())


def _counts(file: RunFile, task: Task) -> dict[str, int]:
    counts = file.counts._asdict()
    if not task.accepts_nil:
        del counts["nil"]
    return counts


class _RunsBeside(NamedTuple):
    """What other runs of the task have in common with a file, and what they leave to it."""

    same_file: str | None
    tags: set[str]
    places_taken: int

    @classmethod
    def of(cls, rows: list[tuple[Any, ...]], places: list[tuple[Any, ...]]) -> _RunsBeside:
        same_file = next((tag for tag, is_same in rows if is_same), None)
        return cls(same_file, {tag for tag, _ in rows}, len(places))


def _make_run(upload: Upload, file: RunFile, beside: _RunsBeside) -> Run:
    task, answers = upload.task, file.columns
    team = cast("Team", upload.team)  # a run file comes from a team, says the database
    in_time = _is_in_time(upload)
    run = Run(
        task=task,
        team=team,
        upload=upload,
        received_at=upload.received_at,
        submitted_by=upload.received_from,
        is_late=not in_time,
        is_official=in_time and beside.places_taken < task.runs_per_team,
        answers_count=len(answers.lines),
        questions_answered=len(set(answers.questions)),
        passages_count=file.counts.passages,
        has_confidence=answers.confidences.count(None) < len(answers.lines),
    )
    for run.tag in _free_tags(_wanted_tag(upload), beside.tags):
        if insert(run, unless=NAME_IS_TAKEN):
            break
    return run


def _is_in_time(upload: Upload) -> bool:
    task, at = upload.task, upload.received_at
    if task.accepts_runs(at):
        return True
    if not task.accepts_repairs(at):
        return False
    repaired = task.runs.filter(team=upload.team_id, received_at__gte=task.closes_at, is_late=False)
    return len(_to_repair(upload)) > repaired.count()


def _to_repair(upload: Upload) -> list[str]:
    """Return the names of the team's files that arrived in time and that nothing has mended.

    An accepted file mends the refused one of its name, else, as it may have been renamed, the
    latest. The same name refused again is one file to repair.
    """
    in_time = upload.task.uploads.filter(
        team=upload.team_id,
        kind=Upload.Kind.RUN,
        checks_only=False,
        received_at__lt=upload.task.closes_at,
    )
    broken: list[str] = []
    for earlier in in_time.without_reports().order_by("received_at", "pk"):
        name = _wanted_tag(earlier)
        if earlier.outcome == Upload.Outcome.ACCEPTED and broken:
            broken.remove(name if name in broken else broken[-1])
        elif earlier.entitles_to_repair and name not in broken:
            broken.append(name)
    return broken


def places_left(*, task: Task, team: Team) -> int:
    """Return how many official places the team has, not counting files still being read."""
    return places_of_teams(task=task, teams=[team])[team]


def places_of_teams(*, task: Task, teams: Iterable[Team]) -> dict[Team, int]:
    """Return the places left of several teams, in one query."""
    teams = list(teams)
    asked = _ask_for_places_taken(task.pk, [team.pk for team in teams])
    taken = Counter(team_id for (team_id,) in asked())
    return {team: max(task.runs_per_team - taken[team.pk], 0) for team in teams}


def _ask_for_places_taken(
    task_id: int, team_ids: Sequence[int | None], *, before: datetime | None = None
) -> Asked:
    """Ask for the team of each place taken; with ``before`` files that arrived later hold none."""
    return ask(PLACES_TAKEN, {"task": task_id, "teams": team_ids, "before": before})


def _wanted_tag(upload: Upload) -> str:
    return (upload.tag or run_name(Path(upload.name)) or "run")[:50]


def _free_tags(wanted: str, taken: set[str]) -> Iterator[str]:
    tags = chain([wanted], (f"{wanted}-{number}" for number in count(2)))
    return (tag for tag in tags if tag not in taken)


@transaction.atomic
def withdraw_run(*, run: Run, by: User, at: datetime) -> Run:
    """Withdraw a run; the record stays, and before the deadline its official place is free again.

    :raises ResultsWereSeen: once the results were open to the teams.
    """
    if Task.objects.get(pk=run.task_id).were_results_seen(at):
        raise ResultsWereSeen
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
