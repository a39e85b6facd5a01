"""How durations, loads and shares in common are written."""

from __future__ import annotations

from django import template
from django.utils.formats import number_format
from django.utils.translation import gettext as _

from campaign.templatetags.equer import MISSING
from judging.workload import Pace

register = template.Library()

HEATS = (0.05, 0.2, 0.4, 0.6, 0.8)


@register.filter
def duration(hours: float | None) -> str:
    """Write hours as people plan them: minutes under a day's work, then hours alone.

    >>> duration(2.24)
    '2 h 14 min'
    """
    if hours is None:
        return MISSING
    minutes = round(hours * 60)
    if minutes < 60:  # noqa: PLR2004
        return _("%(minutes)s min") % {"minutes": minutes}
    if hours >= 10:  # noqa: PLR2004
        return _("%(hours)s h") % {"hours": number_format(round(hours), 0)}
    return _("%(hours)s h %(minutes)s min") % {
        "hours": minutes // 60,
        "minutes": f"{minutes % 60:02}",
    }


@register.filter
def one_decimal(value: float | None) -> str:
    """Write a number with one decimal."""
    return MISSING if value is None else number_format(round(value, 1), 1)


@register.filter
def points(share: float) -> str:
    """Write a difference of shares in points of a percentage."""
    return one_decimal(share * 100)


@register.filter
def heat(share: float | None) -> int:
    """Return how deep the ground of a cell of a matrix is, 0 to 5."""
    return sum(share >= step for step in HEATS) if share is not None else 0


@register.simple_tag
def depth_hours(pace: Pace, decisions: float) -> str:
    """Write how long decisions take at a pace."""
    return duration(pace.hours(decisions))


@register.filter
def ratio(value: float, by: float) -> str:
    """Write how many times one number holds another."""
    return one_decimal(value / by) if by else MISSING
