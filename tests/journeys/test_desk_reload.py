"""A page made before the last acts were stored knows of them all the same."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from judging.judgment_format import Label
from judging.models import Judgment, JudgmentBatch, SplitGroup
from tests import make
from tests.journeys.seat import Seat, seat

__all__ = ["seat"]

pytestmark = pytest.mark.django_db(transaction=True)


def arrive_late(seat: Seat) -> None:
    """Let the next page be one that the server makes now."""
    made = seat.page.request.get(seat.page.url)
    assert made.ok
    body = made.text()
    seat.page.route(
        "**/judge/question/**",
        lambda route: route.fulfill(body=body, content_type="text/html; charset=utf-8"),
    )


def everything_is_saved(seat: Seat) -> None:
    expect(seat.page.get_by_text("Everything is saved", exact=True)).to_be_visible()


def test_acts_stored_while_the_page_was_on_its_way_are_shown(seat: Seat) -> None:
    page = seat.at("GF1", ("Balzac", "Flaubert", "Hugo"))
    arrive_late(seat)
    for key in "dfsuU":
        page.keyboard.press(key)
    everything_is_saved(seat)
    stored = JudgmentBatch.objects.count()

    page.reload()
    seat.ready()

    expect(page.get_by_text("Judged: 1, to judge: 2")).to_be_visible()
    page.keyboard.press("d")
    everything_is_saved(seat)
    assert JudgmentBatch.objects.count() == stored + 1


def test_what_another_browser_judged_since_is_not_covered(seat: Seat) -> None:
    page = seat.at("GF1", ("Balzac", "Flaubert", "Hugo"))
    page.keyboard.press("d")
    everything_is_saved(seat)
    text = Judgment.objects.get().text
    make.judge(text.item, Label.CORRECT, seat.user)

    page.reload()
    seat.ready()

    row = page.locator("#desk .group").filter(has_text=text.text)
    expect(row.get_by_title("Correct", exact=True)).to_be_visible()


def test_a_split_stored_while_the_page_was_on_its_way_is_shown(seat: Seat) -> None:
    page = seat.at("GF1", ("Zola",), documents=("D1", "D2"))
    arrive_late(seat)
    page.keyboard.press("x")
    everything_is_saved(seat)

    page.reload()
    seat.ready()

    assert SplitGroup.objects.count() == 1
    expect(page.get_by_text("split", exact=True)).to_be_visible()
