"""What a leaderboard has found, in one sentence."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.leaderboard import Group, Leaderboard


def finding(board: Leaderboard) -> str:
    """Say who leads and whether the next are separable; nothing before the tests are done."""
    if board.scoring is None or board.scoring.compared_at is None or not board.rows:
        return ""
    first, *others = board.groups
    if not others and first.is_tied:
        return _("No test separates the %(count)d runs.") % {"count": len(first.rows)}
    return " ".join(filter(None, (_leaders(first), _followers(others))))


def _leaders(group: Group) -> str:
    if group.is_tied:
        return ngettext(
            "The best %(count)d run stands alone.",
            "The best %(count)d runs cannot be separated.",
            len(group.rows),
        ) % {"count": len(group.rows)}
    run = group.rows[0].run
    return _("%(team)s (%(run)s) is clearly first.") % {"team": run.team.name, "run": run.tag}


def _followers(groups: list[Group]) -> str:
    tied = next(iter(groups), None)
    if tied is None or not tied.is_tied:
        return ""
    return ngettext(
        "The next %(count)d run stands alone.",
        "The next %(count)d cannot be separated.",
        len(tied.rows),
    ) % {"count": len(tied.rows)}
