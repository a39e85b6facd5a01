"""Training and repeats: told or asked again, and outside every score and agreement."""

from __future__ import annotations

from datetime import datetime, timedelta
from uuid import uuid4

import pytest
from django.test import Client
from django.utils import timezone

from campaign.models import Question, Role, Task, User
from judging.actions.assessors import assessor_of
from judging.actions.assignment import assign_questions
from judging.actions.judgments import record_batch
from judging.actions.repeats import draw_repeats, tasks_to_ask_again
from judging.actions.rules import set_rules
from judging.agreement_report import agreement_report
from judging.assignment import Choices, plan_assignment, training_candidates
from judging.batches import Batch, Choice
from judging.decisions import Decision
from judging.judgment_format import Label
from judging.models import Assessor, Judgment, JudgmentEvent, PoolItem, Slot
from judging.queue import Place, place_at, queue_of
from judging.reports import judging_progress
from judging.shared_labels import shared_labels
from judging.tallies import tallies_of
from scoring.evidence import judgment_lines
from tests import make

pytestmark = pytest.mark.django_db


@pytest.fixture
def task() -> Task:
    task = make.make_ready_task()
    for name in ("GF1", "GD1", "GB1"):
        make.make_pool_item(task.questions.get(identifier=name), f"réponse {name}")
    return task


@pytest.fixture
def ada(task: Task) -> User:
    return make.make_member(task.campaign, Role.ASSESSOR)


@pytest.fixture
def reference(task: Task) -> Assessor:
    """Return an assessor of an earlier campaign who judged GF1 whole."""
    make.load_judgments(task, "GF1\tanswer\tD1\tréponse GF1\tearlier\tcorrect\n")
    return Assessor.objects.get(name="earlier")


def train(
    task: Task, user: User, reference: Assessor, *, names: tuple[str, ...] = ("GF1",)
) -> Task:
    training = tuple(task.questions.filter(identifier__in=names).values_list("pk", flat=True))
    choices = Choices({user.pk: 1.0}, {}, training=training, reference=reference.pk)
    assign_questions(
        task=task,
        choices=choices,
        digest=plan_assignment(task, choices).digest,
        by=task.campaign.opened_by,
        at=timezone.now(),
    )
    return Task.objects.get(pk=task.pk)


def decide(
    place: Place, decision: Decision, user: User, *, at: datetime | None = None
) -> JudgmentEvent:
    """Decide on the one item of a place, under the name that the place has."""
    item = PoolItem.objects.get(question=place.question)
    assessor = place.assessor or assessor_of(task=place.question.task, user=user)
    seen = JudgmentEvent.objects.versions(assessor, [item.pk]).get(item.pk)
    batch = Batch(uuid4(), "key", (Choice(item.token, "D1", decision, seen),))
    record_batch(
        question=place.question, assessor=assessor, batch=batch, by=user, at=at or timezone.now()
    )
    return JudgmentEvent.objects.get(assessor=assessor, batch=batch.key)


def test_only_what_the_reference_judged_whole_can_be_trained_on(
    task: Task, reference: Assessor
) -> None:
    question = task.questions.get(identifier="GF1")
    assert training_candidates(task, None) == {}
    assert training_candidates(task, reference.pk) == {"factual": [question.pk]}
    make.make_pool_item(question, "autre réponse")
    assert training_candidates(task, reference.pk) == {}


def test_training_comes_first_and_its_questions_are_given_to_nobody_else(
    task: Task, ada: User, reference: Assessor
) -> None:
    task = train(task, ada, reference)
    places = queue_of(task, ada).left
    names = [(place.question.identifier, place.assessor.purpose) for place in places]  # type: ignore[union-attr]
    assert names == [("GF1", "training"), ("GD1", "judging"), ("GB1", "judging")]


