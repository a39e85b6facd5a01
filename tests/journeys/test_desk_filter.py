"""The filter: what it hides is not judged, and is said to be there."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from judging.models import Judgment
from tests.journeys.seat import Seat, seat

__all__ = ["seat"]

pytestmark = pytest.mark.django_db(transaction=True)

FOUR = ("Balzac", "Flaubert", "Hugo", "Zola")


def write(page: Page, words: str) -> None:
    page.keyboard.press("/")
    page.get_by_role("searchbox").fill(words)


def labels() -> dict[str, str]:
    return dict(Judgment.objects.values_list("text__text", "label"))


def saved(page: Page) -> None:
    expect(page.get_by_text("Everything is saved", exact=True)).to_be_visible()


def test_where_nothing_matches_nothing_is_judged(seat: Seat) -> None:
    page = seat.at("GF1", FOUR)
    first = seat.order()[0]
    write(page, "proust")
    none = page.locator("#note")
    expect(none).to_have_text("No answer matches. Hidden by the filter: 4.")
    page.keyboard.press("Enter")
    page.locator("#main").focus()

    for key in ("d", "Shift+D", "1", "[", " ", "x", "r", "t", "j"):
        page.keyboard.press(key)
    page.get_by_role("button", name="Correct F", exact=True).click()

    expect(none).to_be_visible()
    expect(page.get_by_text("Judged: 0, to judge: 4")).to_be_visible()
    expect(page.locator("[popover]:popover-open")).to_have_count(0)
    page.keyboard.press("/")
    page.keyboard.press("Escape")
    expect(none).to_be_hidden()
    expect(page.get_by_role("link", name=first)).to_be_focused()
    assert labels() == {}


def test_the_last_that_matches_is_not_the_last_of_the_question(seat: Seat) -> None:
    page = seat.at("GF1", FOUR)
    write(page, "hugo")
    page.keyboard.press("Enter")

    page.keyboard.press("d")

    expect(page.locator("#note")).to_have_text(
        "Judged: Incorrect, Hugo. Nothing is left among what matches. Hidden and to judge: 3."
    )
    saved(page)
    assert labels() == {"Hugo": "incorrect"}


def test_a_button_judges_the_row_that_matches(seat: Seat) -> None:
    page = seat.at("GF1", FOUR)
    write(page, seat.order()[2])

    page.get_by_role("button", name="Incorrect D").click()

    saved(page)
    assert labels() == {seat.order()[2]: "incorrect"}


def test_look_alikes_and_the_rest_are_what_is_listed(seat: Seat) -> None:
    page = seat.at("GF1", ("Émile Zola", "Zola", "Balzac", "Honoré de Balzac"))
    write(page, "emile")
    page.keyboard.press("Enter")
    page.keyboard.press("Shift+D")
    saved(page)
    assert labels() == {"Émile Zola": "incorrect"}

    write(page, "zola")
    page.keyboard.press("Enter")
    page.keyboard.press("r")
    expect(page.locator("#rest-list li")).to_have_text(["Zola"])
    expect(page.get_by_text("Hidden by the filter, and left as they are: 2")).to_be_visible()
    page.keyboard.press("r")

    saved(page)
    assert labels() == {"Émile Zola": "incorrect", "Zola": "incorrect"}


def test_what_an_undo_brings_back_is_shown(seat: Seat) -> None:
    page = seat.at("GF1", FOUR)
    first = seat.order()[0]
    page.keyboard.press("d")
    write(page, seat.order()[2])
    page.keyboard.press("Enter")

    page.keyboard.press("u")

    expect(page.get_by_role("link", name=first)).to_be_focused()
    expect(page.get_by_role("searchbox")).to_have_value("")


def test_a_question_without_answers_is_left_by_a_key(seat: Seat) -> None:
    seat.pool("GD1", ("un écrivain",))
    page = seat.at("GF1", ())

    page.keyboard.press("d")
    page.keyboard.press("n")

    seat.goes_on_to("Qui est Zola ?")
