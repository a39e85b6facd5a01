"""Why an act was refused, said to the assessor."""

from __future__ import annotations

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from judging.actions.adjudications import NobodyDisagrees, OwnDisagreement, SettledMeanwhile
from judging.actions.judgments import (
    JudgingIsClosed,
    KeyWasUsed,
    LabelDoesNotFit,
    NothingToReverse,
    NotOffered,
    QuestionIsGivenAway,
    QuestionIsWithdrawn,
    ReasonIsMissing,
    RestIsOff,
    Stale,
    StringIsDecided,
)

# The state is what the page's script acts on, the words are what the person reads.
_REASONS: dict[type[Exception], tuple[str, Promise]] = {
    JudgingIsClosed: (
        "closed",
        _("Judging of this task is closed; this was not saved. Ask the organizers to reopen it."),
    ),
    QuestionIsGivenAway: (
        "given-away",
        _("This question is with somebody else now: what you judged there stays."),
    ),
    QuestionIsWithdrawn: (
        "withdrawn",
        _("The organizers withdrew this question; it counts no more and this was not saved."),
    ),
    NotOffered: ("gone", _("The answer was not given with this document; nothing was saved.")),
    LabelDoesNotFit: ("misfit", _("A passage is correct or incorrect, nothing else.")),
    RestIsOff: ("rest-off", _("In this task every answer is judged by itself.")),
    StringIsDecided: (
        "decided",
        _("An answer that was judged before is not part of the rest; nothing was saved."),
    ),
    ReasonIsMissing: ("reason", _("Say why it cannot be judged.")),
    KeyWasUsed: ("key-used", _("This act was sent before with other contents; judge again.")),
    NothingToReverse: ("nothing", _("There is nothing to undo.")),
    NobodyDisagrees: (
        "agreed",
        _("Nobody disagrees here any more, or somebody is judging the question again."),
    ),
    OwnDisagreement: (
        "own",
        _(
            "You judged this yourself: an adjudicator or an organizer who did not judge it settles"
            " it. If there is none, the organizers give somebody the role of adjudicator."
        ),
    ),
    SettledMeanwhile: (
        "settled",
        _(
            "Somebody settled this meanwhile; yours was not saved. Their decision is shown now:"
            " settle again only if you think otherwise."
        ),
    ),
    Stale: (
        "conflict",
        _("This was judged otherwise meanwhile, in another tab or browser or by a reopening."),
    ),
}
REFUSALS = tuple(_REASONS)


def state_of(refused: Exception) -> str:
    """Return the name of a refusal."""
    return _REASONS[type(refused)][0]


def words_for(refused: Exception) -> str:
    """Return what is said of a refusal."""
    return str(_REASONS[type(refused)][1])
