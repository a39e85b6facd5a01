"""A document cut into blocks and spans: the passage, the answer and the question's words marked."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

SHORTEST_TERM = 4
_WORD = re.compile(r"\w+")
_STOP = re.compile(r"[.!?…»\s]+")


class Span(NamedTuple):
    """A piece of text: ``hit`` (the answer), ``term`` (a word of the question) or plain."""

    text: str
    mark: str = ""


class Block(NamedTuple):
    """A paragraph, or the part of one that is a passage some answer gave."""

    spans: tuple[Span, ...]
    is_passage: bool = False


class Excerpt(NamedTuple):
    """What is shown of a document beside an answer, and whether that is all of it."""

    title: str
    blocks: tuple[Block, ...]
    is_whole: bool = True


WINDOW = 1200
"""Characters shown on each side of the evidence; the whole document is one key away."""


def excerpt_around(
    *,
    title: str,
    text: str | None,
    answers: Sequence[str],
    passages: Sequence[str],
    question: str,
    window: int | None = WINDOW,
) -> Excerpt:
    """Return the part of a document that holds the evidence, marked.

    Parameters
    ----------
    title : str
        Of the document.
    text : str or None
        The whole document; None where the task has none: then the passages stand alone.
    answers, passages, question
        As for `mark_evidence`.
    window : int or None
        Characters on each side of the evidence; None shows everything.

    Returns
    -------
    Excerpt
        Passages that are not in the document stand before it.
    """
    if text is None:
        alone = (
            mark_evidence(p, answers=answers, passages=(), question=question) for p in passages
        )
        return Excerpt(title, tuple(Block(one.spans, is_passage=True) for p in alone for one in p))
    start, end = (0, len(text)) if window is None else _frame(text, answers, passages, window)
    blocks = mark_evidence(text[start:end], answers=answers, passages=passages, question=question)
    lost = () if any(block.is_passage for block in blocks) else passages
    return Excerpt(
        title,
        (*(Block((Span(passage),), is_passage=True) for passage in lost), *blocks),
        is_whole=end - start == len(text),
    )


def _frame(
    text: str, answers: Sequence[str], passages: Sequence[str], window: int
) -> tuple[int, int]:
    """Return where to cut: around the passages, else around the answer, else at the beginning."""
    if len(text) <= 3 * window:
        return 0, len(text)
    places = [match.span() for one in passages if (match := _find(one, text))]
    if not places:
        places = [match.span() for one in answers if (match := _find(one, text))][:1]
    first = min((start for start, _ in places), default=0)
    last = min(max((end for _, end in places), default=window), first + 4 * window)
    start = max(first - window, 0)
    end = min(last + window, len(text))
    # Whole lines, or whole words where a line is long.
    start = max(text.rfind("\n", 0, start), text.rfind(" ", 0, start)) + 1 if start else 0
    space = text.find(" ", end)
    return start, len(text) if space < 0 else space


def _find(one: str, text: str) -> re.Match[str] | None:
    pattern = _any_of([one])
    return pattern.search(text) if pattern else None


def mark_evidence(
    text: str, *, answers: Iterable[str], passages: Iterable[str], question: str
) -> list[Block]:
    """Return the blocks of a document in order.

    Parameters
    ----------
    text : str
        The whole document; paragraphs end at line breaks.
    answers : iterable of str
        Raw variants of the answer; found whatever their case and white space.
    passages : iterable of str
        Passages to set apart.
    question : str
        Its words of four letters or more are marked as terms.

    Returns
    -------
    list of Block
        Their texts joined give the document without its line breaks.

    Examples
    --------
    >>> [block] = mark_evidence("Zola wrote Germinal.", answers=["zola"], passages=[],
    ...                         question="Who wrote it?")
    >>> block.spans
    (Span(text='Zola', mark='hit'), Span(text=' ', mark=''), Span(text='wrote', mark='term'), \
Span(text=' Germinal.', mark=''))
    """
    passage = [pattern for text in set(passages) if (pattern := _any_of([text]))]
    hit = _any_of(answers)
    folded = text.casefold()
    terms = {
        term
        for word in _WORD.findall(question)
        if len(word) >= SHORTEST_TERM and (term := word.casefold()) in folded
    }
    blocks = []
    for paragraph in text.splitlines():
        for part, is_passage in _parts(paragraph, passage):
            if part.strip():
                blocks.append(Block(tuple(_spans(part, hit, terms)), is_passage))
    return blocks


def _any_of(texts: Iterable[str]) -> re.Pattern[str] | None:
    """Match any of the texts, the longest first, white space and case apart."""
    patterns = [
        r"\s+".join(re.escape(word) for word in text.split())
        for text in sorted(set(texts), key=len, reverse=True)
        if text.strip()
    ]
    return re.compile("|".join(patterns), re.IGNORECASE) if patterns else None


def _parts(paragraph: str, passages: list[re.Pattern[str]]) -> Iterator[tuple[str, bool]]:
    """Cut a paragraph at its passages; those that touch or overlap make one part."""
    last = 0
    for start, end in _stretches(paragraph, passages):
        yield paragraph[last:start], False
        yield paragraph[start:end], True
        last = end
    yield paragraph[last:], False


def _stretches(paragraph: str, passages: list[re.Pattern[str]]) -> list[tuple[int, int]]:
    found = sorted(match.span() for one in passages for match in one.finditer(paragraph))
    joined: list[tuple[int, int]] = []
    for start, cut in found:
        # A passage cut just before the stop of its sentence takes it along.
        stop = _STOP.match(paragraph, cut)
        end = stop.end() if stop else cut
        if joined and start <= joined[-1][1]:
            joined[-1] = (joined[-1][0], max(joined[-1][1], end))
        else:
            joined.append((start, end))
    return joined


def _spans(part: str, hit: re.Pattern[str] | None, terms: set[str]) -> Iterator[Span]:
    last = 0
    for match in hit.finditer(part) if hit else ():
        yield from _plain(part[last : match.start()], terms)
        yield Span(match.group(), "hit")
        last = match.end()
    yield from _plain(part[last:], terms)


def _plain(text: str, terms: set[str]) -> Iterator[Span]:
    last = 0
    folded = text.casefold()
    # Most pieces hold no term, and looking at each of their words takes long.
    for match in _WORD.finditer(text) if any(term in folded for term in terms) else ():
        if match.group().casefold() in terms:
            if match.start() > last:
                yield Span(text[last : match.start()])
            yield Span(match.group(), "term")
            last = match.end()
    if last < len(text):
        yield Span(text[last:])
