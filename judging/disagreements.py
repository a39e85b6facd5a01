"""The units on which assessors differ: what adjudicators settle, without names."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from django.db.models import Count, Max, QuerySet

from campaign.models import Question, Task, User
from campaign.models.keys import among
from campaign.models.rows import ask
from judging.judgment_format import Label
from judging.models import ADJUDICATION, Assessor, Judgment, JudgmentEvent, PoolItem, PoolText
from judging.shared_labels import SharedLabels
from judging.work_done import Work, work_done

DECISIONS = """
SELECT judgment.text_id, judgment.label
FROM judging_judgment judgment JOIN judging_assessor assessor ON assessor.id = judgment.assessor_id
WHERE assessor.task_id = %s AND assessor.name = %s AND assessor.purpose = 'judging'
    AND judgment.label <> '' AND judgment.text_id = ANY (%s)
"""
PLACES = """
SELECT slot.question_id, assessor.user_id
FROM judging_slot slot
JOIN judging_assessor assessor ON assessor.id = slot.assessor_id
JOIN campaign_question question ON question.id = slot.question_id
WHERE assessor.task_id = %s AND assessor.purpose = 'judging' AND assessor.user_id IS NOT NULL
    AND slot.released_at IS NULL AND question.withdrawn_at IS NULL
"""

type Pair = tuple[str, ...]

_ORDER = {label.value: number for number, label in enumerate(Label)}


class Opinion(NamedTuple):
    """What one assessor says of the unit; whose it is stays inside."""

    assessor_id: int
    user_id: int | None
    label: str


@dataclass(frozen=True, slots=True)
class Dispute:
    """An answer group in one document, or a passage, that assessors labelled differently.

    The opinions stand in an order drawn at random from the unit itself: it is the same each time
    and tells nothing of who gave them.
    """

    item: PoolItem
    document: str
    text: str
    opinions: tuple[Opinion, ...]
    decision: str

    @property
    def question(self) -> Question:
        return self.item.question

    @property
    def pair(self) -> Pair:
        """Return the labels given, in the order of their severity."""
        return tuple(sorted({one.label for one in self.opinions}, key=lambda label: _ORDER[label]))

    @property
    def pair_name(self) -> str:
        """Return the pair as it stands in an address, such as ``correct-inexact``."""
        return "-".join(self.pair)

    @property
    def is_open(self) -> bool:
        return not self.decision

    def is_of(self, user: User) -> bool:
        """Whether one of the opinions is the person's own."""
        return any(one.user_id == user.pk for one in self.opinions)


def disputes(task: Task, *, question: Question | None = None) -> list[Dispute]:
    """Return the units with different first labels, in question order, settled ones too.

    A question is left out until all who judge it are done there: nobody's work may be read, or
    decided on, while another assessor of the same question is still at it.
    """
    first = _first_labels(task)
    if question is not None:
        first = first.filter(text__item__question=question)
    apart = first.values("text").annotate(labels=Count("label", distinct=True)).filter(labels__gt=1)
    # Two queries: as one, a table without statistics is joined row by row.
    disputed = list(apart.values_list("text", flat=True))
    texts = list(
        PoolText.objects.filter(among("pk", disputed))
        .select_related("item__question__task")
        .order_by("item__question__position", "item__kind", "item", "document", "pk")
    )
    questions = {text.item.question_id for text in texts}
    waiting = unfinished_questions(task, pooled_texts(questions), work_done(task, questions))
    shown = [text for text in texts if text.item.question_id not in waiting]
    return list(_by_unit(shown, _opinions(shown), _decisions(task, [text.pk for text in shown])))


def open_disputes(task: Task, shared: SharedLabels, pooled: Mapping[int, int], work: Work) -> int:
    """Return how many disputes wait for a decision, from what was read already.

    ``pooled`` and ``work`` are what `unfinished_questions` asks for, of all questions.
    """
    waiting = unfinished_questions(task, pooled, work)
    shown = [one for one in shared.apart.values() if one.question not in waiting]
    decided = _decisions(task, [one.text for one in shown])
    return len({(one.item, one.document) for one in shown if one.text not in decided})


def _first_labels(task: Task) -> QuerySet[Judgment]:
    people = Assessor.objects.first_labels().filter(task=task).values_list("pk", flat=True)
    labelled = Judgment.objects.labelled().filter(assessor__in=list(people))
    return labelled.filter(text__item__question__withdrawn_at=None)


