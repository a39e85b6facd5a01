"""Texts that people write in one language or two."""

from __future__ import annotations

from typing import Self

from django.utils.translation import get_language


class Written(str):
    """A text that knows the language it is in, for the page that shows it among other words."""

    __slots__ = ("language",)
    language: str

    def __new__(cls, text: str, language: str) -> Self:
        written = super().__new__(cls, text)
        written.language = language
        return written


def in_reader_language(*, french: str, english: str) -> Written:
    """Return the text in the reader's language, else the one there is."""
    reads_french = (get_language() or "").startswith("fr")
    if french and (reads_french or not english):
        return Written(french, "fr")
    return Written(english, "en")
