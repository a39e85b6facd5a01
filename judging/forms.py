"""What assessors send where no script runs, and by what they find their decisions again."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from judging.decisions import Decision, Verdict
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


class OwnDecisionsForm(forms.Form):
    """By what somebody finds their own decisions again; what cannot be read is passed over."""

    words = forms.CharField(max_length=200, required=False)
    state = forms.ChoiceField(
        label=_("Label"),
        choices=[
            ("", _("Every label")),
            *LABELS,
            (Verdict.CANNOT.value, _("Cannot be judged")),
        ],
        widget=forms.Select(attrs={"class": "input input--small"}),
        required=False,
    )

    def wanted(self) -> dict[str, str]:
        self.is_valid()
        return {name: self.cleaned_data.get(name, "") for name in self.fields}


class PlaceForm(forms.Form):
    """Which of the person's places at a question is meant."""

    place = forms.IntegerField(required=False)
