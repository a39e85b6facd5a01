"""Who is to judge what: what people hold, and a plan for what nobody holds."""

from __future__ import annotations

import hashlib
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from django.db.models import Exists, OuterRef, Q, QuerySet

from campaign.models import Membership, Question, Role, Task, User, Waiver
from campaign.models.rows import ask
from judging.balancing import Precision, Weighed, draw_sample, precision_of, share_out
from judging.models import ADJUDICATION, Assessor, JudgingRules, Judgment, PoolText
from judging.work_done import Work, decided_share, work_done
from judging.workload import loads_of, right_share_of

type Holders = Mapping[int, list[int]]
"""By question, the people who judge it, the first one first."""

SLOTS = """
SELECT slot.question_id, assessor.user_id, slot.is_double, slot.released_at IS NOT NULL
FROM judging_slot slot JOIN judging_assessor assessor ON assessor.id = slot.assessor_id
WHERE assessor.task_id = %s AND assessor.purpose = 'judging' AND assessor.user_id IS NOT NULL
"""
TRAINED = """
SELECT DISTINCT slot.question_id
FROM judging_slot slot JOIN judging_assessor assessor ON assessor.id = slot.assessor_id
WHERE assessor.task_id = %s AND assessor.purpose = 'training' AND slot.released_at IS NULL
"""


class Choices(NamedTuple):
    """What an organizer decides; people are named by the keys of their accounts."""

    weights: Mapping[int, float]
    tags: Mapping[int, tuple[str, ...]]
    double: int = 0
    seed: int = 0
    training: tuple[int, ...] = ()
    reference: int | None = None

    def kept(self) -> dict[str, Any]:
        """Return what is remembered for questions that come later."""
        return {
            "weights": {str(user): weight for user, weight in self.weights.items()},
            "tags": {str(user): list(tags) for user, tags in self.tags.items() if tags},
            "double": self.double,
            "seed": self.seed,
        }


def kept_choices(rules: JudgingRules) -> Choices:
    """Return the choices with which questions were last given, without the training set."""
    kept = rules.shares
    return Choices(
        {int(user): float(weight) for user, weight in kept.get("weights", {}).items()},
        {int(user): tuple(tags) for user, tags in kept.get("tags", {}).items()},
        int(kept.get("double", 0)),
        int(kept.get("seed", 0)),
        reference=rules.training_reference_id,
    )


def assessors_of_task(task: Task) -> QuerySet[User]:
    """Return the people who may judge the task: assessors who do not compete in it."""
    held = Membership.objects.covering(task).filter(campaign=task.campaign_id, role=Role.ASSESSOR)
    waived = Waiver.objects.filter(task=task, user=OuterRef("pk"))
    competes = User.objects.filter(pk=OuterRef("pk"), teams__tasks=task)
    users = User.objects.filter(is_active=True, pk__in=held.values("user"))
    return users.filter(~Exists(competes) | Exists(waived)).order_by("name", "pk")


def holders_of(task: Task, work: Work) -> Holders:
    """Return who holds each question: by a slot, or by having judged it before slots were given.

    A place that was released is held no more, whatever was judged at it.
    """
    assigns = JudgingRules.objects.of(task).assigns_questions
    first = {place: (False, done.first_event) for place, done in work.items()}
    for question, user, is_double, is_released in ask(SLOTS, [task.pk])():
        if is_released:
            first.pop((question, user), None)
        # Nothing is assigned: a slot is only where somebody opened a page.
        elif assigns or (question, user) in work:
            first[question, user] = is_double, 0
    holders: dict[int, list[int]] = defaultdict(list)
    for (question, user), _order in sorted(first.items(), key=lambda one: (one[0][0], one[1])):
        holders[question].append(user)
    return holders


def trained_on(task: Task) -> set[int]:
    """Return the questions of the training set."""
    return {question for (question,) in ask(TRAINED, [task.pk])()}


def reference_labels(task: Task, reference: int | None) -> QuerySet[Judgment]:
    """Return the labels that training compares with: adjudicated, or of the chosen assessor."""
    rows = Judgment.objects.counting(task)
    return rows.filter(Q(assessor__name=ADJUDICATION) | Q(assessor=reference))


def training_candidates(task: Task, reference: int | None) -> dict[str, list[int]]:
    """Return by type the standing questions whose pooled texts all have a reference label."""
    labels = reference_labels(task, reference).filter(text=OuterRef("pk"))
    texts = PoolText.objects.pooled().filter(item__question__task=task)
    open_texts = texts.exclude(Exists(labels))
    known = task.questions.standing().filter(pk__in=texts.values("item__question"))
    candidates: dict[str, list[int]] = defaultdict(list)
    ready = known.exclude(pk__in=open_texts.values("item__question")).in_order()
    for question, type_ in ready.values_list("pk", "type"):
        candidates[type_].append(question)
    return candidates


@dataclass(frozen=True, slots=True)
class PersonPlan:
    """What one person holds and gets, and why they train on fewer questions than others."""

    user: User
    held: int
    fresh: int
    doubled: int
    by_type: dict[str, int]
    decisions: int
    training: int
    known: int
    is_reference: bool
    is_chosen: bool


