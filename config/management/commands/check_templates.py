"""Checks that every template compiles and names only what exists."""

from __future__ import annotations

from typing import Any

from django.core.management import BaseCommand, CommandError
from django.template import Engine

from config.templates import find_faults


class Command(BaseCommand):
    help = "Compile every template; check the addresses, templates and partials that it names."
    requires_system_checks = ()

    def handle(self, *args: Any, **options: Any) -> None:
        if faults := find_faults(Engine.get_default()):
            raise CommandError("\n".join(faults))
