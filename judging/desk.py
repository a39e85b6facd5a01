"""What the judging page shows of one question to one assessor: nothing about runs or others."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from campaign.models import Document, Question
from campaign.models.rows import ask, columns, cut, loaded
from judging.answer_matching import matching_key
from judging.brackets import bracket_passages, order_brackets, suggest_brackets
from judging.decisions import Opinion, Verdict, label_of, verdict_on_group
from judging.distinct_answers import names_in
from judging.evidence_marks import Excerpt, excerpt_around
from judging.groups import opinion_in
from judging.judgment_format import Kind, Label
from judging.models import (
    Doubt,
    JudgingRules,
    Judgment,
    JudgmentEvent,
    PoolItem,
    PoolText,
)
from judging.models.judgment import TEXTS_AS_JUDGED
from judging.queue import Place

# Every question that an assessor opens waits for these.
TEXTS = f"""
SELECT split.id IS NOT NULL, {columns(PoolItem, of="item")}, {columns(PoolText, of="text")},
    {columns(Judgment, of="judgment")}
FROM {TEXTS_AS_JUDGED}
WHERE item.question_id = %(question)s
ORDER BY text.document, text.text, text.id
"""  # noqa: S608 -- made of the models' columns
PASSAGES = """
SELECT DISTINCT short_answer, document, passage FROM campaign_answer
WHERE question_id = %(question)s AND passage <> '' AND run_id = ANY (ARRAY (
    SELECT id FROM campaign_run
    WHERE task_id = %(task)s AND is_official AND withdrawn_at IS NULL
))
"""


@dataclass(frozen=True, slots=True)
class Unit:
    """An answer group in one document, or a passage: what one decision is about."""

    document: str
    opinion: Opinion
    label: Label | None
    distinct: tuple[str, ...]
    excerpt: Excerpt
    texts: int

    @property
    def state(self) -> str:
        """Return the name of what is known: a label, *cannot*, *support* or nothing."""
        if self.label is not None:
            return self.label
        if self.opinion.verdict is Verdict.CANNOT:
            return "cannot"
        return "support" if self.opinion.needs_support else "none"

    @property
    def is_done(self) -> bool:
        return self.state not in {"none", "support"}


@dataclass(frozen=True, slots=True)
class Row:
    """One answer group or passage unit in the list."""

    item: PoolItem
    variants: tuple[str, ...]
    units: tuple[Unit, ...]
    version: str
    is_split: bool
    is_known: bool

    @property
    def token(self) -> str:
        return self.item.token

    @property
    def text(self) -> str:
        return self.variants[0]

    @property
    def is_passage(self) -> bool:
        return self.item.kind == Kind.PASSAGE

    @property
    def can_split(self) -> bool:
        """Whether splitting, or joining again, changes what is decided on."""
        return self.is_split or (len(self.units) > 1 and not self.is_passage)

    @property
    def is_done(self) -> bool:
        return all(unit.is_done for unit in self.units)

    @property
    def state(self) -> str:
        """Return what the row's units share; *mixed* if they do not, *none* while some are open."""
        states = {unit.state for unit in self.units}
        if len(states) == 1:
            return states.pop()
        if "support" in states:
            return "support"
        return "none" if "none" in states else "mixed"

    @property
    def next_unit(self) -> Unit:
        """Return the first unit without a decision, else the first."""
        return next((unit for unit in self.units if not unit.is_done), self.units[0])


@dataclass(frozen=True, slots=True)
class Bracket:
    """Rows that look alike, or one row by itself."""

    rows: tuple[Row, ...]

    @property
    def is_suggested(self) -> bool:
        return len(self.rows) > 1


@dataclass(frozen=True, slots=True)
class Part:
    """A block of the list in which "the rest is incorrect" applies."""

    name: str
    brackets: tuple[Bracket, ...]

    @property
    def rows(self) -> tuple[Row, ...]:
        return tuple(row for bracket in self.brackets for row in bracket.rows)


@dataclass(frozen=True, slots=True)
class Desk:
    """The page: rows in order, and the one to begin with."""

    place: Place
    rules: JudgingRules
    parts: tuple[Part, ...]
    doubts: tuple[Doubt, ...]
    current: Row | None
    unit: Unit | None

    @property
    def question(self) -> Question:
        return self.place.question

    @property
    def rows(self) -> tuple[Row, ...]:
        return tuple(row for part in self.parts for row in part.rows)

    @property
    def has_notes(self) -> bool:
        return any(doubt.reply or doubt.kind == Doubt.Kind.COMMENT for doubt in self.doubts)

    @property
    def done(self) -> int:
        return sum(row.is_done for row in self.rows)

    @property
    def left(self) -> int:
        return len(self.rows) - self.done


