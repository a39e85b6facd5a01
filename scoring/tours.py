"""The guided path of each role through the demonstration campaign."""

from __future__ import annotations

from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

CAMPAIGN = "/campaigns/lanterne-2026/"


class Step(NamedTuple):
    """One thing to do, and the page on which to do it."""

    title: Promise
    what: Promise
    url: str


class Tour(NamedTuple):
    """A role's path; a visitor needs no account."""

    role: str
    icon: str
    title: Promise
    promise: Promise
    email: str
    person: str
    steps: tuple[Step, ...]


TOURS: tuple[Tour, ...] = (
    Tour(
        "visitor",
        "eye",
        _("Visitor"),
        _("Follow a published score down to the judgments behind it."),
        "",
        "",
        (
            Step(
                _("Read what the campaign asks"),
                _("The call, the tasks with their stages, who does what."),
                CAMPAIGN,
            ),
            Step(
                _("Open the medical leaderboard"),
                _("One run is clearly first; a blue bracket joins those that no test separates."),
                f"{CAMPAIGN}medicale/results/",
            ),
            Step(
                _("Click a score"),
                _("Each question, each answer and the label that people gave it."),
                f"{CAMPAIGN}medicale/results/",
            ),
        ),
    ),
    Tour(
        "participant",
        "upload",
        _("Participant"),
        _("Send a faulty file, see its seven problems, mend it, get a receipt."),
        "ines.carpentier@example.org",
        "Inès Carpentier, Vésale",
        (
            Step(
                _("Take the faulty run file"),
                _("A prepared file with seven different problems."),
                "/tour/files/faulty/",
            ),
            Step(
                _("Submit it"),
                _("Every problem at once, with line, column and remedy; no place is taken."),
                f"{CAMPAIGN}web/runs/new/",
            ),
            Step(_("Take the mended file"), _("The same run, corrected."), "/tour/files/mended/"),
            Step(
                _("Submit that one"),
                _("The receipt shows its digest, the server's time and what was read."),
                f"{CAMPAIGN}web/runs/new/",
            ),
        ),
    ),
    Tour(
        "assessor",
        "scale",
        _("Assessor"),
        _("Judge ten answers in forty seconds, hands on the keyboard."),
        "nadia.cherfaoui@example.org",
        "Nadia Cherfaoui",
        (
            Step(
                _("Open a question"),
                _("Its answers left, the document right, the answer marked in it."),
                f"{CAMPAIGN}generale/judge/question/GF118/",
            ),
            Step(
                _("Judge with F, S, A and D"),
                _("Correct, inexact, not supported, incorrect; U takes the last one back."),
                f"{CAMPAIGN}generale/judge/question/GF118/",
            ),
            Step(
                _("Look for the systems"),
                _("You will not find them: no run, rank or team reaches your browser."),
                f"{CAMPAIGN}generale/judge/question/GF118/",
            ),
        ),
    ),
    Tour(
        "adjudicator",
        "scale",
        _("Adjudicator"),
        _("Settle one disagreement: two opinions, no name, the evidence beside."),
        "olivier.tanguy@example.org",
        "Olivier Tanguy",
        (
            Step(
                _("Open the disagreements"),
                _("One waits; those that were settled can be decided again."),
                f"{CAMPAIGN}generale/judging/disagreements/",
            ),
            Step(
                _("Settle it"),
                _("F, S, A or D chooses the label; say where the disagreement comes from."),
                f"{CAMPAIGN}generale/judging/disagreements/",
            ),
        ),
    ),
    Tour(
        "organizer",
        "flag",
        _("Organizer"),
        _("See what has arrived, what is judged, one disagreement, and the board move."),
        "claire.vasseur@example.org",
        "Claire Vasseur",
        (
            Step(
                _("See what has arrived"),
                _("Eight official runs of five teams, each with its receipt."),
                f"{CAMPAIGN}generale/runs/",
            ),
            Step(
                _("See what is judged"),
                _("By question type and by assessor, with their agreement."),
                f"{CAMPAIGN}generale/judging/",
            ),
            Step(
                _("Open the disagreement"),
                _("One answer, two opinions, nobody's name."),
                f"{CAMPAIGN}generale/judging/disagreements/",
            ),
            Step(
                _("Read how far they agree"),
                _("Coefficients with intervals, and the answers behind each number."),
                f"{CAMPAIGN}generale/judging/agreement/",
            ),
            Step(
                _("Watch the board"),
                _(
                    "Judge in another browser or a private window: the scores follow within seconds."
                ),
                f"{CAMPAIGN}generale/results/",
            ),
        ),
    ),
)


def tour_of(role: str) -> Tour | None:
    """Return the path of a role."""
    return next((tour for tour in TOURS if tour.role == role), None)
