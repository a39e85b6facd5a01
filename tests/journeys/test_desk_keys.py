"""What a key of the desk is: chords, repeats and composition are none; Tab leads to the verdicts."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from judging.models import JudgmentEvent
from tests.journeys.seat import Seat, seat

__all__ = ["seat"]

pytestmark = pytest.mark.django_db(transaction=True)

FOUR = ("Balzac", "Flaubert", "Hugo", "Zola")
PRESS = """(more) => document.activeElement.dispatchEvent(new KeyboardEvent('keydown', {
    code: 'KeyR', key: 'r', bubbles: true, cancelable: true, ...more}))"""
NO_KEY: list[dict[str, object]] = [
    {"ctrlKey": True},
    {"metaKey": True},
    {"altKey": True},
    {"modifierAltGraph": True},
    {"repeat": True},
    {"isComposing": True},
]


def test_no_chord_over_the_rest_judges_it(seat: Seat) -> None:
    page = seat.at("GF1", FOUR)
    heading = page.get_by_role("heading", name="The rest: incorrect")
    page.keyboard.press("r")
    expect(heading).to_be_visible()

    for more in NO_KEY:
        page.evaluate(PRESS, more)
    page.evaluate("localStorage.setItem('equer-keys-off', '1')")
    page.evaluate(PRESS, {})

    expect(heading).to_be_visible()
    expect(page.get_by_text("Judged: 0, to judge: 4")).to_be_visible()
    page.evaluate("localStorage.removeItem('equer-keys-off')")
    page.evaluate(PRESS, {})
    expect(page.get_by_text("Everything in front of you is judged.")).to_be_visible()
    expect(page.get_by_text("Everything is saved", exact=True)).to_be_visible()
    assert set(JudgmentEvent.objects.values_list("means", flat=True)) == {"rest"}


def test_no_chord_on_the_list_judges_anything(seat: Seat) -> None:
    page = seat.at("GF1", FOUR)

    for code in ("KeyF", "KeyS", "KeyA", "KeyD"):
        for more in NO_KEY:
            page.evaluate(PRESS, {"code": code, "key": code[-1].lower(), **more})

    expect(page.get_by_text("Judged: 0, to judge: 4")).to_be_visible()


def test_what_an_input_method_confirms_does_not_leave_the_filter(seat: Seat) -> None:
    page = seat.at("GF1", FOUR)
    page.keyboard.press("/")
    field = page.get_by_role("searchbox", name="Filter the answers")
    field.fill("hu")

    page.evaluate(PRESS, {"code": "Enter", "key": "Enter", "isComposing": True})
    expect(field).to_be_focused()
    page.keyboard.press("Enter")

    expect(field).not_to_be_focused()


def test_arrows_go_on_when_single_keys_are_off(seat: Seat) -> None:
    page = seat.at("GF1", FOUR)
    order = seat.order()
    page.evaluate("localStorage.setItem('equer-keys-off', '1')")

    page.evaluate(PRESS, {"code": "BracketLeft", "key": "Dead"})
    page.keyboard.press("j")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowUp")

    expect(page.get_by_role("link", name=order[1])).to_be_focused()
