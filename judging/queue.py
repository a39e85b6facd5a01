"""What an assessor is to judge, and in which order."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Exists, Func, OuterRef, Q, QuerySet

from campaign.models import Question, Task, User
from campaign.models.rows import ask, first
from judging.decisions import Verdict
from judging.models import Assessor, JudgingRules, Judgment, PoolText, Slot

# Every key that an assessor presses waits for these, and the ORM takes longer to write a
# statement than the database to answer it.
QUESTION = "SELECT * FROM campaign_question WHERE task_id = %s AND identifier = %s"
SLOT = "SELECT * FROM judging_slot WHERE id = %s AND question_id = %s"
NAME_OF_SLOT = "SELECT * FROM judging_assessor WHERE id = %s AND user_id = %s"
NAME = """
SELECT * FROM judging_assessor WHERE task_id = %s AND user_id = %s AND purpose = 'judging'
"""
TEXTS_AT = """
SELECT item.question_id, count(*),
    count(*) FILTER (WHERE judgment.label <> '' OR judgment.verdict = 'cannot')
FROM judging_poolitem item
JOIN judging_pooltext text ON text.item_id = item.id AND text.pooled_at IS NOT NULL
LEFT JOIN judging_judgment judgment
  ON judgment.text_id = text.id AND judgment.assessor_id = %s
WHERE item.question_id = ANY (%s)
GROUP BY item.question_id
"""


@dataclass(frozen=True, slots=True)
class Place:
    """One question in front of one assessor.

    ``slot`` is empty where questions are not assigned, ``assessor`` as long as the person has
    judged nothing; ``items`` names what alone comes back, if not all of the question.
    """

    question: Question
    user: User
    assessor: Assessor | None
    slot: Slot | None = None

    @property
    def position(self) -> int:
        return self.slot.position if self.slot else self.question.position

    @property
    def items(self) -> tuple[int, ...]:
        return tuple(self.slot.items) if self.slot else ()

    @property
    def is_given_away(self) -> bool:
        """Whether somebody else has the place now: acts made before still arrive."""
        return self.slot is not None and self.slot.released_at is not None

    @property
    def counts(self) -> bool:
        """Whether what is judged there enters scores: practice and what comes back do not."""
        return self.slot is None or self.slot.assessor.purpose == Assessor.Purpose.JUDGING


class Texts(NamedTuple):
    """How many texts there are to judge, and how many the person has decided."""

    pooled: int
    done: int


@dataclass(frozen=True)
class Queue:
    """One person's places in the order in which they are met, and what is left at them.

    Where questions are not assigned, every standing question is a place of every assessor;
    training and what comes back have slots anyway.
    """

    user: User
    places: tuple[Place, ...]

    @cached_property
    def texts(self) -> Mapping[int, Texts]:
        """Return the texts of each question, where what is judged enters scores."""
        return _texts_at([place for place in self.places if place.counts])

    @cached_property
    def _open_slots(self) -> frozenset[int]:
        apart = [place.slot.pk for place in self.places if place.slot and not place.counts]
        left = Slot.objects.filter(pk__in=apart).filter(Exists(_open_texts_of_slot()))
        return frozenset(left.values_list("pk", flat=True))

    @cached_property
    def left(self) -> list[Place]:
        """Return the places with something to judge."""
        return [place for place in self.places if self._is_open(place)]

    def ahead_of(self, place: Place) -> list[Place]:
        """Return the other places with something to judge: those after a place, then the rest."""
        at = _order(place)
        others = [one for one in self.left if one.question != place.question]
        return sorted(others, key=lambda one: (_order(one) < at, _order(one)))

    @property
    def questions(self) -> list[Question]:
        """Return the questions that the person may open, in question order."""
        found = {place.question.pk: place.question for place in self.places}
        return sorted(found.values(), key=lambda question: question.position)

    def named(self, identifier: str) -> Question | None:
        """Return the question of that name if the person may open it."""
        found = (one.question for one in self.places if one.question.identifier == identifier)
        return next(found, None)

    def at(self, question: Question) -> Place | None:
        """Return the place at a question, None if it was given to nobody or somebody else.

        Of several, a slot with something left to judge, else the place that has no slot, else the
        first.
        """
        found = [place for place in self.places if place.question == question]
        if not found and question.is_withdrawn:
            return _withdrawn_place(question, self.user)
        if len(found) > 1:
            return min(found, key=self._rank)
        return found[0] if found else None

    def _rank(self, place: Place) -> int:
        if place.slot is None:
            return 1
        return 0 if self._is_open(place) else 2

    def _is_open(self, place: Place) -> bool:
        if place.slot is not None and not place.counts:
            return place.slot.pk in self._open_slots
        pooled, done = self.texts.get(place.question.pk, (0, 0))
        return done < pooled


def queue_of(task: Task, user: User, *, question: Question | None = None) -> Queue:
    """Return the person's places in a task, or those at one question alone."""
    slots = slots_of(task, user)
    if question is not None:
        slots = slots.filter(question=question)
    places = [Place(slot.question, user, slot.assessor, slot) for slot in slots]
    if not JudgingRules.objects.of(task).assigns_questions:
        assessor = _name_of(task, user)
        questions = task.questions.standing() if question is None else [question]
        places += [Place(each, user, assessor) for each in questions]
    for place in places:
        place.question.task = task  # with its rules, read once
    return Queue(
        user,
        tuple(sorted(places, key=_order)),
    )


