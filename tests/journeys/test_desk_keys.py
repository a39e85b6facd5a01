"""What a key of the desk is: chords, repeats and composition are none; Tab leads to the verdicts."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

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


UNTOLD = "delete Navigator.prototype.keyboard"
FRENCH = "Object.defineProperty(Navigator.prototype, 'language', {get: () => 'fr-FR'})"


def engraved(page: Page) -> list[str]:
    caps = (
        "#verdict-form [data-cap=KeyA]",
        "#keys [data-cap=BracketLeft]",
        "#keys [data-cap=KeyF]",
    )
    return [page.locator(cap).text_content() or "" for cap in caps]


def test_the_keys_pressed_tell_the_layout(seat: Seat) -> None:
    seat.page.add_init_script(UNTOLD)
    page = seat.at("GF1", FOUR)
    assert engraved(page) == ["A", "[", "F"]

    page.evaluate(PRESS, {"code": "KeyQ", "key": "a"})
    assert engraved(page) == ["Q", "^", "F"]
    page.evaluate(PRESS, {"code": "KeyF", "key": "u", "ctrlKey": True})
    page.evaluate(PRESS, {"code": "BracketLeft", "key": "{", "shiftKey": True})
    page.reload()
    seat.ready()
    assert engraved(page) == ["Q", "^", "F"]

    page.evaluate(PRESS, {"code": "KeyF", "key": "U", "shiftKey": True})
    assert engraved(page) == ["Q", "^", "U"]


def test_a_french_reader_is_shown_azerty_until_a_key_says_otherwise(seat: Seat) -> None:
    seat.page.add_init_script(f"{UNTOLD}; {FRENCH}")
    page = seat.at("GF1", FOUR)
    assert engraved(page) == ["Q", "^", "F"]

    page.evaluate(PRESS, {"code": "KeyW", "key": "w"})

    assert engraved(page) == ["A", "[", "F"]


def test_brackets_typed_with_another_key_lead_to_the_other_document(seat: Seat) -> None:
    page = seat.at("GF1", ("Zola",), documents=("D1", "D2"))
    shown = page.locator("#desk [data-tab][aria-current]")
    windows = {"ctrlKey": True, "altKey": True, "modifierAltGraph": True}

    page.evaluate(PRESS, {"code": "Minus", "key": "]", "modifierAltGraph": True})
    expect(shown).to_contain_text("D2")
    page.evaluate(PRESS, {"code": "Digit5", "key": "[", **windows})
    expect(shown).to_contain_text("D1")
    page.evaluate(PRESS, {"code": "BracketRight", "key": "]", "ctrlKey": True})
    page.evaluate(PRESS, {"code": "BracketRight", "key": "]", "metaKey": True})

    expect(shown).to_contain_text("D1")
