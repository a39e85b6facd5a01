"""A question's pooled items as one assessor has judged them so far."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.db import connection

from campaign.models import Question
from judging.decisions import UNKNOWN, Opinion, Verdict, label_of
from judging.judgment_format import Kind
from judging.models import Assessor, JudgingRules, Judgment, JudgmentEvent

type Answer = dict[str, Any]

# One statement, written here: every key that an assessor presses waits for it.
TEXTS = """
SELECT item.id, item.token, item.kind, split.id IS NOT NULL,
    text.id, text.document, judgment.verdict, judgment.is_supported, judgment."distinct"
FROM judging_poolitem item
JOIN judging_pooltext text ON text.item_id = item.id AND text.pooled_at IS NOT NULL
LEFT JOIN judging_judgment judgment
  ON judgment.text_id = text.id AND judgment.assessor_id = %(assessor)s
LEFT JOIN judging_splitgroup split
  ON split.item_id = item.id AND split.assessor_id = %(assessor)s
WHERE item.question_id = %(question)s AND item.token = ANY (%(tokens)s)
ORDER BY text.document, text.id
"""


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
    with connection.cursor() as cursor:
        cursor.execute(TEXTS, named)
        rows = cursor.fetchall()
    groups: dict[str, Group] = {}
    for item, token, kind, is_split, text, document, verdict, is_supported, distinct in rows:
        group = groups.setdefault(token, Group(item, token, Kind(kind), is_split))
        group.texts[document].append(text)
        if document not in group.opinions or verdict is not None:
            said = UNKNOWN if verdict is None else Opinion(Verdict(verdict), is_supported)
            group.opinions[document], group.distinct[document] = said, tuple(distinct or ())
    versions = JudgmentEvent.objects.versions(assessor, [one.item for one in groups.values()])
    for group in groups.values():
        group.version = str(versions.get(group.item, ""))
    return groups


def opinion_in(judgment: Judgment | None) -> Opinion:
    """Return the two facts of a judgment, none of both without one."""
    if judgment is None:
        return UNKNOWN
    return Opinion(Verdict(judgment.verdict), judgment.is_supported)
