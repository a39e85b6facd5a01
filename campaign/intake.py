"""Taking a file from a form: kept, read now or by a worker, and reported on."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, BinaryIO, NamedTuple, cast

from django.conf import settings
from django.core.files.uploadedfile import UploadedFile
from django.http import HttpResponse
from django.shortcuts import redirect, render

from campaign import tasks
from campaign.actions.jobs import queue_job
from campaign.actions.passages import passage_job
from campaign.actions.reading import read_upload
from campaign.actions.uploads import FileIsTooLarge, receive_upload
from campaign.formats.archives import unpacks_within
from campaign.forms import UploadForm
from campaign.models import Upload
from campaign.web import TaskRequest

# Above these bounds, once unpacked, a file is read by a worker while the page shows the progress.
READ_AT_ONCE = 2_000_000
# A line may have several problems, each of which is written down: these take a second or two.
LINES_AT_ONCE = 20_000


class Reading(NamedTuple):
    """The action that reads a kind of file, and the job in which a worker does the same."""

    action: Callable[..., Upload]
    job: str


OWN_FILES = Reading(read_upload, tasks.read_upload.name)


def take_file(
    request: TaskRequest,
    kind: Upload.Kind,
    form: UploadForm,
    *,
    reading: Reading = OWN_FILES,
    **rest: Any,
) -> HttpResponse:
    """Store the form's file, read it now or send it to a worker, and go to its report."""
    file: UploadedFile = form.cleaned_data["file"]  # type: ignore[type-arg]
    try:
        upload = receive_upload(
            task=request.task,
            kind=kind,
            source=cast("BinaryIO", file.file),
            name=file.name or "file",
            limit=settings.MAX_UPLOAD_BYTES,
            accepts_windows_1252=form.cleaned_data["accepts_windows_1252"],
            checks_only=form.cleaned_data["checks_only"],
            confirms_changes=form.cleaned_data.get("confirms_changes", False),
            by=request.user,
            at=request.at,
            **rest,
        )
    except FileIsTooLarge as refusal:
        return render(request, "errors/413.html", {"limit": refusal.limit}, status=413)
    if _is_read_at_once(upload):
        reading.action(upload=upload, at=request.at)
        tasks.send(passage_job(upload=upload))
    else:
        tasks.send(
            queue_job(
                kind=reading.job,
                task=request.task,
                subject_id=upload.pk,
                by=request.user,
                at=request.at,
            )
        )
    return redirect(
        "upload-report",
        campaign_slug=request.campaign.slug,
        task_slug=request.task.slug,
        upload_id=upload.pk,
    )


def _is_read_at_once(upload: Upload) -> bool:
    if upload.size > READ_AT_ONCE:
        return False
    with upload.open_file() as source:
        return unpacks_within(source, size=READ_AT_ONCE, lines=LINES_AT_ONCE)
