"""The main job, end to end, in a browser, with a real worker: from an empty site to a leaderboard."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest
from django.utils import timezone
from playwright.sync_api import Browser, Page, expect

from campaign.models import Campaign, User
from tests import make
from tests.conftest import RealWorker

CLOCK = "%Y-%m-%dT%H:%M"
FAULTY_RUN = make.RUN.replace("GD1\t1", "GD7\t1").replace("GF1\t2", "GF1\t1")


class Person:
    """Somebody at a browser of their own."""

    def __init__(self, browser: Browser, site: str, user: User) -> None:
        context = browser.new_context(locale="en-GB", viewport={"width": 1366, "height": 768})
        self.page: Page = context.new_page()
        self.faults: list[str] = []
        self.page.on("console", self._note)
        self.site = site
        self.page.goto(f"{site}/sign-in/")
        self.page.get_by_label("E-mail address").fill(user.email)
        self.page.get_by_label("Password").fill(make.PASSWORD)
        self.page.locator("main").get_by_role("button", name="Sign in").click()
        expect(self.page.get_by_role("heading", level=1)).to_have_text("Evaluation campaigns")

    def _note(self, message: object) -> None:
        text = str(getattr(message, "text", message))
        if getattr(message, "type", "") == "error" and "422" not in text:
            self.faults.append(text)

    def open(self, path: str) -> Page:
        self.page.goto(f"{self.site}{path}")
        return self.page

    def send_file(self, name: str, content: str, act: str) -> None:
        file = {"name": name, "mimeType": "text/tab-separated-values", "buffer": content.encode()}
        self.page.get_by_label("File", exact=True).set_input_files(file)  # type: ignore[arg-type]
        self.page.get_by_role("button", name=act).click()


@pytest.mark.django_db(transaction=True)
def test_from_an_empty_site_to_a_public_leaderboard(
    browser: Browser, live_server: object, worker: RealWorker, tmp_path: Path
) -> None:
    site = str(live_server)
    hat = make.make_user("Olympe", opens_campaigns=True)
    organizer = Person(browser, site, hat)
    open_campaign_and_task(organizer)
    campaign = Campaign.objects.get()
    load_files(organizer)

    make.make_user("Ada")
    give_role(organizer, "ada@example.org", "assessor")
    participant = Person(browser, site, make.make_user("Paul"))
    register_team_and_submit(participant)
    assessor = Person(browser, site, User.objects.get(email="ada@example.org"))
    judge_everything(assessor)

    watch_scores_and_publish(organizer)
    visitor = browser.new_context(locale="en-GB").new_page()
    visitor.goto(f"{site}/campaigns/{campaign.slug}/general/results/?profile=lenient-exactness")
    row = visitor.get_by_role("row").filter(has_text="vesale-1")
    expect(row).to_contain_text("0.833")
    assert organizer.faults + participant.faults + assessor.faults == []


def open_campaign_and_task(organizer: Person) -> None:
    page = organizer.page
    page.get_by_role("link", name="Open a campaign").click()
    page.get_by_label("Name", exact=True).fill("Lanterne")
    page.get_by_role("button", name="Open the campaign").click()
    page.get_by_role("button", name="Announce the campaign").click()
    page.get_by_role("button", name="Announce it").click()
    page.get_by_role("link", name="Open a task").click()
    page.get_by_label("Name", exact=True).fill("General")
    page.get_by_label("Time zone").select_option("Etc/GMT+12")
    now = timezone.now() - timedelta(hours=12)
    page.get_by_label("Announced optional").fill((now - timedelta(days=2)).strftime(CLOCK))
    page.get_by_label("Questions released optional").fill((now - timedelta(days=1)).strftime(CLOCK))
    page.get_by_label("Runs close optional").fill((now + timedelta(days=1)).strftime(CLOCK))
    page.get_by_role("button", name="Open the task").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("General")
    expect(page.get_by_text("(AoE)").first).to_be_visible()


def load_files(organizer: Person) -> None:
    page = organizer.open("/campaigns/lanterne/general/documents/")
    organizer.send_file("documents.tsv", make.DOCUMENTS, "Load the file")
    expect(page.get_by_text("File accepted")).to_be_visible()
    page.goto(f"{organizer.site}/campaigns/lanterne/general/questions/")
    organizer.send_file("q.tsv", make.QUESTIONS.replace("factual", "news"), "Load the file")
    expect(page.get_by_text("File refused: 1 problem to mend")).to_be_visible()
    expect(page.get_by_role("row").filter(has_text="2 : 5")).to_contain_text("news")
    page.goto(f"{organizer.site}/campaigns/lanterne/general/questions/")
    organizer.send_file("q.tsv", make.QUESTIONS, "Load the file")
    page.get_by_role("link", name="See the questions").click()
    expect(page.get_by_role("row").filter(has_text="GL1")).to_contain_text("Citez deux villes")
    expect(page.get_by_role("link", name="Factual 1")).to_be_visible()


def give_role(organizer: Person, email: str, role: str) -> None:
    page = organizer.open("/campaigns/lanterne/people/")
    page.get_by_label("E-mail address").fill(email)
    page.get_by_label("Name optional").fill("Ada")
    page.get_by_label("Role", exact=True).select_option(role)
    page.get_by_role("button", name="Give the role").click()
    expect(page.get_by_role("row").filter(has_text=email)).to_contain_text("assessor")


def register_team_and_submit(participant: Person) -> None:
    page = participant.open("/campaigns/lanterne/")
    page.get_by_role("link", name="Register a team").click()
    page.get_by_label("Team name").fill("Vésale")
    page.get_by_label("General").check()
    page.get_by_role("button", name="Register the team").click()
    participant.open("/campaigns/lanterne/general/runs/new/")
    participant.send_file("vesale-1.tsv", FAULTY_RUN, "Submit the file")
    expect(page.get_by_text("File refused: 2 problems to mend")).to_be_visible()
    expect(page.get_by_role("row").filter(has_text="GD7")).to_be_visible()
    participant.open("/campaigns/lanterne/general/runs/new/")
    participant.send_file("vesale-1.tsv", make.RUN, "Submit the file")
    expect(page.get_by_text("Run received in time")).to_be_visible()
    expect(page.get_by_text(make.digest(make.RUN))).to_be_visible()


LABELS = {
    "Balzac": "d",
    "Émile Zola": "f",
    "romancier": "s",
    "oui": "f",
    "Nantes": "f",
    "Tours": "f",
}


def judge_everything(assessor: Person) -> None:
    """Judge all six answers by keyboard, and the passages by the buttons."""
    page = assessor.page
    while True:
        assessor.open("/campaigns/lanterne/general/judge/")
        heading = page.get_by_role("heading", level=1).text_content()
        if heading == "Nothing to judge yet":
            page.wait_for_timeout(300)
            continue
        if heading == "You have judged everything":
            return
        expect(page.locator("#desk[data-ready]")).to_be_attached()
        text = page.locator(".group--current .group__string").inner_text()
        with page.expect_response(lambda response: "/act/" in response.url):
            if text in LABELS:
                page.keyboard.press(LABELS[text])
            else:
                page.get_by_role("button", name="Correct F").click()


def watch_scores_and_publish(organizer: Person) -> None:
    page = organizer.open("/campaigns/lanterne/general/results/")
    row = page.get_by_role("row").filter(has_text="vesale-1")
    # RR 1/2, 0 and 1 over the factual, definition and yes/no questions; both cities of the list.
    expect(row).to_contain_text("0.500", timeout=20_000)
    page.get_by_role("link", name="Accepts inexact").click()
    expect(row).to_contain_text("0.833", timeout=20_000)
    page.get_by_role("link", name="Overview").click()
    page.get_by_role("link", name="Settings").click()
    past = (timezone.now() - timedelta(hours=12, minutes=1)).strftime(CLOCK)
    page.get_by_label("Runs close optional").fill(past)
    page.get_by_role("button", name="Save the settings").click()
    page.get_by_role("link", name="Judging", exact=True).click()
    page.get_by_role("link", name="Close judging").click()
    page.get_by_label("I sign: judging is over").check()
    page.get_by_role("button", name="Sign and close judging").click()
    expect(page.get_by_text("Judging is closed: labels stay as they are.")).to_be_visible()
    page.get_by_role("link", name="Results", exact=True).click()
    page.get_by_role("link", name="Open the results").click()
    page.get_by_role("button", name="Open to everybody now").click()
    page.get_by_role("button", name="Publish the results").click()
    expect(page.get_by_text("The dates of the results are set.")).to_be_visible()
