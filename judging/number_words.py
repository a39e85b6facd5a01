"""Numbers written in words, in English and in French without accents."""

from collections.abc import Sequence

_ENGLISH_ONES = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen"
    " fifteen sixteen seventeen eighteen nineteen"
)
_ENGLISH_TENS = "twenty thirty forty fifty sixty seventy eighty ninety"
_FRENCH_ONES = (
    "zero un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize"
)
_FRENCH_TENS = "vingt trente quarante cinquante soixante septante huitante nonante"
_ONES = {
    **{word: value for value, word in enumerate(_FRENCH_ONES.split())},
    **{word: value for value, word in enumerate(_ENGLISH_ONES.split())},
}
_TENS = {
    **{word: value for value, word in zip(range(20, 100, 10), _ENGLISH_TENS.split(), strict=True)},
    **{word: value for value, word in zip(range(20, 100, 10), _FRENCH_TENS.split(), strict=True)},
}
_SCORES = frozenset({"vingt", "vingts"})
_HUNDREDS = frozenset({"hundred", "cent", "cents"})
_THOUSANDS = frozenset({"thousand", "mille"})
_JOINING = frozenset({"and", "et"})
_ARTICLES = frozenset({"un", "une", "a"})
_TEEN_TENS = frozenset({60, 80})  # soixante-dix, quatre-vingt-onze
_STARTING = {*_ONES, *_TENS, *_HUNDREDS, *_THOUSANDS, *_ARTICLES}


def read_number(words: Sequence[str]) -> tuple[int, int]:
    """Read the number that a row of words starts with.

    Parameters
    ----------
    words : sequence of str
        Lower case, without accents and hyphens.

    Returns
    -------
    value : int
    used : int
        How many words it took; 0 if no number starts here. An article alone is no number.

    Examples
    --------
    >>> read_number(["quatre", "vingt", "dix", "neuf", "ans"])
    (99, 4)
    >>> read_number(["two", "hundred", "and", "five"]), read_number(["deux", "mille"])
    ((205, 4), (2000, 2))
    >>> read_number(["a", "hundred"]), read_number(["une", "maison"])
    ((100, 2), (0, 0))
    """
    if not words or words[0] not in _STARTING:
        return 0, 0
    value, used = _below_thousand(words)
    if used < len(words) and words[used] in _THOUSANDS:
        value, used = (value or 1) * 1000, used + 1
        skipped = int(words[used : used + 1] in (["and"], ["et"]))
        more, taken = _below_thousand(words[used + skipped :])
        if taken:
            value, used = value + more, used + skipped + taken
    return (0, 0) if used == 1 and words[0] in _ARTICLES else (value, used)


def _below_thousand(words: Sequence[str]) -> tuple[int, int]:
    value, used = _below_hundred(words)
    if used < len(words) and words[used] in _HUNDREDS:
        value, used = (value or 1) * 100, used + 1
        skipped = int(words[used : used + 1] == ["and"])
        more, taken = _below_hundred(words[used + skipped :])
        if taken and words[used + skipped] != "a":
            value, used = value + more, used + skipped + taken
    return value, used


def _below_hundred(words: Sequence[str]) -> tuple[int, int]:
    if not words:
        return 0, 0
    first = words[0]
    if first == "quatre" and len(words) > 1 and words[1] in _SCORES:
        return _with_ones(80, words, 2)
    if first in _TENS:
        return _with_ones(_TENS[first], words, 1)
    if first in _ARTICLES:
        return 1, 1
    if first not in _ONES:
        return 0, 0
    # dix-sept, dix-huit, dix-neuf
    more = _ONES.get(words[1], 0) if first == "dix" and len(words) > 1 else 0
    return (10 + more, 2) if more in range(7, 10) else (_ONES[first], 1)


def _with_ones(tens: int, words: Sequence[str], used: int) -> tuple[int, int]:
    place = used + int(used < len(words) and words[used] in _JOINING)
    if place >= len(words) or words[place] == "a":
        return tens, used
    more, taken = _below_hundred(words[place : place + 2])
    limit = 20 if tens in _TEEN_TENS else 10
    if not taken or not 0 < more < limit:
        return tens, used
    return tens + more, place + taken


def _english_ordinal(word: str) -> str:
    irregular = {
        "one": "first",
        "two": "second",
        "three": "third",
        "five": "fifth",
        "eight": "eighth",
        "nine": "ninth",
        "twelve": "twelfth",
    }
    return irregular.get(word) or f"{word.removesuffix('y')}{'ie' * word.endswith('y')}th"


def _french_ordinal(word: str) -> str:
    irregular = {"cinq": "cinquieme", "neuf": "neuvieme"}
    return irregular.get(word) or f"{word.removesuffix('e')}ieme"


_ORDINALS = {
    **{_english_ordinal(word): value for value, word in enumerate(_ENGLISH_ONES.split()) if value},
    **{
        _french_ordinal(word): value for value, word in enumerate(_FRENCH_ONES.split()) if value > 1
    },
    "premier": 1,
    "premiere": 1,
    "seconde": 2,
    "vingtieme": 20,
    "twentieth": 20,
}


def ordinal_value(word: str) -> int | None:
    """Return the value of an ordinal written as one word, if it is one.

    >>> ordinal_value("nineteenth"), ordinal_value("neuvieme"), ordinal_value("zola")
    (19, 9, None)
    """
    return _ORDINALS.get(word)
