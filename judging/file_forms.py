"""What an organizer says of a judgments file that the file does not say itself."""

from __future__ import annotations

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from campaign.forms import UploadForm
from judging.judgment_format import Kind, is_assessor_name
from judging.models import KINDS


class JudgmentUploadForm(UploadForm):
    """A file of judgments; forms of TREC name neither who judged nor what."""

    assessor = forms.CharField(
        label=_("Who judged"),
        help_text=_("Only for TREC QA and qrels, which name nobody. Without a name: trec."),
        max_length=60,
        required=False,
    )
    confirms_changes = forms.BooleanField(
        label=_("Confirm the changes"),
        help_text=_("If a report asked for it: labels change that people gave on these pages."),
        required=False,
    )
    kind = forms.ChoiceField(
        label=_("What was judged"),
        help_text=_("Only for TREC QA and qrels; qrels judge passages, each by its document."),
        choices=KINDS,
        initial=Kind.ANSWER.value,
        required=False,
    )

    def clean_assessor(self) -> str:
        name = str(self.cleaned_data["assessor"])
        if name and not is_assessor_name(name):
            raise ValidationError(_("Write a name without tabs and line breaks."))
        return name

    def hints(self) -> dict[str, str]:
        """Return what was said, for the reader of the file."""
        said = {name: str(self.cleaned_data[name]) for name in ("assessor", "kind")}
        return {name: value for name, value in said.items() if value}
