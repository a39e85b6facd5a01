"""The desk in small windows, and at 200 % zoom: question, rows, evidence and bar all have room."""

from __future__ import annotations

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Locator, expect

from tests import make
from tests.journeys.seat import Seat, seat

__all__ = ["seat"]

pytestmark = pytest.mark.django_db(transaction=True)

SIX = ("Balzac", "Flaubert", "Hugo", "Stendhal", "Verlaine", "Zola")


def box(place: Locator) -> dict[str, float]:
    found = place.bounding_box()
    assert found
    top, height = found["y"], found["height"]
    return {"y": top, "height": height, "end": top + height}


def test_at_twice_the_size_rows_and_evidence_are_in_sight(seat: Seat) -> None:
    seat.page.set_viewport_size({"width": 683, "height": 400})
    page = seat.at("GF1", SIX)

    bar = box(page.locator(".desk__bar"))
    assert (bar["end"], bar["height"] < 120) == (400, True)
    rows = [box(row) for row in page.locator("#desk .group").all()]
    assert len([row for row in rows if row["end"] <= bar["y"]]) >= 3
    excerpt = box(page.locator("#desk .evidence:not([hidden]) mark.hit, #desk .document").first)
    assert excerpt["y"] < bar["y"] - 60
    violations = Axe().run(page).response["violations"]
    assert [one["id"] for one in violations] == []


def test_on_a_phone_the_answer_is_marked_in_sight(seat: Seat) -> None:
    text = "Le Courrier du Levant parle d'autre chose. " * 60 + "Zola écrit Germinal."
    make.load_documents(seat.task, f'{{"id": "D1", "title": "Long", "text": "{text}"}}\n')
    seat.page.set_viewport_size({"width": 360, "height": 740})
    page = seat.at("GF1", ("Zola",))

    mark = box(page.locator("#desk .evidence:not([hidden]) mark.hit").first)
    pane = box(page.locator("#desk .evidence__text").first)
    assert pane["y"] <= mark["y"]
    assert mark["end"] <= min(pane["end"], box(page.locator(".desk__bar"))["y"])
    assert box(page.locator("#desk .group").first)["end"] <= pane["y"]


def test_a_long_question_leaves_room_for_its_answers(seat: Seat) -> None:
    long = "Quelle est la très longue question sans fin " * 14
    question = f"GF9\tfactual\tperson\t{long}?\t\tfr\n"
    make.load_questions(seat.task, make.QUESTIONS + question)
    seat.page.set_viewport_size({"width": 360, "height": 740})
    page = seat.at("GF9", SIX)

    heading = page.get_by_role("heading", level=1)
    assert box(page.locator(".question"))["height"] < 740 / 2
    expect(heading).to_have_attribute("tabindex", "0")
    assert box(page.locator("#desk .group").first)["end"] < box(page.locator(".desk__bar"))["y"]
    violations = Axe().run(page).response["violations"]
    assert [one["id"] for one in violations] == []
