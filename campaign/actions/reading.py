"""Reading whatever was uploaded: each kind of file has its action."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime

from campaign.actions.documents import load_documents
from campaign.actions.questions import load_questions
from campaign.actions.runs import submit_run
from campaign.models import Upload

type Reader = Callable[..., Upload]

READERS: Mapping[str, Reader] = {
    Upload.Kind.DOCUMENTS: load_documents,
    Upload.Kind.QUESTIONS: load_questions,
    Upload.Kind.RUN: submit_run,
}


def read_upload(
    *,
    upload: Upload,
    at: datetime,
    readers: Mapping[str, Reader] = READERS,
    watch: Callable[[float], None] | None = None,
) -> Upload:
    """Read an uploaded file by the action of its kind; a file that was read stays as it is.

    ``watch`` hears the share of the file that was read.
    """
    upload.watch = watch
    if not upload.is_waiting:
        return upload
    try:
        return readers[upload.kind](upload=upload, at=at)
    except Exception:
        # A fault of ours must not hold the team's place: the file is kept, the place is free.
        Upload.objects.waiting().filter(pk=upload.pk).update(outcome=Upload.Outcome.FAILED)
        raise
