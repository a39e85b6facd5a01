"""Assignment: who gets what, in secret; giving to others loses nothing; one tab holds a slot."""

from __future__ import annotations

import re
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.utils import timezone

from campaign.models import Event, Question, Stage, Task, User
from judging.actions.assessors import assessor_of
from judging.actions.assignment import (
    NobodyIsChosen,
    PlanHasChanged,
    assign_questions,
    give_unheld,
)
from judging.actions.judgments import JudgingIsClosed
from judging.actions.slots import claim_slot
from judging.assignment import Choices, assessors_of_task, plan_assignment
from judging.models import JudgingRules, Slot
from judging.queue import place_at, queue_of
from tests import make, sharing

pytestmark = pytest.mark.django_db


@pytest.fixture
def task() -> Task:
    return sharing.make_task()


@pytest.fixture
def people(task: Task) -> list[User]:
    return sharing.make_people(task)


def test_everybody_gets_a_share_of_every_type_and_finds_nothing_else(
    task: Task, people: list[User]
) -> None:
    sharing.give(task, sharing.choose(*people[:2]))

    left = [queue_of(Task.objects.get(pk=task.pk), user).left for user in people]
    assert [len(places) for places in left] == [6, 6, 0]
    kinds = [sum(place.question.type == "list" for place in places) for places in left]
    assert kinds == [2, 2, 0]
    assert set(sharing.holders_of(task)) == set(task.questions.values_list("pk", flat=True))
    [event] = Event.objects.filter(verb="assign-questions")
    assert event.after == {"questions": 12, "doubled": 0, "training": 0, "seed": 0}


def test_the_second_place_is_never_the_same_person_and_shows_to_nobody(
    task: Task, people: list[User]
) -> None:
    sharing.give(task, sharing.choose(*people[:2], double=6, seed=4))

    slots = Slot.objects.filter(is_double=True).select_related("question")
    assert len(slots) == 6
    assert sorted(slot.question.type for slot in slots) == ["factual"] * 4 + ["list"] * 2
    assert all(len(set(who)) == len(who) for who in sharing.holders_of(task).values())
    second = slots.filter(assessor__user=people[0])[0]
    address = sharing.page(task, f"judge/question/{second.question.identifier}/")
    client = Client()
    client.force_login(people[0])
    shown = [without_keys(client.get(address).content.decode())]
    Slot.objects.filter(pk=second.pk).update(is_double=False)
    shown.append(without_keys(client.get(address).content.decode()))
    assert shown[0] == shown[1]


