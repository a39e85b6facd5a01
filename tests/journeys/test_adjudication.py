"""An adjudicator settles disagreements by keyboard; the next one follows."""

from __future__ import annotations

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from campaign.models import Role
from judging.models import ADJUDICATION, JudgmentEvent
from tests import make, settling


@pytest.fixture
def page(transactional_db: None, browser: Browser, live_server: LiveServer) -> Page:
    """Seat an adjudicator before a task with two disagreements."""
    task = make.make_ready_task()
    settling.make_dispute(task.questions.get(identifier="GF1"), "Zola")
    settling.make_dispute(task.questions.get(identifier="GD1"), "romancier")
    adjudicator = make.make_member(task.campaign, Role.ADJUDICATOR)
    page = browser.new_context(locale="en-GB").new_page()
    page.goto(f"{live_server}/sign-in/")
    page.get_by_label("E-mail address").fill(adjudicator.email)
    page.get_by_label("Password").fill(make.PASSWORD)
    page.locator("main").get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Evaluation campaigns")
    page.goto(f"{live_server}/campaigns/{task.campaign.slug}/{task.slug}/")
    return page


def test_two_disagreements_are_settled_by_keyboard(page: Page) -> None:
    page.get_by_role("link", name="Settle disagreements").click()
    page.get_by_role("link", name="Settle the first").click()
    page.wait_for_load_state()
    page.keyboard.press("s")
    expect(page.get_by_role("radio", name="Inexact")).to_be_checked()
    comment = page.get_by_label("Comment, shown with the precedent")
    comment.fill("d")
    comment.press("d")
    expect(page.get_by_role("radio", name="Inexact")).to_be_checked()
    page.get_by_role("radio", name="Oversight").check()
    assert [one["id"] for one in Axe().run(page).response["violations"]] == []
    page.get_by_role("button", name="Settle and go on to the next").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Qui est Zola ?")
    page.wait_for_load_state()
    page.keyboard.press("d")
    page.get_by_role("radio", name="Oversight").check()
    page.get_by_role("button", name="Settle", exact=True).click()
    expect(page.get_by_role("heading", name="No open disagreement")).to_be_visible()

    events = JudgmentEvent.objects.filter(assessor__name=ADJUDICATION).order_by("pk")
    assert list(events.values_list("text__text", "label")) == [
        ("Zola", "inexact"),
        ("romancier", "incorrect"),
    ]
