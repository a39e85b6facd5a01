"""``load_run TASK FILE --team T [--tag X]``."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import CommandError
from django.utils import timezone

from campaign.actions.reading import read_upload
from campaign.actions.runs import RunsAreClosed, RunsAreNotOpen, TaskHasNoQuestions, may_submit
from campaign.actions.teams import RegistrationIsClosed, enter_task, register_team
from campaign.management.task_command import REFUSED, FileCommand
from campaign.models import Task, Team, Upload, User


class Command(FileCommand):
    help = "Submit a run file for a team; a team of a new name is registered first."
    kind = Upload.Kind.RUN
    reader = staticmethod(read_upload)

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
        by = self.find_person(options["by"])
        try:
            may_submit(task=task, at=timezone.now())
            team = self._team(task, options["team"], by)
        except (RunsAreNotOpen, RunsAreClosed, TaskHasNoQuestions, RegistrationIsClosed) as refusal:
            raise CommandError(f"{task.path}: {refusal.__doc__}", returncode=REFUSED) from refusal
        upload = self.read_file(task, options, team=team, tag=options["tag"])
        if upload.outcome == Upload.Outcome.ACCEPTED:
            official = "official" if upload.run.is_official else "contrastive"
            self.stdout.write(f"run {upload.run.tag} of {team}, {official}")

    def _team(self, task: Task, name: str, by: User) -> Team:
        now = timezone.now()
        team = Team.objects.filter(campaign=task.campaign, name__iexact=name).first()
        if team is None:
            team = register_team(
                campaign=task.campaign, name=name, affiliation="", members=[], by=by, at=now
            )
            self.stdout.write(f"team {name} registered")
        if not team.tasks.filter(pk=task.pk).exists():
            enter_task(team=team, task=task, by=by, at=now)
        return team
