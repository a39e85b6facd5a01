"""Loading the documents of a task."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from django.db import connection, transaction

from campaign.actions.uploads import close_upload
from campaign.formats.documents import DocumentLine, read_documents
from campaign.models import Event, Task, Upload


@transaction.atomic
def load_documents(*, upload: Upload, at: datetime) -> Upload:
    """Read a document file; if it is right it adds to the task's documents.

    A document whose identifier is known already takes the file's title and text.
    """
    # Two loads wait for each other; files that arrive meanwhile for the task do not.
    task = Task.objects.select_for_update(no_key=True).get(pk=upload.task_id)
    with upload.open_file() as source:
        file = read_documents(
            source, name=upload.name, accept_windows_1252=upload.accepts_windows_1252
        )
        added, changed = _copy(task, file)
    counts = {"added": added, "changed": changed}
    if file.problems.refuses or upload.checks_only:
        # The rows went into a temporary table only: nothing was stored.
        return close_upload(
            upload=upload, problems=file.problems, counts=counts, accepted=Upload.Outcome.CHECKED
        )
    _merge(task)
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


def _copy(task: Task, documents: Iterable[DocumentLine]) -> tuple[int, int]:
    """Stream the file into a temporary table; count what is new and what is known."""
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
