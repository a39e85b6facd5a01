"""What organizers fill in to guide assessors: guidelines, replies."""

from __future__ import annotations

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from campaign.models import QUESTION_TYPES
from judging.affected import Wanted
from judging.models import LABELS, Doubt

LONGEST_GUIDELINES = 40_000


class GuidelineForm(forms.Form):
    """A version of the guidelines; the hidden field names the one that it was begun from."""

    seen = forms.IntegerField(widget=forms.HiddenInput, min_value=0)
    text_fr = forms.CharField(
        label=_("Guidelines in French"),
        help_text=_(
            "Markdown. Begin the section of a label with ## and its word: ## Correcte, "
            "## Inexacte, ## Non justifiée, ## Incorrecte."
        ),
        widget=forms.Textarea(attrs={"rows": 18, "lang": "fr", "spellcheck": "true"}),
        max_length=LONGEST_GUIDELINES,
        required=False,
    )
    text_en = forms.CharField(
        label=_("Guidelines in English"),
        help_text=_(
            "Markdown. Begin the section of a label with ## and its word: ## Correct, "
            "## Inexact, ## Not supported, ## Incorrect."
        ),
        widget=forms.Textarea(attrs={"rows": 18, "lang": "en", "spellcheck": "true"}),
        max_length=LONGEST_GUIDELINES,
        required=False,
    )
    change = forms.CharField(
        label=_("What changed"),
        help_text=_("One or two sentences; assessors read them where a decision is reopened."),
        widget=forms.Textarea(attrs={"rows": 3}),
        max_length=2000,
        required=False,
    )

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        # Browsers send line breaks as CRLF: unchanged text must stay unchanged.
        for name in ("text_fr", "text_en"):
            cleaned[name] = "\n".join(cleaned.get(name, "").splitlines()).strip()
        if not self.errors and not (cleaned["text_fr"] or cleaned["text_en"]):
            raise ValidationError(_("Write the guidelines in one language at least."))
        return cleaned


class AffectedForm(forms.Form):
    """By what decisions are looked for that a change of the guidelines may affect."""

    label = forms.MultipleChoiceField(
        label=_("Labels"),
        choices=LABELS,
        widget=forms.CheckboxSelectMultiple,
        required=False,
    )
    type = forms.MultipleChoiceField(
        label=_("Question types"),
        choices=[*QUESTION_TYPES.items()],
        widget=forms.CheckboxSelectMultiple,
        required=False,
    )
    words = forms.CharField(label=_("Words in the answer"), max_length=200, required=False)

    def wanted(self) -> Wanted:
        """Return what was chosen; what cannot be read is passed over."""
        self.is_valid()
        chosen = self.cleaned_data
        return Wanted(
            tuple(chosen.get("label", ())), tuple(chosen.get("type", ())), chosen.get("words", "")
        )


SELECT = {"class": "input"}


class DoubtFilter(forms.Form):
    """Which doubts are listed; what cannot be read is passed over."""

    STATES = [
        ("", _("Waiting for a reply")),
        ("answered", _("Answered")),
        ("all", pgettext_lazy("doubts", "All")),
    ]

    state = forms.ChoiceField(
        label=_("State"), choices=STATES, widget=forms.Select(attrs=SELECT), required=False
    )
    kind = forms.ChoiceField(
        label=_("Kind"),
        choices=[("", _("Every kind")), *Doubt.Kind.choices],
        widget=forms.Select(attrs=SELECT),
        required=False,
    )
    reason = forms.ChoiceField(
        label=_("Reason"),
        choices=[("", _("Every reason")), *Doubt.Reason.choices],
        widget=forms.Select(attrs=SELECT),
        required=False,
    )

    def chosen_among(self, doubts: QuerySet[Doubt]) -> QuerySet[Doubt]:
        """Return the doubts that the filter lets through: those waiting longest first."""
        self.is_valid()
        for name in ("kind", "reason"):
            if value := self.cleaned_data.get(name):
                doubts = doubts.filter(**{name: value})
        state = self.cleaned_data.get("state", "")
        if state == "":
            open_ones = Doubt.objects.unanswered().values("pk")
            return doubts.filter(pk__in=open_ones).order_by("raised_at", "pk")
        if state == "answered":
            doubts = doubts.exclude(replied_at=None)
        return doubts.order_by("-raised_at", "-pk")


class ReplyForm(forms.Form):
    """What the organizers reply to a doubt, and what comes of it."""

    reply = forms.CharField(
        label=pgettext_lazy("field", "Reply"),
        widget=forms.Textarea(attrs={"rows": 5}),
        max_length=4000,
    )
    outcome = forms.ChoiceField(
        label=_("What comes of it"),
        choices=[
            (Doubt.Outcome.ANSWERED.value, _("Answer: it shows on this question to this assessor")),
            (
                Doubt.Outcome.PRECEDENT.value,
                _("Precedent: it also stands in the guidelines of all assessors"),
            ),
            (
                Doubt.Outcome.WITHDRAWN.value,
                _("Withdraw the question: it leaves every score, the reply being the reason"),
            ),
        ],
        initial=Doubt.Outcome.ANSWERED.value,
        widget=forms.RadioSelect,
    )
