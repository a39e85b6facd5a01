"""List questions: which answers are the same thing, and passages that hold them."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from judging.judgment_format import Kind
from judging.models import Judgment
from tests import make
from tests.journeys.seat import Seat, seat

__all__ = ["seat"]

pytestmark = pytest.mark.django_db(transaction=True)

QUESTION = "GL1\tlist\tplace\tQuels pays du G7 ?\t7\tfr\n"


def names_of(text: str) -> list[str]:
    return Judgment.objects.get(text__text=text).distinct


def test_a_wrong_link_to_the_same_answer_is_taken_back(seat: Seat) -> None:
    make.load_questions(seat.task, make.QUESTIONS + QUESTION)
    page = seat.at("GL1", ("Allemagne", "Italie", "RFA"))
    for _name in range(3):
        page.keyboard.press("f")
    page.get_by_role("link", name="RFA").click()
    saved = page.get_by_text("Everything is saved", exact=True)

    page.keyboard.press("2")
    expect(page.get_by_role("radio", name="Italie")).to_be_checked()
    expect(page.get_by_role("radio", name="RFA")).not_to_be_checked()
    expect(saved).to_be_visible()
    assert names_of("RFA") == ["Italie"]

    page.keyboard.press("2")
    expect(page.get_by_role("radio", name="RFA")).to_be_checked()
    expect(saved).to_be_visible()
    assert names_of("RFA") == []

    page.keyboard.press("1")
    page.keyboard.press("3")
    expect(page.get_by_role("radio", name="RFA")).to_be_checked()
    expect(saved).to_be_visible()
    assert names_of("RFA") == []


def test_a_name_that_no_answer_carries_any_more_leaves_the_passage(seat: Seat) -> None:
    make.load_questions(seat.task, make.QUESTIONS + QUESTION)
    seat.pool("GL1", ("L’Allemagne, membre du G7.",), kind=Kind.PASSAGE)
    page = seat.at("GL1", ("Allemagne",))
    page.keyboard.press("f")
    expect(page.locator("#desk .group").last).to_have_attribute("aria-current", "true")
    seat.ready()
    page.keyboard.press("f")
    page.get_by_role("link", name="Allemagne", exact=True).click()
    page.keyboard.press("d")
    page.get_by_role("link", name="membre du G7").click()
    seat.ready()

    page.keyboard.press("1")

    expect(page.get_by_text("Everything is saved", exact=True)).to_be_visible()
    assert names_of("L’Allemagne, membre du G7.") == []


PASSAGES = ("Balzac est mort à Paris.", "Hugo est mort à Paris.", "Zola est mort à Paris.")


def test_passages_come_in_the_order_of_the_labels_just_given(seat: Seat) -> None:
    seat.pool("GF1", PASSAGES, kind=Kind.PASSAGE)
    page = seat.at("GF1", ("Zola",))
    assert seat.order()[1:] == list(PASSAGES)

    page.keyboard.press("f")

    first = page.locator("#desk [data-part=passages] .group")
    expect(first.locator(".group__string")).to_have_text([PASSAGES[2]])
    expect(first).to_have_attribute("aria-current", "true")
    expect(page.locator("#desk .evidence__text:visible mark.hit")).to_have_text("Zola")
    seat.ready()
    page.keyboard.press("f")
    page.keyboard.press("r")
    expect(page.locator("#rest-list li")).to_have_text(PASSAGES[:2])


def test_offline_the_passages_stay_in_their_order(seat: Seat) -> None:
    seat.pool("GF1", PASSAGES, kind=Kind.PASSAGE)
    page = seat.at("GF1", ("Zola",))
    page.context.set_offline(True)

    page.keyboard.press("f")
    seat.ready()
    page.keyboard.press("d")

    expect(page.get_by_text("Judged: 2, to judge: 2")).to_be_visible()
    assert seat.order()[1:] == list(PASSAGES)
    page.context.set_offline(False)
    expect(page.get_by_text("Everything is saved", exact=True)).to_be_visible(timeout=20_000)


def test_what_a_passage_holds_is_seen_before_it_is_stored(seat: Seat) -> None:
    make.load_questions(seat.task, make.QUESTIONS + QUESTION)
    passage = "L’Allemagne et l’Italie, membres du G7."
    seat.pool("GL1", (passage, "Rien du tout."), kind=Kind.PASSAGE)
    page = seat.at("GL1", ("Allemagne", "Italie"))
    page.keyboard.press("f")
    page.keyboard.press("f")
    expect(page.locator("#desk .group--current")).to_contain_text("membres")
    seat.ready()
    germany = page.get_by_role("checkbox", name="Allemagne")
    expect(germany).to_be_checked()
    expect(page.get_by_role("checkbox", name="Italie")).to_be_checked()
    said = page.locator("#said")

    page.keyboard.press("1")
    expect(germany).not_to_be_checked()
    expect(said).to_have_text("Distinct answers in this passage: Italie")
    page.keyboard.press("2")
    expect(said).to_have_text("Distinct answers in this passage: none")
    page.keyboard.press("2")
    expect(page.get_by_text("Judged: 2, to judge: 2")).to_be_visible()
    page.keyboard.press("f")

    expect(page.locator("#desk .group--current")).to_contain_text("Rien")
    expect(germany).not_to_be_checked()
    expect(page.get_by_text("Everything is saved", exact=True)).to_be_visible()
    assert names_of(passage) == ["Italie"]


def test_an_answer_is_linked_before_it_is_judged(seat: Seat) -> None:
    make.load_questions(seat.task, make.QUESTIONS + QUESTION)
    page = seat.at("GL1", ("Allemagne", "RFA"))
    page.get_by_role("link", name="Allemagne").click()
    expect(page.locator("#distinct")).to_be_hidden()
    page.keyboard.press("f")
    page.get_by_role("link", name="RFA").click()
    expect(page.get_by_role("radio", name="RFA")).to_be_checked()

    page.keyboard.press("1")
    expect(page.locator("#said")).to_have_text("This answer is the same as: Allemagne")
    page.keyboard.press("f")

    expect(page.get_by_text("Everything is saved", exact=True)).to_be_visible()
    assert names_of("RFA") == ["Allemagne"]
    assert names_of("Allemagne") == []
