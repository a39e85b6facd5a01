"""What is written at one answer is not sent about another."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from judging.judgment_format import Kind
from tests.journeys.seat import Seat, seat

__all__ = ["seat"]

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_draft_stays_with_its_answer(seat: Seat) -> None:
    seat.pool("GD1", ("un écrivain",))
    page = seat.at("GF1", ("Balzac", "Zola"))
    comment = page.get_by_role("textbox", name="Comment")
    reason = page.get_by_label("the guidelines do not say")
    for key in "ct":
        page.keyboard.press(key)
        (comment.fill("Le film ?") if key == "c" else reason.check())
        page.keyboard.press("Escape")

    page.keyboard.press("c")
    expect(comment).to_have_value("Le film ?")
    page.keyboard.press("Escape")
    page.keyboard.press("j")
    page.keyboard.press("t")
    expect(reason).not_to_be_checked()
    reason.check()
    page.keyboard.press("Escape")
    page.keyboard.press("n")
    seat.goes_on_to("Qui est Zola ?")

    page.keyboard.press("t")
    expect(reason).not_to_be_checked()
    page.keyboard.press("Escape")
    page.keyboard.press("c")
    expect(comment).to_have_value("")


def test_a_passage_offers_no_split(seat: Seat) -> None:
    seat.pool("GF1", ("Germinal, de Zola.",), kind=Kind.PASSAGE)
    page = seat.at("GF1", ("Zola",))
    split = page.get_by_role("button", name="Split")
    expect(split).to_be_visible()

    page.keyboard.press("j")

    expect(split).to_be_hidden()
    page.keyboard.press("k")
    expect(split).to_be_visible()
