"""What the judging page shows of one question to one assessor: nothing about runs or others."""

from __future__ import annotations

import hashlib
from collections import defaultdict
from dataclasses import dataclass, field

from django.db.models import Exists, OuterRef

from campaign.models import Answer, Document, Question, Task, User
from judging.answer_matching import matching_key
from judging.evidence_marks import Block, Span, mark_evidence
from judging.judgment_format import JudgmentLine, Kind, Label
from judging.labels import JudgmentIndex, Policy
from judging.models import Judgment, PoolItem, PoolText


@dataclass(frozen=True, slots=True)
class Support:
    """A document in which a group's answer was given, and its label there."""

    document: str
    label: Label | None


@dataclass(frozen=True, slots=True)
class Row:
    """One answer group or passage unit in the list."""

    item: PoolItem
    token: str
    variants: tuple[str, ...]
    supports: tuple[Support, ...]

    @property
    def text(self) -> str:
        return self.variants[0]

    @property
    def is_passage(self) -> bool:
        return self.item.kind == Kind.PASSAGE

    @property
    def is_done(self) -> bool:
        return all(support.label is not None for support in self.supports)

    @property
    def label(self) -> Label | None:
        """The label that all its documents share, if they do."""
        labels = {support.label for support in self.supports}
        return labels.pop() if len(labels) == 1 else None

    def next_document(self) -> str:
        """Return the first document without a label, else the first."""
        left = (support.document for support in self.supports if support.label is None)
        return next(left, self.supports[0].document)


@dataclass(frozen=True, slots=True)
class Desk:
    """The page: rows in order, the current one, and the evidence for it."""

    question: Question
    rows: tuple[Row, ...]
    current: Row | None
    document: str
    title: str
    blocks: tuple[Block, ...]
    answers: tuple[Row, ...] = field(default=())
    passages: tuple[Row, ...] = field(default=())

    @property
    def done(self) -> int:
        return sum(row.is_done for row in self.rows)

    @property
    def left(self) -> int:
        return len(self.rows) - self.done


def desk_of(
    question: Question, user: User, *, token: str = "", document: str | None = None
) -> Desk:
    """Return the page of a question, at the row with the token, else at the first one left."""
    rows = tuple(_rows(question, user))
    current = next((row for row in rows if row.token == token), None) or next(
        (row for row in rows if not row.is_done), rows[0] if rows else None
    )
    at = ""
    if current is not None:
        offered = {support.document for support in current.supports}
        at = document if document in offered and document is not None else current.next_document()
    title, blocks = _evidence(question, current, at)
    return Desk(
        question=question,
        rows=rows,
        current=current,
        document=at,
        title=title,
        blocks=tuple(blocks),
        answers=tuple(row for row in rows if not row.is_passage),
        passages=tuple(row for row in rows if row.is_passage),
    )


def token_of(item: PoolItem) -> str:
    """Return a name for the item in pages: made of its text alone, so that it tells no order."""
    content = f"{item.kind}\0{item.document}\0{item.key}"
    return hashlib.blake2b(content.encode(), digest_size=8).hexdigest()


def _rows(question: Question, user: User) -> list[Row]:
    own = own_labels(question, user)
    texts: dict[PoolItem, list[PoolText]] = defaultdict(list)
    pooled = PoolText.objects.filter(item__question=question, pooled_at__isnull=False)
    for text in pooled.select_related("item").order_by("document", "text"):
        texts[text.item].append(text)
    rows = [_row(question, item, found, own) for item, found in texts.items()]
    # Short answers first, look-alikes near one another; then passages, document by document.
    return sorted(rows, key=lambda row: (row.is_passage, row.item.document, row.item.key))


def _row(question: Question, item: PoolItem, texts: list[PoolText], own: JudgmentIndex) -> Row:
    find = own.passage_label if item.kind == Kind.PASSAGE else own.answer_label
    labels: dict[str, set[Label | None]] = defaultdict(set)
    for text in texts:
        labels[text.document].add(find(question.identifier, text.document, text.text))
    return Row(
        item=item,
        token=token_of(item),
        variants=tuple(dict.fromkeys(text.text for text in texts)),
        supports=tuple(
            Support(document, next(iter(found)) if len(found) == 1 else None)
            for document, found in labels.items()
        ),
    )


def own_labels(question: Question, user: User) -> JudgmentIndex:
    """Return what this person's own judgments say about the question's texts."""
    rows = Judgment.objects.filter(assessor__user=user, text__item__question=question)
    lines = [
        JudgmentLine(
            line=0,
            question=question.identifier,
            kind=Kind(kind),
            document=document,
            text=text,
            assessor="",
            label=Label(label),
            distinct=(),
        )
        for kind, document, text, label in rows.order_by("first_event").values_list(
            "text__item__kind", "text__document", "text__text", "label"
        )
    ]
    return JudgmentIndex(lines, Policy.FIRST)


def _evidence(question: Question, row: Row | None, at: str) -> tuple[str, list[Block]]:
    if row is None:
        return "", []
    passages = row.variants if row.is_passage else _passages_with(question, row, at)
    answers = () if row.is_passage else row.variants
    document = Document.objects.filter(task=question.task_id, identifier=at).first() if at else None
    if document is None:
        return "", [
            Block(block.spans, is_passage=True)
            for passage in passages
            for block in mark_evidence(
                passage, answers=answers, passages=(), question=question.text
            )
        ]
    blocks = mark_evidence(
        document.text, answers=answers, passages=passages, question=question.text
    )
    lost = [] if any(block.is_passage for block in blocks) else passages
    return document.title, [
        *(Block((Span(passage),), is_passage=True) for passage in lost),
        *blocks,
    ]


def _passages_with(question: Question, row: Row, at: str) -> list[str]:
    """Return the passages that came with this answer in this document, in alphabetical order."""
    runs = question.task.runs.official().values_list("pk", flat=True)
    answers = Answer.objects.filter(run_id__in=list(runs), question=question, document=at)
    found = answers.exclude(passage="").values_list("short_answer", "passage").distinct()
    return sorted({passage for text, passage in found if matching_key(text) == row.item.key})


@dataclass(frozen=True, slots=True)
class Progress:
    """Pooled texts of the task and how many of them this person has judged."""

    done: int
    pooled: int


def progress_of(task: Task, user: User) -> Progress:
    """Return how far the person is through the task's pool."""
    # Two plain counts: asking for each text whether it was judged takes more than twice as long.
    pooled = PoolText.objects.filter(
        item__question__task=task, item__question__withdrawn_at=None, pooled_at__isnull=False
    )
    judged = Judgment.objects.filter(
        assessor__user=user,
        text__item__question__task=task,
        text__item__question__withdrawn_at=None,
        text__pooled_at__isnull=False,
    )
    return Progress(done=judged.count(), pooled=pooled.count())


def questions_left(task: Task, user: User) -> list[str]:
    """Return the identifiers of standing questions with a pooled text this person has not judged."""
    own = Judgment.objects.filter(text=OuterRef("pk"), assessor__user=user)
    open_texts = PoolText.objects.filter(
        item__question=OuterRef("pk"), pooled_at__isnull=False
    ).exclude(Exists(own))
    left = task.questions.standing().filter(Exists(open_texts)).in_order()
    return list(left.values_list("identifier", flat=True))