def without_keys(body: str) -> str:
    """Leave out what is drawn anew for every page."""
    body = re.sub(r"\b\w{64}\b", "", body)
    return re.sub(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{22}", "", body)


def test_specialists_alone_get_what_their_tag_names(task: Task, people: list[User]) -> None:
    ada, blaise, carl = people
    sharing.give(task, sharing.choose(ada, blaise, tags={carl.pk: ("médecine",)}))

    assert sharing.names_held(task, carl) == {"GF10", "GF11"}
    assert len(sharing.names_held(task, ada)) == len(sharing.names_held(task, blaise)) == 5
    assert JudgingRules.objects.get().specialists == {carl.pk}


def test_who_judged_a_question_before_keeps_it(task: Task, people: list[User]) -> None:
    ada, blaise, _carl = people
    first, second = task.questions.in_order()[:2]
    make.make_judgment_event(first, by=ada)
    make.make_judgment_event(first, by=blaise)
    make.make_judgment_event(second, by=blaise)

    plan = sharing.give(task, sharing.choose(ada, blaise, double=2))

    holders = sharing.holders_of(task)
    assert holders[first.pk] == [ada.pk, blaise.pk]
    assert holders[second.pk][0] == blaise.pk
    assert len(plan.doubles) == 2
    assert (len(plan.first), len(plan.second)) == (10, 1)


def test_a_question_that_two_people_hold_counts_among_those_asked_for(
    task: Task, people: list[User]
) -> None:
    ada, blaise, _carl = people
    alone = make.make_question(task, "GD1")
    Question.objects.filter(pk=alone.pk).update(type="definition", position=20)
    make.make_pool_item(alone)
    for user in (ada, blaise):
        make.make_judgment_event(alone, by=user)

    plan = sharing.give(task, sharing.choose(ada, blaise, double=4))

    assert len(plan.doubles) == plan.sample.questions == 4
    assert Slot.objects.filter(is_double=True).count() == 4


def test_a_page_that_was_only_opened_holds_nothing(task: Task, people: list[User]) -> None:
    ada, blaise, _carl = people
    name = assessor_of(task=task, user=ada)
    question = task.questions.in_order()[0]
    claim_slot(question=question, assessor=name, tab=uuid4(), at=timezone.now())

    sharing.give(task, sharing.choose(blaise))

    assert sharing.names_held(task, ada) == set()
    assert place_at(Question.objects.get(pk=question.pk), ada) is None


def test_questions_that_come_later_are_given_with_one_button(
    task: Task, people: list[User]
) -> None:
    sharing.give(task, sharing.choose(*people[:2], double=4, seed=9))
    before = {user.pk: sharing.names_held(task, user) for user in people}
    late = make.make_question(task, "GF99")
    make.make_pool_item(late)
    client = Client()
    client.force_login(task.campaign.opened_by)
    shown = client.get(sharing.page(task, "judging/assignment/"))

    client.post(sharing.page(task, "judging/assignment/give/"))

    assert [question.identifier for question in shown.context["unheld"]] == ["GF99"]
    after = {user.pk: sharing.names_held(task, user) for user in people}
    fresh = {pk: after[pk] - before[pk] for pk in after}
    assert {"GF99"} in fresh.values()
    assert all(before[pk] <= after[pk] for pk in after)
    again = Task.objects.get(pk=task.pk)
    assert give_unheld(task=again, by=task.campaign.opened_by, at=timezone.now()).first == {}


def test_a_plan_is_applied_as_it_was_seen_or_not_at_all(task: Task, people: list[User]) -> None:
    choices = sharing.choose(*people[:2])
    seen = plan_assignment(task, choices).digest
    make.make_pool_item(make.make_question(task, "GF99"))

    with pytest.raises(PlanHasChanged):
        assign_questions(
            task=task,
            choices=choices,
            digest=seen,
            by=task.campaign.opened_by,
            at=timezone.now(),
        )
    with pytest.raises(NobodyIsChosen):
        sharing.give(task, Choices({}, {}))
    make.put_at_stage(task, Stage.JUDGED)
    with pytest.raises(JudgingIsClosed):
        sharing.give(task, choices)
    assert Slot.objects.count() == 0


def test_competitors_and_former_assessors_are_not_offered(task: Task, people: list[User]) -> None:
    ada, blaise, carl = people
    make.make_team(task, member=ada)
    User.objects.filter(pk=blaise.pk).update(is_active=False)
    assert list(assessors_of_task(task)) == [carl]
    make.make_waiver(task, ada)
    assert list(assessors_of_task(task)) == [ada, carl]


def test_the_way_leads_from_own_question_to_own_question(task: Task, people: list[User]) -> None:
    sharing.give(task, sharing.choose(*people[:2]))
    client = Client()
    client.force_login(people[0])
    mine = sharing.names_held(task, people[0])
    at: str | None = min(mine, key=lambda name: int(name[2:]))
    way = []
    while at is not None:
        way.append(at)
        response = client.get(sharing.page(task, f"judge/question/{at}/"))
        at = response.context["neighbors"]["after"]
    assert way == sorted(mine, key=lambda name: int(name[2:]))


# --- the page ------------------------------------------------------------------


def sent(people: list[User], **more: object) -> dict[str, Any]:
    fields: dict[str, Any] = {"double": 4, "rate": 3, "seed": 7, "training_count": 0}
    for user in people:
        fields |= {f"weight_{user.pk}": "1", f"tags_{user.pk}": ""}
    return fields | more


def test_the_plan_is_shown_then_applied(task: Task, people: list[User]) -> None:
    client = Client()
    client.force_login(task.campaign.opened_by)

    shown = client.post(sharing.page(task, "judging/assignment/"), sent(people))
    plan = shown.context["plan"]
    outdated = client.post(
        sharing.page(task, "judging/assignment/apply/"), sent(people, digest="x")
    )
    applied = client.post(
        sharing.page(task, "judging/assignment/apply/"), sent(people, digest=plan.digest)
    )

    assert (shown.status_code, outdated.status_code, applied.status_code) == (200, 422, 302)
    assert [one.fresh for one in plan.people] == [4, 4, 4]
    assert Slot.objects.filter(is_double=True).count() == 4
    assert JudgingRules.objects.get().assigns_questions


@pytest.mark.parametrize(
    "wrong",
    [
        {"double": "-1"},
        {"seed": "x"},
        {"rate": "200"},
        {"training_count": "3"},
        {"training_names": "GF0 none"},
        {"reference": "999"},
    ],
)
def test_bad_input_is_refused(task: Task, people: list[User], wrong: dict[str, str]) -> None:
    client = Client()
    client.force_login(task.campaign.opened_by)
    for address in ("judging/assignment/", "judging/assignment/apply/"):
        response = client.post(sharing.page(task, address), sent(people) | wrong)
        assert (response.status_code, list(response.context["form"].errors)) == (422, [*wrong])
    assert Slot.objects.count() == 0


def test_an_unknown_tag_and_nobody_are_refused(task: Task, people: list[User]) -> None:
    client = Client()
    client.force_login(task.campaign.opened_by)
    tagged = sent(people) | {f"tags_{people[0].pk}": "médecine, droit"}
    nobody = sent(people) | {f"weight_{user.pk}": "0" for user in people}
    errors = [
        list(client.post(sharing.page(task, "judging/assignment/"), one).context["form"].errors)
        for one in (tagged, nobody)
    ]
    assert errors == [[f"tags_{people[0].pk}"], ["__all__"]]
    assert client.post(sharing.page(task, "judging/assignment/reassign/"), {}).status_code == 302
