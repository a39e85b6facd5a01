"""``demonstration_sign_ins``: who can sign in to the demo, and how."""

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from scoring.demonstration import PASSWORD, SignIn, sign_ins


class Command(BaseCommand):
    help = "Print the accounts of the demo."

    def handle(self, *args: Any, **options: Any) -> None:
        if not settings.DEMO:
            raise CommandError("These accounts have a password in ./run demo only.")
        rows = [(_title(one), one.name, one.email, PASSWORD) for one in sign_ins()]
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        for row in rows:
            cells = (cell.ljust(width) for cell, width in zip(row, widths, strict=True))
            self.stdout.write("  " + "  ".join(cells).rstrip())


def _title(one: SignIn) -> str:
    title = one.title_fr if one.title_fr == one.title_en else f"{one.title_fr} · {one.title_en}"
    return f"{title}, {one.team}" if one.team else title
