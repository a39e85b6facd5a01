"""Loading the documents of a task."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime

from django.db import connection, transaction

from campaign.actions.uploads import close_upload, hold_upload
from campaign.formats.documents import DocumentLine, read_documents
from campaign.formats.problems import Problem, error, warning
from campaign.models import Event, Task, Upload

MANY_ROWS = 500
"""From so many new rows on the planner is told of them at once."""
# Documents of another text than before that answers of runs name: at most as many as are listed.
NAMED_AND_CHANGED = """
SELECT known.identifier FROM arriving_document arriving JOIN campaign_document known
ON known.task_id = %s AND known.identifier = arriving.identifier AND known.text <> arriving.text
WHERE known.identifier IN (
    SELECT answer.document FROM campaign_answer answer
    JOIN campaign_run run ON run.id = answer.run_id WHERE run.task_id = %s
)
ORDER BY known.identifier LIMIT 1000
"""


@transaction.atomic
def load_documents(*, upload: Upload, at: datetime) -> Upload:
    """Read a document file; if it is right it adds to the task's documents.

    A document whose identifier is known already takes the file's title and text: a change that
    must be confirmed if runs name it. Once judging is closed nothing changes.
    """
    if not hold_upload(upload=upload):
        return Upload.objects.get(pk=upload.pk)
    # Two loads wait for each other; files that arrive meanwhile for the task do not.
    task = Task.objects.select_for_update(no_key=True).get(pk=upload.task_id)
    with upload.open_file() as source:
        file = read_documents(
            source, name=upload.name, accept_windows_1252=upload.accepts_windows_1252
        )
        _copy(file)
    if not file.problems.refuses:
        file.problems.extend(_conflicts(task, upload, at))
    if file.problems.refuses:
        # The rows went into a temporary table only: nothing was stored.
        return close_upload(
            upload=upload, problems=file.problems, counts={}, accepted=Upload.Outcome.CHECKED
        )
    added, changed = _count(task)
    if upload.checks_only:
        would = {"would_add": added, "would_change": changed}
        return close_upload(
            upload=upload, problems=file.problems, counts=would, accepted=Upload.Outcome.CHECKED
        )
    counts = {"added": added, "changed": changed}
    _merge(task)
    if added + changed > MANY_ROWS:
        _tell_the_planner()
    Event.objects.record(
        "load-documents",
        by=upload.received_from,
        at=at,
        campaign=task.campaign,
        task=task,
        subject=upload.name,
        after={"sha256": upload.sha256, **counts},
    )
    return close_upload(
        upload=upload, problems=file.problems, counts=counts, accepted=Upload.Outcome.ACCEPTED
    )


def _conflicts(task: Task, upload: Upload, at: datetime) -> Iterator[Problem]:
    """Yield what a right file must not do to the present documents, or must be asked about."""
    if task.is_judged(at):
        yield error("judging-closed")
        return
    ask = warning if upload.confirms_changes else error
    with connection.cursor() as cursor:
        cursor.execute(NAMED_AND_CHANGED, [task.pk, task.pk])
        for (identifier,) in cursor.fetchall():
            yield ask("judged-document-changes", found=identifier)


def _copy(documents: Iterable[DocumentLine]) -> None:
    """Stream the file into a temporary table."""
    with connection.cursor() as cursor:
        # Passages are looked for in these texts: lz4 unpacks them three times faster.
        cursor.execute(
            "SELECT set_config(name, 'lz4', true) FROM pg_settings"
            " WHERE name = 'default_toast_compression' AND 'lz4' = ANY (enumvals)"
        )
        cursor.execute(
            "CREATE TEMPORARY TABLE IF NOT EXISTS arriving_document"
            " (identifier text, title text, text text) ON COMMIT DROP"
        )
        cursor.execute("TRUNCATE arriving_document")
        statement = "COPY arriving_document (identifier, title, text) FROM STDIN"
        with cursor.copy(statement) as copy:
            for document in documents:
                copy.write_row((document.identifier, document.title, document.text))


def _count(task: Task) -> tuple[int, int]:
    """Count the documents that are new, and those that are known with another text."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(*) FILTER (WHERE known.id IS NULL),"
            " count(*) FILTER (WHERE known.id IS NOT NULL AND"
            "   (known.title, known.text) IS DISTINCT FROM (arriving.title, arriving.text))"
            " FROM arriving_document arriving LEFT JOIN campaign_document known"
            " ON known.task_id = %s AND known.identifier = arriving.identifier",
            [task.pk],
        )
        added, changed = cursor.fetchone()
    return added, changed


def _merge(task: Task) -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO campaign_document (task_id, identifier, title, text)"
            " SELECT %s, identifier, title, text FROM arriving_document"
            " ON CONFLICT (task_id, identifier)"
            " DO UPDATE SET title = excluded.title, text = excluded.text",
            [task.pk],
        )


def _tell_the_planner() -> None:
    # Without statistics it takes a table just filled for an empty one. Texts do not matter to it.
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE campaign_document (task_id, identifier)")
