"""A question's pooled items as one assessor has judged them so far."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple
from uuid import UUID

from campaign.models import Question
from campaign.models.rows import ask
from judging.decisions import UNKNOWN, Opinion, Verdict, label_of
from judging.judgment_format import Kind
from judging.models import Assessor, JudgingRules, Judgment
from judging.models.judgment import LATEST_ACT_ON_TEXT, TEXTS_AS_JUDGED

type Answer = dict[str, Any]

# One statement, written here: every key that an assessor presses waits for it.
TEXTS = f"""
SELECT item.id, item.token, item.kind, split.id IS NOT NULL,
    text.id, text.document, judgment.verdict, judgment.is_supported, judgment."distinct",
    latest.id, latest.batch
FROM {TEXTS_AS_JUDGED}
LEFT JOIN LATERAL {LATEST_ACT_ON_TEXT} ON true
WHERE item.question_id = %(question)s AND item.token = ANY (%(tokens)s)
ORDER BY text.document, text.id
"""  # noqa: S608 -- a part of the statement


@dataclass(slots=True)
class Group:
    """One item of the question as its assessor has judged it so far; texts by their keys."""

    item: int
    token: str
    kind: Kind
    is_split: bool
    texts: dict[str, list[int]] = field(default_factory=lambda: defaultdict(list))
    opinions: dict[str, Opinion] = field(default_factory=dict)
    distinct: dict[str, tuple[str, ...]] = field(default_factory=dict)
    version: str = ""

    def units(self, rules: JudgingRules) -> list[Answer]:
        return [
            {
                "item": self.token,
                "document": document,
                "verdict": opinion.verdict or "",
                "supported": opinion.is_supported,
                "label": label_of(opinion, self.kind, inexact_first=rules.inexact_first) or "",
                "distinct": list(self.distinct[document]),
                "version": self.version,
            }
            for document, opinion in self.opinions.items()
        ]


class _Row(NamedTuple):
    item: int
    token: str
    kind: str
    is_split: bool
    text: int
    document: str
    verdict: str | None
    is_supported: bool | None
    distinct: Sequence[str] | None
    event: int | None
    batch: UUID | None

    @property
    def opinion(self) -> Opinion:
        return Opinion(Verdict(self.verdict), self.is_supported) if self.verdict else UNKNOWN


def groups_of(
    question: Question, assessor: Assessor, tokens: Collection[str]
) -> Mapping[str, Group]:
    """Return named items of a question by token, with what the assessor said of each.

    What is not in the pool is left out.
    """
    named: dict[str, Any] = {
        "assessor": assessor.pk,
        "question": question.pk,
        "tokens": list(tokens),
    }
    rows = [_Row(*row) for row in ask(TEXTS, named)()]
    groups: dict[str, Group] = {}
    newest: dict[str, int] = {}
    for row in rows:
        group = groups.setdefault(
            row.token, Group(row.item, row.token, Kind(row.kind), row.is_split)
        )
        group.texts[row.document].append(row.text)
        if row.document not in group.opinions or row.verdict is not None:
            group.opinions[row.document] = row.opinion
            group.distinct[row.document] = tuple(row.distinct or ())
        if row.event is not None and row.event > newest.get(row.token, 0):
            newest[row.token], group.version = row.event, str(row.batch)
    return groups


def opinion_in(judgment: Judgment | None) -> Opinion:
    """Return the two facts of a judgment, none of both without one."""
    if judgment is None:
        return UNKNOWN
    return Opinion(Verdict(judgment.verdict), judgment.is_supported)
