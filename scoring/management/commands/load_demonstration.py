"""``load_demonstration``: load the invented campaign that `./run demo` shows."""

from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from campaign.models import Campaign
from scoring.demonstration import FileWasRefused, Loading, plan


class Command(BaseCommand):
    help = "Load the demonstration campaign, unless it is there already."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--anyway", action="store_true", help="outside the demo too; nobody can sign in then"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        if not (settings.DEMO or options["anyway"]):
            raise CommandError(
                "The demonstration holds invented people: it is loaded by ./run demo,"
                " or here with --anyway."
            )
        if Campaign.objects.filter(slug=plan()["slug"]).exists():
            self.stdout.write("The demonstration campaign is there already.")
            return
        try:
            campaign = Loading(at=timezone.now()).run()
        except FileWasRefused as refusal:
            raise CommandError(f"{refusal.__doc__} {refusal.args}") from refusal
        self.stdout.write(f"{campaign.name} is loaded: /{campaign.slug}")
