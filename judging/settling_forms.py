"""What settles a disagreement, and what closes judging."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from judging.models import LABELS, Adjudication


class AdjudicationForm(forms.Form):
    """A decision on a disagreement; a passage is correct or incorrect, nothing else."""

    label = forms.ChoiceField(choices=LABELS, error_messages={"required": _("Choose a label.")})
    reason = forms.ChoiceField(
        choices=Adjudication.Reason,
        error_messages={"required": _("Say where the disagreement comes from.")},
    )
    comment = forms.CharField(max_length=4000, required=False)
    is_precedent = forms.BooleanField(required=False)
    seen = forms.IntegerField(min_value=0)
    key = forms.UUIDField()


class ClosingForm(forms.Form):
    """The signature under the figures that the page shows."""

    seen = forms.IntegerField(widget=forms.HiddenInput)
    remark = forms.CharField(
        label=_("Remark"),
        required=False,
        max_length=4000,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_("It stands under the act, for everybody who may see the results."),
    )
    acknowledges = forms.BooleanField(
        label=_("I know that the disagreement is above the threshold of the task."), required=False
    )
    signs = forms.BooleanField(
        label=_("I sign: judging is over, these figures are stated with the results."),
        error_messages={"required": _("Tick this box to sign.")},
    )
