"""A database and folders that live as long as one benchmark; importing this sets Django up."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import django
from django.apps import apps
from django.conf import settings

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
os.environ.setdefault("DATABASE_POOL", "0")  # a pool holds connections that DROP DATABASE must own
if not apps.ready:
    django.setup()

from django.db import connection
from django.test.utils import override_settings

from config.environment import KEPT_PLANS


@contextmanager
def scratch_database() -> Iterator[Path]:
    """Make a database and folders of files beside those of the installation, and remove them.

    Nothing that the environment points at is touched, whatever server `DATABASE_URL` names.
    """
    named = str(connection.settings_dict["NAME"])
    connection.settings_dict["TEST"]["NAME"] = f"bench_{named}"
    connection.settings_dict["OPTIONS"] |= KEPT_PLANS  # as the web server does
    with tempfile.TemporaryDirectory(prefix="equer-bench-") as name:
        folder = Path(name)
        (folder / "static").mkdir()
        changes = {
            "MEDIA_ROOT": folder / "files",
            "STATIC_ROOT": folder / "static",
            "ALLOWED_HOSTS": [*settings.ALLOWED_HOSTS, "testserver"],
        }
        with override_settings(**changes):
            connection.creation.create_test_db(verbosity=0, autoclobber=True)
            try:
                yield folder
            finally:
                connection.creation.destroy_test_db(named, verbosity=0)
