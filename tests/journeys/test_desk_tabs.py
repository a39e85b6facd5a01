"""Two tabs at one question: who goes on in one sees what was judged in the other."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from judging.models import JudgmentEvent
from tests import make
from tests.journeys.seat import Seat, seat

__all__ = ["seat"]

pytestmark = pytest.mark.django_db(transaction=True)

FOUR = ("Balzac", "Flaubert", "Hugo", "Zola")


def judged_in_another_tab(seat: Seat) -> tuple[Page, Page]:
    """Let a first tab look on while a second one judges the row in front of it."""
    make.make_assessor(
        seat.task, seat.user
    )  # the order of the list is theirs from the first page on
    page = seat.at("GF1", FOUR)
    page.keyboard.press("ArrowDown")
    other = page.context.new_page()
    other.goto(page.url)
    other.get_by_role("button", name="Continue here").click()
    expect(other.get_by_role("button", name="Incorrect D")).to_be_enabled()
    expect(other.locator("#desk[data-ready]")).to_be_attached()
    other.keyboard.press("f")
    expect(other.get_by_text("Judged: 1, to judge: 3")).to_be_visible()
    expect(other.get_by_text("Everything is saved", exact=True)).to_be_visible()
    expect(page.get_by_text("You are judging this question in another tab")).to_be_visible()
    expect(page.get_by_text("Judged: 0, to judge: 4")).to_be_visible()
    return page, other


def knows_it(seat: Seat) -> None:
    page, (first, second) = seat.page, seat.order()[:2]
    expect(page.get_by_text("Judged: 1, to judge: 3")).to_be_visible()
    row = page.locator("#desk .group").filter(has_text=first)
    expect(row.get_by_title("Correct", exact=True)).to_be_visible()
    expect(page.get_by_role("link", name=second)).to_be_focused()
    seat.ready()
    page.keyboard.press("d")
    expect(page.get_by_text("Everything is saved", exact=True)).to_be_visible()
    given = list(JudgmentEvent.objects.order_by("pk").values_list("text__text", "label"))
    assert given == [(first, "correct"), (second, "incorrect")]


def test_who_takes_over_is_shown_what_the_other_tab_judged(seat: Seat) -> None:
    page, _other = judged_in_another_tab(seat)

    page.get_by_role("button", name="Continue here").click()

    knows_it(seat)


def test_who_is_let_in_again_is_shown_it_too(seat: Seat) -> None:
    page, other = judged_in_another_tab(seat)
    other.goto("about:blank")
    page.bring_to_front()

    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")

    knows_it(seat)
