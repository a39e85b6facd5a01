"""Giving to others what an assessor has not finished: nothing is lost, and who is there is told."""

from __future__ import annotations

import json
from uuid import uuid4

import pytest
from django.test import Client
from django.utils import timezone

from campaign.models import Question, Task, User
from judging.actions.assignment import (
    Handover,
    NobodyIsChosen,
    NothingToGive,
    reassign_questions,
)
from judging.judgment_format import Label
from judging.models import Assessor, Judgment, JudgmentEvent, Slot
from judging.queue import place_at, queue_of
from tests import make, sharing

pytestmark = pytest.mark.django_db


@pytest.fixture
def task() -> Task:
    return sharing.make_task()


@pytest.fixture
def people(task: Task) -> list[User]:
    return sharing.make_people(task)


def reassign(task: Task, user: User, *to: User) -> Handover:
    return reassign_questions(
        task=task,
        assessor=Assessor.objects.get(user=user, purpose="judging"),
        weights={one.pk: 1.0 for one in to},
        by=task.campaign.opened_by,
        at=timezone.now(),
    )


def test_giving_to_others_loses_nothing(task: Task, people: list[User]) -> None:
    ada, blaise, carl = people
    sharing.give(task, sharing.choose(ada, blaise))
    mine = sorted(sharing.names_held(task, ada))
    done = task.questions.get(identifier=mine[0])
    make.make_judgment_event(done, Label.INEXACT, by=ada)
    half = task.questions.get(identifier=mine[1])
    make.make_pool_item(half, "Balzac")
    make.make_judgment_event(half, by=ada)
    labels = list(Judgment.objects.order_by("pk").values_list("text", "label", "assessor"))
    events = JudgmentEvent.objects.count()

    given = reassign(task, ada, carl).given

    assert sharing.names_held(task, ada) == {done.identifier}
    assert sharing.names_held(task, carl) == set(mine) - {done.identifier}
    assert set(given.values()) == {carl.pk}
    assert list(Judgment.objects.order_by("pk").values_list("text", "label", "assessor")) == labels
    assert JudgmentEvent.objects.count() == events
    # The new person judges the question whole; the former one finds it no more.
    fresh = Question.objects.get(pk=half.pk)
    assert half.pk in {place.question.pk for place in queue_of(fresh.task, carl).left}
    assert place_at(fresh, ada) is None


def test_who_is_at_a_question_that_goes_to_somebody_else_is_led_on(
    task: Task, people: list[User]
) -> None:
    ada, blaise, carl = people
    sharing.give(task, sharing.choose(ada, blaise))
    client = Client(headers={"accept-language": "en"})
    client.force_login(ada)
    name, never = min(sharing.names_held(task, ada)), min(sharing.names_held(task, blaise))
    shown = client.get(sharing.page(task, f"judge/question/{name}/"))

    reassign(task, ada, carl)

    beat = {"tab": str(uuid4()), "place": shown.context["desk"].place.slot.pk}
    sign_of_life = client.post(sharing.page(task, f"judge/lease/{name}/"), beat)
    again = client.get(sharing.page(task, f"judge/question/{name}/"), follow=True)
    assert sign_of_life.json() == {"state": "given-away"}
    assert again.redirect_chain == [(sharing.page(task, "judge/"), 302)]
    assert f"{name} is with somebody else now" in again.content.decode()
    fetched_ahead = client.get(
        sharing.page(task, f"judge/question/{name}/"), headers={"hx-request": "true"}
    )
    assert fetched_ahead.status_code == 404
    assert client.get(sharing.page(task, f"judge/question/{never}/")).status_code == 404


def test_nobody_gets_a_question_twice(task: Task, people: list[User]) -> None:
    ada, blaise, carl = people
    sharing.give(task, sharing.choose(ada, blaise, double=12))
    with pytest.raises(NothingToGive):
        reassign(task, ada, blaise)
    with pytest.raises(NobodyIsChosen):
        reassign(task, ada, ada)

    organizer = Client(headers={"accept-language": "en"})
    organizer.force_login(task.campaign.opened_by)
    one = organizer.post(
        sharing.page(task, "judging/assignment/reassign/"),
        {"assessor": Assessor.objects.get(user=ada).pk, "to": [blaise.pk]},
        follow=True,
    )
    assert "Nothing is left to give" in one.content.decode()

    assert reassign(task, ada, blaise, carl).kept == 0

    assert {len(set(who)) for who in sharing.holders_of(task).values()} == {2}
    assert sharing.names_held(task, carl) == set(
        task.questions.values_list("identifier", flat=True)
    )


def test_who_gave_questions_away_can_have_them_back(task: Task, people: list[User]) -> None:
    ada, blaise, _carl = people
    sharing.give(task, sharing.choose(ada))
    reassign(task, ada, blaise)
    reassign(task, blaise, ada)
    assert len(sharing.names_held(task, ada)) == 12
    assert Slot.objects.filter(released_at=None).count() == 12


def test_what_stays_with_its_assessor_is_told(task: Task, people: list[User]) -> None:
    ada, blaise, _carl = people
    sharing.give(task, sharing.choose(ada, blaise, double=4))
    both = len(sharing.names_held(task, ada) & sharing.names_held(task, blaise))
    one = len(sharing.names_held(task, ada)) - both
    client = Client(headers={"accept-language": "en"})
    client.force_login(task.campaign.opened_by)

    shown = client.post(
        sharing.page(task, "judging/assignment/reassign/"),
        {"assessor": Assessor.objects.get(user=ada).pk, "to": [blaise.pk]},
        follow=True,
    ).content.decode()

    assert (both, one) == (4, 3)
    assert "3 questions have changed hands. 4 stay where they are" in shown


def test_what_was_judged_at_a_question_that_was_given_away_cannot_be_undone(
    task: Task, people: list[User]
) -> None:
    ada, blaise, _carl = people
    sharing.give(task, sharing.choose(ada))
    question = task.questions.in_order()[0]
    make.make_judgment_event(question, Label.INCORRECT, by=ada)
    make.make_pool_item(question, "Balzac")
    reassign(task, ada, blaise)
    client = Client(headers={"accept-language": "en", "x-assessor": str(ada.pk)})
    client.force_login(ada)
    event = JudgmentEvent.objects.get()
    undo = {
        "key": str(uuid4()),
        "means": "undo",
        "reverses": str(event.batch),
        "choices": [],
        "place": str(Slot.objects.get(assessor__user=ada, question=question).pk),
    }

    answer = client.post(
        sharing.page(task, f"judge/act/{question.identifier}/"),
        json.dumps(undo),
        content_type="application/json",
    )

    assert (answer.status_code, answer.json()["state"]) == (409, "given-away")
    assert list(JudgmentEvent.objects.all()) == [event]
