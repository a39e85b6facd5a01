"""The desk in a browser at a round trip of 300 ms: from key to painted row, and to the next question."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path
from statistics import median, quantiles

from django.conf import settings
from django.core.management import call_command
from django.test import Client
from django.utils import timezone
from playwright.sync_api import Page, sync_playwright

from benchmarks._assessors import add_assessors, fill_pool, served
from benchmarks._rounds import goal, milliseconds, print_table
from benchmarks._scratch import scratch_database
from campaign.models import Campaign, Task, User

ROUND_TRIP = 300  # milliseconds
SLOWEST_ROW, SLOWEST_QUESTION = 0.050, 0.100  # seconds at p95
QUESTIONS, READING = 12, 700  # questions judged; milliseconds of reading before each
MEASURES = "name => performance.getEntriesByName(name).map((one) => one.duration / 1000)"


def session_of(user: User) -> str:
    """Return the session of a person who is signed in without a password."""
    client = Client()
    client.force_login(user)
    return client.cookies[settings.SESSION_COOKIE_NAME].value


def slow_down(page: Page) -> None:
    """Let every request take a round trip more."""
    network = page.context.new_cdp_session(page)
    network.send("Network.enable")
    network.send(
        "Network.emulateNetworkConditions",
        {
            "offline": False,
            "latency": ROUND_TRIP,
            "downloadThroughput": -1,
            "uploadThroughput": -1,
        },
    )


def judge(page: Page, address: str) -> tuple[list[float], list[float]]:
    """Judge some questions by keyboard; return the seconds to each row and to each question."""
    page.goto(address)
    for _number in range(QUESTIONS):
        page.wait_for_selector("#desk[data-ready]")
        here = page.url
        page.wait_for_timeout(READING)
        while page.url == here:
            page.keyboard.press("d")
            page.wait_for_timeout(30)
    return (
        page.evaluate(MEASURES, "equer:key-to-row"),
        page.evaluate(MEASURES, "equer:next-question"),
    )


def measure(task: Task, folder: Path) -> tuple[list[float], list[float]]:
    """Return the seconds to each painted row and to each painted question."""
    [user] = add_assessors(task, 1)
    session = session_of(user)  # the database is not asked while the browser's loop runs
    address = f"campaigns/{task.campaign.slug}/{task.slug}/judge/"
    chromium = os.environ.get("CHROMIUM") or shutil.which("chromium")
    with served(folder) as port, sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=chromium, args=["--no-sandbox", "--disable-gpu"]
        )
        site = f"http://127.0.0.1:{port}"
        context = browser.new_context(viewport={"width": 1366, "height": 768})
        context.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": session, "url": site}])
        page = context.new_page()
        slow_down(page)
        measured = judge(page, f"{site}/{address}")
        browser.close()
    return measured


def main() -> int:
    with scratch_database() as folder:
        call_command("collectstatic", interactive=False, verbosity=0)
        call_command("load_demonstration", anyway=True, verbosity=0)
        task = max(Campaign.objects.get().tasks.all(), key=lambda task: task.runs.count())
        fill_pool(task, at=timezone.now())
        rows, questions = measure(task, folder)
    slowest_row, slowest_question = (quantiles(one, n=20)[-1] for one in (rows, questions))
    print_table(
        (f"at a round trip of {ROUND_TRIP} ms", "times", "median", "p95"),
        [
            (name, str(len(taken)), milliseconds(median(taken)), milliseconds(slowest))
            for name, taken, slowest in (
                ("key to painted row", rows, slowest_row),
                ("last key to painted next question", questions, slowest_question),
            )
        ],
    )
    reached = [
        goal("key to painted row at p95, seconds", slowest_row, at_most=SLOWEST_ROW),
        goal("next question at p95, seconds", slowest_question, at_most=SLOWEST_QUESTION),
    ]
    return 0 if all(reached) else 1


if __name__ == "__main__":
    sys.exit(main())
