"""``open_task TASK``: open a task from the command line, and its campaign if need be."""

from argparse import ArgumentParser, BooleanOptionalAction
from datetime import UTC, datetime, timedelta
from typing import Any

from django.core.management.base import CommandError
from django.utils import timezone

from campaign.actions import campaigns, tasks
from campaign.management.task_command import REFUSED, TaskCommand
from campaign.models import Campaign
from campaign.models.task import EARLIEST, LATEST


def _instant(text: str) -> datetime:
    """Read an instant; without an offset it is UTC."""
    instant = datetime.fromisoformat(text)
    instant = instant if instant.tzinfo else instant.replace(tzinfo=UTC)
    if not EARLIEST <= instant < LATEST:
        raise ValueError(text)
    return instant


class Command(TaskCommand):
    help = "Open a task, and its campaign if it does not exist; runs open at once by default."

    def add_arguments(self, parser: ArgumentParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("--name", default="")
        parser.add_argument("--documents", action=BooleanOptionalAction, default=True)
        parser.add_argument("--passages", action=BooleanOptionalAction, default=True)
        parser.add_argument("--nil", action=BooleanOptionalAction, default=False)
        parser.add_argument("--answers", type=int, default=5, help="answers per question")
        parser.add_argument("--yes-no-answers", type=int, default=1)
        parser.add_argument("--passage-limit", type=int, default=250)
        parser.add_argument("--runs-per-team", type=int, default=2)
        parser.add_argument("--closes-at", type=_instant, metavar="INSTANT")

    def handle(self, *args: Any, **options: Any) -> None:
        campaign_slug, slash, task_slug = options["task"].partition("/")
        if not slash or not campaign_slug or not task_slug:
            raise CommandError("TASK is campaign-slug/task-slug.", returncode=REFUSED)
        by, now = self.find_person(options["by"]), timezone.now()
        campaign = Campaign.objects.filter(slug=campaign_slug).first() or campaigns.open_campaign(
            name=campaign_slug, slug=campaign_slug, by=by, at=now
        )
        if campaign.tasks.filter(slug=task_slug).exists():
            raise CommandError(f"{options['task']} exists already.", returncode=REFUSED)
        answers = options["answers"]
        task = tasks.open_task(
            campaign=campaign,
            name=options["name"] or task_slug,
            slug=task_slug,
            announced_at=now,
            released_at=now,
            closes_at=options["closes_at"] or now + timedelta(days=365),
            answers_factual=answers,
            answers_list=answers,
            answers_definition=answers,
            answers_yes_no=options["yes_no_answers"],
            asks_documents=options["documents"],
            asks_passages=options["passages"],
            passage_limit=options["passage_limit"],
            accepts_nil=options["nil"],
            runs_per_team=options["runs_per_team"],
            by=by,
            at=now,
        )
        self.stdout.write(f"{task.path} is open until {task.closes_at:%Y-%m-%d %H:%M} UTC")
