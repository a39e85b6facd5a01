"""The page of components: each of them in each of its states."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from django import forms
from django.conf import settings
from django.core.paginator import Paginator
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _now
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from campaign.actions.jobs import WORKER_KEEPS_DYING
from campaign.models import Campaign, Event, Job, Run, Stage, Task, Upload, User
from campaign.templatetags.equer import LABEL_ICONS
from campaign.web import PageRequest, site_page


class SampleScore(NamedTuple):
    value: float
    interval_low: float
    interval_high: float


SCORES = (SampleScore(0.879, 0.758, 0.977), SampleScore(0.471, 0.305, 0.636), SampleScore(0, 0, 0))


@dataclass(frozen=True)
class SampleMessage:
    tags: str
    text: str

    def __str__(self) -> str:
        return self.text


class SampleForm(forms.Form):
    """One field of each kind, for the page of components."""

    name = forms.CharField(label=_("Team name"), help_text=_("Letters, digits, dot and hyphen."))
    address = forms.EmailField(label=_("E-mail address"), required=False)
    language = forms.ChoiceField(label=_("Language"), choices=settings.LANGUAGES)
    call = forms.CharField(label=_("Description in French"), widget=forms.Textarea, required=False)
    fixed = forms.CharField(label=_("Passage"), initial="250", disabled=True)
    tasks = forms.MultipleChoiceField(
        label=_("Tasks"),
        choices=[("a", _("General task")), ("b", _("Medical task"))],
        widget=forms.CheckboxSelectMultiple,
        required=False,
    )
    checks = forms.BooleanField(label=_("Check only"), help_text=_("Nothing changes."))


def _sample_rows(at: datetime) -> dict[str, object]:
    """Return rows as the database would give them, of a campaign that is nowhere."""
    campaign = Campaign(slug="lanterne", name="Lanterne", time_zone="Europe/Paris")
    task = Task(campaign=campaign, slug="general", name="Générale", time_zone="Europe/Paris")
    person = User(name="Camille")
    return {
        "sample_campaign": campaign,
        "sample_task": task,
        "uploads": [
            Upload(
                pk=number,
                name="vesale-1.tsv",
                outcome=outcome,
                received_at=at,
                received_from=person,
                size=number * 7_100,
            )
            for number, outcome in enumerate(Upload.Outcome, start=1)
        ],
        "events": [
            Event(
                verb="edit-task",
                before={"passage_limit": 250, "accepts_nil": False},
                after={"passage_limit": 300, "accepts_nil": True},
            ),
            Event(verb="submit-run", after={"official": True, "sha256": "5f" * 32}),
        ],
    }


@require_safe
@site_page()
def design(request: PageRequest) -> HttpResponse:
    """Show every component in every state, with the templates that the pages use."""
    if not settings.DEBUG:
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
        **_sample_rows(request.at),
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
        "sample_messages": [
            SampleMessage(tags, _now("Saved")) for tags in ("success", "warning", "error")
        ],
        "invitation": {"user": "Camille", "address": "https://example.org/account/invitation/"},
        "tours": [("eye", _("Visitor")), ("scale", _("Assessor"))],
    }
    return render(request, "campaign/design.html", context)
