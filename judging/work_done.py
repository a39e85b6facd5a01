"""What each person has judged of each question."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import NamedTuple

from campaign.models import Task
from judging.tallies import Tally, tallies_of
from judging.workload import Load


class WorkDone(NamedTuple):
    """The first event, and how many texts and units of the pool are decided."""

    first_event: int
    texts: int
    units: int


type Work = Mapping[tuple[int, int], WorkDone]
"""By question and person."""


def work_done(task: Task, questions: Collection[int] | None = None) -> Work:
    """Return what people judged of each question, or of some, where they judged something."""
    return work_in(tallies_of(task, questions))


def work_in(tallies: Iterable[Tally]) -> Work:
    """Return what people did; what was judged elsewhere is nobody's."""
    work: dict[tuple[int, int], WorkDone] = {}
    for one in tallies:
        if one.user is None:
            continue
        place = one.question, one.user
        before = work.get(place, WorkDone(one.first_event, 0, 0))
        work[place] = WorkDone(
            min(before.first_event, one.first_event),
            before.texts + one.texts,
            before.units + one.units,
        )
    return work


def decided_share(work: Work, loads: Mapping[int, Load], question: int, user: int) -> float:
    """Return which part of a question's pooled texts a person has decided."""
    done, load = work.get((question, user)), loads.get(question)
    return done.texts / load.texts if done and load else 0.0