def desk_of(place: Place, *, token: str = "", document: str | None = None) -> Desk:
    """Return the page of a question, at the row with the token, else at the first one left."""
    rules = JudgingRules.objects.of(place.question.task)
    read = _Rows(place, rules)
    rows = read.read()
    parts = _parts(place, rows, read.right)
    ordered = [row for part in parts for row in part.rows]
    current = next((row for row in ordered if row.token == token), None) or next(
        (row for row in ordered if not row.is_done), ordered[0] if ordered else None
    )
    unit = None
    if current is not None:
        named = (unit for unit in current.units if unit.document == document)
        unit = next(named, current.next_unit)
    return Desk(
        place=place,
        rules=rules,
        parts=parts,
        doubts=_doubts(place),
        current=current,
        unit=unit,
    )


def _doubts(place: Place) -> tuple[Doubt, ...]:
    """Return what this person asked about the question, and the replies."""
    asked = Doubt.objects.standing().filter(question=place.question, assessor=place.assessor)
    return (
        tuple(
            asked.select_related("item").prefetch_related("item__texts").order_by("raised_at", "pk")
        )
        if place.assessor
        else ()
    )


def _parts(place: Place, rows: Sequence[Row], right: Sequence[str]) -> tuple[Part, ...]:
    """Return short answers, then passages: those that hold a string judged right come first."""
    # By the account: the name to judge under is only given with the first label.
    seed = place.user.pk * 1_000_003 + place.question.pk
    answers = [row for row in rows if not row.is_passage]
    passages = [row for row in rows if row.is_passage]
    holding = [row for row in passages if names_in(row.text, right)]
    others = [row for row in passages if row not in holding]
    named = (
        ("answers", _by_likeness(answers, seed)),
        ("passages", _by_overlap(holding)),
        ("others", _by_overlap(others)),
    )
    return tuple(Part(name, brackets) for name, brackets in named if brackets)


def _by_likeness(rows: Sequence[Row], seed: int) -> tuple[Bracket, ...]:
    found = suggest_brackets([row.text for row in rows])
    ordered = order_brackets(found, seed)
    return tuple(
        Bracket(tuple(rows[place] for place in places))
        for _bracket, places in groupby(ordered, key=lambda place: found[place])
    )


def _by_overlap(rows: Sequence[Row]) -> tuple[Bracket, ...]:
    brackets: dict[int, list[Row]] = defaultdict(list)
    found = bracket_passages([(row.item.document, row.text) for row in rows])
    for row, number in zip(rows, found, strict=True):
        brackets[number].append(row)
    return tuple(Bracket(tuple(members)) for members in brackets.values())


