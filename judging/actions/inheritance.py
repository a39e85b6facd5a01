"""What new spellings and runs inherit from groups that are judged."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from datetime import datetime
from uuid import uuid4

from campaign.models import Task, User
from judging.actions.events import apply_changes
from judging.changes import Change
from judging.decisions import Opinion, Verdict, label_of, verdict_on_group
from judging.judgment_format import Kind
from judging.models import Assessor, JudgingRules, Judgment, JudgmentEvent, PoolText

type Said = tuple[Opinion, tuple[str, ...]]


def inherit_labels(*, task: Task, at: datetime) -> int:
    """Give pooled texts that are new the label that their group has, and return how many got one.

    A new spelling in a judged document has the label of that document; a wrong string is wrong in
    every document. A new document of a right string asks for its support alone. Only labels of
    people who judge here are inherited: what was judged elsewhere leaves as it came. Once judging
    is closed nothing is.
    """
    if task.is_judged(at):
        return 0
    rules = JudgingRules.objects.of(task)
    counted = 0
    for assessor in Assessor.objects.counting().filter(task=task, user__isnull=False):
        changes = list(_inherited(assessor, rules))
        by: User | None = assessor.user
        if changes and by is not None:
            apply_changes(
                changes=changes,
                means=JudgmentEvent.Means.INHERITED,
                batch=uuid4(),
                by=by,
                at=at,
            )
        counted += len(changes)
    return counted


def _inherited(assessor: Assessor, rules: JudgingRules) -> Iterator[Change]:
    # Matched here and not by the database: it plans such anti-joins badly on tables just filled.
    judgments = list(Judgment.objects.filter(assessor=assessor).select_related("text"))
    judged = {judgment.text_id for judgment in judgments}
    said = _said(judgments)
    split = set(assessor.split_groups.values_list("item", flat=True))
    pooled = PoolText.objects.pooled().filter(item__question__task=assessor.task_id)
    for text in pooled.select_related("item").order_by("pk"):
        if text.pk in judged or text.item_id not in said or text.item_id in split:
            continue
        found = _opinion_for(text, said[text.item_id])
        if found is not None:
            opinion, names = found
            label = label_of(opinion, Kind(text.item.kind), inexact_first=rules.inexact_first)
            if label is not None:
                yield Change(assessor.pk, text.pk, opinion, label, names)


def _said(judgments: Iterable[Judgment]) -> dict[int, dict[str, list[Said]]]:
    """Return what was said of each item, by document."""
    said: dict[int, dict[str, list[Said]]] = defaultdict(lambda: defaultdict(list))
    for one in judgments:
        opinion = Opinion(Verdict(one.verdict), one.is_supported)
        said[one.text.item_id][one.text.document].append((opinion, tuple(one.distinct)))
    return said


def _opinion_for(text: PoolText, said: dict[str, list[Said]]) -> Said | None:
    here = said.get(text.document, [])
    if here:
        return here[0] if len({opinion for opinion, _ in here}) == 1 else None
    everywhere = {
        f"{document} {number}": opinion
        for document, given in said.items()
        for number, (opinion, _) in enumerate(given)
    }
    is_wrong = verdict_on_group(everywhere) is Verdict.WRONG
    return (Opinion(Verdict.WRONG), ()) if is_wrong else None
