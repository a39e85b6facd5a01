"""The guided paths of the demonstration, as each role walks them."""

from __future__ import annotations

from io import StringIO
from itertools import product
from pathlib import Path

import pytest
from django.core.management import call_command
from playwright.sync_api import Browser, expect
from pytest_django import Settings

from judging.models import JudgmentEvent
from scoring.models import Scoring
from tests.conftest import RealWorker
from tests.journeys.walker import Walker, Way
from tests.scoring.test_worker_scores import wait_until

# With what each page is crossed with, these are all eight of language, theme and width.
WAYS = [
    Way("fr", "light", 1366),
    Way("en", "dark", 360),
    Way("en", "dark", 1366, keyboard=True),
    Way("fr", "light", 360, keyboard=True),
]


def test_pages_are_seen_in_every_language_theme_and_width() -> None:
    seen = {(way.language, way.theme, way.width) for one in WAYS for way in (one, one.crossed)}
    assert seen == set(product(("fr", "en"), ("light", "dark"), (1366, 360)))


RUNS = Path(__file__).parent.parent.parent / "demonstration/web"


@pytest.fixture
def demonstration(transactional_db: None, settings: Settings, worker: RealWorker) -> None:
    settings.DEMO = True
    call_command("load_demonstration", stdout=StringIO())
    # Two tasks, four profiles each; the third has no run yet.
    wait_until(lambda: Scoring.objects.exclude(compared_at=None).count() == 8, seconds=120)


@pytest.mark.parametrize("way", WAYS, ids=str)
def test_each_role_walks_its_path(
    way: Way, demonstration: None, browser: Browser, base_url: str
) -> None:
    faults = []
    for walk in (visitor, participant, assessor, adjudicator, organizer):
        walker = Walker(browser, base_url, way, walk.__name__)
        walk(walker)
        walker.page.context.close()
        faults.extend(walker.faults)
    assert faults == []


def visitor(person: Walker) -> None:
    page = person.page
    person.open("/campaigns/lanterne-2026/")
    expect(page.get_by_role("heading", level=1)).to_have_text("Lanterne 2026")
    expect(page.get_by_role("row").filter(has_text="vesale-2")).to_be_visible()
    person.look("campaign")
    person.open("/campaigns/lanterne-2026/medicale/results/")
    expect(page.get_by_text(person.say("nettement en tête", "is clearly first"))).to_be_visible()
    person.look("leaderboard")
    row = page.get_by_role("row").filter(has_text="vesale-2")
    person.go(row.get_by_role("link", name=person.say("0,879", "0.879")))
    expect(page.get_by_role("heading", level=1)).to_contain_text("vesale-2")
    person.look("run")
    person.open("/help/")
    person.look("help")


def participant(person: Walker) -> None:
    page = person.page
    enter(person, "participant")
    for name, outcome in (
        ("faulty-run.tsv", person.say("7 problèmes", "7 problems")),
        ("faulty-run-mended.tsv", person.say("Soumission reçue", "Run received in time")),
    ):
        person.open("/campaigns/lanterne-2026/web/runs/new/")
        person.look("submit")
        page.locator("input[type=file]").set_input_files(RUNS / name)
        person.go(page.locator("main form button[type=submit]"))
        expect(page.get_by_text(outcome).first).to_be_visible()
        person.look("report")
    person.open("/campaigns/lanterne-2026/web/runs/")
    person.look("runs")


def assessor(person: Walker) -> None:
    page = person.page
    enter(person, "assessor")
    before = JudgmentEvent.objects.count()
    person.open("/campaigns/lanterne-2026/generale/judge/question/GF118/")
    person.look("desk")
    expect(page.locator("#desk[data-ready]")).to_be_attached()
    for key in "dddfs":
        with page.expect_response(lambda response: "/act/" in response.url):
            page.keyboard.press(key)
    assert JudgmentEvent.objects.values("batch").distinct().count() > 5
    assert JudgmentEvent.objects.count() > before
    person.look("judged")


def adjudicator(person: Walker) -> None:
    page = person.page
    enter(person, "adjudicator")
    person.open("/campaigns/lanterne-2026/generale/judging/disagreements/")
    person.look("disagreements")
    person.go(page.get_by_role("link", name=person.say("Trancher le premier", "Settle the first")))
    expect(page.get_by_role("heading", level=1)).to_contain_text("Garabit")
    person.look("disagreement")


def organizer(person: Walker) -> None:
    enter(person, "organizer")
    judging = ("judging", *(f"judging/{name}" for name in ("agreement", "consistency", "close")))
    for name in ("runs", *judging, "judging/disagreements", "results", "questions", "documents"):
        person.open(f"/campaigns/lanterne-2026/generale/{name}/")
        person.look(name.rpartition("/")[2])
    person.open("/campaigns/lanterne-2026/generale/")
    person.look("task")
    for name in ("people", "journal", "settings", "tasks/new"):
        person.open(f"/campaigns/lanterne-2026/{name}/")
        person.look(name.replace("/", "-"))
    expect(person.page.get_by_role("heading", level=1)).to_be_visible()


def enter(person: Walker, role: str) -> None:
    """Sign in by the card of the role."""
    person.open("/tour/")
    person.look("roles")
    person.go(person.page.locator(f'form[action="/tour/{role}/enter/"] button'))
    expect(person.page.get_by_role("listitem").first).to_be_visible()
    expect(person.page).to_have_url(f"{person.site}/tour/{role}/")
    person.look("path")
