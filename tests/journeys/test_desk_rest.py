"""The rest and look-alikes: only strings that nobody judged yet, all of them seen."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from judging.models import Judgment
from tests.journeys.seat import Seat, seat

__all__ = ["seat"]

pytestmark = pytest.mark.django_db(transaction=True)

FOUR = ("Balzac", "Flaubert", "Hugo", "Zola")
TWO_DOCUMENTS = ("D1", "D2")


def saved(page: Page) -> None:
    expect(page.get_by_text("Everything is saved", exact=True)).to_be_visible()


def labels() -> set[tuple[str, str, str]]:
    rows = Judgment.objects.values_list("text__text", "text__document", "label")
    return set(rows)


def test_a_string_judged_right_is_not_the_rest(seat: Seat) -> None:
    page = seat.at("GF1", ("Zola", "Balzac"), documents=TWO_DOCUMENTS)
    page.get_by_role("link", name="Zola").click()
    page.keyboard.press("f")

    page.keyboard.press("r")
    expect(page.locator("#rest-list li")).to_have_text(["Balzac"])
    page.keyboard.press("r")

    expect(page.locator("#said")).to_have_text("Judged: Incorrect, Balzac. Next: Zola.")
    saved(page)
    assert labels() == {
        ("Zola", "D1", "correct"),
        ("Zola", "D2", ""),
        ("Balzac", "D1", "incorrect"),
        ("Balzac", "D2", "incorrect"),
    }


def test_a_document_judged_of_a_split_string_is_not_the_rest(seat: Seat) -> None:
    page = seat.at("GF1", ("Zola", "Balzac"), documents=TWO_DOCUMENTS)
    page.get_by_role("link", name="Zola").click()
    page.keyboard.press("x")
    page.keyboard.press("f")
    page.get_by_role("link", name="D1").click()

    page.keyboard.press("r")
    page.keyboard.press("r")

    saved(page)
    assert labels() == {
        ("Zola", "D1", "correct"),
        ("Zola", "D2", "incorrect"),
        ("Balzac", "D1", "incorrect"),
        ("Balzac", "D2", "incorrect"),
    }


def test_where_every_string_is_judged_there_is_no_rest(seat: Seat) -> None:
    page = seat.at("GF1", ("Zola",), documents=TWO_DOCUMENTS)
    page.keyboard.press("f")

    page.keyboard.press("r")

    expect(page.get_by_role("heading", name="The rest: incorrect")).to_be_hidden()
    expect(page.locator("#note")).to_have_text("Every string here is judged: there is no rest.")


def test_look_alikes_keep_what_was_said_of_their_string(seat: Seat) -> None:
    page = seat.at("GF1", ("Émile Zola", "Zola", "Balzac"), documents=TWO_DOCUMENTS)
    page.get_by_role("link", name="Zola", exact=True).click()
    page.keyboard.press("f")
    page.get_by_role("link", name="Émile Zola").click()

    page.keyboard.press("Shift+D")

    saved(page)
    assert labels() == {
        ("Zola", "D1", "correct"),
        ("Zola", "D2", ""),
        ("Émile Zola", "D1", "incorrect"),
        ("Émile Zola", "D2", "incorrect"),
    }


LONG = " ".join(f"mot{number}" for number in range(900))


def test_a_long_answer_is_seen_without_being_on_the_screen_at_once(seat: Seat) -> None:
    page = seat.at("GF1", (LONG, "Zola"))
    row = page.locator("#desk .group").filter(has_text="mot1")
    text = row.locator(".group__string")
    assert text.evaluate("text => text.offsetHeight") < 200
    page.get_by_role("link", name="Zola").click()
    row.get_by_role("button", name="Show all").click()
    assert text.evaluate("text => text.offsetHeight") > 1000

    page.keyboard.press("r")
    expect(page.get_by_role("button", name="All incorrect")).to_be_visible()
    page.keyboard.press("r")

    saved(page)
    assert {label for _text, _document, label in labels()} == {"incorrect"}


def test_a_second_r_goes_to_what_was_not_seen_yet(seat: Seat) -> None:
    page = seat.at("GF1", tuple(f"réponse {number:02} du nom {number * 7}" for number in range(40)))
    page.keyboard.press("r")
    missed = page.locator("#rest-list li").all_inner_texts()
    assert 0 < len(missed) < 40

    page.keyboard.press("r")

    expect(page.locator("#rest")).to_be_hidden()
    expect(page.get_by_role("link", name=missed[0])).to_be_focused()
    page.keyboard.press("r")
    expect(page.locator("#rest-list li", has_text=missed[0])).to_have_count(0)
    assert labels() == set()
