"""The interface in French: pages without English, templates without text of their own."""

from __future__ import annotations

import html
import re
from functools import cache
from html.parser import HTMLParser
from pathlib import Path

import pytest

from campaign.models import Stage
from config.catalogues import PLACEHOLDER, po_path, read_catalogue
from tests import make
from tests.campaign.populated import POST_ONLY, World, world

__all__ = ["world"]

ROOT = Path(__file__).parent.parent
WORDS = 4
"""Shorter English may stand in a page for another reason: a name, a file format."""
SHOWN_AT = (Stage.REGISTRATION, Stage.CLOSED, Stage.PUBLIC)
READERS = ("visitor", "participant", "editor", "assessor", "organizer")

# Names, file formats, keys and what is written in its own language on purpose.
SAME_IN_BOTH = {"Equer", "SHA-256", "NIL", "CSV", "JSON", "UTC", "MRR", "English", "Français"}
KEYS = set("ACDFGJKNPRSTUX")
SPOKEN = {"alt", "aria-label", "data-label", "placeholder", "title"}
NOT_TEXT = re.compile(
    r"{% comment\b.*?{% endcomment %}|{#.*?#}"
    r"|{% block width %}.*?{% endblock %}"  # a class of the page
    r"|{% blocktranslate\b.*?{% endblocktranslate %}"
    r"|{%.*?%}|{{.*?}}",
    re.DOTALL,
)


# --- pages ------------------------------------------------------------------------------


@cache
def english_parts() -> dict[str, str]:
    """Return the English that French readers must not see, and the message it is a part of."""
    parts: dict[str, str] = {}
    for message in read_catalogue(po_path(ROOT)):
        texts = message.id if isinstance(message.id, (list, tuple)) else [message.id]
        forms = message.string or ""
        french = forms if isinstance(forms, str) else " ".join(forms)
        for text in map(str, texts):
            for part in PLACEHOLDER.split(text.replace("%%", "\0")):
                plain = part.replace("\0", "%").strip()
                if len(re.findall(r"[A-Za-z]+", plain)) >= WORDS and plain not in french:
                    parts[plain] = text
    return parts


def english_in(page: str) -> set[str]:
    return {message for part, message in english_parts().items() if part in page}


def page_in(world: World, role: str, name: str, language: str) -> str:
    """Return a page as text, empty if it is a file or sends nothing."""
    headers = {"accept-language": language}
    response = world.client(role).get(world.address(name), follow=True, headers=headers)
    # Response.close() would also close the database connection of the test.
    for close in getattr(response, "_resource_closers", ()):
        close()
    if response.streaming or not response.headers["Content-Type"].startswith("text/html"):
        return ""
    return html.unescape(response.content.decode())


@pytest.mark.parametrize("stage", SHOWN_AT)
def test_pages_in_french_hold_no_english(world: World, stage: Stage) -> None:
    make.put_at_stage(world.task, stage)
    found = set()
    for role in READERS:
        for name in world.addresses.keys() - POST_ONLY:
            page = page_in(world, role, name, "fr")
            found |= {f"{name}, {role}: {message}" for message in english_in(page)}

    assert sorted(found) == []


def test_pages_in_english_would_be_noticed(world: World) -> None:
    make.put_at_stage(world.task, Stage.CLOSED)
    unnoticed = [
        name
        for name in ("home", "people", "question-list", "results-open", "run-list")
        if not english_in(page_in(world, "organizer", name, "en"))
    ]

    assert unnoticed == []


# --- templates ----------------------------------------------------------------------------


class Text(HTMLParser):
    """Collects what a reader of a template would see or hear."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_data(self, data: str) -> None:
        self.found.append(data)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found += [value or "" for name, value in attrs if name in SPOKEN]


def own_text(template: str) -> list[str]:
    """Return the text with letters that stands in a template outside gettext.

    >>> own_text('<p title="{% translate "A" %}">{% if x == "y" %}Hello{% endif %} {{ x }}</p>')
    ['Hello']
    """
    parser = Text()
    parser.feed(NOT_TEXT.sub("", template))
    parser.close()
    pieces = (piece.strip(" \n·–:,()→") for piece in parser.found)
    return [piece for piece in pieces if any(map(str.isalpha, piece))]


def test_templates_have_no_text_of_their_own() -> None:
    found = {
        f"{path.relative_to(ROOT)}: {text}"
        for path in sorted((ROOT / "templates").rglob("*.html"))
        for text in own_text(path.read_text(encoding="utf-8"))
        if text not in SAME_IN_BOTH | KEYS
        # Invented names and files, on a page for developers.
        and not path.name.strip("_").startswith("design")
    }

    assert sorted(found) == []


# --- spaces ------------------------------------------------------------------------------

# Code keeps its own spaces.
CODE = re.compile(r"```.*?```|`[^`\n]*`", re.DOTALL)
BREAKING = re.compile(r"\S+ (?:[;?!»]|:(?=[\s<)*]|$))|« ", re.MULTILINE)


def french_texts() -> dict[str, str]:
    """Return what is written in French, by where it stands."""
    texts = {
        str(message.id): message.string
        if isinstance(message.string, str)
        else "\n".join(message.string or ())
        for message in read_catalogue(po_path(ROOT))
        if message.id
    }
    pages = [*(ROOT / "docs/help/fr").glob("*.md"), ROOT / "demonstration/campaign.toml"]
    return texts | {page.name: CODE.sub("", page.read_text("utf-8")) for page in pages}


def test_no_line_of_french_begins_with_a_mark() -> None:
    found = {place: BREAKING.findall(text) for place, text in french_texts().items()}
    assert {place: marks for place, marks in found.items() if marks} == {}
