"""Guidelines cut at their headings, so that a page can open at the section of a label."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from judging.judgment_format import Label

_HEADING = re.compile(r"##[ \t]+(?P<words>.+?)[ \t#]*")
_FENCE = re.compile(r" {0,3}(?:```|~~~)")
# Longer words first: "not" must not be read before "not supported".
_WORDS: dict[str, Label] = {
    "incorrect": Label.INCORRECT,
    "wrong": Label.INCORRECT,
    "fausse": Label.INCORRECT,
    "not supported": Label.UNSUPPORTED,
    "unsupported": Label.UNSUPPORTED,
    "non justifié": Label.UNSUPPORTED,
    "inexact": Label.INEXACT,
    "correct": Label.CORRECT,
    "right": Label.CORRECT,
    "juste": Label.CORRECT,
}


class Section(NamedTuple):
    """A heading and what stands below it, as Markdown; the first part may have no heading.

    The slug is the label that the heading names, in French or English, else ``part-`` and its
    number: so it stays the same in both languages and when the wording changes.
    """

    slug: str
    text: str


def sections_of(text: str) -> tuple[Section, ...]:
    r"""Cut Markdown at its headings of the second level.

    Examples
    --------
    >>> [one.slug for one in sections_of("Read.\n\n## Correcte\nJuste.\n\n## Non justifiée\n")]
    ['part-1', 'correct', 'unsupported']
    """
    found: list[Section] = []
    for number, (heading, lines) in enumerate(_cut(text), 1):
        body = "\n".join(lines).strip()
        label = label_named(heading)
        taken = {section.slug for section in found}
        slug = label.value if label and label.value not in taken else f"part-{number}"
        if body:
            found.append(Section(slug, body))
    return tuple(found)


def label_named(heading: str) -> Label | None:
    """Return the label that a heading begins with.

    >>> label_named("Incorrectes, ou presque"), label_named("What to read")
    (<Label.INCORRECT: 'incorrect'>, None)
    """
    plain = " ".join(heading.casefold().split())
    return next((label for word, label in _WORDS.items() if plain.startswith(word)), None)


def _cut(text: str) -> Iterator[tuple[str, list[str]]]:
    heading, lines, is_code = "", list[str](), False
    for line in text.splitlines():
        is_code ^= bool(_FENCE.match(line))
        named = None if is_code else _HEADING.fullmatch(line)
        if named is not None:
            yield heading, lines
            heading, lines = named["words"], []
        lines.append(line)
    yield heading, lines
