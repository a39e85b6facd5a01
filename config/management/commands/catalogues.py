"""Renews, compiles or checks the French catalogue."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import BaseCommand, CommandError


class Command(BaseCommand):
    help = "Extract the messages into locale/fr, keeping their French, and compile them."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--check", action="store_true", help="change nothing; list what is wrong"
        )
        parser.add_argument(
            "--merge", type=Path, action="append", default=[], metavar="FILE",
            help="take French from another .po file too; it wins over what is there",
        )  # fmt: skip

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            from config import catalogues  # noqa: PLC0415 -- Babel is for developers only
        except ImportError as error:
            raise CommandError("Catalogues need Babel: ./run check installs it.") from error
        root = Path(settings.BASE_DIR)
        if options["check"]:
            faults = catalogues.find_faults(root)
            if faults:
                listed = "\n".join(f"  {fault}" for fault in faults)
                raise CommandError(
                    f"The French catalogue has {len(faults)} faults; ./run manage catalogues "
                    f"renews it.\n{listed}"
                )
            return
        for path in options["merge"]:
            if not path.is_file():
                raise CommandError(f"{path} is no file.")
        total, missing = catalogues.renew_files(root, merge=options["merge"])
        self.stdout.write(f"{total} messages, {missing} without French.")
