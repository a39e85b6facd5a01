"""Nothing judged is lost: no network, reloads, ended sessions, a server that restarts, two tabs."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.contrib.sessions.models import Session
from django.db.models import F
from django.utils import timezone
from playwright.sync_api import Page, Route, expect

from campaign.actions.questions import withdraw_question
from campaign.models import Role, Stage
from judging.models import Judgment, JudgmentBatch, JudgmentEvent, Slot
from tests import make
from tests.journeys.seat import Seat, seat

__all__ = ["seat"]

pytestmark = pytest.mark.django_db(transaction=True)

FORTY = tuple(f"réponse {number:02}" for number in range(40))
TWO_MINUTES = timedelta(minutes=2)


def everything_is_saved(page: Page) -> None:
    expect(page.get_by_text("Everything is saved", exact=True)).to_be_visible(timeout=30_000)


def events() -> list[str]:
    return list(JudgmentEvent.objects.order_by("pk").values_list("text__text", flat=True))


def judge(seat: Seat, count: int) -> list[str]:
    """Judge so many rows as incorrect by keyboard; return their texts in the order judged."""
    judged = []
    for _number in range(count):
        judged.append(seat.page.locator("#desk .group--current .group__string").inner_text())
        seat.page.keyboard.press("d")
    return judged


def test_a_hundred_decisions_through_a_cut_of_two_minutes(seat: Seat) -> None:
    """The cut falls after thirty decisions, the reload after ninety, while all of them wait."""
    for name in ("GD1", "GB1"):
        seat.pool(name, tuple(f"{text} de {name}" for text in FORTY))
    page = seat.at("GF1", FORTY)
    judged = judge(seat, 30)
    everything_is_saved(page)
    page.wait_for_timeout(500)  # the two next questions are there
    page.context.set_offline(True)
    judged += judge(seat, 10)
    seat.goes_on_to("Qui est Zola ?")
    judged += judge(seat, 40)
    seat.goes_on_to("Germinal est-il un roman ?")
    judged += judge(seat, 10)
    expect(page.get_by_text("Not saved yet: the server does not answer.")).to_be_visible()
    assert len(events()) == 30

    # Two minutes pass: every lease has ended.
    Slot.objects.update(lease_until=F("lease_until") - TWO_MINUTES)
    page.context.set_offline(False)
    page.reload()
    seat.ready()
    judged += judge(seat, 10)

    everything_is_saved(page)
    assert events() == judged
    assert len(judged) == len(set(judged)) == JudgmentBatch.objects.count() == 100


def test_acts_whose_answer_was_lost_are_stored_once(seat: Seat) -> None:
    page = seat.at("GF1", FORTY[:4])
    lost: list[str] = []

    def lose_the_first_answer(route: Route) -> None:
        if lost:
            route.continue_()
            return
        lost.append(route.request.post_data or "")
        route.fetch()  # the server stores it, the browser never hears
        route.abort()

    page.route("**/judge/act/**", lose_the_first_answer)
    judged = judge(seat, 3)

    everything_is_saved(page)
    assert events() == judged
    assert JudgmentBatch.objects.count() == 3


def test_an_ended_session_keeps_what_is_judged_until_the_person_is_back(seat: Seat) -> None:
    page = seat.at("GF1", FORTY[:4])
    Session.objects.all().delete()
    judged = judge(seat, 3)
    expect(page.get_by_text("You were signed out; what you judged is kept.")).to_be_visible()
    assert events() == []

    with page.context.expect_page() as opened:
        page.get_by_role("link", name="Sign in again").click()
    again = opened.value
    again.get_by_label("E-mail address").fill(seat.user.email)
    again.get_by_label("Password").fill(make.PASSWORD)
    again.locator("main").get_by_role("button", name="Sign in").click()
    expect(again.get_by_role("heading", level=1)).to_have_text("Evaluation campaigns")
    again.close()
    page.bring_to_front()

    everything_is_saved(page)
    assert events() == judged


def test_acts_of_one_person_never_become_anothers(seat: Seat) -> None:
    page = seat.at("GF1", FORTY[:4])
    page.route("**/judge/**", lambda route: route.abort())
    judge(seat, 2)
    other = make.make_user("Somebody Else")
    make.make_membership(seat.task.campaign, Role.ASSESSOR, user=other)
    page.context.clear_cookies()
    again = page.context.new_page()
    again.goto(f"{seat.site}/sign-in/")
    again.get_by_label("E-mail address").fill(other.email)
    again.get_by_label("Password").fill(make.PASSWORD)
    again.locator("main").get_by_role("button", name="Sign in").click()
    expect(again.get_by_role("heading", level=1)).to_have_text("Evaluation campaigns")
    page.unroute("**/judge/**")
    page.bring_to_front()
    page.evaluate("dispatchEvent(new Event('online'))")

    expect(page.get_by_text("Somebody else signed in; what you judged waits")).to_be_visible()
    assert events() == []


def test_a_server_that_fails_in_mid_batch_stores_all_or_nothing(seat: Seat) -> None:
    page = seat.at("GF1", FORTY[:4])
    answers = iter([503, 500, None])

    def stumble(route: Route) -> None:
        status = next(answers, None)
        route.fulfill(status=status) if status else route.continue_()

    page.route("**/judge/act/**", stumble)
    judged = judge(seat, 2)

    everything_is_saved(page)
    assert events() == judged


def test_what_the_server_refuses_is_listed_and_not_dropped(seat: Seat) -> None:
    page = seat.at("GF1", FORTY[:4])
    page.context.set_offline(True)
    judge(seat, 2)
    make.put_at_stage(seat.task, Stage.JUDGED)
    page.context.set_offline(False)

    page.get_by_role("button", name="Refused: 2").click()
    expect(page.get_by_text("Judging of this task is closed; this was not saved.")).to_have_count(2)
    page.reload()
    assert events() == []


def test_splitting_waits_for_what_was_judged_before_it(seat: Seat) -> None:
    """Judged as a whole, then split: in that order, whatever the network does."""
    seat.pool("GF1", ("Zola",), documents=("D1", "D2"))
    page = seat.at("GF1", ())
    page.context.set_offline(True)
    page.keyboard.press("d")
    page.get_by_role("link", name="Zola").click()
    page.keyboard.press("x")
    page.keyboard.press("f")
    page.context.set_offline(False)

    everything_is_saved(page)
    given = dict(Judgment.objects.values_list("text__document", "label"))
    assert given == {"D1": "correct", "D2": "incorrect"}


def test_what_was_refused_while_judging_was_closed_can_be_sent_again(seat: Seat) -> None:
    page = seat.at("GF1", FORTY[:4])
    page.context.set_offline(True)
    judged = judge(seat, 1)
    make.put_at_stage(seat.task, Stage.JUDGED)
    page.context.set_offline(False)
    expect(page.get_by_text("Some of it was not saved")).to_be_visible()

    make.put_at_stage(seat.task, Stage.RELEASED)
    page.get_by_role("button", name="Refused: 1").click()
    expect(page.get_by_text(f"Incorrect: {judged[0]}")).to_be_visible()
    page.get_by_role("button", name="Send again").click()

    everything_is_saved(page)
    assert events() == judged


def test_a_closed_task_is_only_looked_at(seat: Seat) -> None:
    seat.pool("GF1", FORTY[:4])
    make.put_at_stage(seat.task, Stage.JUDGED)
    page = seat.at("GF1", ())

    page.keyboard.press("d")

    expect(page.get_by_text("Judging of this task is closed: you only look.")).to_be_visible()
    expect(page.get_by_role("button", name="Incorrect D")).to_be_disabled()
    expect(page.get_by_text("Judged: 0, to judge: 4")).to_be_visible()
    assert events() == []


def test_a_withdrawn_question_says_so_and_keeps_what_was_judged(seat: Seat) -> None:
    page = seat.at("GF1", FORTY[:4])
    page.context.set_offline(True)
    judge(seat, 1)
    withdraw_question(
        question=seat.task.questions.get(identifier="GF1"),
        reason="Twice",
        by=seat.task.campaign.opened_by,
        at=timezone.now(),
    )
    page.context.set_offline(False)

    page.get_by_role("button", name="Refused: 1").click()
    expect(page.get_by_text("The organizers withdrew this question; it counts")).to_be_visible()
    page.reload()
    expect(page.get_by_text("The organizers withdrew this question: it counts")).to_be_visible()
    assert events() == []
