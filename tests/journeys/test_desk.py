"""The judging desk: keys, look-alikes, the rest, undo over questions, comments, what is said."""

from __future__ import annotations

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from judging.judgment_format import Kind, Label
from judging.models import Doubt, Judgment, JudgmentBatch, JudgmentEvent
from tests import make
from tests.journeys.seat import Seat, seat

__all__ = ["seat"]

pytestmark = pytest.mark.django_db(transaction=True)

FOUR = ("Balzac", "Flaubert", "Hugo", "Zola")


def saved(page: Page) -> None:
    expect(page.get_by_text("Everything is saved", exact=True)).to_be_visible()


def labels() -> dict[str, str]:
    return dict(Judgment.objects.order_by("pk").values_list("text__text", "label"))


def judged_in_order() -> list[tuple[str, str]]:
    return list(JudgmentEvent.objects.order_by("pk").values_list("text__text", "label"))


def test_the_focus_stays_on_the_row_and_the_label_is_said(seat: Seat) -> None:
    page = seat.at("GF1", FOUR)
    first, second = seat.order()[:2]
    expect(page.get_by_role("link", name=first)).to_be_focused()

    page.keyboard.press("d")

    expect(page.get_by_role("link", name=second)).to_be_focused()
    expect(page.locator("#said")).to_have_text(f"Judged: Incorrect, {first}. Next: {second}.")
    saved(page)
    assert labels() == {first: "incorrect"}
    violations = Axe().run(page).response["violations"]
    assert [one["id"] for one in violations] == []


def test_in_the_dark_axe_finds_nothing(seat: Seat) -> None:
    page = seat.at("GF1", FOUR)
    page.emulate_media(color_scheme="dark")
    page.keyboard.press("f")
    page.keyboard.press("s")

    violations = Axe().run(page).response["violations"]

    assert [one["id"] for one in violations] == []


def test_a_whole_question_by_keyboard_and_on_to_the_next(seat: Seat) -> None:
    seat.pool("GD1", ("un écrivain",))
    page = seat.at("GF1", FOUR)

    for key in "fsad":
        page.keyboard.press(key)

    seat.goes_on_to("Qui est Zola ?")
    saved(page)
    given = [label for _text, label in judged_in_order()]
    assert given == ["correct", "inexact", "unsupported", "incorrect"]
    assert page.url.endswith("/judge/question/GD1/")
    page.keyboard.press("f")
    expect(page.get_by_text("Everything in front of you is judged.")).to_be_visible()


@pytest.mark.parametrize("keys", ["QWERTY", "AZERTY"])
def test_layouts_give_the_same_labels(seat: Seat, keys: str) -> None:
    """On an AZERTY keyboard the physical A is engraved Q and gives the letter q."""
    page = seat.at("GF1", FOUR)
    letter = {"QWERTY": "a", "AZERTY": "q"}[keys]
    press = "(key) => document.activeElement.dispatchEvent(new KeyboardEvent('keydown', key))"

    page.evaluate(press, {"key": letter, "code": "KeyA", "bubbles": True, "cancelable": True})

    saved(page)
    assert [label for _text, label in judged_in_order()] == ["unsupported"]


def test_a_field_with_the_focus_takes_the_keys(seat: Seat) -> None:
    page = seat.at("GF1", FOUR)

    page.keyboard.press("c")
    page.get_by_role("textbox", name="Comment").fill("fads")
    page.get_by_role("textbox", name="Comment").press("f")
    page.keyboard.press("Escape")
    expect(page.get_by_role("textbox", name="Comment")).to_be_hidden()
    page.keyboard.press("/")
    page.keyboard.type("hu")
    expect(page.locator("#desk .group:visible")).to_have_count(1)
    page.keyboard.press("Escape")

    expect(page.locator("#desk .group:visible")).to_have_count(4)
    assert judged_in_order() == []


def test_keys_do_nothing_when_they_repeat_or_are_switched_off(seat: Seat) -> None:
    page = seat.at("GF1", FOUR)
    repeat = "() => document.activeElement.dispatchEvent(new KeyboardEvent('keydown', {code: 'KeyD', key: 'd', repeat: true, bubbles: true}))"
    page.evaluate(repeat)
    page.keyboard.press("?")
    page.get_by_label("Switch single keys off in this browser").check()
    page.keyboard.press("Escape")
    page.keyboard.press("d")

    expect(page.get_by_text("Judged: 0, to judge: 4")).to_be_visible()
    page.get_by_role("button", name="Incorrect D").click()
    saved(page)
    assert len(judged_in_order()) == 1


