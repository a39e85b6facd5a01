"""How the judging page draws states and evidence: many of each, so made of strings."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from functools import lru_cache
from html import escape as html_escape
from itertools import zip_longest

from django import template
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language, pgettext
from django.utils.translation import gettext as _

from campaign.templatetags.equer import icon, label_mark, label_word
from judging.desk import Row, Unit
from judging.evidence_marks import Block
from judging.judgment_format import Label
from judging.models import PoolItem

register = template.Library()

# Control characters, and those that turn the direction of what follows or show nothing at all.
# The joiners of some scripts and the soft hyphen are text.
_UNSEEN = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]"
)
_PICTURES = 0x2400  # Unicode's pictures of the ASCII controls, in their order
_DELETE = 0x7F


@register.simple_tag
def state_mark(state: str) -> SafeString:
    """Draw what is known of a unit or row: letter, icon and colour, its word for screen readers."""
    return _state_mark(state, get_language() or "")


@lru_cache(maxsize=64)
def _state_mark(state: str, _language: str) -> SafeString:
    letter, symbol, word = {
        "none": ("–", "circle", label_word("")),
        "support": ("?", "book", _("Support to be judged")),
        "mixed": ("…", "split", _("Different by document")),
        "cannot": ("!", "alert", _("Cannot be judged")),
    }.get(state, ("", "", ""))
    if not word:
        context = label_mark(state)
        letter, symbol, word = context["letter"], context["symbol"], context["word"]
    return mark_safe(  # noqa: S308 -- every part is ours
        f'<span class="label-mark label-mark--{state}" title="{escape(word)}">'
        f'<b aria-hidden="true">{letter}</b>{icon(symbol)}<span class="sr">{escape(word)}</span></span>'
    )


def shown(text: str) -> str:
    """Return pooled text for a page: escaped, what would not be seen made visible."""
    return html_escape(_UNSEEN.sub(_picture, text))


def _picture(found: re.Match[str]) -> str:
    code = ord(found.group())
    if code > _DELETE:
        return "\ufffd"
    return "\u2421" if code == _DELETE else chr(_PICTURES + code)


@register.filter
def raw_text(item: PoolItem) -> str:
    """Return an item as a run wrote it; its key is for matching only."""
    first = next((text.text for text in item.texts.all()), None)
    return item.key if first is None else first


@register.filter
def pooled(text: str) -> SafeString:
    """Show a pooled text whole."""
    return mark_safe(shown(text))  # noqa: S308 -- escaped


_MARKS = {
    "hit": ('<mark class="hit">', "</mark>"),
    "term": ('<span class="term">', "</span>"),
    "": ("", ""),
}


@register.filter
def evidence(blocks: Iterable[Block]) -> SafeString:
    """Write the blocks of an excerpt with their marks."""
    written = _UNSEEN.sub(_picture, "".join(map(_block, blocks)))  # at once: there are thousands
    return mark_safe(written)  # noqa: S308 -- every text is escaped


def _block(block: Block) -> str:
    spans = "".join(
        [
            f"{before}{html_escape(text)}{after}"
            for text, mark in block.spans
            for before, after in (_MARKS[mark],)
        ]
    )
    return f'<p class="passage">{spans}</p>' if block.is_passage else f"<p>{spans}</p>"


@register.simple_tag
def row_facts(row: Row) -> SafeString:
    """Write what the script reads of a row, as attributes."""
    return _attributes(
        item=row.token,
        kind=row.item.kind,
        version=row.version,
        split="1" if row.is_split else "",
        state=row.state,
        texts=as_json(row.variants),
    )


@register.simple_tag
def unit_facts(unit: Unit) -> SafeString:
    """Write what the script reads of one unit of a row, as attributes."""
    supported = {None: "", True: "true", False: "false"}[unit.opinion.is_supported]
    return _attributes(
        unit=unit.document,
        verdict=unit.opinion.verdict or "",
        supported=supported,
        state=unit.state,
        texts=str(unit.texts),
        distinct=as_json(unit.distinct),
    )


def _attributes(**facts: str) -> SafeString:
    written = " ".join([f'data-{name}="{html_escape(fact)}"' for name, fact in facts.items()])
    return mark_safe(written)  # noqa: S308 -- every fact is escaped


@register.simple_tag
def all_states() -> list[str]:
    """Return everything that a row of the list can show."""
    return [*Label, "none", "support", "mixed", "cannot"]


@register.simple_tag
def desk_keys() -> list[tuple[list[tuple[str, str]], str]]:
    """Return all keys of the desk: each physical key with its sign, and what they do."""
    keys: list[tuple[str, str | list[str], str]] = [
        ("KeyF", "F", pgettext("button", "Correct")),
        ("KeyS", "S", pgettext("button", "Inexact")),
        ("KeyA", "A", pgettext("button", "Not supported")),
        ("KeyD", "D", pgettext("button", "Incorrect")),
        ("", [pgettext("key", "Shift")], _("with one of these: all look-alikes together")),
        ("KeyR", "R", _("twice: the rest is incorrect")),
        ("KeyT", "T", _("cannot judge")),
        ("KeyJ KeyK", "JK", _("next answer, previous answer")),
        ("KeyN KeyP", "NP", _("next question with something left, previous question")),
        (" KeyN", [pgettext("key", "Shift"), "N"], _("next question in order")),
        ("BracketLeft BracketRight", "[]", _("previous document, next document")),
        ("", "␣", _("whole document, excerpt")),
        ("", ["1", "…", "9"], _("1 to 9: link or toggle a distinct answer of a list")),
        ("KeyU", "U", _("undo; Ctrl+Z too, Ctrl+Y to redo")),
        ("KeyX", "X", _("judge document by document, or as one again")),
        ("KeyC", "C", _("ask or note something")),
        ("", "/", _("filter the answers")),
        ("KeyG", "G", _("guidelines")),
        ("", "?", _("this list")),
    ]
    return [
        (list(zip_longest(caps.split(" "), signs, fillvalue="")), words)
        for caps, signs, words in keys
    ]


@register.filter
def as_json(value: object) -> str:
    """Write a value for an attribute that a script reads; the template escapes it."""
    return json.dumps(value, ensure_ascii=False)