def _opinions(texts: Iterable[PoolText]) -> Mapping[int, list[Opinion]]:
    rows = Judgment.objects.labelled().filter(
        among("text", (text.pk for text in texts)),
        assessor__in=Assessor.objects.first_labels(),
    )
    found: dict[int, list[Opinion]] = defaultdict(list)
    for text, assessor, user, label in rows.order_by("assessor", "pk").values_list(
        "text_id", "assessor_id", "assessor__user", "label"
    ):
        found[text].append(Opinion(assessor, user, label))
    return found


def _decisions(task: Task, texts: Iterable[int]) -> Mapping[int, str]:
    return dict(ask(DECISIONS, [task.pk, ADJUDICATION, list(texts)])())


def last_decision(item: PoolItem, document: str) -> int:
    """Return the key of the last event of the adjudication on a unit, 0 if there is none."""
    events = JudgmentEvent.objects.filter(
        assessor__name=ADJUDICATION, text__item=item, text__document=document
    )
    return events.aggregate(last=Max("pk"))["last"] or 0


def _by_unit(
    texts: Iterable[PoolText],
    opinions: Mapping[int, list[Opinion]],
    decisions: Mapping[int, str],
) -> Iterable[Dispute]:
    units: dict[tuple[int, str], list[PoolText]] = defaultdict(list)
    for text in texts:
        units[text.item_id, text.document].append(text)
    for (item, document), members in units.items():
        given = list(opinions[members[0].pk])
        random.Random(f"{item}\0{document}").shuffle(given)  # noqa: S311 -- no secret
        # A spelling that came after the decision opens the unit again.
        settled = {decisions.get(text.pk, "") for text in members}
        yield Dispute(
            item=members[0].item,
            document=document,
            text=members[0].text,
            opinions=tuple(given),
            decision="" if "" in settled else settled.pop(),
        )


def pooled_texts(questions: Collection[int]) -> dict[int, int]:
    """Return how many texts each of the questions has in the pool."""
    texts = PoolText.objects.pooled().filter(among("item__question", questions))
    return dict(texts.values_list("item__question").annotate(texts=Count("pk")))


def unfinished_questions(task: Task, pooled: Mapping[int, int], work: Work) -> set[int]:
    """Return which of the questions with pooled texts somebody who judges there has not finished.

    Whoever judged something of a question or has a place at it is asked; who judged elsewhere is
    done with what the file brought.
    """
    places = set(ask(PLACES, [task.pk])())
    return {
        question
        for question, user in places | work.keys()
        if (work[question, user].texts if (question, user) in work else 0) < pooled.get(question, 0)
    }


class Wanted(NamedTuple):
    """Which disputes of a task are looked at."""

    type: str = ""
    pair: str = ""
    settled: bool = False

    def keeps(self, dispute: Dispute) -> bool:
        return (
            self.type in {"", dispute.question.type}
            and self.pair in {"", dispute.pair_name}
            and self.settled != dispute.is_open
        )

    @property
    def query(self) -> dict[str, str]:
        """Return what stands in the address of a page that looks at the same."""
        fields = {
            "type": self.type,
            "pair": self.pair,
            "state": "settled" if self.settled else "",
        }
        return {name: value for name, value in fields.items() if value}


@dataclass(frozen=True, slots=True)
class DisputeQueue:
    """The disputes looked at, and how many there are in all."""

    shown: tuple[Dispute, ...]
    open: int
    settled: int
    pairs: Mapping[str, Pair]
    types: tuple[str, ...]

    def neighbors(self, dispute: Dispute) -> tuple[Dispute | None, Dispute | None]:
        """Return what stands before and after a dispute."""
        places = [place for place, one in enumerate(self.shown) if _is_same(one, dispute)]
        if not places:
            return None, self.shown[0] if self.shown else None
        before, after = places[0] - 1, places[0] + 1
        return (
            self.shown[before] if before >= 0 else None,
            self.shown[after] if after < len(self.shown) else None,
        )


def _is_same(one: Dispute, other: Dispute) -> bool:
    return (one.item.pk, one.document) == (other.item.pk, other.document)


def queue_of(task: Task, wanted: Wanted) -> DisputeQueue:
    """Return the disputes of a task that are looked at."""
    found = disputes(task)
    opened = sum(one.is_open for one in found)
    alike = [one for one in found if one.is_open != wanted.settled]
    pairs = {one.pair_name: one.pair for one in alike}
    return DisputeQueue(
        shown=tuple(one for one in found if wanted.keeps(one)),
        open=opened,
        settled=len(found) - opened,
        pairs=dict(sorted(pairs.items())),
        types=tuple(dict.fromkeys(one.question.type for one in alike)),
    )
