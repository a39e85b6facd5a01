"""The French catalogue: extracted, renewed, compiled and checked without gettext's programs."""

from __future__ import annotations

import io
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract
from babel.messages.mofile import read_mo, write_mo
from babel.messages.pofile import read_po, write_po
from django.utils.translation.template import templatize

PYTHON_FOLDERS = ("campaign", "judging", "scoring", "client", "config")
TEMPLATE_FOLDER = "templates"
TEMPLATE_SUFFIXES = {".html", ".txt", ".svg", ".xml"}
# `translate` is what the command line calls, without Django.
_PLAIN = ("_", "gettext", "gettext_lazy", "gettext_noop", "translate")
_PLURAL = ("ngettext", "ngettext_lazy")
_IN_CONTEXT = ("pgettext", "pgettext_lazy")
_PLURAL_IN_CONTEXT = ("npgettext", "npgettext_lazy")
KEYWORDS: dict[str, Any] = {
    **dict.fromkeys(_PLAIN, None),
    **dict.fromkeys(_PLURAL, (1, 2)),
    **dict.fromkeys(_IN_CONTEXT, ((1, "c"), 2)),
    **dict.fromkeys(_PLURAL_IN_CONTEXT, ((1, "c"), 2, 3)),
}
# No date, no tool: only what changes with the texts.
HEADER = """\
# French of Equer. Renewed by: ./run manage catalogues
msgid ""
msgstr ""
"Project-Id-Version: Equer\\n"
"Language: fr\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Content-Transfer-Encoding: 8bit\\n"
"Plural-Forms: nplurals=2; plural=(n > 1);\\n"

"""
PLACEHOLDER = re.compile(r"%\(\w+\)[#0\- +]*\d*(?:\.\d+)?[a-zA-Z]|%[sdif]|\{\w*(?:[.:][^{}]*)?\}")

Key = tuple[str | None, str]


# --- reading the source -------------------------------------------------------------


def _python_files(root: Path) -> Iterator[Path]:
    for folder in PYTHON_FOLDERS:
        for path in sorted((root / folder).rglob("*.py")):
            if "migrations" not in path.parts:
                yield path


def _template_files(root: Path) -> Iterator[Path]:
    for path in sorted((root / TEMPLATE_FOLDER).rglob("*")):
        if path.suffix in TEMPLATE_SUFFIXES:
            yield path


def _template_as_python(path: Path) -> bytes:
    source = templatize(path.read_text(encoding="utf-8"), origin=str(path))
    # Inside brackets Python's tokenizer does not mind how a template is indented.
    return f"(\n{source}\n)".encode()


def extract_messages(root: Path) -> Catalog:
    """Return every message of the source, without translations."""
    catalog = _empty_catalog()
    sources = [(path, path.read_bytes()) for path in _python_files(root)]
    sources += [(path, _template_as_python(path)) for path in _template_files(root)]
    for path, source in sources:
        place = path.relative_to(root).as_posix()
        for line, message, _, context in extract("python", io.BytesIO(source), keywords=KEYWORDS):
            catalog.add(message, context=context, locations=[(place, line)])
    return catalog


# --- reading and writing catalogues ---------------------------------------------------


def po_path(root: Path) -> Path:
    return root / "locale" / "fr" / "LC_MESSAGES" / "django.po"


def _parse(source: bytes) -> Catalog:
    return read_po(io.BytesIO(source), locale="fr", charset="utf-8", abort_invalid=True)


def _empty_catalog() -> Catalog:
    return _parse(HEADER.encode())  # with our two plural forms: Babel's French has three


def read_catalogue(path: Path) -> Catalog:
    """Return a catalogue; an empty one if the file does not exist."""
    if not path.exists():
        return _empty_catalog()
    return _parse(path.read_bytes())


def _key(message: Message) -> Key:
    return message.context, message.id if isinstance(message.id, str) else message.id[0]


def _messages(catalog: Catalog) -> dict[Key, Message]:
    return {_key(message): message for message in catalog if message.id}


def _obsolete(catalog: Catalog) -> dict[Key, Message]:
    return {_key(message): message for message in catalog.obsolete.values()}


def _forms(message: Message) -> list[str]:
    return [message.string] if isinstance(message.string, str) else list(message.string or [""])


def _is_translated(message: Message) -> bool:
    return all(_forms(message))


