"""The labels of texts that several people labelled: what agreement and disputes start from."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from typing import NamedTuple

from django.db.models import QuerySet

from campaign.models import Task
from campaign.models.rows import ask
from judging.models import Assessor

SHARED = """
SELECT judgment.assessor_id, text.id, text.item_id, text.document, item.kind, item.question_id,
    judgment.label, event.means, (event.at AT TIME ZONE task.time_zone)::date
FROM judging_judgment judgment
JOIN judging_judgmentevent event ON event.id = judgment.first_event_id
JOIN judging_pooltext text ON text.id = judgment.text_id
JOIN judging_poolitem item ON item.id = text.item_id
JOIN campaign_question question ON question.id = item.question_id
JOIN campaign_task task ON task.id = question.task_id
WHERE judgment.assessor_id = ANY (%(people)s) AND judgment.label <> ''
    AND question.withdrawn_at IS NULL
    AND judgment.text_id IN (
        SELECT text_id FROM judging_judgment
        WHERE assessor_id = ANY (%(people)s) AND label <> ''
        GROUP BY text_id HAVING count(*) > 1
    )
ORDER BY question.position, text.item_id, text.document, text.id, judgment.id
"""


class GivenLabel(NamedTuple):
    """The label that one assessor gave one text, how they first did, and on which day there."""

    assessor: int
    text: int
    item: int
    document: str
    kind: str
    question: int
    label: str
    means: str
    day: date


@dataclass(frozen=True)
class SharedLabels:
    """Labels of texts that at least two of the people labelled, in question order."""

    people: tuple[Assessor, ...]
    rows: tuple[GivenLabel, ...]

    @property
    def first(self) -> list[GivenLabel]:
        """Leave out what people said when they were asked again."""
        asked_again = {one.pk for one in self.people if one.purpose == Assessor.Purpose.REPEAT}
        return [row for row in self.rows if row.assessor not in asked_again]

    @cached_property
    def by_assessor(self) -> Mapping[int, Mapping[int, GivenLabel]]:
        """Return the labels by text, of each assessor."""
        found: dict[int, dict[int, GivenLabel]] = defaultdict(dict)
        for row in self.rows:
            found[row.assessor][row.text] = row
        return found

    @cached_property
    def by_text(self) -> Mapping[int, list[GivenLabel]]:
        """Return the first labels of texts that several people labelled."""
        found: dict[int, list[GivenLabel]] = defaultdict(list)
        for row in self.first:
            found[row.text].append(row)
        return {text: given for text, given in found.items() if len(given) > 1}

    @cached_property
    def apart(self) -> Mapping[int, GivenLabel]:
        """Return a label of each text whose first labels differ."""
        return {
            text: given[0]
            for text, given in self.by_text.items()
            if any(one.label != given[0].label for one in given)
        }


def people_compared(task: Task) -> QuerySet[Assessor]:
    """Return whose labels agreement is counted on, and the names under which they said it again.

    Neither adjudication nor training enters, and whether an account is still open plays no part.
    """
    repeats = Assessor.objects.filter(task=task, purpose=Assessor.Purpose.REPEAT)
    return Assessor.objects.first_labels().filter(task=task) | repeats


def shared_labels(task: Task) -> SharedLabels:
    """Return the labels on which agreement in the task is counted."""
    return labels_shared_by(people_compared(task).select_related("user").order_by("name", "pk"))


def labels_shared_by(people: Iterable[Assessor]) -> SharedLabels:
    """Return the labels of texts that at least two of the people labelled."""
    people = tuple(people)
    found = ask(SHARED, {"people": [one.pk for one in people]})() if people else []
    return SharedLabels(people, tuple(map(GivenLabel._make, found)))