def test_a_double_click_judges_once(seat: Seat) -> None:
    page = seat.at("GF1", FOUR)

    page.get_by_role("button", name="Incorrect D").dblclick()

    saved(page)
    expect(page.get_by_text("Judged: 1, to judge: 3")).to_be_visible()
    assert len(judged_in_order()) == 1


def test_undo_and_redo_reach_back_over_questions(seat: Seat) -> None:
    seat.pool("GD1", ("un écrivain", "un peintre"))
    page = seat.at("GF1", ("Zola",))
    page.keyboard.press("f")
    seat.goes_on_to("Qui est Zola ?")
    page.keyboard.press("d")
    expect(page.get_by_text("Judged: 1, to judge: 1")).to_be_visible()

    page.keyboard.press("u")
    expect(page.get_by_text("Judged: 0, to judge: 2")).to_be_visible()
    page.keyboard.press("Control+z")
    seat.goes_on_to("Qui a écrit Germinal ?")
    expect(page.get_by_text("Judged: 0, to judge: 1")).to_be_visible()
    saved(page)
    assert labels() == {}

    page.keyboard.press("Control+y")
    expect(page.get_by_text("Judged: 1, to judge: 0")).to_be_visible()
    saved(page)
    assert labels() == {"Zola": "correct"}
    means = JudgmentEvent.objects.order_by("pk").values_list("means", flat=True)
    assert list(means) == ["key", "key", "undo", "undo", "redo"]


def test_look_alikes_are_judged_together_by_one_key(seat: Seat) -> None:
    page = seat.at("GF1", ("Émile Zola", "Zola", "Balzac"))
    page.get_by_role("link", name="Émile Zola").click()

    page.keyboard.press("Shift+D")

    saved(page)
    assert labels() == {"Émile Zola": "incorrect", "Zola": "incorrect"}
    assert set(JudgmentEvent.objects.values_list("means", flat=True)) == {"bracket"}
    assert JudgmentBatch.objects.count() == 1


def test_the_rest_is_shown_before_it_is_incorrect(seat: Seat) -> None:
    page = seat.at("GF1", FOUR)
    page.keyboard.press("f")

    page.keyboard.press("r")
    expect(page.get_by_role("heading", name="The rest: incorrect")).to_be_visible()
    expect(page.locator("#rest-list li")).to_have_text(seat.order()[1:])
    page.keyboard.press("r")

    expect(page.get_by_text("Everything in front of you is judged.")).to_be_visible()
    saved(page)
    means = JudgmentEvent.objects.order_by("pk").values_list("means", "label")
    assert list(means) == [("key", "correct"), *[("rest", "incorrect")] * 3]


def test_the_rest_waits_until_every_answer_was_on_screen(seat: Seat) -> None:
    page = seat.at("GF1", tuple(f"réponse {number:02} du nom {number * 7}" for number in range(40)))

    page.keyboard.press("r")

    expect(page.get_by_text("Look at all of them first")).to_be_visible()
    page.keyboard.press("r")
    page.keyboard.press("Escape")
    page.locator("#desk .group").last.scroll_into_view_if_needed()
    for number in range(0, 40, 5):
        page.locator("#desk .group").nth(number).scroll_into_view_if_needed()
        page.wait_for_timeout(60)
    page.keyboard.press("r")
    expect(page.get_by_role("button", name="All incorrect")).to_be_visible()
    assert judged_in_order() == []


def test_two_steps_the_string_once_then_each_document(seat: Seat) -> None:
    page = seat.at("GF1", ("Zola", "Balzac"), documents=("D1", "D2"))
    page.get_by_role("link", name="Zola").click()

    page.keyboard.press("s")
    step = page.get_by_text("The string is judged: does this document support it?")
    expect(step).to_be_visible()
    expect(page.get_by_role("button", name="Supported", exact=False).first).to_be_visible()
    page.keyboard.press("a")

    saved(page)
    given = Judgment.objects.order_by("text__document").values_list(
        "verdict", "is_supported", "label"
    )
    assert list(given) == [("inexact", True, "inexact"), ("inexact", False, "unsupported")]


