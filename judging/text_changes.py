"""What changed from one text to the next: line by line, word by word."""

import re
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from itertools import zip_longest
from typing import NamedTuple

_WORDS = re.compile(r"\s+|\w+|[^\w\s]")
_ALIKE = 0.4
"""From this share of common words on, two lines are one that was changed."""


class Piece(NamedTuple):
    """Some words: ``ins`` (added), ``del`` (gone) or kept."""

    text: str
    mark: str = ""


class LineChange(NamedTuple):
    """One line that is ``added``, ``gone`` or ``changed``, with its number in the later text.

    A line that is gone has the number of the one that follows it.
    """

    sign: str
    number: int
    pieces: tuple[Piece, ...]


def changes_between(before: str, after: str) -> tuple[LineChange, ...]:
    r"""Return the lines in which two texts differ; blank lines are passed over.

    Examples
    --------
    >>> [one.sign for one in changes_between("a\nRead it.", "Read it twice.\nb\nc")]
    ['gone', 'changed', 'added', 'added']
    """
    old, new = _lines(before), _lines(after)
    numbers = [number for number, _line in new] or [1]
    ends = [*numbers, numbers[-1] + 1]
    matcher = SequenceMatcher(
        None, [line for _, line in old], [line for _, line in new], autojunk=False
    )
    found: list[LineChange] = []
    for tag, first, last, start, stop in matcher.get_opcodes():
        if tag == "equal":
            continue
        pairs = _paired(
            [line for _, line in old[first:last]], [line for _, line in new[start:stop]]
        )
        place = start
        for gone, added in pairs:
            found.append(_change(gone, added, ends[min(place, len(ends) - 1)]))
            place += added is not None
    return tuple(found)


def _lines(text: str) -> list[tuple[int, str]]:
    return [(n, line.strip()) for n, line in enumerate(text.splitlines(), 1) if line.strip()]


def _paired(old: Sequence[str], new: Sequence[str]) -> Iterator[tuple[str | None, str | None]]:
    """Yield lines beside what they became, in order; None where there is nothing."""
    if not old or not new:
        yield from zip_longest(old, new)
        return
    rest = 0
    for line in old:
        likeness = [_likeness(line, other) for other in new[rest:]]
        best = max(likeness, default=0.0)
        if best < _ALIKE:
            yield line, None
            continue
        place = rest + likeness.index(best)
        yield from ((None, other) for other in new[rest:place])
        yield line, new[place]
        rest = place + 1
    yield from ((None, other) for other in new[rest:])


def _likeness(one: str, other: str) -> float:
    words, others = set(_WORDS.findall(one)), set(_WORDS.findall(other))
    return len(words & others) / len(words | others)


def _change(gone: str | None, added: str | None, number: int) -> LineChange:
    if gone is None:
        return LineChange("added", number, (Piece(added or "", "ins"),))
    if added is None:
        return LineChange("gone", number, (Piece(gone, "del"),))
    return LineChange("changed", number, tuple(_pieces(gone, added)))


def _pieces(gone: str, added: str) -> Iterator[Piece]:
    old, new = _WORDS.findall(gone), _WORDS.findall(added)
    for tag, first, last, start, stop in SequenceMatcher(None, old, new).get_opcodes():
        if tag == "equal":
            yield Piece("".join(old[first:last]))
            continue
        if first < last:
            yield Piece("".join(old[first:last]), "del")
        if start < stop:
            yield Piece("".join(new[start:stop]), "ins")
