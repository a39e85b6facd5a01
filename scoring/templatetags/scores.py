"""How the columns of a leaderboard are named."""

from __future__ import annotations

from django import template
from django.utils.translation import gettext as _

from campaign.models import QUESTION_TYPES
from campaign.templatetags.equer import score
from scoring.leaderboard import Column
from scoring.models import Score
from scoring.rank_correlation import NoCorrelation

register = template.Library()


@register.filter
def column_name(column: Column) -> str:
    """Return the column's name in addresses."""
    return "-".join(column)


@register.filter
def column_title(column: Column) -> str:
    """Return what the column measures: MRR or NIAP, of answers or passages."""
    measure, kind, _subset = column
    kinds = {"answer": _("answers"), "passage": _("passages"), "both": _("both")}
    return f"{measure}, {kinds[kind]}"


@register.filter
def column_subtitle(column: Column) -> str:
    """Return the questions that the column covers."""
    subset = column[2]
    return _("all types") if subset == "all" else str(QUESTION_TYPES[subset])


@register.inclusion_tag("components/interval.html")
def interval(score: Score) -> dict[str, str]:
    """Draw a score and its interval on the full scale from 0 to 1."""

    def place(value: float | None) -> str:
        return f"{(score.value if value is None else value) * 100:.2f}%"

    return {
        "low": place(score.interval_low),
        "high": place(score.interval_high),
        "point": place(None),
    }


@register.filter
def correlation(value: float | NoCorrelation) -> str:
    """Write Kendall's τ, or say why there is none."""
    words = {
        NoCorrelation.TOO_FEW_RUNS: _("undefined: fewer than two runs"),
        NoCorrelation.ALL_TIED: _("undefined: all runs score alike"),
    }
    return words[value] if isinstance(value, NoCorrelation) else score(value)
