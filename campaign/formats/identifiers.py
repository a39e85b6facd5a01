"""Identifiers of questions and documents: what they may be, and what a wrong one resembles."""

import difflib
import unicodedata
from collections.abc import Callable, Collection, Container

from campaign.formats.problems import Problem, error

NIL = "NIL"
"""The reserved document that means: no answer in the collection."""

_LOOKALIKES = {"O": "0", "0": "O", "l": "1", "1": "l", "I": "1", "o": "0"}
_TRANSFORMS: tuple[Callable[[str], str], ...] = (
    str.strip,
    str.upper,
    str.lower,
    lambda text: text.replace("O", "0"),
    lambda text: text.replace("l", "1"),
    lambda text: unicodedata.normalize("NFC", text),
    lambda text: unicodedata.normalize("NFKC", text).strip(),
)
_LONGEST_SEARCHED = 5000
_LONGEST_COMPARED = 200
"""No identifier is longer: what is cannot resemble one, and would take minutes to compare."""
_NO_STEPS = frozenset({"", ".", ".."})
"""Parts between slashes that browsers and servers drop from an address."""


def identifier_problem(identifier: str, line: int, *, column: int | None = None) -> Problem | None:
    """Return what keeps a new identifier out of tab-separated files and addresses, if anything.

    >>> identifier_problem("GB350", 1) is None
    True
    >>> identifier_problem("GB350 ", 1).code
    'blank-around-identifier'
    >>> identifier_problem("a/b", 1), identifier_problem("a/../b", 1).code
    (None, 'unaddressable-identifier')
    """
    if not identifier.strip():
        return error("missing-identifier", line, column=column)
    if identifier != identifier.strip():
        return error("blank-around-identifier", line, column=column, found=identifier)
    if any(unicodedata.category(character) == "Cc" for character in identifier):
        return error("control-in-identifier", line, column=column, found=repr(identifier))
    if not _NO_STEPS.isdisjoint(identifier.split("/")):
        return error("unaddressable-identifier", line, column=column, found=identifier)
    return None


def resembling(identifier: str, known: Container[str]) -> str | None:
    """Return a known identifier that differs only by case, blanks or look-alike characters.

    Costs a few look-ups whatever the size of `known`.

    >>> resembling("lemonde94-OO2276", {"LEMONDE94-002276"}) is None
    True
    >>> resembling("LEMONDE94-O02276 ", {"LEMONDE94-002276"})
    'LEMONDE94-002276'
    """
    return next((found for found in look_alikes(identifier) if found in known), None)


def look_alikes(identifier: str) -> list[str]:
    """Return what an identifier may have been meant to be, the likeliest first.

    >>> look_alikes("a1 ")
    ['a1', 'A1 ', 'A1', 'al']
    """
    if len(identifier) > _LONGEST_COMPARED:
        return []
    stripped = identifier.strip()
    candidates = [transform(identifier) for transform in _TRANSFORMS]
    candidates += [transform(stripped) for transform in _TRANSFORMS]
    for place, character in enumerate(stripped):
        if character in _LOOKALIKES:
            candidates.append(stripped[:place] + _LOOKALIKES[character] + stripped[place + 1 :])
    return [found for found in dict.fromkeys(candidates) if found != identifier]


def closest(identifier: str, known: Collection[str]) -> str | None:
    """Return the known identifier nearest to `identifier`, or None if none is near.

    >>> closest("GB35O", ["GB350", "GB351"])
    'GB350'
    >>> closest("GB3500", ["GB350", "MD15"])
    'GB350'
    >>> closest("medical", ["GB350", "MD15"]) is None
    True
    """
    found = resembling(identifier, known)
    is_comparable = len(identifier) <= _LONGEST_COMPARED and len(known) <= _LONGEST_SEARCHED
    if found is None and is_comparable:
        near = difflib.get_close_matches(identifier, known, n=1, cutoff=0.8)
        found = near[0] if near else None
    return found
