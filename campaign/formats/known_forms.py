"""Recognising a file that is right, but in another form than the one asked for."""

import re

_SIGNS: tuple[tuple[str, re.Pattern[str]], ...] = (
    ("JSON", re.compile(r"\s*[\[{]")),
    ("TREC QA (<top>)", re.compile(r"\s*<top>", re.IGNORECASE)),
    ("HTML", re.compile(r"\s*<(!doctype )?html", re.IGNORECASE)),
    ("XML", re.compile(r"\s*<\?xml|\s*<trecqa", re.IGNORECASE)),
    ("RTF", re.compile(r"\{\\rtf")),
    ("TREC QA 1999", re.compile(r"\S+[ \t]+Q0([ \t]+\S+){4}[ \t]+\S")),
    ("TREC", re.compile(r"\S+[ \t]+Q0([ \t]+\S+){4}[ \t]*\r?$", re.MULTILINE)),
    ("CLEF", re.compile(r"[FDTL] [A-Z]{2} [A-Z]{2} \S+ \S")),
    ("CSV", re.compile(r"\"?(id|question)\"?[,;]")),
)
WITHOUT_TABS = "text without tabs"
_START = 4000
_SAMPLE = 10


def recognise_form(text: str) -> str | None:
    r"""Return the name of the known form that `text` is in, or None for tab-separated text.

    >>> recognise_form('{"id": "1", "output": []}')
    'JSON'
    >>> recognise_form("GB1 Q0 LEMONDE94-002276 1 0.9 lexi1\n")
    'TREC'
    >>> recognise_form("GB1\t1\tLEMONDE94-002276\tAngoulême\t\n") is None
    True
    """
    lines = [line for line in text[:_START].split("\n") if line.strip()][:_SAMPLE]
    if not lines:
        return None
    beginning = "\n".join(lines[:2])
    for form, sign in _SIGNS:
        # A native line may well begin with a bracket; it has tabs inside, JSON has none.
        if sign.match(beginning) and not (form == "JSON" and "\t" in lines[0].strip()):
            return form
    return WITHOUT_TABS if len(lines) > 1 and "\t" not in "".join(lines) else None
