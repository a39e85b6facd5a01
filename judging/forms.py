"""What an assessor sends."""

from __future__ import annotations

from django import forms

from judging.judgment_format import Label
from judging.models import JudgmentEvent


class LabelForm(forms.Form):
    """One decision; hidden fields name what it was made on."""

    item = forms.CharField(max_length=32)
    document = forms.CharField(required=False, strip=False)
    label = forms.ChoiceField(choices=[(label.value, label.value) for label in Label])
    batch = forms.UUIDField()
    means = forms.ChoiceField(
        choices=[
            (JudgmentEvent.Means.KEY.value, ""),
            (JudgmentEvent.Means.BUTTON.value, ""),
        ],
        required=False,
    )
