"""Looking for a run's passages in their documents, once its file was read and answered for."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from django.db import connection, transaction

from campaign.actions.jobs import Lease, queue_job_about
from campaign.formats.runs import look_for_passages as passages_not_found
from campaign.models import Job, Task, Upload

# The name of the Celery task: an action writes the row, its door or the reaper sends it.
KIND = "campaign.tasks.look_for_passages"
# Identifiers, which hold no line break, travel as lines of one text: the ORM would make a
# parameter of each, and psycopg quotes arrays element by element.
DOCUMENT_TEXTS = """
SELECT identifier, text FROM campaign_document
WHERE task_id = %s AND identifier = ANY (string_to_array(%s, E'\\n'))
"""


def queue_passages(*, upload: Upload, at: datetime) -> None:
    """Write down that the passages of a file are to be looked for, as it is read."""
    queue_job_about(kind=KIND, upload=upload, at=at)


def passage_job(*, upload: Upload) -> Job | None:
    """Return the job that looks for the passages of a file; None if it is done or not needed."""
    if upload.kind != Upload.Kind.RUN or upload.passage_problems is not None:
        return None
    return (
        Job.objects.filter(kind=KIND, task=upload.task_id, subject_id=upload.pk)
        .newest_first()
        .first()
    )


def look_for_passages(*, upload: Upload, lease: Lease | None = None) -> Upload:
    """Add to the report of a run file the passages that are not in their documents.

    Done once: a second time it finds its work done. Only the worker's attempt that holds the lease
    writes.
    """
    if upload.passage_problems is not None:
        return upload
    with upload.open_file() as source:
        problems = passages_not_found(
            source,
            name=upload.name,
            document_texts=lambda named: _document_texts(upload.task, named),
            accept_windows_1252=upload.accepts_windows_1252,
        )
    with transaction.atomic():
        if lease is not None:
            lease.fence()
        upload.passage_problems = problems.to_json()
        upload.save(update_fields=["passage_problems"])
    return upload


def _document_texts(task: Task, identifiers: frozenset[str]) -> Mapping[str, str]:
    with connection.cursor() as cursor:
        cursor.execute(DOCUMENT_TEXTS, [task.pk, "\n".join(identifiers)])
        return dict(cursor.fetchall())
