"""When two answers are the same string: the key that groups the pool and finds judgments."""

import re
import unicodedata

NORMALISATION_VERSION = 1
"""Stored with every pool: a change of `matching_key` raises it and never changes a label."""

_SINGLE_QUOTES = "‘’‚‛′ʹʼ＇"
_DOUBLE_QUOTES = "“”„‟″«»‹›＂"
_DASHES = "‐‑‒–—―−﹘﹣－"
_TO_ASCII = {
    **dict.fromkeys(_SINGLE_QUOTES, "'"),
    **dict.fromkeys(_DOUBLE_QUOTES, '"'),
    **dict.fromkeys(_DASHES, "-"),
}
# Ten times faster than str.translate on a passage: most have a quote or two.
_TYPOGRAPHIC = re.compile(f"[{''.join(_TO_ASCII)}]")
_UNITS = frozenset("%‰")
# A sign or a decimal point in front of a number belongs to it: -5 is not 5. A row of dots or
# dashes is punctuation.
_NUMBER_START = re.compile(r"(?:^|[^-.,])(-?[.,]?)$")
_YES_NO = {"yes": "yes", "oui": "yes", "no": "no", "non": "no"}


def matching_key(text: str) -> str:
    """Return the key under which answers count as the same string.

    NFKC, typographic quotes, apostrophes and dashes to ASCII, casefold, white space collapsed,
    punctuation and spaces stripped at both ends; if nothing is left, the unstripped text. Signs
    and units are no punctuation: a minus or decimal point before a digit and a percent sign after
    one stay. Accents and inner punctuation stay.

    Parameters
    ----------
    text : str

    Returns
    -------
    str
        Equal for two texts exactly if they belong to one answer group of a question.

    Examples
    --------
    >>> matching_key("  « L’Étang ».")
    "l'étang"
    >>> matching_key("11.3 years"), matching_key("–5 °C"), matching_key("62 %")
    ('11.3 years', '-5 °c', '62 %')
    >>> matching_key("!!!")
    '!!!'
    """
    plain = text
    if not text.isascii():
        composed = unicodedata.normalize("NFKC", text)
        plain = _TYPOGRAPHIC.sub(lambda found: _TO_ASCII[found.group()], composed)
    folded = plain.casefold()
    collapsed = " ".join(folded.split())
    return _strip_punctuation(collapsed) or collapsed


def _strip_punctuation(text: str) -> str:
    start, end = 0, len(text)
    while start < end and _is_punctuation(text[start]):
        start += 1
    while end > start and _is_punctuation(text[end - 1]) and not _is_unit(text[start:end]):
        end -= 1
    if start and start < end and text[start].isdecimal():
        number = _NUMBER_START.search(text[:start])
        start -= len(number.group(1)) if number else 0
    return text[start:end]


def _is_punctuation(character: str) -> bool:
    return character == " " or unicodedata.category(character)[0] == "P"


def _is_unit(text: str) -> bool:
    return text[-1] in _UNITS and text[:-1].rstrip()[-1:].isdecimal()


def yes_or_no(text: str) -> str | None:
    """Return "yes" or "no" for the four words that a yes/no question accepts, else None.

    >>> yes_or_no("Oui"), yes_or_no("NO"), yes_or_no("perhaps")
    ('yes', 'no', None)
    """
    return _YES_NO.get(matching_key(text))
