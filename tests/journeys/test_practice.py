"""Training at the desk: the reference label is told after the decision, also across questions."""

from __future__ import annotations

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.utils import timezone
from playwright.sync_api import expect

from judging.actions.assignment import assign_questions
from judging.assignment import Choices, plan_assignment
from judging.models import Assessor, Judgment
from tests import make
from tests.journeys.seat import Seat, seat

__all__ = ["seat"]

pytestmark = pytest.mark.django_db(transaction=True)


def give_practice(seat: Seat) -> None:
    """Let the person train on GF1 and judge GD1."""
    task = seat.task
    seat.pool("GF1", ("Balzac", "Zola"))
    seat.pool("GD1", ("romancier",))
    make.load_judgments(
        task,
        "GF1\tanswer\tD1\tBalzac\tearlier\tincorrect\nGF1\tanswer\tD1\tZola\tearlier\tcorrect\n",
    )
    question = task.questions.get(identifier="GF1")
    reference = Assessor.objects.get(name="earlier")
    choices = Choices({seat.user.pk: 1.0}, {}, training=(question.pk,), reference=reference.pk)
    assign_questions(
        task=task,
        choices=choices,
        digest=plan_assignment(task, choices).digest,
        by=task.campaign.opened_by,
        at=timezone.now(),
    )


def test_the_reference_is_told_and_stays_until_the_next_decision(seat: Seat) -> None:
    give_practice(seat)
    page = seat.page
    page.goto(f"{seat.site}{seat.place}/judge/")
    seat.ready()
    told = page.locator("#feedback")
    expect(page.get_by_text("Training", exact=True)).to_be_visible()
    expect(told).to_be_hidden()
    first, second = seat.order()

    page.keyboard.press("d")
    agrees = "As the reference:" if first == "Balzac" else "The reference differs:"
    expect(told).to_contain_text(agrees)
    expect(told).to_contain_text(first)
    violations = Axe().run(page).response["violations"]
    assert [one["id"] for one in violations] == []
    page.keyboard.press("d")
    seat.goes_on_to("Qui est Zola ?")

    expect(told).to_contain_text(second)
    expect(page.get_by_text("Training", exact=True)).to_be_hidden()
    page.keyboard.press("f")
    expect(page.get_by_text("Everything is saved", exact=True)).to_be_visible()
    purposes = Judgment.objects.order_by("pk").values_list("assessor__purpose", flat=True)
    assert list(purposes) == ["judging", "judging", "training", "training", "judging"]


def test_what_the_reference_says_moves_nothing(seat: Seat) -> None:
    give_practice(seat)
    page = seat.page
    page.goto(f"{seat.site}{seat.place}/judge/")
    seat.ready()
    told, answers = page.locator("#feedback"), page.locator("#main")
    before = answers.bounding_box()

    page.keyboard.press("d")
    expect(told).to_be_visible()
    assert answers.bounding_box() == before
    page.keyboard.press("d")

    seat.goes_on_to("Qui est Zola ?")
    expect(told).to_be_visible()
    before = answers.bounding_box()
    page.keyboard.press("f")
    expect(told).to_be_hidden()
    assert answers.bounding_box() == before
    expect(page.get_by_text("Everything is saved", exact=True)).to_be_visible()


def test_nothing_is_told_of_what_is_taken_back(seat: Seat) -> None:
    give_practice(seat)
    page = seat.page
    page.goto(f"{seat.site}{seat.place}/judge/")
    seat.ready()
    first = seat.order()[0]
    told = page.locator("#feedback")
    page.keyboard.press("d")
    expect(told).to_be_visible()

    page.keyboard.press("u")
    expect(told).to_be_hidden()
    page.keyboard.press("Control+y")

    expect(told).to_contain_text(first)
    expect(page.get_by_text("Everything is saved", exact=True)).to_be_visible()
