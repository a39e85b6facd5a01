"""What is left of a short answer when its looks are taken away: words, numbers, dates."""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from judging.answer_matching import matching_key
from judging.number_words import ordinal_value, read_number

_ARTICLES = frozenset({"le", "la", "les", "l", "un", "une", "des", "du", "the", "a", "an"})
_BEFORE_DATES = frozenset({"in", "on", "of", "en", "au", "year", "annee"})
_LETTERS = str.maketrans({"œ": "oe", "æ": "ae", "ø": "o", "ł": "l", "đ": "d", "ð": "d"})
_ABBREVIATION = re.compile(r"\b[^\W\d_](?:\. ?[^\W\d_]\b)+")
_OF_MONTH = re.compile(r"(?<=\d[snrt][tdh]) of (?=[a-z]{3})")  # the 4th of July
_POSSESSIVE = re.compile(r"'(?=s\b)")
# A number keeps its sign and what joins its digits; a symbol (unit, currency) is a word.
_TOKEN = re.compile(
    r"(?P<iso>\b\d{4}-\d{1,2}-\d{1,2}\b(?!-))"
    r"|(?P<slashed>\b\d{1,2}([/.-])\d{1,2}\3\d{4}\b)"
    r"|(?P<ordinal>\b\d+(?:st|nd|rd|th|er|ere|e|eme|nde?)\b)"
    r"|(?P<number>(?:(?<![^\W_])[-+])?(?:(?<!\w)[.,])?\d+(?:[.,:/'-]\d+)*)"
    r"|(?P<word>[^\W\d_]+)"
    r"|(?P<sign>[^\w\s.,;:!?'\"()\[\]/_-])"
)
_MONTHS = {
    name: number
    for names in (
        "january february march april may june july august september october november december",
        "janvier fevrier mars avril mai juin juillet aout septembre octobre novembre decembre",
        "jan feb mar apr - jun jul aug sept oct nov dec",
        "janv fevr - avr - - juil - sep - - -",
    )
    for number, name in enumerate(names.split(), 1)
    if name != "-"
}
_MONTH_COUNT = 12
_LAST_DAY = 31
_LONGEST_NUMBER = 10  # words
_WORDS = frozenset({"word", "sign"})


class LooseForm(NamedTuple):
    """The words of an answer without accents, articles and order, and its numbers.

    Two answers with equal forms look alike; two with different numbers never do.
    """

    words: tuple[str, ...]
    numbers: tuple[str, ...]


class _Token(NamedTuple):
    kind: str
    text: str


def loose_form(text: str) -> LooseForm:
    """Return the loose form of a short answer.

    Accents and articles are dropped, words sorted, number words written as digits, dates brought
    to day, month and year; other numbers keep their order. A numeric date is read day first unless
    only the other order is a date.

    Parameters
    ----------
    text : str

    Returns
    -------
    LooseForm

    Examples
    --------
    >>> loose_form("L’Étang de Berre")
    LooseForm(words=('berre', 'de', 'etang'), numbers=())
    >>> loose_form("12 mars 1998") == loose_form("March 12th, 1998") == loose_form("1998-03-12")
    True
    >>> loose_form("deux mille ans").numbers, loose_form("11.3 years").numbers
    (('2000',), ('11.3',))
    >>> loose_form("The The").words
    ('the', 'the')
    """
    tokens = _with_digits(_with_dates(list(_tokens(_plain(text)))))
    words = [token.text for token in tokens if token.kind in _WORDS]
    numbers = [token.text for token in tokens if token.kind not in _WORDS]
    if any(token.kind == "month" for token in tokens):
        numbers.sort()
    kept = sorted(_telling(words, numbers))
    if not kept and not numbers:
        kept = [matching_key(text)]
    return LooseForm(tuple(kept), tuple(numbers))


def _telling(words: Sequence[str], numbers: Sequence[str]) -> Sequence[str]:
    kept = [word for word in words if word not in _ARTICLES]
    if numbers and _BEFORE_DATES.issuperset(kept):
        return ()
    return kept if kept or numbers else words


def _plain(text: str) -> str:
    key = matching_key(text)
    if not key.isascii():
        split = unicodedata.normalize("NFKD", key.translate(_LETTERS))
        key = "".join(character for character in split if not unicodedata.combining(character))
    if "." in key:
        key = _ABBREVIATION.sub(lambda found: re.sub(r"[. ]", "", found.group()), key)
    if " of " in key:
        key = _OF_MONTH.sub(" ", key)
    return _POSSESSIVE.sub("", key).replace("&", " and ")


def _tokens(text: str) -> Iterator[_Token]:
    for found in _TOKEN.finditer(text):
        kind, token = found.lastgroup or "", found.group()
        if kind == "iso":
            yield from _date(*reversed(token.split("-")))
        elif kind == "slashed":
            yield from _date(*re.split("[/.-]", token))
        elif kind == "ordinal":
            yield _Token("ordinal", f"{int(re.sub(r'[a-z]+', '', token))}.")
        else:
            yield _Token(kind, token)


def _date(day: str, month: str, year: str) -> Iterator[_Token]:
    if int(month) > _MONTH_COUNT:
        day, month = month, day
    if 1 <= int(month) <= _MONTH_COUNT and 1 <= int(day) <= _LAST_DAY:
        yield _Token("number", str(int(day)))
        yield _Token("month", f"month {int(month)}")
        yield _Token("number", year)
    else:
        yield _Token("number", f"{day}/{month}/{year}")


def _with_dates(tokens: Sequence[_Token]) -> list[_Token]:
    """Write a month beside a number as a month, and the day beside it as a plain number."""
    dated = list(tokens)
    for place, token in enumerate(tokens):
        if token.kind != "word" or token.text not in _MONTHS:
            continue
        beside = [
            at
            for at in (place - 1, place + 1)
            if 0 <= at < len(tokens) and _is_day_or_year(tokens[at])
        ]
        if not beside:
            continue
        dated[place] = _Token("month", f"month {_MONTHS[token.text]}")
        for at in beside:
            dated[at] = _Token("number", tokens[at].text.rstrip(".").lstrip("0") or "0")
    return dated


def _is_day_or_year(token: _Token) -> bool:
    return token.kind == "ordinal" or (token.kind == "number" and token.text.isdecimal())


def _with_digits(tokens: Sequence[_Token]) -> list[_Token]:
    """Write number words as digits."""
    written: list[_Token] = []
    place = 0
    while place < len(tokens):
        token = tokens[place]
        if token.kind != "word":
            written.append(token)
            place += 1
            continue
        value, used = read_number(_words_from(tokens, place))
        after_digits = bool(written) and written[-1].kind == "number"
        if used and not after_digits:
            written.append(_Token("number", str(value)))
            place += used
            continue
        ordinal = ordinal_value(token.text)
        written.append(token if ordinal is None else _Token("ordinal", f"{ordinal}."))
        place += 1
    return written


def _words_from(tokens: Sequence[_Token], place: int) -> list[str]:
    words = []
    for token in tokens[place : place + _LONGEST_NUMBER]:
        if token.kind != "word":
            break
        words.append(token.text)
    return words
