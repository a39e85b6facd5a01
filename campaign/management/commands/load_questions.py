"""``load_questions TASK FILE``."""

from typing import Any

from campaign.actions.reading import read_upload
from campaign.management.task_command import TextsCommand
from campaign.models import Upload


class Command(TextsCommand):
    help = "Read a question file into a task; it becomes the new version of the question set."
    kind = Upload.Kind.QUESTIONS
    reader = staticmethod(read_upload)

    def handle(self, *args: Any, **options: Any) -> None:
        self.read_file(self.find_task(options["task"]), options)
