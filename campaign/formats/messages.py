"""Turning a problem's code and parameters into French or English, for page, API and client."""

import gettext
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from campaign.formats.file_wordings import FILE_TITLES, FILE_WORDINGS
from campaign.formats.known_forms import WITHOUT_TABS
from campaign.formats.problems import Problem
from campaign.formats.run_wordings import RUN_TITLES, RUN_WORDINGS
from campaign.formats.wordings import Wording, gettext_noop

WORDINGS: dict[str, Wording] = {**FILE_WORDINGS, **RUN_WORDINGS}
"""By code, or by code/wording where one code has several remedies."""

TITLES: dict[str, str] = {
    **{key.partition("/")[0]: wording.title for key, wording in WORDINGS.items()},
    **FILE_TITLES,
    **RUN_TITLES,
}
"""One title a code, which fits all its wordings."""

VALUES: dict[tuple[str, str | int], str] = {
    ("type", "object"): gettext_noop("JSON object"),
    ("type", "text"): gettext_noop("text"),
    ("field", "line"): gettext_noop("the line"),
    ("other-format", WITHOUT_TABS): gettext_noop("text without tabs"),
}
"""What is neither a number nor taken from the file, as message ids: by the parameter's name and
value, or by the code and what was found."""

LANGUAGES = ("en", "fr")
_DOMAIN = "django"
_PACKAGE = Path(__file__).resolve().parents[1]
_CATALOGUES = (_PACKAGE / "locale", _PACKAGE.parent / "locale")
"""In an installed wheel beside the package; in the repository at its root."""
_GROUPS = {"fr": "\u202f", "en": ","}


class ProblemText(NamedTuple):
    """A problem in words."""

    title: str
    found: str
    expected: str
    remedy: str


@cache
def _catalogue(lang: str) -> gettext.NullTranslations:
    for folder in _CATALOGUES:
        if gettext.find(_DOMAIN, str(folder), [lang]):
            return gettext.translation(_DOMAIN, str(folder), [lang])
    return gettext.NullTranslations()


def translate(message: str, lang: str) -> str:
    """Return a message in a language, in English where there is no translation.

    >>> translate("Not a message of ours.", "fr")
    'Not a message of ours.'
    """
    # The empty message id is the catalogue's own header.
    return _catalogue(lang).gettext(message) if message else ""


def describe(problem: Problem, lang: str) -> ProblemText:
    """Say what was found, what was expected and how to mend it.

    Parameters
    ----------
    problem : Problem
    lang : str
        "en" or "fr"; anything else reads as English.

    Returns
    -------
    ProblemText

    Examples
    --------
    >>> from campaign.formats.problems import error
    >>> problem = error("rank-out-of-range", 7, found="9", parameters={"limit": 5})
    >>> describe(problem, "en").remedy
    'Keep the best answers, at most 5 for this question.'
    """
    wording = problem.parameters.get("wording")
    # A stored problem may bear a code that this version no longer gives.
    plain = WORDINGS.get(problem.code, Wording(problem.code, "", ""))
    words = WORDINGS.get(f"{problem.code}/{wording}", plain)
    values = {name: _written(name, value, lang) for name, value in problem.parameters.items()}
    title, expected, remedy = (translate(text, lang).format_map(values) for text in words)
    return ProblemText(title, _written(problem.code, problem.found, lang), expected, remedy)


def title_of(code: str, lang: str) -> str:
    """Return what problems of a code have in common, in words.

    >>> title_of("column-count", "en"), title_of("of-another-version", "en")
    ('The number of columns is wrong.', 'of-another-version')
    """
    return translate(TITLES[code], lang) if code in TITLES else code


def _written(name: str, value: str | int, lang: str) -> str:
    if isinstance(value, str):
        return translate(VALUES.get((name, value), ""), lang) or value
    return f"{value:,}".replace(",", _GROUPS.get(lang, ","))


def problem_record(problem: Problem, lang: str) -> dict[str, Any]:
    """Return a problem as the API and the command line write it.

    >>> from campaign.formats.problems import warning
    >>> problem_record(warning("blank-line", 3), "en")["remedy"]
    'Nothing to do: the line is passed over.'
    """
    text = describe(problem, lang)
    return {
        "code": problem.code,
        "severity": problem.severity.value,
        "line": problem.line,
        "column": problem.column,
        "question": problem.question,
        "found": text.found,
        "expected": text.expected,
        "remedy": text.remedy,
    }