def test_a_split_group_is_judged_document_by_document(seat: Seat) -> None:
    page = seat.at("GF1", ("Zola",), documents=("D1", "D2"))

    page.keyboard.press("x")
    expect(page.get_by_text("split", exact=True)).to_be_visible()
    page.keyboard.press("d")
    page.keyboard.press("f")

    saved(page)
    given = dict(Judgment.objects.values_list("text__document", "label"))
    assert given == {"D1": "incorrect", "D2": "correct"}


def test_what_cannot_be_judged_says_why_and_leaves_nothing_to_do(seat: Seat) -> None:
    page = seat.at("GF1", ("Zola",))

    page.keyboard.press("t")
    page.get_by_label("the guidelines do not say").check()
    page.get_by_label("A word for the organizers, if you like").fill("Et le prénom ?")
    page.get_by_role("button", name="Leave it unjudged").click()

    expect(page.get_by_text("Everything in front of you is judged.")).to_be_visible()
    saved(page)
    doubt = Doubt.objects.get()
    assert (doubt.kind, doubt.reason, doubt.text) == ("cannot", "guideline", "Et le prénom ?")
    assert labels() == {"Zola": ""}
    page.keyboard.press("u")
    saved(page)
    doubt.refresh_from_db()
    assert doubt.taken_back_at is not None


def test_a_comment_reaches_the_organizers(seat: Seat) -> None:
    page = seat.at("GF1", FOUR)

    page.keyboard.press("c")
    page.get_by_role("textbox", name="Comment").fill("Le film ou le roman ?")
    page.get_by_role("button", name="Send").click()

    saved(page)
    comment = Doubt.objects.get()
    assert (comment.kind, comment.text) == ("comment", "Le film ou le roman ?")
    page.reload()
    expect(page.get_by_text("Le film ou le roman ?")).to_be_visible()


def test_passages_of_a_list_toggle_the_distinct_answers_they_hold(seat: Seat) -> None:
    make.load_questions(seat.task, make.QUESTIONS + "GL1\tlist\tplace\tQuels pays du G7 ?\t7\tfr\n")
    seat.pool("GL1", ("Allemagne", "Italie"))
    seat.pool("GL1", ("L’Allemagne et l’Italie, membres du G7.",), kind=Kind.PASSAGE)
    page = seat.at("GL1", ("RFA",))
    for _name in seat.order():
        page.keyboard.press("f")
        seat.ready()

    saved(page)
    passage = Judgment.objects.get(text__item__kind=Kind.PASSAGE)
    assert sorted(passage.distinct) == ["Allemagne", "Italie"]
    page.locator("#desk .group").filter(has_text="membres du G7").click()
    seat.ready()
    expect(page.get_by_role("checkbox", name="Italie")).to_be_checked()
    page.keyboard.press("2")
    expect(page.get_by_role("checkbox", name="Italie")).not_to_be_checked()
    saved(page)
    passage.refresh_from_db()
    assert passage.distinct == ["Allemagne"]

    page.get_by_role("link", name="RFA").click()
    page.keyboard.press("1")
    saved(page)
    assert Judgment.objects.get(text__text="RFA").distinct == ["Allemagne"]


def test_the_whole_document_opens_in_the_same_pane(seat: Seat) -> None:
    long = "Un paragraphe sans rapport. " * 400
    text = f"{long}\\nGerminal fut écrit par Zola.\\n{long}"
    make.load_documents(seat.task, f'{{"id": "D1", "title": "Long", "text": "{text}"}}\n')
    page = seat.at("GF1", ("Zola",))
    shown = page.locator("#desk .evidence__text:visible")
    assert len(shown.inner_text()) < 6000

    page.keyboard.press(" ")

    expect(shown.locator("[data-whole] p")).to_have_count(3)
    expect(shown.locator("[data-whole]").get_by_text("Germinal fut écrit par")).to_be_in_viewport()
    page.keyboard.press(" ")
    expect(shown.locator("[data-whole]")).to_be_hidden()