def _order(place: Place) -> tuple[int, int]:
    return place.position, place.question.position


def _texts_at(places: Collection[Place]) -> dict[int, Texts]:
    assessor = next((place.assessor.pk for place in places if place.assessor), None)
    counted = ask(TEXTS_AT, [assessor, [place.question.pk for place in places]])
    return {question: Texts(pooled, done) for question, pooled, done in counted()}


def _withdrawn_place(question: Question, user: User) -> Place | None:
    """Return where who held a withdrawn question may still look: the page says what happened."""
    if not JudgingRules.objects.of(question.task).assigns_questions:
        return Place(question, user, _name_of(question.task, user))
    held = Slot.objects.filter(question=question, assessor__user=user, released_at=None)
    slot = held.select_related("assessor").first()
    return Place(question, user, slot.assessor, slot) if slot else None


def was_given_away(question: Question, user: User) -> bool:
    """Whether the person had a place at the question that somebody else has now."""
    released = Slot.objects.exclude(released_at=None)
    return released.filter(question=question, assessor__user=user).exists()


def place_at(question: Question, user: User) -> Place | None:
    """Return the person's place at one question, as their queue has it."""
    return queue_of(question.task, user, question=question).at(question)


def place_named(task: Task, identifier: str, user: User, slot_id: int | None) -> Place | None:
    """Return the place that a page was made for: a slot, or none where nothing is assigned."""
    question = first(Question.objects.raw(QUESTION, [task.pk, identifier]))
    if question is None:
        return None
    question.task = task
    if slot_id is None:
        if JudgingRules.objects.of(task).assigns_questions:
            return place_at(question, user)
        return Place(question, user, _name_of(task, user))
    # Acts made before a slot was given to somebody else, or its question withdrawn, arrive after.
    slot = first(Slot.objects.raw(SLOT, [slot_id, question.pk]))
    name = slot and first(Assessor.objects.raw(NAME_OF_SLOT, [slot.assessor_id, user.pk]))
    return Place(question, user, name, slot) if name else None


def _name_of(task: Task, user: User) -> Assessor | None:
    return first(Assessor.objects.raw(NAME, [task.pk, user.pk]))


def slots_of(task: Task, user: User) -> QuerySet[Slot]:
    """Return the slots that count for the person, in the order in which they are met."""
    mine = Slot.objects.standing().filter(assessor__task=task, assessor__user=user)
    if not JudgingRules.objects.of(task).assigns_questions:
        mine = mine.exclude(assessor__purpose=Assessor.Purpose.JUDGING)
    return mine.select_related("assessor", "question").order_by("position", "pk")


def _open_texts_of_slot() -> QuerySet[PoolText]:
    done = decided().filter(text=OuterRef("pk"), assessor=OuterRef(OuterRef("assessor")))
    alone = Func(
        OuterRef("item"),
        template="ARRAY[%(expressions)s]",
        output_field=ArrayField(models.BigIntegerField()),
    )
    # A slot without items is about the whole question.
    concerned = Slot.objects.filter(Q(items=[]) | Q(items__contains=alone))
    return (
        PoolText.objects.pooled()
        .filter(Exists(concerned.filter(pk=OuterRef(OuterRef("pk")))))
        .filter(item__question=OuterRef("question"))
        .exclude(Exists(done))
    )


IS_DECIDED = ~Q(label="") | Q(verdict=Verdict.CANNOT)


def decided() -> QuerySet[Judgment]:
    """Return the judgments that leave nothing to do: labels, and what cannot be judged."""
    return Judgment.objects.filter(IS_DECIDED)
