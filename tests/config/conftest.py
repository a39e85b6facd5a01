"""Fixtures for tests of what runs: folders in which the database's account can walk."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from config.servers import places


def _open_folder() -> Iterator[Path]:
    """Yield a folder that everybody may cross, unlike pytest's, whose data would go elsewhere."""
    with tempfile.TemporaryDirectory(prefix="equer-test-") as folder:
        Path(folder).chmod(0o755)
        var = Path(folder) / "var"
        yield var
        for served in (var, var / "demo"):  # what a killed server left
            shutil.rmtree(places.sockets_folder(served), ignore_errors=True)


var = pytest.fixture(_open_folder, name="var")
module_var = pytest.fixture(_open_folder, scope="module", name="module_var")
