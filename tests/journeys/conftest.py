"""Browser journeys: the system's Chromium against Django's live server."""

from __future__ import annotations

import os
import shutil
from typing import Any

import pytest
from pytest_django.live_server_helper import LiveServer

# Playwright's synchronous interface runs an event loop in this thread; Django would refuse to work.
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"

QUIET = (
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
)


def _chromium() -> str | None:
    if named := os.environ.get("CHROMIUM", "").strip():
        return named
    names = ("chromium", "chromium-browser", "google-chrome")
    return next((path for path in map(shutil.which, names) if path), None)


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    """Launch the system's Chromium; without one, journeys are skipped, but never in CI."""
    chromium = _chromium()
    if chromium is None:
        reason = "No Chromium: install it (Debian: apt-get install chromium) or set CHROMIUM."
        if os.environ.get("CI"):
            pytest.fail(reason)
        pytest.skip(reason)
    # Chromium's sandbox refuses to run as root.
    sandbox = ["--no-sandbox"] if os.geteuid() == 0 else []
    return {
        **browser_type_launch_args,
        "executable_path": chromium,
        "args": [*QUIET, *sandbox],
    }


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args: dict[str, Any]) -> dict[str, Any]:
    """Speak English unless a test says otherwise."""
    return {**browser_context_args, "locale": "en-GB"}


@pytest.fixture(scope="session")
def base_url(live_server: LiveServer) -> str:
    """Return the address of the live server: `page.goto("/")` is enough."""
    return str(live_server.url)
