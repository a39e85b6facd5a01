"""What the adjudicator reads beside a disagreement: evidence, comments, decisions, precedents."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from campaign.models import Answer, Document
from judging.answer_matching import matching_key
from judging.disagreements import Dispute, last_decision
from judging.evidence_marks import Excerpt, excerpt_around
from judging.judgment_format import Kind, Label
from judging.models import Adjudication, Doubt, PoolText

PRECEDENTS = 3


class Side(NamedTuple):
    """One opinion and what its assessor noted beside the answer."""

    label: str
    notes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Dossier:
    variants: tuple[str, ...]
    excerpt: Excerpt
    has_document: bool
    sides: tuple[Side, ...]
    labels: tuple[str, ...]
    decisions: tuple[Adjudication, ...]
    precedents: tuple[Adjudication, ...]
    seen: int


def dossier_of(dispute: Dispute) -> Dossier:
    """Return what is shown beside a disagreement; nobody is named."""
    item, question = dispute.item, dispute.question
    texts = PoolText.objects.filter(item=item, document=dispute.document).order_by("text", "pk")
    variants = tuple(dict.fromkeys(texts.values_list("text", flat=True)))
    documents = Document.objects.filter(task=question.task_id, identifier=dispute.document)
    document = documents.first()
    is_passage = item.kind == Kind.PASSAGE
    return Dossier(
        variants=(dispute.text, *(one for one in variants if one != dispute.text)),
        excerpt=excerpt_around(
            title=document.title if document else "",
            text=document.text if document else None,
            answers=() if is_passage else variants,
            passages=variants if is_passage else _passages_with(dispute),
            question=question.text,
        ),
        has_document=document is not None,
        sides=_sides(dispute),
        labels=(Label.CORRECT, Label.INCORRECT) if is_passage else tuple(Label),
        decisions=tuple(
            Adjudication.objects.filter(item=item, document=dispute.document).order_by("-pk")
        ),
        precedents=_precedents(dispute),
        seen=last_decision(item, dispute.document),
    )


def _passages_with(dispute: Dispute) -> list[str]:
    """Return the passages that came with the answer in the document."""
    runs = dispute.question.task.runs.official().values_list("pk", flat=True)
    rows = Answer.objects.filter(
        run_id__in=list(runs), question=dispute.question, document=dispute.document
    )
    given = rows.exclude(passage="").values_list("short_answer", "passage").distinct()
    return sorted({passage for text, passage in given if matching_key(text) == dispute.item.key})


def _sides(dispute: Dispute) -> tuple[Side, ...]:
    notes: dict[int, list[str]] = {}
    asked = Doubt.objects.standing().filter(item=dispute.item, kind=Doubt.Kind.COMMENT)
    for assessor, text in asked.order_by("pk").values_list("assessor_id", "text"):
        notes.setdefault(assessor, []).append(text)
    return tuple(Side(one.label, tuple(notes.get(one.assessor_id, ()))) for one in dispute.opinions)


def _precedents(dispute: Dispute) -> tuple[Adjudication, ...]:
    """Return the latest precedents of the task about the same kind of answer and question."""
    chosen = (
        Adjudication.objects.filter(
            is_precedent=True,
            item__kind=dispute.item.kind,
            item__question__task=dispute.question.task_id,
            item__question__type=dispute.question.type,
        )
        .exclude(item=dispute.item)
        .select_related("item__question")
        .order_by("item", "document", "-pk")
        .distinct("item", "document")
    )
    newest = sorted(chosen, key=lambda one: -one.pk)
    return tuple(newest[:PRECEDENTS])
