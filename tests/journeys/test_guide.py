"""The guidelines beside the answer: at the section of its label, with what was decided on others."""

from __future__ import annotations

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from judging.judgment_format import Label
from judging.models import JudgmentEvent
from tests import make
from tests.journeys.seat import Seat, seat

__all__ = ["seat"]

TEXT = "Read.\n\n" + "\n\n".join(
    f"## {name}\n\n" + "Long.\n\n" * 30 for name in ("Correct", "Inexact", "Incorrect")
)


@pytest.fixture
def page(seat: Seat) -> Page:
    """Seat an assessor before an answer judged inexact, with guidelines and a precedent."""
    task = seat.task
    make.judge(
        make.make_pool_item(task.questions.get(identifier="GF1"), "Zola"), Label.INEXACT, seat.user
    )
    other = make.make_pool_item(task.questions.get(identifier="GD1"), "Hugo")
    make.make_adjudication(other, Label.CORRECT, comment="A family name is enough.")
    make.make_guideline(task, TEXT)
    return seat.at("GF1", ("Zola",))


def test_g_opens_the_section_of_the_label_with_precedents(page: Page) -> None:
    page.keyboard.press("g")

    expect(page.locator("#guide").get_by_role("heading", name="Inexact")).to_be_in_viewport()
    expect(page.get_by_role("heading", name="Correct", exact=True)).not_to_be_in_viewport()
    expect(page.get_by_text("A family name is enough.")).to_have_count(1)
    violations = Axe().run(page).response["violations"]
    assert [one["id"] for one in violations if one["impact"] in {"serious", "critical"}] == []


@pytest.mark.parametrize(("key", "panel"), [("g", "#guide"), ("?", "#keys")])
def test_the_key_that_opens_a_panel_closes_it(page: Page, key: str, panel: str) -> None:
    page.keyboard.press(key)
    expect(page.locator(panel)).to_be_visible()

    page.keyboard.press(key)

    expect(page.locator(panel)).to_be_hidden()
    expect(page.get_by_role("link", name="Zola")).to_be_focused()


def test_asking_the_organizers_judges_nothing(page: Page) -> None:
    page.keyboard.press("g")
    page.get_by_role("button", name="Ask the organizers").click()
    before = JudgmentEvent.objects.count()

    page.keyboard.type("fads")

    expect(page.locator("#comment textarea")).to_have_value("fads")
    assert JudgmentEvent.objects.count() == before


def test_without_the_network_the_text_that_came_with_the_page_opens(page: Page) -> None:
    page.route("**/judge/guidelines/**", lambda route: route.abort())

    page.keyboard.press("g")

    expect(page.locator("#guide").get_by_role("heading", name="Inexact")).to_be_in_viewport()
