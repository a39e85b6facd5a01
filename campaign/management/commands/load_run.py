"""``load_run TASK FILE --team T [--tag X]``."""

from __future__ import annotations

from argparse import ArgumentParser
from datetime import datetime
from types import MappingProxyType
from typing import Any

from django.core.exceptions import ValidationError
from django.core.management.base import CommandError
from django.db import transaction
from django.db.models import Field
from django.utils import timezone

from campaign.actions.passages import look_for_passages
from campaign.actions.reading import read_upload
from campaign.actions.runs import RunsAreClosed, RunsAreNotOpen, TaskHasNoQuestions, may_submit
from campaign.actions.teams import RegistrationIsClosed, enter_task, register_team
from campaign.management.task_command import REFUSED, FileCommand
from campaign.models import Task, Team, Upload


def read_with_passages(*, upload: Upload, at: datetime) -> Upload:
    """Read a run file and look for its passages at once: who waits at a terminal wants it all."""
    return look_for_passages(upload=read_upload(upload=upload, at=at))


class Command(FileCommand):
    help = "Submit a run file for a team; a team of a new name is registered first."
    kind = Upload.Kind.RUN
    reader = staticmethod(read_with_passages)
    NAMES = MappingProxyType(
        {"team": Team._meta.get_field("name"), "tag": Upload._meta.get_field("tag")}  # noqa: SLF001
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("--team", required=True, metavar="T", help="name of the team")
        parser.add_argument("--tag", default="", metavar="X", help="name of the run")

    def handle(self, *args: Any, **options: Any) -> None:
        task = self.find_task(options["task"])
        if options["tag"] and task.runs.filter(tag=options["tag"]).exists():
            raise CommandError(
                f"A run of {task.path} is named {options['tag']} already.", returncode=REFUSED
            )
        try:
            may_submit(task=task, at=timezone.now())
        except (RunsAreNotOpen, RunsAreClosed, TaskHasNoQuestions) as refusal:
            raise self._refusal(task, refusal) from refusal
        for option, field in self.NAMES.items():
            self._check_name(option, field, options[option])
        team = Team.objects.filter(campaign=task.campaign, name__iexact=options["team"]).first()
        if team is not None and team.tasks.filter(pk=task.pk).exists():
            self._submit(task, team, options)
            return
        # A refused file, or one that is only checked, leaves no team behind that nobody entered.
        with transaction.atomic():
            entered = self._enter(task, team, options)
            self._submit(task, entered, options)
            transaction.set_rollback(options["checks_only"])
        if team is None:
            self._warn_of_new_team(task, options)

    def _warn_of_new_team(self, task: Task, options: dict[str, Any]) -> None:
        """Say on standard error that nobody knew the team: its name may be misspelt."""
        name, known = options["team"], Team.objects.filter(campaign=task.campaign)
        others = ", ".join(known.exclude(name=name).order_by("name").values_list("name", flat=True))
        deed = "would be registered" if options["checks_only"] else "was registered"
        self.stderr.write(
            f"warning: no team of {task.campaign.slug} was named {name}: it {deed}."
            f" Known teams: {others or 'none'}. If the name is misspelt, withdraw the run and load"
            " it again under the right one."
        )
        if not options["checks_only"]:
            self.stdout.write(f"team {name} registered")

    def _check_name(self, option: str, field: Field[str, str], value: str) -> None:
        try:
            field.clean(value, None)
        except ValidationError as refusal:
            said = " ".join(refusal.messages)
            raise CommandError(f"--{option}: {said}", returncode=REFUSED) from refusal

    def _submit(self, task: Task, team: Team, options: dict[str, Any]) -> None:
        upload = self.read_file(task, options, team=team, tag=options["tag"])
        if upload.outcome == Upload.Outcome.ACCEPTED:
            official = "official" if upload.run.is_official else "contrastive"
            self.stdout.write(f"run {upload.run.tag} of {team}, {official}")

    def _enter(self, task: Task, team: Team | None, options: dict[str, Any]) -> Team:
        by, now = self.find_person(options["by"]), timezone.now()
        team = team or register_team(
            campaign=task.campaign, name=options["team"], affiliation="", members=[], by=by, at=now
        )
        try:
            enter_task(team=team, task=task, by=by, at=now)
        except RegistrationIsClosed as refusal:
            raise self._refusal(task, refusal) from refusal
        return team

    def _refusal(self, task: Task, refusal: Exception) -> CommandError:
        return CommandError(f"{task.path}: {refusal.__doc__}", returncode=REFUSED)
