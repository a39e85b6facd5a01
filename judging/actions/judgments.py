"""Recording what assessors decide: whole acts, each once, none over something unseen."""

from __future__ import annotations

import json
from datetime import datetime
from typing import Any, NamedTuple
from uuid import UUID

from django.db import connection, transaction

from campaign.models import Question, Task, User
from judging.actions.events import Circumstances, append_batch
from judging.batches import MEANS, REVERSING, Batch, Choice
from judging.changes import Change, is_in_force, reversed_change
from judging.decisions import Decision, decide, label_of
from judging.groups import Answer, Group, groups_of
from judging.judgment_format import Kind
from judging.models import Assessor, Doubt, JudgingRules, Judgment, JudgmentEvent, Slot

LOCK = "SELECT FROM judging_assessor WHERE id = %s FOR UPDATE"
# Read once nobody else writes under the name. Whoever signs the closing waits for its lock, or is
# waited for: the task is closed here then.
STANDING = """
SELECT task.*, batch.body_digest AS known_digest, batch.answer AS known_answer,
    (SELECT id FROM judging_guideline WHERE task_id = task.id ORDER BY version DESC LIMIT 1)
        AS guideline
FROM judging_assessor name JOIN campaign_task task ON task.id = name.task_id
LEFT JOIN judging_judgmentbatch batch ON batch.assessor_id = name.id AND batch.key = %(key)s
WHERE name.id = %(assessor)s
"""
KEEP = """
INSERT INTO judging_judgmentbatch (assessor_id, key, body_digest, answer, received_at)
VALUES (%s, %s, %s, %s::jsonb, %s)
"""


class JudgingIsClosed(Exception):
    """Judging was signed, or has not begun: labels stay as they are."""


class QuestionIsGivenAway(Exception):
    """Somebody else judges the question now: what was judged there stays."""


class QuestionIsWithdrawn(Exception):
    """The question counts no more: judging it would be lost work."""


class NotOffered(Exception):
    """No run gave the answer with this document, or the page shows it no more."""


class LabelDoesNotFit(Exception):
    """A passage is correct or incorrect, nothing else."""


class RestIsOff(Exception):
    """In this task every answer is judged by itself."""


class StringIsDecided(Exception):
    """The rest is what nobody judged: nothing that was decided is part of it."""


class ReasonIsMissing(Exception):
    """Who cannot judge says why."""


class KeyWasUsed(Exception):
    """The key of the act names another act."""


class NothingToReverse(Exception):
    """The act is unknown, or was reversed or replaced before."""


class Stale(Exception):
    """Something else was decided on the same group since the page was shown."""

    def __init__(self, units: list[Answer]) -> None:
        super().__init__(units)
        self.units = units


@transaction.atomic
def record_batch(
    *, question: Question, assessor: Assessor, batch: Batch, by: User, at: datetime
) -> Answer:
    """Store one act whole, or nothing of it, and return what its units are now.

    The same act again changes nothing and is given the same answer.

    :raises KeyWasUsed: if another act came with the key.
    :raises JudgingIsClosed: before the release of the questions and after judging was signed.
    :raises QuestionIsWithdrawn: if the question was taken out.
    :raises NotOffered: if a unit is not in the pool.
    :raises LabelDoesNotFit: if a passage is given a label of short answers.
    :raises RestIsOff: if the task wants every answer judged by itself.
    :raises StringIsDecided: if the rest would change what was decided before.
    :raises ReasonIsMissing: if something cannot be judged and nobody says why.
    :raises NothingToReverse: if the act to be undone is not there any more.
    :raises QuestionIsGivenAway: if the act to be undone is of a question that somebody else has.
    :raises Stale: if a unit was judged otherwise since the page was shown.
    """
    standing = _lock(assessor, batch.key)
    if standing.known_answer is not None:
        if standing.known_digest != batch.digest:
            raise KeyWasUsed
        return dict(json.loads(standing.known_answer))
    if not standing.task.is_being_judged(at):
        raise JudgingIsClosed
    writer = _Writer(question, assessor, batch, by, at, standing.guideline)
    units = writer.reverse() if batch.means in REVERSING else writer.decide()
    answer: Answer = {"state": "saved", "key": str(batch.key), "units": units}
    with connection.cursor() as cursor:
        cursor.execute(KEEP, [assessor.pk, batch.key, batch.digest, json.dumps(answer), at])
    return answer


class _Standing(NamedTuple):
    """What an act meets: its task as it is now, its guidelines, what its key was answered."""

    task: Task
    guideline: int | None
    known_digest: str | None
    known_answer: str | None


def _lock(assessor: Assessor, key: UUID) -> _Standing:
    """Let one writer at a time pass under a name: two tabs cannot interleave."""
    with connection.cursor() as cursor:
        cursor.execute(LOCK, [assessor.pk])
    row: Any = Task.objects.raw(STANDING, {"assessor": assessor.pk, "key": key})[0]
    return _Standing(row, row.guideline, row.known_digest, row.known_answer)


def undo_of_last(*, task: Task, user: User, key: UUID) -> Batch | None:
    """Return the act that takes the person's latest decision back, None if there is none."""
    events = JudgmentEvent.objects.filter(assessor__task=task, assessor__user=user, by=user)
    undone = events.exclude(undoes=None).values("undoes")
    own = [name for name in JudgmentEvent.Means.values if name in MEANS and name != "undo"]
    last = events.filter(means__in=own).exclude(batch__in=undone).order_by("-pk").first()
    return None if last is None else Batch(key, "undo", reverses=last.batch)


