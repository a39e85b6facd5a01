"""What undo and redo remember: splits too, through a reload, and where they were made."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from judging.models import Judgment, JudgmentEvent, SplitGroup
from tests.journeys.seat import Seat, seat

__all__ = ["seat"]

pytestmark = pytest.mark.django_db(transaction=True)

FOUR = ("Balzac", "Flaubert", "Hugo", "Zola")


def saved(page: Page) -> None:
    expect(page.get_by_text("Everything is saved", exact=True)).to_be_visible(timeout=20_000)


def test_a_split_is_undone_and_done_again(seat: Seat) -> None:
    page = seat.at("GF1", ("Zola", "Balzac"), documents=("D1", "D2"))
    page.get_by_role("link", name="Balzac").click()
    page.keyboard.press("d")
    page.get_by_role("link", name="Zola").click()
    page.keyboard.press("x")
    split = page.locator(".group--current .group__split")
    expect(split).to_be_visible()

    page.keyboard.press("u")
    expect(split).to_be_hidden()
    saved(page)
    assert (SplitGroup.objects.count(), Judgment.objects.count()) == (0, 2)
    page.keyboard.press("Control+y")
    expect(split).to_be_visible()
    saved(page)
    assert SplitGroup.objects.count() == 1
    page.keyboard.press("u")
    page.keyboard.press("u")
    saved(page)
    assert (SplitGroup.objects.count(), Judgment.objects.count()) == (0, 0)


def test_four_quick_undos_and_redos_after_a_reload_all_count(seat: Seat) -> None:
    page = seat.at("GF1", FOUR)
    for key in "fsa":
        page.keyboard.press(key)
    saved(page)
    page.reload()
    seat.ready()

    for _act in range(3):
        page.keyboard.press("u")
    expect(page.get_by_text("Judged: 0, to judge: 4")).to_be_visible()
    saved(page)
    assert Judgment.objects.count() == 0
    page.reload()
    seat.ready()
    for _act in range(3):
        page.keyboard.press("Control+y")

    expect(page.get_by_text("Judged: 3, to judge: 1")).to_be_visible()
    saved(page)
    given = JudgmentEvent.objects.filter(means="redo").order_by("pk")
    assert list(given.values_list("label", flat=True)) == ["correct", "inexact", "unsupported"]
    page.keyboard.press("Control+y")
    expect(page.locator("#note")).to_have_text("There is nothing to redo.")


def test_what_is_undone_elsewhere_is_named(seat: Seat) -> None:
    seat.pool("GD1", ("un écrivain",))
    page = seat.at("GF1", ("Zola",))
    page.wait_for_timeout(500)  # the next question is there
    page.keyboard.press("f")
    seat.goes_on_to("Qui est Zola ?")
    saved(page)
    page.context.set_offline(True)

    page.keyboard.press("u")

    expect(page.locator("#note")).to_have_text("Undone. GF1: Correct: Zola.")
    expect(page.locator("#said")).to_have_text("Undone. GF1: Correct: Zola.")
    page.context.set_offline(False)
    saved(page)
    assert Judgment.objects.count() == 0


def test_an_undo_that_came_too_late_shows_what_stands(seat: Seat) -> None:
    page = seat.at("GF1", FOUR)
    page.keyboard.press("d")
    saved(page)
    first = JudgmentEvent.objects.get().text.text
    other = page.context.new_page()
    other.goto(page.url)
    other.get_by_role("button", name="Continue here").click()
    expect(other.get_by_role("button", name="Incorrect D")).to_be_enabled()
    expect(other.locator("#desk[data-ready]")).to_be_attached()
    other.get_by_role("link", name=first).click()
    other.keyboard.press("f")
    saved(other)
    page.get_by_role("button", name="Continue here").click()
    expect(page.get_by_role("button", name="Incorrect D")).to_be_enabled()
    seat.ready()

    page.keyboard.press("u")

    row = page.locator("#desk .group").filter(has_text=first)
    expect(row.get_by_title("Correct", exact=True)).to_be_visible()
    saved(page)
    expect(row.get_by_title("Correct", exact=True)).to_be_visible()
    assert Judgment.objects.get().label == "correct"
