"""On to what is left, back to what was done, and figures that follow."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from judging.judgment_format import Label
from tests import make
from tests.journeys.seat import Seat, seat

__all__ = ["seat"]

pytestmark = pytest.mark.django_db(transaction=True)


def test_the_next_question_is_one_with_something_left(seat: Seat) -> None:
    seat.pool("GD1", ("un écrivain",))
    seat.pool("GB1", ("oui",))
    make.judge(seat.item("un écrivain"), Label.CORRECT, seat.user)
    page = seat.at("GF1", ("Zola", "Balzac"))
    link = page.get_by_role("link", name="Next")
    expect(link).to_have_attribute("href", f"{seat.place}/judge/question/GB1/")

    page.keyboard.press("n")
    seat.goes_on_to("Germinal est-il un roman ?")
    page.keyboard.press("f")
    seat.goes_on_to("Qui a écrit Germinal ?")
    expect(link).to_be_hidden()
    page.keyboard.press("n")
    expect(page.locator("#note")).to_have_text("No other question has anything left to judge.")
    page.keyboard.press("Shift+N")
    seat.goes_on_to("Qui est Zola ?")


def test_figures_move_with_every_act_and_go_along(seat: Seat) -> None:
    seat.pool("GD1", ("un écrivain", "un peintre"))
    page = seat.at("GF1", ("Zola", "ZOLA", "Balzac"))
    page.wait_for_timeout(500)  # the next question is there
    mine, today = page.locator("label[for=mine] b"), page.locator("[data-count=today]")
    page.get_by_role("link", name="Zola").click()

    page.keyboard.press("f")
    expect(mine).to_have_text("2 / 5")
    expect(page.locator("#whole b")).to_have_text("40%")
    page.keyboard.press("u")
    expect(mine).to_have_text("0 / 5")
    expect(today).to_have_text("0")
    page.keyboard.press("Control+y")
    expect(today).to_have_text("1")
    page.get_by_role("link", name="Balzac").click()
    page.keyboard.press("d")

    seat.goes_on_to("Qui est Zola ?")
    expect(mine).to_have_text("3 / 5")
    expect(today).to_have_text("2")
    expect(page.get_by_text("Everything is saved", exact=True)).to_be_visible()
    page.reload()
    seat.ready()
    expect(mine).to_have_text("3 / 5")
    expect(today).to_have_text("2")


def test_undoing_what_was_decided_yesterday_leaves_the_figure_of_today(seat: Seat) -> None:
    page = seat.at("GF1", ("Zola", "Balzac"))
    today = page.locator("[data-count=today]")

    page.keyboard.press("f")
    page.clock.set_system_time(timezone.now() + timedelta(days=1))
    page.keyboard.press("d")
    expect(today).to_have_text("2")
    page.keyboard.press("u")
    expect(today).to_have_text("1")
    page.keyboard.press("u")

    expect(page.get_by_text("Judged: 0, to judge: 2")).to_be_visible()
    expect(today).to_have_text("1")


def test_what_is_done_again_elsewhere_shows_its_row_and_no_page_twice(seat: Seat) -> None:
    seat.pool("GD1", ("un écrivain", "un peintre"))
    page = seat.at("GF1", ("Balzac", "Flaubert", "Zola"))
    last = seat.order()[-1]
    page.get_by_role("link", name=last).click()
    page.keyboard.press("f")
    page.keyboard.press("n")
    seat.goes_on_to("Qui est Zola ?")

    page.keyboard.press("u")
    seat.goes_on_to("Qui a écrit Germinal ?")
    expect(page.get_by_role("link", name=last)).to_be_focused()
    page.keyboard.press("Control+y")
    expect(page.get_by_text("Judged: 1, to judge: 2")).to_be_visible()
    expect(page.get_by_role("link", name=last)).to_be_focused()
    seat.ready()
    page.go_back()

    seat.goes_on_to("Qui est Zola ?")


def test_tab_leads_from_the_list_to_the_verdicts(seat: Seat) -> None:
    page = seat.at("GF1", ("Balzac", "Flaubert", "Hugo", "Zola"))
    second = seat.order()[1]
    page.keyboard.press("ArrowDown")
    expect(page.get_by_role("link", name=second)).to_be_focused()

    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="Correct F")).to_be_focused()
    page.keyboard.press("Shift+Tab")
    expect(page.get_by_role("link", name=second)).to_be_focused()
    page.keyboard.press("Shift+Tab")
    expect(page.get_by_role("searchbox")).to_be_focused()