def test_what_is_left_of_the_training_follows_before_anything_else(
    task: Task, ada: User, reference: Assessor
) -> None:
    make.load_judgments(task, "GB1\tanswer\tD1\tréponse GB1\tearlier\tcorrect\n")
    task = train(task, ada, reference, names=("GF1", "GB1"))
    queue = queue_of(task, ada)
    ahead = {
        place.question.identifier: [other.question.identifier for other in queue.ahead_of(place)]
        for place in queue.left
    }
    assert ahead == {"GF1": ["GB1", "GD1"], "GB1": ["GD1", "GF1"], "GD1": ["GF1", "GB1"]}


def test_the_plan_says_why_somebody_trains_on_fewer_questions(task: Task, ada: User) -> None:
    """Ada holds one of two, Blaise judged them as the reference, Carl has no weight."""
    blaise, carl = (make.make_user(name) for name in ("Blaise", "Carl"))
    for user in (blaise, carl):
        make.make_membership(task.campaign, Role.ASSESSOR, user=user)
    one, two, three = task.questions.in_order().filter(identifier__in=["GF1", "GD1", "GB1"])
    for question, user in ((one, blaise), (two, blaise), (two, ada), (three, carl)):
        make.judge(question.pool_items.get(), Label.CORRECT, user)
    client = Client(headers={"accept-language": "en"})
    client.force_login(task.campaign.opened_by)
    choices = {
        "double": 0,
        "rate": 3,
        "seed": 7,
        "training_count": 0,
        "reference": Assessor.objects.get(user=blaise).pk,
        **{f"weight_{user.pk}": weight for user, weight in ((ada, 1), (blaise, 1), (carl, 0))},
    }
    address = f"/campaigns/{task.campaign.slug}/{task.slug}/judging/assignment/"

    told = client.post(address, choices | {"training_names": f"{one.identifier} {two.identifier}"})
    untold = client.post(address, choices)

    assert [person.training for person in told.context["plan"].people] == [1, 0, 0]
    reasons = (
        "without 1 question that they hold already",
        "their labels are the reference",
        "no weight, no specialty",
    )
    assert [told.content.decode().count(reason) for reason in reasons] == [1, 1, 1]
    assert [untold.content.decode().count(reason) for reason in reasons] == [0, 0, 0]


def test_the_reference_is_told_after_the_decision_and_only_in_training(
    task: Task, ada: User, reference: Assessor
) -> None:
    task = train(task, ada, reference)
    client = Client(headers={"accept-language": "en"})
    client.force_login(ada)
    place = queue_of(task, ada).left[0]
    item = PoolItem.objects.get(question=place.question)
    address = f"/campaigns/{task.campaign.slug}/{task.slug}/judge/feedback/"
    asked = {"place": place.slot.pk if place.slot else "", "item": item.token}

    before = client.get(f"{address}GF1/", asked)
    decide(place, Decision.WRONG, ada)
    after = client.get(f"{address}GF1/", asked)
    page = client.get(f"/campaigns/{task.campaign.slug}/{task.slug}/judge/question/GF1/")
    elsewhere = client.get(f"{address}GD1/", {"item": item.token})
    malformed = client.get(f"{address}GF1/", {"place": "x"})

    assert (before.status_code, before.context["feedback"]) == (200, [])
    [told] = after.context["feedback"]
    assert (told.text, told.label, told.reference) == ("réponse GF1", "incorrect", "correct")
    assert [one.agrees for one in page.context["feedback"]] == [False]
    assert (elsewhere.status_code, malformed.status_code) == (404, 404)


def test_an_adjudicated_label_counts_before_the_reference(
    task: Task, ada: User, reference: Assessor
) -> None:
    make.load_judgments(task, "GF1\tanswer\tD1\tréponse GF1\tadjudication\tinexact\n")
    task = train(task, ada, reference)
    place = queue_of(task, ada).left[0]
    decide(place, Decision.INEXACT, ada)
    client = Client()
    client.force_login(ada)
    page = client.get(f"/campaigns/{task.campaign.slug}/{task.slug}/judge/question/GF1/")
    assert [one.reference for one in page.context["feedback"]] == ["inexact"]