def renew(extracted: Catalog, *known: Catalog) -> Catalog:
    """Return the extracted messages with the translations known so far; the last one known wins.

    Translations without a message are kept as obsolete, for the message may come back.
    """
    translations: dict[Key, Message] = {}
    for catalog in known:
        everything = {**_obsolete(catalog), **_messages(catalog)}
        translations |= {key: text for key, text in everything.items() if any(_forms(text))}
    for key, message in _messages(extracted).items():
        translation = translations.pop(key, None)
        if translation and isinstance(translation.id, str) == isinstance(message.id, str):
            message.string = translation.string
            if translation.fuzzy:
                message.flags.add("fuzzy")
    for message in translations.values():
        message.flags.discard("fuzzy")
        message.locations.clear()
        extracted.obsolete[extracted._key_for(message.id, message.context)] = message  # noqa: SLF001 -- Babel has no public way to add one
    return extracted


def po_bytes(catalog: Catalog) -> bytes:
    """Return a catalogue as a file: sorted, with file names only, without dates."""
    body = io.BytesIO()
    write_po(body, catalog, width=100, omit_header=True, sort_output=True, include_lineno=False)
    return HEADER.encode() + body.getvalue().strip() + b"\n"


def mo_bytes(po: bytes) -> bytes:
    """Return a catalogue compiled."""
    compiled = io.BytesIO()
    write_mo(compiled, _parse(po))
    return compiled.getvalue()


# --- commands ---------------------------------------------------------------------------


def renew_files(root: Path, *, merge: Iterable[Path] = ()) -> tuple[int, int]:
    """Renew and compile the French catalogue.

    Returns
    -------
    How many messages there are, and how many of them lack French.
    """
    path = po_path(root)
    known = [read_catalogue(path), *map(read_catalogue, merge)]
    catalog = renew(extract_messages(root), *known)
    path.parent.mkdir(parents=True, exist_ok=True)
    po = po_bytes(catalog)
    compiled = path.with_suffix(".mo")
    if not compiled.exists() or _strings(mo_bytes(po)) != _strings(compiled.read_bytes()):
        compiled.write_bytes(mo_bytes(po))
    path.write_bytes(po)
    messages = _messages(catalog).values()
    return len(messages), sum(not _is_translated(message) for message in messages)


def find_faults(root: Path) -> list[str]:
    """Return what is wrong with the French catalogue, one sentence each."""
    path = po_path(root)
    if not path.exists():
        return [f"{path.relative_to(root)} is missing"]
    committed = read_catalogue(path)
    faults = list(_stale(root, committed))
    for message in _messages(committed).values():
        faults += [f"{_shown(_key(message))}: {fault}" for fault in _faults_of(message)]
    compiled = path.with_suffix(".mo")
    if not compiled.exists():
        faults.append("django.mo is missing")
    elif _strings(compiled.read_bytes()) != _strings(mo_bytes(path.read_bytes())):
        faults.append("django.mo differs from django.po")
    return faults


def _stale(root: Path, committed: Catalog) -> Iterator[str]:
    wanted, found = _messages(extract_messages(root)), _messages(committed)
    for key in sorted(wanted.keys() - found.keys(), key=_shown):
        yield f"{_shown(key)}: not in the catalogue"
    for key in sorted(found.keys() - wanted.keys(), key=_shown):
        yield f"{_shown(key)}: in no source file any more"
    for key in sorted(wanted.keys() & found.keys(), key=_shown):
        if wanted[key].id != found[key].id:
            yield f"{_shown(key)}: another plural in the catalogue"
    if not wanted.keys() ^ found.keys():
        renewed = renew(extract_messages(root), read_catalogue(po_path(root)))
        if po_bytes(renewed) != po_path(root).read_bytes():
            yield "django.po is not as ./run manage catalogues writes it"


def _faults_of(message: Message) -> Iterator[str]:
    if message.fuzzy:
        yield "fuzzy"
    if not _is_translated(message):
        yield "French is missing"
    elif isinstance(message.id, str):
        if _placeholders(message.id) != _placeholders(str(message.string)):
            yield "other placeholders in French"
    else:
        yield from _faults_of_plural(message)


def _faults_of_plural(message: Message) -> Iterator[str]:
    """Compare plural forms: the singular may leave the number out, the plural may not."""
    forms = _forms(message)
    singular, plural = forms[0], forms[-1]
    allowed = _placeholders(message.id[0]) | _placeholders(message.id[1])
    if len(forms) != 2:  # noqa: PLR2004 -- French has two forms
        yield "plural forms are missing"
    if _placeholders(plural) != _placeholders(message.id[1]) or _placeholders(singular) - allowed:
        yield "other placeholders in French"


def _placeholders(text: str) -> set[str]:
    return set(PLACEHOLDER.findall(text.replace("%%", "")))


def _strings(compiled: bytes) -> dict[Key, object]:
    return {
        key: message.string for key, message in _messages(read_mo(io.BytesIO(compiled))).items()
    }


def _shown(key: Key) -> str:
    context, text = key
    return f"{context}: {text!r}" if context else repr(text)
