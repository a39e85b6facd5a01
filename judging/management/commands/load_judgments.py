"""``load_judgments TASK FILE``."""

from typing import Any

from campaign.management.task_command import FileCommand
from campaign.models import Upload
from judging.actions.imports import read_judgment_upload


class Command(FileCommand):
    help = "Take in judgments that were made elsewhere."
    kind = Upload.Kind.JUDGMENTS
    reader = staticmethod(read_judgment_upload)

    def handle(self, *args: Any, **options: Any) -> None:
        self.read_file(self.find_task(options["task"]), options)
