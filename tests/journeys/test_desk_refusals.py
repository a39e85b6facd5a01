"""What the server will not have: said as it is, kept here, described, sent again when asked."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from campaign.models import Membership, Role
from judging.judgment_format import Label
from judging.models import Judgment, JudgmentBatch
from tests import make
from tests.journeys.seat import Seat, seat

__all__ = ["seat"]

pytestmark = pytest.mark.django_db(transaction=True)

FOUR = ("Balzac", "Flaubert", "Hugo", "Zola")


def everything_is_saved(page: Page) -> None:
    expect(page.get_by_text("Everything is saved", exact=True)).to_be_visible(timeout=20_000)


def test_who_may_not_judge_any_more_is_told_so_and_asks_again(seat: Seat) -> None:
    page = seat.at("GF1", FOUR)
    seen: list[str] = []
    page.on("request", lambda sent: seen.append(sent.url) if "/judge/act/" in sent.url else None)
    Membership.objects.filter(user=seat.user).update(role=Role.ADJUDICATOR)

    page.keyboard.press("d")
    told = page.get_by_text("You may not judge here any more, says the server.")
    expect(told).to_be_visible()
    page.keyboard.press("d")
    page.evaluate("dispatchEvent(new Event('focus'))")
    page.wait_for_timeout(1500)

    assert len(seen) == 1
    expect(told).to_be_visible()
    Membership.objects.filter(user=seat.user).update(role=Role.ASSESSOR)
    page.get_by_role("button", name="Try again").click()
    everything_is_saved(page)
    expect(told).to_be_hidden()
    assert JudgmentBatch.objects.count() == 2


@pytest.mark.parametrize("status", [400, 404, 405, 413, 422])
def test_a_refusal_is_none_of_the_network(seat: Seat, status: int) -> None:
    page = seat.at("GF1", FOUR)
    page.route("**/judge/act/**", lambda route: route.fulfill(status=status))

    page.keyboard.press("d")
    page.get_by_role("button", name="Refused: 1").click()

    gone = "The server knows nothing to judge here any more."
    words = gone if status == 404 else f"The server refused this (status {status})."
    expect(page.get_by_text(words)).to_be_visible()
    page.unroute("**/judge/act/**")
    page.get_by_role("button", name="Send again").click()
    expect(page.get_by_text("Everything is saved.", exact=True)).to_be_visible()
    assert JudgmentBatch.objects.count() == 1


def test_the_list_of_what_is_not_saved_follows_what_is_kept(seat: Seat) -> None:
    page = seat.at("GF1", ("Zola", "Balzac"))
    page.get_by_role("link", name="Zola").click()
    make.judge(seat.item("Zola"), Label.INCORRECT, seat.user)
    page.keyboard.press("f")
    page.get_by_role("button", name="Refused: 1").click()
    expect(page.get_by_text("Correct: Zola")).to_be_visible()

    page.get_by_role("button", name="Mine counts").click()

    expect(page.get_by_text("Everything is saved.", exact=True)).to_be_visible()
    expect(page.locator("#unsaved-list li")).to_have_count(0)
    assert Judgment.objects.get(text__text="Zola").label == "correct"


def test_everything_that_waits_says_what_it_is(seat: Seat) -> None:
    page = seat.at("GF1", ("Zola",), documents=("D1", "D2"))
    page.context.set_offline(True)
    page.keyboard.press("x")
    page.keyboard.press("d")
    page.keyboard.press("u")
    page.keyboard.press("c")
    page.get_by_role("textbox", name="Comment").fill("Et le film ?")
    page.get_by_role("button", name="Send").click()
    expect(page.get_by_text("Go on judging")).to_be_visible()

    page.get_by_role("button", name="Waiting: 4").click()

    expect(page.locator("#unsaved-list [data-mine]")).to_have_text(
        ["Split: Zola", "Incorrect: Zola", "Undo: Incorrect: Zola", "Comment: Et le film ?"]
    )
    page.context.set_offline(False)
    expect(page.locator("#unsaved-list li")).to_have_count(0, timeout=20_000)


def test_nothing_moves_when_the_network_goes(seat: Seat) -> None:
    long = "Un paragraphe sans rapport. " * 400
    text = f"{long}\\nGerminal fut écrit par Zola.\\n{long}"
    make.load_documents(seat.task, f'{{"id": "D1", "title": "Long", "text": "{text}"}}\n')
    page = seat.at("GF1", FOUR)
    before = page.locator("#verdict-form").bounding_box()
    page.context.set_offline(True)

    page.keyboard.press(" ")
    expect(page.locator("#note")).to_have_text(
        "The server cannot be reached; what you judged is kept in this browser."
    )
    page.keyboard.press("d")
    expect(page.locator("#note")).to_be_hidden()
    expect(page.get_by_text("Go on judging")).to_be_visible()
    expect(page.get_by_role("button", name="Waiting: 1")).to_be_visible()

    assert page.locator("#verdict-form").bounding_box() == before
    page.context.set_offline(False)
    everything_is_saved(page)
    assert page.locator("#verdict-form").bounding_box() == before
