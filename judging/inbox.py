"""The organizers' inbox: what assessors ask, each with the answer and document it is about."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import QuerySet

from campaign.models import Document, Task
from judging.evidence_marks import Excerpt, excerpt_around
from judging.judgment_format import Kind
from judging.models import Doubt, PoolText

EXCERPT = 160
"""Characters shown on each side of the answer in the list."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A doubt and what it is about: no text and no document if about the question alone."""

    doubt: Doubt
    text: str
    document: str
    excerpt: Excerpt | None


def doubts_of(task: Task) -> QuerySet[Doubt]:
    """Return what the assessors of a task ask and did not take back."""
    return (
        Doubt.objects.standing()
        .filter(question__task=task)
        .select_related("question", "item", "assessor__user", "replied_by")
    )


def asked_in(task: Task, doubts: Sequence[Doubt], *, window: int | None = EXCERPT) -> list[Asked]:
    """Return doubts with their answers and excerpts, in two queries for all of them."""
    texts: dict[int, list[PoolText]] = {}
    items = {doubt.item_id for doubt in doubts if doubt.item_id is not None}
    for text in PoolText.objects.pooled().filter(item__in=items).order_by("document", "text", "pk"):
        texts.setdefault(text.item_id, []).append(text)
    about = {doubt.pk: _text_of(doubt, texts.get(doubt.item_id or 0, [])) for doubt in doubts}
    names = {text.document for text in about.values() if text is not None}
    rows = Document.objects.filter(task=task, identifier__in=names)
    documents = {document.identifier: document for document in rows}
    return [_asked(doubt, about[doubt.pk], documents, window) for doubt in doubts]


def _text_of(doubt: Doubt, texts: Sequence[PoolText]) -> PoolText | None:
    named = (text for text in texts if text.document == doubt.document)
    return next(named, texts[0] if texts else None)


def _asked(
    doubt: Doubt, text: PoolText | None, documents: dict[str, Document], window: int | None
) -> Asked:
    if text is None or doubt.item is None:
        return Asked(doubt, "", "", None)
    document = documents.get(text.document)
    is_passage = doubt.item.kind == Kind.PASSAGE
    excerpt = document and excerpt_around(
        title=document.title,
        text=document.text,
        answers=() if is_passage else (text.text,),
        passages=(text.text,) if is_passage else (),
        question=doubt.question.text,
        window=window,
    )
    return Asked(doubt, text.text, text.document, excerpt or None)