class _Rows:
    """The rows of a question, each with its evidence, in a handful of queries."""

    def __init__(self, place: Place, rules: JudgingRules) -> None:
        self.place, self.question, self.rules = place, place.question, rules
        self.own: dict[int, Judgment] = {}
        self.split: set[int] = set()
        self.texts = self._texts()
        self.passages = self._passages()
        self.known = {matching_key(text) for text in self.question.known_answers}
        self.right: list[str] = []

    def read(self) -> list[Row]:
        texts = self.texts
        self.right = _right_strings(texts, self.own)
        documents = self._documents({text.document for one in texts.values() for text in one})
        versions: dict[int, object] = {}
        if self.place.assessor is not None:
            versions = dict(
                JudgmentEvent.objects.versions(self.place.assessor, [item.pk for item in texts])
            )
        rows = [
            Row(
                item=item,
                variants=tuple(dict.fromkeys(text.text for text in found)),
                units=tuple(self._units(item, found, documents)),
                version=str(versions.get(item.pk, "")),
                is_split=item.pk in self.split,
                is_known=item.kind == Kind.ANSWER and item.key in self.known,
            )
            for item, found in texts.items()
        ]
        return sorted(rows, key=lambda row: self._order(row, documents))

    @classmethod
    def right_at(cls, place: Place) -> list[str]:
        """Return the strings judged right at a place, without its rows."""
        rows = cls(place, JudgingRules.objects.of(place.question.task))
        return _right_strings(rows.texts, rows.own)

    def _order(self, row: Row, documents: dict[str, Document]) -> tuple[bool, str, int, str]:
        # Passages by document and place in it, so that overlapping windows are neighbours.
        document = documents.get(row.item.document)
        position = document.text.find(row.text) if row.is_passage and document else 0
        return row.is_passage, row.item.document, position, row.item.key

    def _texts(self) -> dict[PoolItem, list[PoolText]]:
        """Read the texts by item, what the person said of them, and what they split."""
        assessor = self.place.assessor.pk if self.place.assessor else None
        texts: dict[PoolItem, list[PoolText]] = defaultdict(list)
        for row in ask(TEXTS, {"assessor": assessor, "question": self.question.pk})():
            of_item, of_text, of_own = cut(row[1:], PoolItem, PoolText, Judgment)
            item, text = loaded(PoolItem, of_item), loaded(PoolText, of_text)
            if self.place.items and item.pk not in self.place.items:
                continue
            texts[item].append(text)
            if row[0]:
                self.split.add(item.pk)
            if any(of_own):
                self.own[text.pk] = loaded(Judgment, of_own)
        return texts

    def _passages(self) -> dict[tuple[str, str], set[str]]:
        """Return the passages that came with each answer in each document."""
        passages: dict[tuple[str, str], set[str]] = defaultdict(set)
        found = ask(PASSAGES, {"task": self.question.task_id, "question": self.question.pk})
        for text, document, passage in found():
            passages[matching_key(text), document].add(passage)
        return passages

    def _documents(self, identifiers: Iterable[str]) -> dict[str, Document]:
        rows = Document.objects.filter(task=self.question.task_id, identifier__in=identifiers)
        return {document.identifier: document for document in rows}

    def _units(
        self, item: PoolItem, texts: Sequence[PoolText], documents: dict[str, Document]
    ) -> list[Unit]:
        variants = tuple(dict.fromkeys(text.text for text in texts))
        by_document: dict[str, Judgment | None] = {}
        counted = Counter(text.document for text in texts)
        for text in texts:
            by_document[text.document] = by_document.get(text.document) or self.own.get(text.pk)
        return [
            Unit(
                document=document,
                opinion=(opinion := opinion_in(judgment)),
                label=label_of(opinion, Kind(item.kind), inexact_first=self.rules.inexact_first),
                distinct=tuple(judgment.distinct) if judgment else (),
                excerpt=self._excerpt(item, variants, documents.get(document), document),
                texts=counted[document],
            )
            for document, judgment in by_document.items()
        ]

    def _excerpt(
        self, item: PoolItem, variants: tuple[str, ...], document: Document | None, name: str
    ) -> Excerpt:
        is_passage = item.kind == Kind.PASSAGE
        passages = variants if is_passage else sorted(self.passages[item.key, name])
        return excerpt_around(
            title=document.title if document else "",
            text=document.text if document else None,
            answers=self.right if is_passage else variants,
            passages=passages,
            question=self.question.text,
        )


def _right_strings(
    texts: Mapping[PoolItem, Sequence[PoolText]], own: Mapping[int, Judgment]
) -> list[str]:
    """Return the spellings of the short answers that the person judged right in every document."""
    found: list[str] = []
    for item, spellings in texts.items():
        if item.kind == Kind.ANSWER:
            opinions = {str(text.pk): opinion_in(own.get(text.pk)) for text in spellings}
            if verdict_on_group(opinions) is Verdict.RIGHT:
                found += dict.fromkeys(text.text for text in spellings)
    return found


def whole_document(place: Place, item: PoolItem, identifier: str) -> Excerpt | None:
    """Return a document that an item was given with, marked; None if it was given with none."""
    question = place.question
    document = Document.objects.filter(task=question.task_id, identifier=identifier).first()
    given = item.texts.pooled().filter(document=identifier)
    variants = tuple(dict.fromkeys(given.values_list("text", flat=True)))
    if document is None or not variants:
        return None
    is_passage = item.kind == Kind.PASSAGE
    return excerpt_around(
        title=document.title,
        text=document.text,
        answers=_Rows.right_at(place) if is_passage else variants,
        passages=variants if is_passage else (),
        question=question.text,
        window=None,
    )
