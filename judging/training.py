"""What somebody who trains is told after a decision: the reference label beside their own."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from judging.assignment import reference_labels
from judging.models import ADJUDICATION, Assessor, JudgingRules, Judgment, JudgmentEvent
from judging.queue import Place

MOST = 5
"""How many units of one act are told: an act on the rest of a question may have hundreds."""


@dataclass(frozen=True, slots=True)
class Feedback:
    """One unit that somebody judged in training, and what the reference says of it."""

    text: str
    document: str
    label: str
    reference: str

    @property
    def agrees(self) -> bool:
        return self.label == self.reference


def is_training(place: Place) -> bool:
    """Whether what is judged there is practice, outside every score."""
    return place.assessor is not None and place.assessor.purpose == Assessor.Purpose.TRAINING


def feedback_on(place: Place, tokens: Collection[str] = ()) -> list[Feedback]:
    """Return the reference labels of what was decided in training, newest first.

    Of the items named, or of the latest act. Only what the person has decided themselves is told.
    """
    if place.assessor is None or not is_training(place):
        return []
    mine = Judgment.objects.labelled().filter(
        assessor=place.assessor, text__item__question=place.question
    )
    if not tokens:
        mine = mine.filter(text__in=_latest_texts(place))
    units: dict[tuple[int, str], Judgment] = {}
    for judgment in mine.select_related("text__item").order_by("-first_event"):
        if not tokens or judgment.text.item.token in tokens:
            units.setdefault((judgment.text.item_id, judgment.text.document), judgment)
    told = list(units.values())[:MOST]
    references = _references(place, told)
    return [
        Feedback(one.text.text, one.text.document, one.label, references[one.text_id])
        for one in told
        if one.text_id in references
    ]


def _latest_texts(place: Place) -> list[int]:
    events = JudgmentEvent.objects.filter(assessor=place.assessor)
    newest = events.filter(text__item__question=place.question).order_by("-pk").first()
    if newest is None:
        return []
    return list(events.filter(batch=newest.batch).values_list("text", flat=True))


def _references(place: Place, told: Collection[Judgment]) -> dict[int, str]:
    task = place.question.task
    rules = JudgingRules.objects.of(task)
    rows = reference_labels(task, rules.training_reference_id)
    known: dict[int, str] = {}
    for text, label, name in rows.filter(text__in=[one.text_id for one in told]).values_list(
        "text", "label", "assessor__name"
    ):
        if name == ADJUDICATION or text not in known:
            known[text] = label
    return known
