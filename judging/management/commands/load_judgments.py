"""``load_judgments TASK FILE``."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import CommandError

from campaign.management.task_command import TextsCommand
from campaign.models import Upload
from judging.actions.imports import read_judgment_upload
from judging.judgment_format import Kind, is_assessor_name
from judging.trec_format import ASSESSOR


class Command(TextsCommand):
    help = "Take in judgments that were made elsewhere."
    kind = Upload.Kind.JUDGMENTS
    reader = staticmethod(read_judgment_upload)

    def add_arguments(self, parser: ArgumentParser) -> None:
        super().add_arguments(parser)
        parser.add_argument(
            "--assessor",
            default=ASSESSOR,
            metavar="NAME",
            help="who judged, where the file names nobody, as in TREC QA (default: %(default)s)",
        )
        parser.add_argument(
            "--kind",
            choices=[kind.value for kind in Kind],
            default=Kind.ANSWER.value,
            help="what was judged, where the file does not say it (default: %(default)s)",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        if not is_assessor_name(options["assessor"]):
            raise CommandError("--assessor: a name of 1 to 60 characters, without tabs.")
        hints = {name: options[name] for name in ("assessor", "kind")}
        self.read_file(self.find_task(options["task"]), options, hints=hints)
