"""How values are written: times with their zone, scores, shares, icons, labels, form fields."""

from __future__ import annotations

from datetime import datetime
from functools import cache, lru_cache
from typing import Any, Literal

from django import template
from django.core.files.storage import Storage, storages
from django.forms import BoundField, CheckboxInput, FileInput, HiddenInput
from django.forms.widgets import RadioSelect
from django.utils import formats
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language, ngettext, pgettext, pgettext_lazy
from django.utils.translation import gettext as _

from campaign.field_words import error_words
from campaign.markdown import rendered_markdown
from campaign.models import QUESTION_TYPES, Job
from campaign.navigation import campaign_links, task_links
from campaign.zones import in_zone, short_zone, zone_label

register = template.Library()

MISSING = "–"
# In French Django writes « jan. » and « fév. »: our catalogue overrules its own.
MONTHS = (pgettext_lazy("abbrev. month", "Jan."), pgettext_lazy("abbrev. month", "Feb."))


@register.simple_tag
def icon(name: str) -> SafeString:
    """Draw one symbol of the sprite; it is decoration, so words must stand beside it."""
    return _drawn(storages["staticfiles"], name)


@cache  # long pages show hundreds, and the sprite keeps its address while a server runs
def _drawn(storage: Storage, name: str) -> SafeString:
    return format_html(
        '<svg class="icon" aria-hidden="true"><use href="{}#{}"/></svg>',
        storage.url("img/icons.svg"),
        name,
    )


@register.filter
@lru_cache(maxsize=128)  # the guidelines stand beside every question
def markdown(text: str, level: int = 1) -> SafeString:
    """Show Markdown whose highest headings stand at a level of the page.

    Raw HTML in it stays text, links with scripts stay unlinked, images are named and linked.
    """
    # Blocks that scroll must be reachable by keyboard; raw HTML is escaped, so this tag is ours.
    rendered = rendered_markdown(text, level=level).replace("<pre>", '<pre tabindex="0">')
    return mark_safe(rendered)  # noqa: S308 -- the renderer escapes all HTML


@register.filter
def instant(value: datetime | None, zone: str = "UTC") -> str:
    """Write a time on the clocks of a zone, and name the zone."""
    if value is None:
        return MISSING
    return f"{formats.date_format(in_zone(value, zone), 'DATETIME_FORMAT')} ({short_zone(zone)})"


@register.filter
def zone_words(name: str) -> str:
    """Name a zone in full, for a sentence about the clocks of a page."""
    return str(zone_label(name))


@register.filter
def zone_short(name: str) -> str:
    """Name a zone as it stands after a time."""
    return short_zone(name)


@register.filter
def day(value: datetime | None, zone: str = "UTC") -> str:
    """Write the day of a time on the clocks of a zone."""
    if value is None:
        return MISSING
    return formats.date_format(in_zone(value, zone), "DATE_FORMAT")


@register.filter
def score(value: float | Literal[""] | None) -> str:
    """Write a score with three decimals."""
    # Django cuts decimals off: round first.
    if value is None or value == "":  # what a template gives for an attribute of nothing
        return MISSING
    return formats.number_format(round(value, 3), 3)


@register.filter
def share(value: float | Literal[""] | None) -> str:
    """Write a share as a percentage, with one decimal under ten."""
    if value is None or value == "":
        return MISSING
    percent = value * 100
    decimals = 1 if 0 < percent < 10 else 0  # noqa: PLR2004
    # "100 %" only if it is all: 99.7 must not look finished.
    rounded = 99 if 99 < percent < 100 else round(percent, decimals)  # noqa: PLR2004
    return pgettext("percentage", "%(number)s%%") % {
        "number": formats.number_format(rounded, decimals)
    }


@register.filter
def file_size(value: int) -> str:
    """Write a number of bytes in the unit that fits."""
    units = [(1_000_000, _("%s MB")), (1_000, _("%s kB"))]
    for factor, unit in units:
        if value >= factor:
            size = round(value / factor, 1)
            return unit % formats.number_format(size, 0 if size.is_integer() else 1)
    return ngettext("%s byte", "%s bytes", value) % formats.number_format(value, 0)


@register.filter
def lookup(mapping: dict[Any, Any], key: Any) -> Any:
    """Return the value under a key that is itself a variable."""
    return mapping.get(key)


@register.filter
def total(pairs: list[tuple[object, int]]) -> int:
    """Add up the counts of (name, count) pairs."""
    return sum(count for _name, count in pairs)


@register.filter
def job_name(job: Job) -> str:
    """Say in words what a job does."""
    names = {
        "campaign.tasks.read_upload": _("Read a file"),
        "judging.tasks.read_upload": _("Read a file"),
        "campaign.tasks.look_for_passages": _("Look for passages in their documents"),
        "campaign.tasks.probe": _("Probe"),
        "judging.tasks.extend_pool": _("Extend the pool"),
        "scoring.tasks.score_task": _("Compute the scores"),
        "scoring.tasks.compare_scores": _("Compare the runs"),
    }
    return names.get(job.kind, job.kind)


