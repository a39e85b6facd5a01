"""The judging desk by keyboard: the focus stays on the work, and what happened is said."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, Route, expect
from pytest_django.live_server_helper import LiveServer

from campaign.models import Role, Stage
from judging.models import JudgmentEvent
from tests import make


@dataclass
class AtDesk:
    page: Page
    address: str


@pytest.fixture
def desk(transactional_db: None, browser: Browser, live_server: LiveServer) -> AtDesk:
    """Seat an assessor before the first question, with four answers to judge."""
    task = make.make_ready_task()
    make.put_at_stage(task, Stage.RELEASED)
    question = task.questions.get(identifier="GF1")
    for text in ("Balzac", "Flaubert", "Hugo", "Zola"):
        make.make_pool_item(question, text)
    assessor = make.make_member(task.campaign, Role.ASSESSOR)
    page = browser.new_context(locale="en-GB").new_page()
    page.goto(f"{live_server}/sign-in/")
    page.get_by_label("E-mail address").fill(assessor.email)
    page.get_by_label("Password").fill(make.PASSWORD)
    page.locator("main").get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Evaluation campaigns")
    place = f"{live_server}/campaigns/{task.campaign.slug}/{task.slug}"
    page.goto(f"{place}/judge/question/GF1/")
    return AtDesk(page, place)


def test_the_focus_stays_on_the_row_and_the_label_is_said(desk: AtDesk) -> None:
    page = desk.page
    expect(page.get_by_role("link", name="Balzac")).to_be_focused()

    page.keyboard.press("d")

    expect(page.get_by_role("link", name="Flaubert")).to_be_focused()
    expect(page.locator("#said")).to_have_text("Saved: Incorrect, Balzac. Next: Flaubert.")
    violations = Axe().run(page).response["violations"]
    assert [one["id"] for one in violations] == []


def test_one_key_waits_for_the_label_on_its_way_and_a_second_is_left_out(desk: AtDesk) -> None:
    page = desk.page
    held: list[Route] = []

    def hold_the_first(route: Route) -> None:
        if held:
            route.continue_()
        held.append(route)

    page.route("**/label/**", hold_the_first)
    page.keyboard.press("d")
    expect(page.get_by_text("Saving; one more key is kept")).to_be_visible()
    page.keyboard.press("f")
    page.keyboard.press("f")

    held[0].continue_()

    expect(page.get_by_text("2 judged, 2 to judge")).to_be_visible()
    expect(page.get_by_role("link", name="Hugo")).to_be_focused()
    labels = JudgmentEvent.objects.order_by("pk").values_list("text__text", "label")
    assert list(labels) == [("Balzac", "incorrect"), ("Flaubert", "correct")]


def test_a_label_that_the_server_did_not_take_is_told(desk: AtDesk) -> None:
    page = desk.page
    page.route("**/label/**", lambda route: route.abort())

    page.keyboard.press("d")

    expect(page.get_by_text("Not saved: the server did not answer.")).to_be_visible()
    page.unroute("**/label/**")
    page.keyboard.press("d")
    expect(page.locator("#said")).to_have_text("Saved: Incorrect, Balzac. Next: Flaubert.")


def test_undo_says_when_there_is_nothing_to_undo(desk: AtDesk) -> None:
    page = desk.page

    page.keyboard.press("u")

    expect(page.locator("#told")).to_have_text("There is nothing to undo.")
    expect(page.locator("#said")).to_have_text("There is nothing to undo.")


def test_the_skip_link_leads_to_the_answers(desk: AtDesk) -> None:
    page = desk.page

    page.get_by_role("link", name="Skip to content").press("Enter")

    expect(page.get_by_role("region", name="Answers to the question")).to_be_focused()