def figures(task: Task) -> tuple[object, ...]:
    """Return everything that labels enter."""
    return (
        judgment_lines(task),
        agreement_report(shared_labels(task)),
        judging_progress({}, task.assessors.counting(), tallies_of(task)).labels,
        JudgmentEvent.objects.latest_of(task),
    )


def test_training_and_repeats_enter_no_score_and_no_agreement(
    task: Task, ada: User, reference: Assessor
) -> None:
    question = task.questions.get(identifier="GD1")
    make.judge(PoolItem.objects.get(question=question), Label.CORRECT, make.make_user("Blaise"))
    task = train(task, ada, reference)
    before = figures(task)

    decide(queue_of(task, ada).left[0], Decision.WRONG, ada)
    again = assessor_of(task=task, user=ada, purpose=Assessor.Purpose.REPEAT)
    slot = Slot.objects.create(assessor=again, question=question, assigned_at=timezone.now())
    decide(Place(question, ada, again, slot), Decision.WRONG, ada)

    assert Judgment.objects.exclude(assessor__purpose="judging").count() == 2
    assert figures(task) == before


# --- repeats -------------------------------------------------------------------


def judged_days_ago(task: Task, user: User, days: int) -> None:
    task.announced_at = timezone.now() - timedelta(days=31)
    task.released_at = timezone.now() - timedelta(days=30)
    task.save()
    for name in ("GF1", "GD1", "GB1"):
        question = Question.objects.get(task=task, identifier=name)
        place = Place(question, user, None)
        decide(place, Decision.WRONG, user, at=timezone.now() - timedelta(days=days))


def repeat(task: Task, share: float = 1.0) -> int:
    by = task.campaign.opened_by
    set_rules(task=task, by=by, at=timezone.now(), repeat_share=share)
    return draw_repeats(task=Task.objects.get(pk=task.pk), at=timezone.now())


def test_old_decisions_come_back_once(task: Task, ada: User) -> None:
    judged_days_ago(task, ada, days=6)
    drawn = [repeat(task) for _ in range(3)]
    fresh = Question.objects.get(identifier="GF1")
    place = place_at(fresh, ada)

    assert drawn == [3, 0, 0]
    assert place is not None
    assert place.assessor is not None
    assert (place.assessor.purpose, len(place.items)) == ("repeat", 1)
    decide(place, Decision.RIGHT, ada)
    assert repeat(task) == 0
    assert [one.question.identifier for one in queue_of(task, ada).left] == ["GD1", "GB1"]


def test_young_decisions_do_not_come_back(task: Task, ada: User) -> None:
    judged_days_ago(task, ada, days=4)
    assert repeat(task) == 0


def test_the_share_is_kept_and_a_larger_one_adds(task: Task, ada: User) -> None:
    task.announced_at = timezone.now() - timedelta(days=31)
    task.released_at = timezone.now() - timedelta(days=30)
    task.save()
    question = task.questions.get(identifier="GL1")
    for number in range(200):
        item = make.make_pool_item(question, f"réponse {number}")
        make.judge(item, Label.INCORRECT, ada)
    set_rules(task=task, by=ada, at=timezone.now(), repeat_days=0)

    few, all_ = repeat(task, 0.1), repeat(task)

    assert 8 <= few <= 34
    assert few + all_ == 200
    [slot] = Slot.objects.filter(assessor__purpose="repeat")
    assert len(set(slot.items)) == 200


def test_nothing_comes_back_where_it_is_switched_off(task: Task, ada: User) -> None:
    judged_days_ago(task, ada, days=6)
    assert repeat(task, 0) == 0
    assert tasks_to_ask_again(at=timezone.now()) == []
    repeat(task, 1)
    assert tasks_to_ask_again(at=timezone.now()) == [task]
    User.objects.filter(pk=ada.pk).update(is_active=False)
    Slot.objects.all().delete()
    assert repeat(task, 1) == 0
