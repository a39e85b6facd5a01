"""A file as it arrived, kept byte for byte, and what reading it found."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from typing import BinaryIO, cast

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from campaign.formats.problems import Problem, ProblemList
from campaign.formats.watched_files import WatchedFile


class UploadQuerySet(models.QuerySet["Upload"]):
    def came_to_nothing(self) -> UploadQuerySet:
        """Files that were refused, or whose reading a fault of ours stopped."""
        return self.filter(outcome__in=[Upload.Outcome.REFUSED, Upload.Outcome.FAILED])

    def waiting(self) -> UploadQuerySet:
        """Files that nobody has read to the end."""
        return self.filter(outcome=Upload.Outcome.WAITING)

    def without_reports(self) -> UploadQuerySet:
        """Leave the lists of problems in the database: they can be long."""
        return self.defer("problems", "passage_problems")

    def newest_first(self) -> UploadQuerySet:
        return self.order_by("-received_at", "-pk")


def path_of_upload(upload: Upload, name: str) -> str:
    """Return where the file lies: files of the same bytes lie in one place."""
    # The uploader's file name stays in the database: on disk only the digest counts.
    return f"uploads/{upload.sha256[:2]}/{upload.sha256}"


class Upload(models.Model):
    class Kind(models.TextChoices):
        DOCUMENTS = "documents", _("documents")
        QUESTIONS = "questions", _("questions")
        RUN = "run", _("run")
        JUDGMENTS = "judgments", _("judgments")

    class Outcome(models.TextChoices):
        WAITING = "waiting", _("being read")
        ACCEPTED = "accepted", _("accepted")
        REFUSED = "refused", _("refused")
        FAILED = "failed", _("stopped by a fault of ours")
        CHECKED = "checked", _("checked only")

    task = models.ForeignKey("campaign.Task", models.PROTECT, related_name="uploads")
    team = models.ForeignKey(
        "campaign.Team", models.PROTECT, related_name="uploads", null=True, blank=True
    )
    kind = models.CharField(max_length=10, choices=Kind)
    name = models.CharField(max_length=255)
    file = models.FileField(upload_to=path_of_upload, max_length=200)
    size = models.BigIntegerField()
    sha256 = models.CharField(max_length=64)
    accepts_windows_1252 = models.BooleanField(default=False)
    checks_only = models.BooleanField(default=False)
    # Whoever sent the file knew that it takes away, or changes, what others rely on.
    confirms_changes = models.BooleanField(default=False)
    tag = models.CharField(max_length=60, blank=True)
    # What the uploader says of the file and the file does not; the app that reads it knows what.
    hints = models.JSONField(default=dict, blank=True)
    received_at = models.DateTimeField()
    received_from = models.ForeignKey("campaign.User", models.PROTECT, related_name="uploads")
    outcome = models.CharField(max_length=8, choices=Outcome, default=Outcome.WAITING)
    problems = models.JSONField(default=list)
    # Of a run: the passages that are not in their documents. Nothing until they were looked for,
    # which a worker does after the receipt.
    passage_problems = models.JSONField(null=True)
    # Pairs of a name and a number: the database would not keep the order of an object's keys.
    receipt = models.JSONField(default=list)

    # Whoever reads the file for a job hears here how far it is; nothing of it is stored.
    watch: Callable[[float], None] | None = None

    objects = UploadQuerySet.as_manager()

    class Meta:
        constraints = [
            models.CheckConstraint(
                name="a_run_file_comes_from_a_team", condition=~Q(kind="run") | ~Q(team=None)
            ),
        ]
        indexes = [models.Index(fields=["task", "kind", "-received_at"], name="uploads_of_a_task")]

    def __str__(self) -> str:
        return self.name

    @property
    def is_waiting(self) -> bool:
        return self.outcome == self.Outcome.WAITING

    @property
    def is_read(self) -> bool:
        """Whether it was read to the end, so that its report says what is in it."""
        return self.outcome not in {self.Outcome.WAITING, self.Outcome.FAILED}

    @property
    def is_right(self) -> bool:
        """Whether it was read and nothing in it refused it."""
        return self.outcome in {self.Outcome.ACCEPTED, self.Outcome.CHECKED}

    @property
    def is_refused(self) -> bool:
        return self.outcome == self.Outcome.REFUSED

    @property
    def entitles_to_repair(self) -> bool:
        """Whether the file came to nothing by its own fault or by ours."""
        return self.outcome in {self.Outcome.REFUSED, self.Outcome.FAILED}

    @property
    def counts(self) -> dict[str, int]:
        """Return what the file holds, in the order in which the receipt says it."""
        return dict(self.receipt)

    def open_file(self) -> AbstractContextManager[BinaryIO]:
        """Open the file as it came."""
        file = cast("BinaryIO", self.file.open("rb"))
        if self.watch is None:
            return file
        watched = WatchedFile(file, size=self.size, tell=self.watch)
        return cast("AbstractContextManager[BinaryIO]", watched)

    def listed_problems(self) -> Iterator[Problem]:
        """Yield all that was found so far, in line order."""
        yield from ProblemList.from_json(self.problems, self.passage_problems or [])
