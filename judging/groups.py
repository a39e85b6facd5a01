"""A question's pooled items as one assessor has judged them so far."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Any

from campaign.models import Question
from judging.decisions import UNKNOWN, Opinion, Verdict, label_of
from judging.judgment_format import Kind
from judging.models import (
    Assessor,
    JudgingRules,
    Judgment,
    JudgmentEvent,
    PoolItem,
    PoolText,
    SplitGroup,
)

type Answer = dict[str, Any]


@dataclass(slots=True)
class Group:
    """One item of the question as its assessor has judged it so far."""

    item: PoolItem
    is_split: bool = False
    texts: dict[str, list[PoolText]] = field(default_factory=lambda: defaultdict(list))
    opinions: dict[str, Opinion] = field(default_factory=dict)
    distinct: dict[str, tuple[str, ...]] = field(default_factory=dict)
    version: str = ""
    judgments: dict[int, Judgment] = field(default_factory=dict)

    def units(self, rules: JudgingRules) -> list[Answer]:
        kind = Kind(self.item.kind)
        return [
            {
                "item": self.item.token,
                "document": document,
                "verdict": opinion.verdict or "",
                "supported": opinion.is_supported,
                "label": label_of(opinion, kind, inexact_first=rules.inexact_first) or "",
                "distinct": list(self.distinct[document]),
                "version": self.version,
            }
            for document, opinion in self.opinions.items()
        ]


def groups_of(
    question: Question, assessor: Assessor, tokens: Collection[str]
) -> Mapping[str, Group]:
    """Return named items of a question by token, with what the assessor said of each.

    What is not in the pool is left out.
    """
    items = PoolItem.objects.filter(question=question)
    groups = {item.pk: Group(item) for item in items if item.token in tokens}
    split = SplitGroup.objects.filter(assessor=assessor, item__in=groups)
    for item in split.values_list("item", flat=True):
        groups[item].is_split = True
    own = {
        judgment.text_id: judgment
        for judgment in Judgment.objects.filter(assessor=assessor, text__item__in=groups)
    }
    pooled = PoolText.objects.pooled().filter(item__in=groups)
    for text in pooled.order_by("document", "pk"):
        group = groups[text.item_id]
        group.texts[text.document].append(text)
        judgment = own.get(text.pk)
        if text.document not in group.opinions or judgment is not None:
            group.opinions[text.document] = opinion_in(judgment)
            group.distinct[text.document] = tuple(judgment.distinct) if judgment else ()
        if judgment is not None:
            group.judgments[text.pk] = judgment
    versions = JudgmentEvent.objects.versions(assessor, items=groups)
    for key, group in groups.items():
        group.version = str(versions.get(key, ""))
    return {group.item.token: group for group in groups.values() if group.texts}


def opinion_in(judgment: Judgment | None) -> Opinion:
    """Return the two facts of a judgment, none of both without one."""
    if judgment is None:
        return UNKNOWN
    return Opinion(Verdict(judgment.verdict), judgment.is_supported)
