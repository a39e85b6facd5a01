"""How the journal is written: verbs, fields and values in words, only what changed."""

from __future__ import annotations

from datetime import datetime
from typing import Any, NamedTuple

from django import template
from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from campaign.models import Campaign, Event, Role, Task
from campaign.templatetags.equer import MISSING, count_names, instant, share
from campaign.zones import zone_label

register = template.Library()


CODES = frozenset({"seed", "sha256"})
TEXTS = frozenset({"reason", "remark", "reply", "change"})

CUT = frozenset({"sign-closing"})
"""Verbs whose subject was once the beginning of what is now a field of its own."""


class Change(NamedTuple):
    """One field of an event, as people read it; without a value before, it was simply said."""

    name: str
    before: str
    after: str
    is_code: bool = False
    is_text: bool = False
    """Written by a person, in a language that nobody noted."""


@register.filter
def event_words(verb: str) -> str:
    """Say in words what an event of the journal did."""
    words = {
        "open-campaign": _("Campaign opened"),
        "edit-campaign": _("Settings of the campaign changed"),
        "grant-role": _("Role given"),
        "revoke-role": _("Role taken away"),
        "grant-waiver": _("Waiver granted"),
        "open-task": _("Task opened"),
        "edit-task": _("Settings of the task changed"),
        "load-documents": _("Documents loaded"),
        "load-questions": _("Questions loaded"),
        "load-judgments": _("Judgments loaded"),
        "publish-guidelines": _("Guidelines published"),
        "reopen-judgments": _("Decisions reopened after a change of the guidelines"),
        "reply-to-doubt": _("Question of an assessor answered"),
        "sign-closing": _("Closing of judging signed"),
        "withdraw-question": _("Question withdrawn"),
        "restore-question": _("Question restored"),
        "register-team": _("Team registered"),
        "enter-task": _("Team entered in the task"),
        "invite-member": _("Member invited"),
        "join-team": _("Invitation accepted"),
        "decline-invitation": _("Invitation declined"),
        "leave-team": _("Member left the team"),
        "take-back-invitation": _("Invitation taken back"),
        "remove-member": _("Member taken out of the team"),
        "submit-run": _("Run submitted"),
        "withdraw-run": _("Run withdrawn"),
        "choose-official-run": _("Official run chosen"),
        "edit-judging-rules": _("Rules of judging changed"),
        "assign-questions": _("Questions given to assessors"),
        "reassign-questions": _("Questions given to other assessors"),
    }
    return words.get(verb, verb)


@register.filter
def subject_of(event: Event) -> str:
    """Say what an event was done to."""
    return "" if event.verb in CUT else event.subject


@register.filter
def changes(event: Event, zone: str) -> list[Change]:
    """Return the fields that the event changed or stated, in the order of the forms."""
    fields = _field_names(Campaign if event.verb.endswith("-campaign") else Task)
    named = fields | {name: word for name, word in _other_names().items() if name not in fields}
    order = list(named)
    after = dict(event.after)
    if event.verb in CUT and event.subject:
        after["remark"] = f"{event.subject} …"
    names = sorted(
        {**event.before, **after},
        key=lambda name: order.index(name) if name in named else len(order),
    )
    found = [
        Change(
            named.get(name, name),
            _value(name, event.before.get(name), zone),
            _value(name, after.get(name), zone),
            is_code=name in CODES,
            is_text=name in TEXTS,
        )
        for name in names
    ]
    return [change for change in found if change.before != change.after]


def _field_names(model: type[Campaign | Task]) -> dict[str, str]:
    fields = model._meta.concrete_fields  # noqa: SLF001 -- Django documents it
    return {field.name: str(field.verbose_name) for field in fields}


def _other_names() -> dict[str, str]:
    """Name what is no setting, in the order in which it is read."""
    return {
        "role": _("role"),
        "reason": _("reason"),
        "member": _("member"),
        "remark": _("remark"),
        "version": _("version of the question set"),
        "change": _("what changed"),
        "labels": _("labels taken back"),
        "outcome": _("outcome"),
        "reply": _("reply"),
        "official": _("official"),
        "late": _("late"),
        "withdrawn": _("withdrawn"),
        **count_names(),
        **_rule_names(),
        "units": _("labelled twice"),
        "undecided": _("without a final label"),
        "sha256": "SHA-256",
    }


def _rule_names() -> dict[str, str]:
    """Name what judging, which sits above, writes into the journal."""
    return {
        "doubled": _("judged twice"),
        "training": _("training questions"),
        "seed": _("seed of the draw"),
        "pool_depth": _("depth of the pool"),
        "pool_runs_per_team": _("runs per team in the pool"),
        "inexact_first": _("inexact outranks not supported"),
        "offers_rest": _("“the rest is incorrect” may be used"),
        "assigns_questions": _("questions are assigned"),
        "disagreement_threshold": _("highest disagreement"),
        "repeat_share": _("share of decisions that come back"),
        "repeat_days": _("days before they come back"),
    }


def _value(name: str, value: Any, zone: str) -> str:
    if value in {None, "", "None"}:
        return MISSING
    if isinstance(value, bool):
        return pgettext("answer", "yes") if value else pgettext("answer", "no")
    if isinstance(value, int):
        return str(value) if name in CODES else number_format(value, 0)
    if isinstance(value, float):
        return share(value)
    return _text(name, str(value), zone)


def _text(name: str, value: str, zone: str) -> str:
    if name == "role" and value in Role.values:
        return str(Role(value).label)
    if name == "outcome":
        return _outcomes().get(value, value)
    if name == "time_zone":
        return str(zone_label(value))
    if name.endswith("_at"):
        return instant(datetime.fromisoformat(value), zone)
    return value


def _outcomes() -> dict[str, str]:
    """Name what became of an assessor's question to the organizers, which judging writes."""
    return {
        "answered": _("answered"),
        "precedent": _("became a precedent"),
        "withdrawn": _("question withdrawn"),
    }
