"""What assessors send where no script runs, and what organizers fill in."""

from __future__ import annotations

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from campaign.models import QUESTION_TYPES
from judging.affected import Wanted
from judging.decisions import Decision
from judging.models import LABELS, Doubt


class DecisionForm(forms.Form):
    """One decision by a button; hidden fields name what it was made on."""

    item = forms.CharField(max_length=32)
    document = forms.CharField(required=False, strip=False)
    decision = forms.ChoiceField(choices=[(one.value, one.value) for one in Decision])
    key = forms.UUIDField()
    seen = forms.UUIDField(required=False)
    place = forms.IntegerField(required=False)
    reason = forms.ChoiceField(choices=Doubt.Reason, required=False)
    note = forms.CharField(max_length=4000, required=False)


class ActForm(forms.Form):
    """A key for an act that needs nothing else."""

    key = forms.UUIDField()
    place = forms.IntegerField(required=False)


class SplitForm(forms.Form):
    item = forms.CharField(max_length=32)
    is_split = forms.BooleanField(required=False)
    place = forms.IntegerField(required=False)


class CommentForm(forms.Form):
    """A question or a note beside the question, for the organizers."""

    key = forms.UUIDField()
    item = forms.CharField(max_length=32, required=False)
    text = forms.CharField(max_length=4000)
    place = forms.IntegerField(required=False)


class LeaseForm(forms.Form):
    tab = forms.UUIDField()
    takes_over = forms.BooleanField(required=False)
    releases = forms.BooleanField(required=False)
    place = forms.IntegerField(required=False)


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
