"""Decisions that guide others: adjudicated disagreements and answered doubts, the nearest first."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from campaign.models import Question, Task
from judging.loose_forms import loose_form
from judging.models import Adjudication, Doubt, PoolItem

NEAREST = 5


@dataclass(frozen=True, slots=True)
class Precedent:
    """What was decided on an answer of a question, or said of a doubt about it."""

    question: Question
    text: str
    label: str
    asked: str
    said: str


@dataclass(frozen=True, slots=True)
class Unit:
    """What is in front of the assessor."""

    question: Question
    item: PoolItem | None
    label: str


def nearest_precedents(unit: Unit) -> list[Precedent]:
    """Return the precedents nearest to a unit: same question type first, same label, shared words.

    Left out is what was decided on the unit itself: who judges it makes up their own mind.
    """
    here = unit.item.pk if unit.item else None
    text = unit.item.key if unit.item else unit.question.text
    words = _words(text)
    found = [one for item, one in _precedents(unit.question.task) if item is None or item != here]
    found.sort(
        key=lambda one: (
            one.question.type != unit.question.type,
            not unit.label or one.label != unit.label,
            -_likeness(words, _words(one.text or one.question.text)),
        )
    )
    return found[:NEAREST]


def _words(text: str) -> frozenset[str]:
    form = loose_form(text)
    return frozenset((*form.words, *form.numbers))


def _likeness(one: frozenset[str], other: frozenset[str]) -> float:
    return len(one & other) / (len(one | other) or 1)


def _precedents(task: Task) -> list[tuple[int | None, Precedent]]:
    """Return every precedent of the task with the item that it is about, the newest first."""
    decided = (
        Adjudication.objects.filter(item__question__task=task)
        .order_by("item", "document", "-pk")
        .distinct("item", "document")
        .select_related("item__question")
        .prefetch_related("item__texts")
    )
    found: list[tuple[datetime, int | None, Precedent]] = [
        (
            one.decided_at,
            one.item_id,
            Precedent(
                one.item.question,
                _shown(one.item),
                one.label,
                "",
                one.comment or one.get_reason_display(),
            ),
        )
        for one in decided
        if one.is_precedent
    ]
    answered = (
        Doubt.objects.standing()
        .filter(question__task=task, outcome=Doubt.Outcome.PRECEDENT)
        .select_related("question", "item")
        .prefetch_related("item__texts")
    )
    found += [
        (
            one.replied_at or one.raised_at,
            one.item_id,
            Precedent(one.question, _shown(one.item), "", str(one), one.reply),
        )
        for one in answered
    ]
    found.sort(key=lambda one: one[0], reverse=True)
    return [(item, precedent) for _at, item, precedent in found]


def _shown(item: PoolItem | None) -> str:
    return min((text.text for text in item.texts.all()), default=item.key) if item else ""
