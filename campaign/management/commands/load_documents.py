"""``load_documents TASK FILE``."""

from typing import Any

from campaign.actions.reading import read_upload
from campaign.management.task_command import TextsCommand
from campaign.models import Upload


class Command(TextsCommand):
    help = "Add the documents of a file (JSON Lines or TSV) to a task."
    kind = Upload.Kind.DOCUMENTS
    reader = staticmethod(read_upload)

    def handle(self, *args: Any, **options: Any) -> None:
        self.read_file(self.find_task(options["task"]), options)
