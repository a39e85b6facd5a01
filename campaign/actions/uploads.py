"""Keeping an uploaded file byte for byte."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime
from typing import BinaryIO

from django.core.files import File
from django.db import connection, transaction

from campaign.formats.problems import ProblemList
from campaign.models import Task, Team, Upload, User
from campaign.models.rows import insert, sent_ahead, update

BLOCK = 1 << 20


class FileIsTooLarge(Exception):
    """The file is larger than this server takes."""

    def __init__(self, limit: int) -> None:
        super().__init__(limit)
        self.limit = limit


def receive_upload(
    *,
    task: Task,
    kind: Upload.Kind,
    source: BinaryIO,
    name: str,
    limit: int,
    by: User,
    at: datetime,
    team: Team | None = None,
    tag: str = "",
    accepts_windows_1252: bool = False,
    checks_only: bool = False,
    confirms_changes: bool = False,
    hints: Mapping[str, str] | None = None,
) -> Upload:
    """Store a file as it came, with its digest; reading it, now or by a job, is another action.

    :raises FileIsTooLarge: above ``limit`` bytes.
    """
    digest, size = hashlib.sha256(), 0
    source.seek(0)
    while block := source.read(BLOCK):
        digest.update(block)
        size += len(block)
        if size > limit:
            raise FileIsTooLarge(limit)
    source.seek(0)
    upload = Upload(
        task=task,
        team=team,
        kind=kind,
        name=_storable(name),
        size=size,
        sha256=digest.hexdigest(),
        tag=tag,
        hints=dict(hints or {}),
        accepts_windows_1252=accepts_windows_1252,
        checks_only=checks_only,
        confirms_changes=confirms_changes,
        received_at=at,
        received_from=by,
    )
    _keep(upload, source)
    with _commit_with_the_next():
        insert(upload)
    return upload


@contextmanager
def _commit_with_the_next() -> Iterator[None]:
    """Commit without waiting for the disk.

    Nobody is answered before the file was read or its reading queued: that transaction waits, and
    what was committed before it is on the disk then too. In a caller's transaction nothing changes.
    """
    is_outermost = not connection.in_atomic_block
    with transaction.atomic(), sent_ahead(), connection.cursor() as cursor:
        if is_outermost:
            cursor.execute("SET LOCAL synchronous_commit TO off")
        yield


def _storable(name: str) -> str:
    # A command may be given a file whose name is not UTF-8.
    return name.encode("utf-8", "backslashreplace").decode().replace("\0", "␀")[-255:]


def _keep(upload: Upload, source: BinaryIO) -> None:
    # The same bytes twice are one file on disk: its name is their digest.
    storage, path = upload.file.storage, f"uploads/{upload.sha256[:2]}/{upload.sha256}"
    if storage.exists(path) and storage.size(path) == upload.size:
        upload.file.name = path
    else:
        upload.file.save("", File(source), save=False)


def hold_upload(*, upload: Upload) -> bool:
    """Hold the file's row until the transaction ends; False if it was read meanwhile.

    Of two that read a file the second waits here, and finds nothing to do.
    """
    waiting = Upload.objects.select_for_update(no_key=True).waiting()
    return waiting.filter(pk=upload.pk).exists()


def close_upload(
    *, upload: Upload, problems: ProblemList, counts: dict[str, int], accepted: Upload.Outcome
) -> Upload:
    """Write down what reading the file found: refused if there is an error, else ``accepted``."""
    upload.outcome = Upload.Outcome.REFUSED if problems.refuses else accepted
    upload.problems = problems.to_json()
    upload.receipt = list(counts.items())
    update(upload, "outcome", "problems", "receipt")
    return upload