@dataclass(frozen=True, slots=True)
class Plan:
    """Who gets what, as it would be applied now."""

    choices: Choices
    held: Holders
    first: dict[int, int]
    second: dict[int, int]
    training: dict[int, tuple[int, ...]]
    left_over: tuple[int, ...]
    people: tuple[PersonPlan, ...]
    sample: Precision

    @property
    def digest(self) -> str:
        """Return a name of all that would be done."""
        said = repr(
            (self.choices, sorted(self.held.items()), self.first, self.second, self.training)
        )
        return hashlib.blake2b(said.encode(), digest_size=16).hexdigest()

    @property
    def doubles(self) -> set[int]:
        """Return the questions that two people judge, those of before among them."""
        return {one for one, people in self.held.items() if len(people) > 1} | self.second.keys()


def plan_assignment(task: Task, choices: Choices, *, rate: float = 0.03) -> Plan:
    """Return who would get the questions that nobody holds, and a second look at the sample.

    The same task and choices give the same plan.
    """
    return _Planning(task, choices).plan(rate)


class _Planning:
    def __init__(self, task: Task, choices: Choices) -> None:
        self.task, self.choices = task, choices
        self.loads = loads_of(task, right_share_of(task))
        self.users = {user.pk: user for user in assessors_of_task(task)}
        self.questions = {
            question.pk: question
            for question in task.questions.standing()
            if question.pk in self.loads
        }
        self.work = work_done(task)
        self.held = {
            question: people
            for question, people in holders_of(task, self.work).items()
            if question in self.questions
        }
        self.practice = trained_on(task) | set(choices.training)
        # Who is there for a specialty alone has no weight elsewhere, and their own share of it.
        self.weights = {
            user: choices.weights.get(user) or 1.0
            for user in self.users
            if choices.weights.get(user) or choices.tags.get(user)
        }

    def plan(self, rate: float) -> Plan:
        free = [one for one in self.questions if one not in self.held and one not in self.practice]
        first = share_out(
            [self._weighed(one) for one in free],
            self.weights,
            base=self._base(self.held),
            seed=self.choices.seed,
        )
        holding = {**self.held} | {question: [user] for question, user in first.items()}
        second = self._second(holding)
        doubled = {one for one, people in holding.items() if len(people) > 1} | second.keys()
        units = sum(self.loads[one].judged_units for one in doubled)
        return Plan(
            choices=self.choices,
            held=self.held,
            first=first,
            second=second,
            training=self._training(),
            left_over=tuple(one for one in free if one not in first),
            people=self._people(first, second),
            sample=precision_of(len(doubled), units, rate),
        )

    def _weighed(self, question: int, without: Collection[int] = ()) -> Weighed:
        row = self.questions[question]
        able = self._eligible(row) - set(without)
        return Weighed(question, row.type, self.loads[question].decisions, able)

    def _eligible(self, question: Question) -> frozenset[int]:
        """Return the specialists of the question's tags; without any, those with a weight."""
        wanted = set(question.tags)
        able = {user for user, tags in self.choices.tags.items() if wanted & set(tags)}
        if not able:
            able = {user for user, weight in self.choices.weights.items() if weight}
        return frozenset(able & self.users.keys())

    def _base(self, holding: Mapping[int, Iterable[int]]) -> dict[int, float]:
        """Return the decisions that people have to make already."""
        base: dict[int, float] = defaultdict(float)
        for question, people in holding.items():
            for user in people:
                left = 1 - decided_share(self.work, self.loads, question, user)
                base[user] += left * self.loads[question].decisions
        return base

    def _second(self, holding: Holders) -> dict[int, int]:
        by_type: dict[str, list[int]] = defaultdict(list)
        weighed = {one: self._weighed(one, people) for one, people in holding.items()}
        for question, people in holding.items():
            # Who trained on a question has seen its labels.
            is_free = question not in self.practice and weighed[question].eligible
            if is_free or len(people) > 1:
                by_type[self.questions[question].type].append(question)
        taken = [one for one, people in holding.items() if len(people) > 1]
        drawn = draw_sample(by_type, self.choices.double, taken=taken, seed=self.choices.seed)
        return share_out(
            [weighed[one] for one in drawn],
            self.weights,
            base=self._base(holding),
            seed=self.choices.seed,
        )

    @cached_property
    def _practised(self) -> tuple[int, ...]:
        return tuple(one for one in self.choices.training if one in self.questions)

    @cached_property
    def _reference(self) -> int | None:
        """Return the person whose labels training tells, if it is a person."""
        names = Assessor.objects.filter(pk=self.choices.reference or 0)
        return names.values_list("user", flat=True).first()

    def _training(self) -> dict[int, tuple[int, ...]]:
        return {
            user: tuple(one for one in self._practised if user not in self.held.get(one, ()))
            for user in self.weights
            if self._practised and user != self._reference
        }

    def _people(
        self, first: Mapping[int, int], second: Mapping[int, int]
    ) -> tuple[PersonPlan, ...]:
        training, base = self._training(), self._base(self.held)
        people = []
        for pk, user in self.users.items():
            mine = [one for one, who in first.items() if who == pk]
            again = [one for one, who in second.items() if who == pk]
            held = [one for one, holders in self.held.items() if pk in holders]
            decisions = base.get(pk, 0.0) + sum(self.loads[one].decisions for one in mine + again)
            if held or mine or again or (self._practised and pk in self.weights):
                person = PersonPlan(
                    user=user,
                    held=len(held),
                    fresh=len(mine),
                    doubled=len(again),
                    by_type=Counter(self.questions[one].type for one in [*held, *mine, *again]),
                    decisions=round(decisions),
                    training=len(training.get(pk, ())),
                    known=sum(one in held for one in self._practised),
                    is_reference=pk == self._reference,
                    is_chosen=pk in self.weights,
                )
                people.append(person)
        return tuple(people)
