"""How durations, loads and shares in common are written."""

from __future__ import annotations

from typing import Any

from django import template
from django.utils.formats import number_format
from django.utils.translation import gettext as _

from campaign.templatetags.equer import MISSING
from judging.forecast import Week
from judging.workload import Pace

register = template.Library()

LEFT, RIGHT, TOP, BOTTOM = 56, 600, 16, 150
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


@register.inclusion_tag("judging/_weeks_figure.html")
def weeks_figure(weeks: list[Week], threshold: float) -> dict[str, Any]:
    """Draw how disagreement developed, with its threshold."""
    top = max([2 * threshold, *(week.share for week in weeks)]) or 1.0
    step = (RIGHT - LEFT) / max(1, len(weeks) - 1)
    start = LEFT if len(weeks) > 1 else (LEFT + RIGHT) / 2

    def height(value: float) -> str:
        return f"{BOTTOM - (BOTTOM - TOP) * value / top:.1f}"

    points = [
        (f"{start + number * step:.1f}", height(one.share)) for number, one in enumerate(weeks)
    ]
    return {
        "weeks": weeks,
        "threshold": threshold,
        "line": " ".join(f"{x},{y}" for x, y in points),
        "points": points,
        "limit": height(threshold),
        "grid": [(height(value), value) for value in (0, top / 2, top)],
        "latest": weeks[-1],
        "start": f"{start:.1f}",
    }
