"""Help in the interface: the pages of docs/help in the reader's language; and the components."""

from __future__ import annotations

import re
from typing import NamedTuple

from django import forms
from django.conf import settings
from django.core.paginator import Paginator
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _now
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from campaign.actions.jobs import WORKER_KEEPS_DYING
from campaign.models import Job, Run, Stage, Upload
from campaign.templatetags.equer import LABEL_ICONS
from campaign.web import PageRequest, site_page

FOLDER = settings.BASE_DIR / "docs" / "help"
# The pages in reading order; each is docs/help/<language>/<name>.md.
PAGES = {
    "visitor": _("Visitor"),
    "participant": _("Participant"),
    "assessor": _("Assessor"),
    "organizer": _("Organizer"),
    "question-editor": _("Question editor"),
    "files": _("Files"),
}


class SampleScore(NamedTuple):
    value: float
    interval_low: float
    interval_high: float


SCORES = (SampleScore(0.879, 0.758, 0.977), SampleScore(0.471, 0.305, 0.636), SampleScore(0, 0, 0))


@require_safe
@site_page()
def help_page(request: PageRequest, name: str = "visitor") -> HttpResponse:
    if name not in PAGES:
        raise Http404
    language = "fr" if (get_language() or "").startswith("fr") else "en"
    text = (FOLDER / language / f"{name}.md").read_text(encoding="utf-8")
    # The pages link to each other as files, so that they also read well where the source is shown.
    text = re.sub(r"\]\(([\w-]+)\.md\)", lambda found: f"]({_address(found[1])})", text)
    context = {"name": name, "pages": PAGES, "text": text}
    return render(request, "campaign/help_page.html", context)


def _address(name: str) -> str:
    return reverse("help-page", kwargs={"name": name})


class SampleForm(forms.Form):
    """One field of each kind, for the page of components."""

    name = forms.CharField(label=_("Team name"), help_text=_("Letters, digits, dot and hyphen."))
    address = forms.EmailField(label=_("E-mail address"), required=False)
    language = forms.ChoiceField(label=_("Language"), choices=settings.LANGUAGES)
    checks = forms.BooleanField(label=_("Check only"), help_text=_("Nothing changes."))


@require_safe
@site_page()
def design(request: PageRequest) -> HttpResponse:
    """Show every component in every state, with the templates that the pages use."""
    if not (settings.DEBUG or settings.DEMO):
        raise Http404
    refused = SampleForm({"name": "", "address": "ines", "language": "fr"})
    refused.add_error(None, _now("This person holds this role already."))
    context = {
        "labels": list(LABEL_ICONS),
        "form": SampleForm(auto_id="plain-%s"),
        "refused": refused,
        "notices": [("done", "check"), ("warn", "clock"), ("stop", "alert"), ("", "info")],
        "jobs": [
            Job(state=Job.State.QUEUED),
            Job(state=Job.State.RUNNING, progress=0.64),
            Job(state=Job.State.DONE, progress=1),
            Job(state=Job.State.FAILED, progress=0.3, reason=WORKER_KEEPS_DYING),
        ],
        "uploads": [Upload(outcome=outcome) for outcome in Upload.Outcome],
        "runs": [
            Run(is_official=True),
            Run(),
            Run(is_late=True),
            Run(withdrawn_at=request.at),
        ],
        "scores": SCORES,
        "stages": [stage for stage in Stage if stage not in {Stage.DRAFT, Stage.ARCHIVED}],
        "stage": Stage.CLOSED,
        "page": Paginator(range(500), 50).page(3),
    }
    return render(request, "campaign/design.html", context)