class _Writer:
    """One act on its way to the rows."""

    def __init__(
        self,
        question: Question,
        assessor: Assessor,
        batch: Batch,
        by: User,
        at: datetime,
        guideline: int | None,
    ) -> None:
        self.question, self.assessor, self.batch = question, assessor, batch
        self.by, self.at, self.guideline = by, at, guideline
        self.rules = JudgingRules.objects.of(question.task)

    def decide(self) -> list[Answer]:
        if self.question.is_withdrawn:
            raise QuestionIsWithdrawn
        self._check()
        named = {choice.item for choice in self.batch.choices}
        groups = groups_of(self.question, self.assessor, named)
        touched: dict[str, Group] = {}
        changes: list[Change] = []
        for choice in self.batch.choices:
            group = groups.get(choice.item)
            if group is None or choice.document not in {None, *group.opinions}:
                raise NotOffered
            if choice.item not in touched:
                self._refuse_stale(group, choice)
            touched[choice.item] = group
            changes += self._changes(group, choice)
        self._write(changes)
        return [unit for group in touched.values() for unit in group.units(self.rules)]

    def _check(self) -> None:
        decisions = {choice.decision for choice in self.batch.choices}
        is_rest = self.batch.means == JudgmentEvent.Means.REST
        if is_rest and (not self.rules.offers_rest or decisions != {Decision.WRONG}):
            raise RestIsOff
        if Decision.CANNOT in decisions and self.batch.reason not in Doubt.Reason.values:
            raise ReasonIsMissing

    def _refuse_stale(self, group: Group, choice: Choice) -> None:
        if group.version == (str(choice.seen) if choice.seen else ""):
            return
        wanted = decide(choice.decision, group.opinions, choice.document, is_split=group.is_split)
        if wanted != group.opinions:
            raise Stale(group.units(self.rules))

    def _changes(self, group: Group, choice: Choice) -> list[Change]:
        kind = group.kind
        if kind is Kind.PASSAGE and choice.decision in {Decision.INEXACT, Decision.UNSUPPORTED}:
            raise LabelDoesNotFit
        after = decide(choice.decision, group.opinions, choice.document, is_split=group.is_split)
        changes = []
        for document, opinion in after.items():
            names = group.distinct[document]
            if choice.distinct is not None and (kind is Kind.ANSWER or document == choice.document):
                names = choice.distinct
            if opinion == group.opinions[document] and names == group.distinct[document]:
                continue
            if self.batch.means == JudgmentEvent.Means.REST and group.opinions[document].verdict:
                raise StringIsDecided
            label = label_of(opinion, kind, inexact_first=self.rules.inexact_first)
            group.opinions[document], group.distinct[document] = opinion, names
            changes += [
                Change(self.assessor.pk, text, opinion, label, names)
                for text in group.texts[document]
            ]
        if changes:
            group.version = str(self.batch.key)
        if choice.decision is Decision.CANNOT:
            self._raise_doubt(group.item, choice.document)
        return changes

    def _raise_doubt(self, item: int, document: str | None) -> None:
        Doubt.objects.create(
            assessor=self.assessor,
            question=self.question,
            item_id=item,
            document=document or "",
            kind=Doubt.Kind.CANNOT,
            reason=self.batch.reason,
            text=self.batch.note.strip(),
            batch=self.batch.key,
            raised_at=self.at,
        )

    def reverse(self) -> list[Answer]:
        if self.batch.reverses is None:
            raise NothingToReverse
        events = JudgmentEvent.objects.filter(assessor=self.assessor)
        done = events.filter(batch=self.batch.reverses).select_related("text__item__question")
        undone = list(done.order_by("-pk"))
        if not undone or events.filter(undoes=self.batch.reverses).exists():
            raise NothingToReverse
        # A key reaches back over questions: the page goes to the one that the act was about.
        self.question = undone[0].text.item.question
        self._refuse_what_is_not_theirs()
        # What was judged otherwise since, in another tab or by a reopening, stays. An act may
        # have changed a text twice: back to what was before the first of its events.
        texts = [one.text_id for one in undone]
        judgments = Judgment.objects.filter(assessor=self.assessor, text__in=texts)
        current = {judgment.text_id: judgment for judgment in judgments}
        last = {one.text_id: one for one in reversed(undone)}
        first = {one.text_id: one for one in undone}
        changes = [
            reversed_change(first[text])
            for text, one in last.items()
            if is_in_force(one, current.get(text))
        ]
        if not changes:
            raise NothingToReverse
        self._write(changes)
        is_undo = self.batch.means == JudgmentEvent.Means.UNDO
        Doubt.objects.filter(batch=self.batch.reverses).update(
            batch=self.batch.key, taken_back_at=self.at if is_undo else None
        )
        changed = {change.text for change in changes}
        touched = {one.text.item.token for one in undone if one.text_id in changed}
        return [
            {**unit, "question": self.question.identifier}
            for group in groups_of(self.question, self.assessor, touched).values()
            for unit in group.units(self.rules)
        ]

    def _refuse_what_is_not_theirs(self) -> None:
        if self.question.is_withdrawn:
            raise QuestionIsWithdrawn
        given_away = Slot.objects.exclude(released_at=None).filter(assessor=self.assessor)
        if given_away.filter(question=self.question).exists():
            raise QuestionIsGivenAway

    def _write(self, changes: list[Change]) -> None:
        append_batch(
            changes=changes,
            means=JudgmentEvent.Means(self.batch.means),
            batch=self.batch.key,
            by=self.by,
            at=self.at,
            circumstances=Circumstances(
                self.batch.client_at,
                self.batch.active_ms,
                self.guideline,
                self.batch.reverses,
            ),
        )