def test_two_tabs_one_judges_and_the_other_looks(seat: Seat) -> None:
    page = seat.at("GF1", FOUR)
    other = page.context.new_page()
    other.goto(page.url)
    expect(other.get_by_text("You are judging this question in another tab")).to_be_visible()
    other.keyboard.press("d")
    assert judged_in_order() == []

    other.get_by_role("button", name="Continue here").click()
    expect(other.get_by_role("button", name="Incorrect D")).to_be_enabled()
    expect(other.locator("#desk[data-ready]")).to_be_attached()
    other.keyboard.press("d")
    saved(other)

    assert len(judged_in_order()) == 1


def test_a_judgment_made_elsewhere_meanwhile_asks_which_counts(seat: Seat) -> None:
    page = seat.at("GF1", ("Zola", "Balzac"))
    page.get_by_role("link", name="Zola").click()
    make.judge(seat.item("Zola"), Label.INCORRECT, seat.user)

    page.keyboard.press("f")
    page.get_by_role("button", name="Refused: 1").click()
    expect(page.get_by_text("This was judged otherwise meanwhile")).to_be_visible()
    expect(page.get_by_text("Correct: Zola")).to_be_visible()
    expect(page.get_by_text("Stored: Incorrect")).to_be_visible()
    page.get_by_role("button", name="Mine counts").click()

    saved(page)
    assert labels() == {"Zola": "correct"}
    means = JudgmentEvent.objects.order_by("pk").values_list("means", "label")
    assert list(means) == [("key", "incorrect"), ("conflict", "correct")]


def test_without_scripts_buttons_judge_all_the_same(
    browser: Browser, live_server: LiveServer, seat: Seat
) -> None:
    seat.at("GF1", ("Zola", "Balzac"))
    context = browser.new_context(java_script_enabled=False, locale="en-GB")
    context.add_cookies(seat.page.context.cookies())  # type: ignore[arg-type]
    page = context.new_page()
    page.goto(f"{live_server}{seat.place}/judge/question/GF1/")

    page.get_by_role("button", name="Incorrect", exact=True).click()
    page.get_by_role("button", name="Correct", exact=True).click()

    expect(page.get_by_text("Judged: 2, to judge: 0")).to_be_visible()
    assert sorted(labels().values()) == ["correct", "incorrect"]
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_text("Judged: 1, to judge: 1")).to_be_visible()


def test_without_scripts_a_group_is_split_left_unjudged_and_asked_about(
    browser: Browser, live_server: LiveServer, seat: Seat
) -> None:
    seat.at("GF1", ("Zola",), documents=("D1", "D2"))
    context = browser.new_context(java_script_enabled=False, locale="en-GB")
    context.add_cookies(seat.page.context.cookies())  # type: ignore[arg-type]
    page = context.new_page()
    page.goto(f"{live_server}{seat.place}/judge/question/GF1/")

    page.get_by_role("button", name="Split").click()
    expect(page.get_by_role("button", name="Judge as one string again")).to_be_visible()
    page.get_by_role("button", name="Cannot judge").click()
    page.get_by_role("radio").first.check()
    page.get_by_role("textbox", name="A word for the organizers").fill("Which one?")
    page.get_by_role("button", name="Leave it unjudged").click()
    page.get_by_role("button", name="Incorrect", exact=True).click()
    expect(page.get_by_text("Judged: 1, to judge: 0")).to_be_visible()
    page.get_by_role("button", name="Comment").click()
    page.get_by_role("textbox", name="Comment").fill("Which Zola?")
    page.get_by_role("button", name="Send").click()

    expect(page.get_by_text("You asked: Zola Which Zola?")).to_be_visible()
    given = Judgment.objects.order_by("text__document").values_list("text__document", "verdict")
    assert list(given) == [("D1", "cannot"), ("D2", "wrong")]
    assert list(Doubt.objects.order_by("pk").values_list("kind", "text")) == [
        ("cannot", "Which one?"),
        ("comment", "Which Zola?"),
    ]


def test_an_assessor_without_answers_is_told_so(seat: Seat) -> None:
    page = seat.at("GF1", ())

    expect(page.get_by_text("No answer to judge here")).to_be_visible()


def test_the_skip_link_leads_to_the_answers(seat: Seat) -> None:
    page = seat.at("GF1", FOUR)

    page.get_by_role("link", name="Skip to content").press("Enter")

    expect(page.get_by_role("region", name="Answers to the question")).to_be_focused()
