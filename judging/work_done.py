"""What each person has judged of each question: read once, for all figures that rest on it."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import NamedTuple

from django.db.models import Count, Min, Q

from campaign.models import Task
from campaign.models.keys import among
from judging.models import Assessor, Judgment
from judging.queue import IS_DECIDED
from judging.workload import Load, count_units


class WorkDone(NamedTuple):
    """The first event, and how many texts and units of the pool are decided."""

    first_event: int
    texts: int
    units: int


type Work = Mapping[tuple[int, int], WorkDone]
"""By question and person."""


def work_done(task: Task, questions: Collection[int] | None = None) -> Work:
    """Return what people judged of each question, or of some, where they judged something."""
    judged = Judgment.objects.filter(
        assessor__task=task,
        assessor__purpose=Assessor.Purpose.JUDGING,
        assessor__user__isnull=False,
    )
    if questions is not None:
        judged = judged.filter(among("text__item__question", questions))
    settled = IS_DECIDED & Q(text__pooled_at__isnull=False)
    rows = judged.values_list("text__item__question", "assessor__user").annotate(
        first=Min("first_event"),
        texts=Count("pk", filter=settled),
        units=count_units("text__", among=settled),
    )
    return {(question, user): WorkDone(*done) for question, user, *done in rows}


def decided_share(work: Work, loads: Mapping[int, Load], question: int, user: int) -> float:
    """Return which part of a question's pooled texts a person has decided."""
    done, load = work.get((question, user)), loads.get(question)
    return done.texts / load.texts if done and load else 0.0
