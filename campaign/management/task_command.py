"""What the commands on a task share: finding the task and the person, reading a file."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from collections.abc import Callable
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone, translation

from campaign.actions.uploads import FileIsTooLarge, receive_upload
from campaign.formats.messages import describe
from campaign.models import Task, Upload, User
from campaign.templatetags.equer import count_name

REFUSED = 2


class TaskCommand(BaseCommand):
    """A command whose first argument is ``campaign-slug/task-slug``."""

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("task", metavar="TASK", help="campaign-slug/task-slug")
        parser.add_argument("--by", metavar="EMAIL", help="the account that acts")
        parser.add_argument("--lang", choices=["fr", "en"], default="en")

    def find_task(self, path: str) -> Task:
        campaign_slug, _slash, task_slug = path.partition("/")
        task = (
            Task.objects.select_related("campaign")
            .filter(campaign__slug=campaign_slug, slug=task_slug)
            .first()
        )
        if task is None:
            known = ", ".join(task.path for task in Task.objects.select_related("campaign"))
            raise CommandError(f"There is no task {path}. Known tasks: {known or 'none'}.")
        return task

    def find_person(self, email: str | None) -> User:
        if email is None:
            return User.objects.console()
        user = User.objects.filter(email__iexact=email).first()
        if user is None:
            raise CommandError(f"No account has the address {email}.")
        return user


class FileCommand(TaskCommand):
    """A command that reads a file into a task by the same actions as the pages."""

    kind: Upload.Kind
    reader: Callable[..., Upload]

    def add_arguments(self, parser: ArgumentParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("file", metavar="FILE", type=Path)
        parser.add_argument("--windows-1252", action="store_true", dest="accepts_windows_1252")
        parser.add_argument("--check-only", action="store_true", dest="checks_only")

    def read_file(self, task: Task, options: dict[str, Any], **rest: Any) -> Upload:
        """Keep the file and read it; a refusal prints every problem and exits with 2."""
        path: Path = options["file"]
        now = timezone.now()
        try:
            with path.open("rb") as source:
                upload = receive_upload(
                    task=task,
                    kind=self.kind,
                    source=source,
                    name=path.name,
                    limit=settings.MAX_UPLOAD_BYTES,
                    accepts_windows_1252=options["accepts_windows_1252"],
                    checks_only=options["checks_only"],
                    confirms_changes=options.get("confirms_changes", False),
                    by=self.find_person(options["by"]),
                    at=now,
                    **rest,
                )
        except OSError as error:
            raise CommandError(f"{path}: {error.strerror}.", returncode=REFUSED) from error
        except FileIsTooLarge as refusal:
            raise CommandError(
                f"{path} is larger than {refusal.limit} bytes (MAX_UPLOAD_BYTES).",
                returncode=REFUSED,
            ) from refusal
        upload = type(self).reader(upload=upload, at=now)
        self.tell(upload, options["lang"])
        if upload.is_refused:
            sys.exit(REFUSED)
        return upload

    def tell(self, upload: Upload, language: str) -> None:
        for problem in upload.listed_problems():
            title, found, expected, remedy = describe(problem, language)
            place = f"{upload.name}:{problem.line or '-'}:{problem.column or '-'}"
            question = f" [{problem.question}]" if problem.question else ""
            self.stderr.write(
                f"{place} {problem.severity} {problem.code}{question}: "
                + _sentences(title, _joined(" / ", found, expected), remedy)
            )
        with translation.override(language):
            counts = ", ".join(
                f"{count_name(name)}: {count}" for name, count in upload.counts.items()
            )
            outcome = _sentences(str(upload.get_outcome_display()), counts)
            self.stdout.write(f"{upload.name}: {outcome} sha256 {upload.sha256}")


class TextsCommand(FileCommand):
    """A command that reads what others rely on or have said."""

    def add_arguments(self, parser: ArgumentParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("--confirm-changes", action="store_true", dest="confirms_changes")


def _joined(between: str, *texts: str) -> str:
    return between.join(filter(None, texts))


def _sentences(*texts: str) -> str:
    """Return texts one after the other, each with the full stop that it may have already."""
    return _joined(
        " ", *(text if text.endswith((".", "?", "…")) else f"{text}." for text in texts if text)
    )
