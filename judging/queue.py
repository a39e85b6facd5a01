"""What an assessor is to judge, and in which order."""

from __future__ import annotations

from dataclasses import dataclass

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Exists, Func, OuterRef, Q, QuerySet

from campaign.models import Question, Task, User
from campaign.models.question import QuestionQuerySet
from judging.decisions import Verdict
from judging.models import Assessor, JudgingRules, Judgment, PoolText, Slot


@dataclass(frozen=True, slots=True)
class Place:
    """One question in front of one assessor.

    ``slot`` is empty where questions are not assigned, ``assessor`` as long as the person has
    judged nothing; ``items`` names what alone comes back, if not all of the question.
    """

    question: Question
    assessor: Assessor | None
    slot: Slot | None = None

    @property
    def position(self) -> int:
        return self.slot.position if self.slot else self.question.position

    @property
    def items(self) -> tuple[int, ...]:
        return tuple(self.slot.items) if self.slot else ()


def places_left(task: Task, user: User) -> list[Place]:
    """Return the places with something to judge, in the order in which the person meets them.

    Where questions are not assigned, every standing question is a place of every assessor;
    training and what comes back have slots anyway.
    """
    slots = slots_of(task, user).filter(Exists(_open_texts_of_slot()))
    places = [Place(slot.question, slot.assessor, slot) for slot in slots]
    if not JudgingRules.objects.of(task).assigns_questions:
        assessor = _name_of(task, user)
        done = decided().filter(text=OuterRef("pk"), assessor=assessor)
        texts = PoolText.objects.pooled().filter(item__question=OuterRef("pk"))
        left = task.questions.standing().filter(Exists(texts.exclude(Exists(done))))
        places += [Place(question, assessor) for question in left]
    return sorted(places, key=lambda place: (place.position, place.question.position))


def place_at(question: Question, user: User) -> Place | None:
    """Return the person's place at a question, None if it was given to nobody or somebody else.

    Of several, the first with something left to judge, else the first.
    """
    task = question.task
    slots = slots_of(task, user).filter(question=question)
    slots = slots.annotate(is_open=Exists(_open_texts_of_slot()))
    places = [(not slot.is_open, Place(question, slot.assessor, slot)) for slot in slots]
    if not JudgingRules.objects.of(task).assigns_questions:
        places.append((False, Place(question, _name_of(task, user))))
    if not places and question.is_withdrawn:
        # Who held it may still look: the page says that it was withdrawn.
        held = Slot.objects.filter(question=question, assessor__user=user, released_at=None)
        places = [(True, Place(question, slot.assessor, slot)) for slot in held[:1]]
    ranked = sorted(places, key=lambda one: one[0])
    return ranked[0][1] if ranked else None


def questions_before(task: Task, user: User) -> QuestionQuerySet:
    """Return the standing questions that the person may open: all, or those given to them."""
    standing = task.questions.standing()
    if not JudgingRules.objects.of(task).assigns_questions:
        return standing
    return standing.filter(pk__in=slots_of(task, user).order_by().values("question"))


def place_named(question: Question, user: User, slot_id: int | None) -> Place | None:
    """Return the place that a page was made for: a slot, or none where nothing is assigned."""
    if slot_id is None:
        if JudgingRules.objects.of(question.task).assigns_questions:
            return place_at(question, user)
        return Place(question, _name_of(question.task, user))
    # Acts made before a slot was given to somebody else, or its question withdrawn, arrive after.
    named = Slot.objects.filter(pk=slot_id, question=question, assessor__user=user)
    slot = named.select_related("assessor").first()
    return Place(question, slot.assessor, slot) if slot else None


def _name_of(task: Task, user: User) -> Assessor | None:
    return Assessor.objects.counting().filter(task=task, user=user).first()


def slots_of(task: Task, user: User) -> QuerySet[Slot]:
    """Return the slots that count for the person, in the order in which they are met."""
    mine = Slot.objects.standing().filter(assessor__task=task, assessor__user=user)
    if not JudgingRules.objects.of(task).assigns_questions:
        mine = mine.exclude(assessor__purpose=Assessor.Purpose.JUDGING)
    return mine.select_related("assessor", "question__task").order_by("position", "pk")


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
