"""How agreement is written: values with their intervals, or why there is none; heat of a matrix."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from django import template
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from campaign.templatetags.equer import label_word, score, share
from judging.agreement import Reason, Undefined
from judging.agreement_intervals import SPECIFIC, Estimate
from judging.agreement_report import KindAgreement

register = template.Library()

HOTTEST = 5


def coefficient_words(name: str) -> str:
    """Name a coefficient."""
    words = {
        "disagreement": _("Disagreement"),
        "kappa": _("Cohen's κ"),
        "fleiss": _("Fleiss' κ"),
        "alpha": _("Krippendorff's α"),
        "ac1": _("Gwet's AC1"),
    }
    return words[name]


@register.filter
def view_words(name: str) -> str:
    """Name a way to look at the labels."""
    words = {
        "labels": _("As labelled"),
        "strict": _("As strict scores see it"),
        "lenient": _("As lenient scores see it"),
    }
    return words[name]


@register.filter
def why(value: Undefined) -> str:
    """Say why a coefficient has no value."""
    words = {
        Reason.NO_UNITS: _("nothing was labelled by both"),
        Reason.ONE_LABEL: _("all labels are alike: chance alone would agree"),
        Reason.LABEL_UNUSED: _("nobody gave this label"),
        Reason.UNEQUAL_RATERS: _("not everybody labelled every unit"),
    }
    return words[value.reason]


class Cell(NamedTuple):
    """A value and its interval as written, or why there is none."""

    value: str
    interval: str
    reason: str
    missing: int


class Line(NamedTuple):
    name: str
    label: str
    cells: tuple[Cell, ...]


@register.filter
def coefficient_lines(kind: KindAgreement) -> list[Line]:
    """Return a table's lines: a coefficient each, with one cell per way to look at the labels."""
    names = ("disagreement", "kappa", "fleiss", "alpha", "ac1")
    return [
        Line(
            coefficient_words(name),
            "",
            tuple(_cell(view.estimates[name], name) for view in kind.views),
        )
        for name in names
    ]


@register.filter
def specific_lines(kind: KindAgreement) -> list[Line]:
    """Return the specific agreement of each label."""
    found: Mapping[str, Estimate] = kind.views[0].estimates
    return [Line("", label, (_cell(found[SPECIFIC + label], label),)) for label in kind.labels]


def _cell(one: Estimate, name: str) -> Cell:
    if isinstance(one.value, Undefined):
        return Cell(_("undefined"), "", why(one.value), 0)
    written = share if name == "disagreement" else score
    interval = pgettext("interval", "%(low)s–%(high)s") % {
        "low": written(one.low),
        "high": written(one.high),
    }
    return Cell(written(one.value), interval, "", one.undefined)


class MatrixCell(NamedTuple):
    column: str
    units: int
    heat: int


class MatrixRow(NamedTuple):
    label: str
    cells: tuple[MatrixCell, ...]
    total: int


@register.filter
def matrix_rows(kind: KindAgreement) -> list[MatrixRow]:
    """Return the rows of a confusion matrix, each cell with its heat."""
    most = max(1, *(max(row) for row in kind.confusion))
    return [
        MatrixRow(
            label,
            tuple(
                MatrixCell(column, units, _heat(units, most))
                for column, units in zip(kind.labels, row, strict=True)
            ),
            sum(row),
        )
        for label, row in zip(kind.labels, kind.confusion, strict=True)
    ]


@register.filter
def column_sums(kind: KindAgreement) -> Sequence[int]:
    """Return how often the second assessor gave each label."""
    return [sum(column) for column in zip(*kind.confusion, strict=True)]


def _heat(units: int, most: int) -> int:
    # By the square root: a few disagreements stay visible beside many agreements.
    return 0 if not units else max(1, round(HOTTEST * (units / most) ** 0.5))


@register.filter
def at(values: Sequence[object], place: int) -> object:
    """Return the value at a place."""
    return values[place]


@register.filter
def words_of_label(label: str) -> str:
    """Return the word of a label."""
    return label_word(label)
