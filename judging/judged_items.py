"""One pooled item as everybody judged it: for organizers."""

from __future__ import annotations

from typing import NamedTuple

from django.db.models import Q

from campaign.models import Question
from judging.models import Assessor, Judgment, PoolItem, PoolText


class ItemRow(NamedTuple):
    """One raw text of the item in one document, and who said what of it."""

    text: PoolText
    judgments: tuple[Judgment, ...]


def judged_item(question: Question, token: str) -> PoolItem | None:
    """Return the item of the question that the token names."""
    items = PoolItem.objects.filter(question=question)
    return next((one for one in items if one.token == token), None)


def item_rows(item: PoolItem) -> list[ItemRow]:
    """Return the item's texts in order, each with its judgments; training stays apart."""
    said: dict[int, list[Judgment]] = {}
    rows = Judgment.objects.filter(
        ~Q(assessor__purpose=Assessor.Purpose.TRAINING), text__item=item
    ).select_related("assessor__user")
    for one in rows.order_by("assessor__name", "pk"):
        said.setdefault(one.text_id, []).append(one)
    return [
        ItemRow(text, tuple(said.get(text.pk, ())))
        for text in item.texts.order_by("document", "text", "pk")
    ]