@register.filter
def count_name(name: str) -> str:
    """Say in words what a count of an upload counts."""
    return count_names().get(name, name)


def count_names() -> dict[str, str]:
    """Return what may be counted in an upload, in the order in which it is read."""
    return {
        "answers": _("Answers"),
        "passages": _("Passages"),
        "short_answers": _("Short answers"),
        "questions_answered": _("Questions answered"),
        "questions": _("Questions"),
        **{name: str(label) for name, label in QUESTION_TYPES.items()},
        "nil": _("NIL answers"),
        "added": pgettext("count", "Added"),
        "changed": pgettext("count", "Changed"),
        "removed": pgettext("count", "Removed"),
        "would_add": _("Would be added"),
        "would_change": _("Would be changed"),
        **{label: label_word(label) for label in LABEL_ICONS if label},
    }


@register.filter
def answer_type_name(answer_type: str) -> str:
    """Say in words what kind of answer a question expects; a campaign may have kinds of its own."""
    names = {
        "person": pgettext("answer type", "person"),
        "organization": pgettext("answer type", "organization"),
        "date": pgettext("answer type", "date"),
        "place": pgettext("answer type", "place"),
        "measure": pgettext("answer type", "measure"),
        "manner": pgettext("answer type", "manner"),
        "object": pgettext("answer type", "object"),
        "other": pgettext("answer type", "other"),
    }
    return names.get(answer_type, answer_type)


LABEL_ICONS = {
    "correct": ("C", "check"),
    "inexact": ("X", "approx"),
    "unsupported": ("N", "unlink"),
    "incorrect": ("I", "ban"),
    "": ("–", "circle"),
}


def label_word(label: str) -> str:
    """Return the word of a label, or that there is none yet."""
    words = {
        "correct": pgettext("label", "Correct"),
        "inexact": pgettext("label", "Inexact"),
        "unsupported": pgettext("label", "Not supported"),
        "incorrect": pgettext("label", "Incorrect"),
        "": pgettext("label", "To judge"),
    }
    return words[label]


def label_mark(label: str | None) -> dict[str, str]:
    """Return what a label is shown by: letter, symbol, and its word."""
    name = label or ""
    letter, symbol = LABEL_ICONS[name]
    return {"label": name or "none", "letter": letter, "symbol": symbol, "word": label_word(name)}


@register.simple_tag(name="label_mark")
def draw_label_mark(label: str | None, *, word: bool = False) -> SafeString:
    """Show a label: letter, icon, colour, and its word aloud or in sight."""
    return _marked(storages["staticfiles"], label or "", get_language(), in_sight=word)


@cache  # a page of results shows two hundred, of some ten kinds
def _marked(storage: Storage, name: str, _language: str | None, *, in_sight: bool) -> SafeString:
    mark = label_mark(name)
    word = mark["word"]
    return format_html(
        '<span class="label-mark label-mark--{}"{}><b aria-hidden="true">{}</b>{}{}</span>',
        mark["label"],
        "" if in_sight else format_html(' title="{}"', word),
        mark["letter"],
        _drawn(storage, mark["symbol"]),
        word if in_sight else format_html('<span class="sr">{}</span>', word),
    )


@register.inclusion_tag("components/field.html")
def field(bound: BoundField) -> dict[str, Any]:
    """Show a form field: label above, help and error below, joined for screen readers."""
    widget = bound.field.widget
    described = []
    if bound.help_text:
        described.append(f"{bound.id_for_label}-help")
    if bound.errors:
        described.append(f"{bound.id_for_label}-error")
        widget.attrs["aria-invalid"] = "true"
    if described:
        widget.attrs["aria-describedby"] = " ".join(described)
    if not isinstance(widget, CheckboxInput | RadioSelect | FileInput):
        widget.attrs.setdefault("class", "input")
    return {
        "field": bound,
        "errors": [
            words for error in bound.errors.as_data() for words in error_words(bound.field, error)
        ],
        "is_check": isinstance(widget, CheckboxInput),
        "is_group": isinstance(widget, RadioSelect),
        "is_hidden": isinstance(widget, HiddenInput),
    }


@register.inclusion_tag("components/navigation.html", takes_context=True)
def navigation(context: dict[str, Any], *, menu: bool = False) -> dict[str, Any]:
    """Show the links of the task, else of the campaign, that this person can open."""
    member = context.get("member")
    # A page under another one says so by `shown_under`.
    path = context.get("shown_under") or context["request"].path
    links = []
    if member is not None and context.get("task") is not None:
        links = task_links(member, context["task"], path, context["now"])
    elif member is not None:
        links = campaign_links(member, context["campaign"], path)
    return {"links": links, "menu": menu}
