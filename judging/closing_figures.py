"""What the organizer reads before signing that judging is over: how good the reference is."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass

from campaign.models import Task
from judging.agreement import Undefined
from judging.agreement_intervals import Estimate
from judging.agreement_report import SharedUnit, disagreement_of, units_labelled_twice
from judging.disagreements import open_disputes, pooled_texts
from judging.judgment_format import Kind, Label
from judging.labels import Policy, final_label
from judging.models import Doubt, JudgingRules, Judgment, JudgmentEvent, PoolText
from judging.shared_labels import shared_labels
from judging.work_done import work_done


@dataclass(frozen=True, slots=True)
class ClosingFigures:
    """The figures of a closing act, and what is still open."""

    shared: tuple[SharedUnit, ...]
    disagreement: Estimate
    threshold: float
    pooled: int
    unjudged: int
    undecided: int
    disputes: int
    doubts: int
    newest_event: int

    @property
    def units(self) -> int:
        return len(self.shared)

    @property
    def differing(self) -> int:
        return sum(not unit.is_same for unit in self.shared)

    @property
    def by_kind(self) -> list[tuple[str, int, int]]:
        """Return units and differences of answers and of passages."""
        found = []
        for kind in Kind:
            own = [unit for unit in self.shared if unit.kind == kind]
            if own:
                found.append((kind.value, len(own), sum(not unit.is_same for unit in own)))
        return found

    @property
    def value(self) -> float | None:
        value = self.disagreement.value
        return None if isinstance(value, Undefined) else value

    @property
    def is_high(self) -> bool:
        return self.value is not None and self.value > self.threshold


def closing_figures(task: Task) -> ClosingFigures:
    """Return what the closing of judging states if it is signed now."""
    labels = shared_labels(task)
    shared = tuple(units_labelled_twice(labels))
    questions = {one.question for one in labels.rows}
    pooled, unjudged, undecided = _without_label(task)
    doubts = Doubt.objects.unanswered().filter(question__task=task, question__withdrawn_at=None)
    return ClosingFigures(
        shared=shared,
        disagreement=disagreement_of(shared),
        threshold=JudgingRules.objects.of(task).disagreement_threshold,
        pooled=pooled,
        unjudged=unjudged,
        undecided=undecided,
        disputes=open_disputes(task, labels, pooled_texts(questions), work_done(task, questions)),
        doubts=doubts.count(),
        newest_event=JudgmentEvent.objects.latest_of(task),
    )


def _without_label(task: Task) -> tuple[int, int, int]:
    """Return how many units the pool has, how many nobody labelled, how many have no final label.

    An answer in one document is a unit, and so is a passage. The rule is the one that scores
    follow: the decision of an adjudicator, else the majority.
    """
    texts = PoolText.objects.pooled().filter(
        item__question__task=task, item__question__withdrawn_at=None
    )
    given: dict[int, list[tuple[str, Label]]] = defaultdict(list)
    rows = Judgment.objects.counting(task).filter(text__pooled_at__isnull=False)
    for text, name, label in rows.order_by("first_event").values_list(
        "text", "assessor__name", "label"
    ):
        given[text].append((name, Label(label)))
    units: dict[tuple[int, str], set[str]] = defaultdict(set)
    for text, item, document in texts.values_list("pk", "item", "document"):
        labels = given.get(text, [])
        known = final_label(labels, Policy.MAJORITY) is not None
        units[item, document].add("known" if known else "undecided" if labels else "unjudged")
    unjudged = sum("unjudged" in states for states in units.values())
    undecided = sum("undecided" in states and "unjudged" not in states for states in units.values())
    return len(units), unjudged, undecided
