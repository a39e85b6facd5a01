"""Real campaigns with known results, outside the repository."""

import os
from pathlib import Path

import pytest


def shared_case(name: str) -> Path:
    """Return a folder of the shared cases; skip without them, but never in CI."""
    root = os.environ.get("EQUER_CASES")
    folder = Path(root or ".") / "cases" / name
    if root and folder.is_dir():
        return folder
    if os.environ.get("CI") == "true":
        pytest.fail(f"EQUER_CASES must name the folder with cases/{name}")
    pytest.skip("EQUER_CASES is not set")
