"""List questions: which right answers are the same thing."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from judging.answer_matching import matching_key


class DistinctAnswer(NamedTuple):
    """One thing that answers a list question, under the number of its key."""

    number: int
    name: str
    spellings: tuple[str, ...]


def known_distinct(right: Iterable[tuple[str, Sequence[str]]]) -> tuple[DistinctAnswer, ...]:
    """Return the distinct answers among right ones, in alphabetical order, numbered from 1.

    Parameters
    ----------
    right : iterable of (str, sequence of str)
        Right short answers, each with the names of what it is linked to; without a name it is
        a distinct answer of its own.

    Examples
    --------
    >>> known_distinct([("RFA", ["Allemagne"]), ("Allemagne", []), ("Italie", [])])[0]
    DistinctAnswer(number=1, name='Allemagne', spellings=('Allemagne', 'RFA'))
    """
    names: dict[str, str] = {}
    spellings: dict[str, set[str]] = {}
    for text, linked in right:
        for name in linked or (text,):
            key = matching_key(name)
            names.setdefault(key, name)
            spellings.setdefault(key, set()).update({name, text})
    ordered = sorted(names, key=lambda key: (key.casefold(), key))
    return tuple(
        DistinctAnswer(number, names[key], tuple(sorted(spellings[key])))
        for number, key in enumerate(ordered, start=1)
    )


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
