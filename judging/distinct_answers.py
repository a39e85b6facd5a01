"""Which right answers a passage holds."""

from __future__ import annotations

from collections.abc import Iterable

from judging.answer_matching import matching_key


def names_in(passage: str, spellings: Iterable[str]) -> tuple[str, ...]:
    """Return the spellings that a passage holds as whole words, whatever their case.

    >>> names_in("La R.F.A. et l'Italie.", ["Italie", "RFA", "Ital"])
    ('Italie',)
    """
    padded = f" {words_of(passage)} "
    return tuple(one for one in spellings if (words := words_of(one)) and f" {words} " in padded)


def words_of(text: str) -> str:
    """Return the words of a text, one space between them, as they are compared.

    >>> words_of("La R.F.A. et l'Italie.")
    'la r f a et l italie'
    """
    return " ".join("".join(c if c.isalnum() else " " for c in matching_key(text)).split())
