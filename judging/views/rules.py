"""The page of a task's judging rules."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from campaign.permissions import Permission
from campaign.visibility import Thing
from campaign.web import TaskRequest, task_page
from judging.actions.judgments import JudgingIsClosed
from judging.actions.rules import LabelsRestOnIt, set_rules
from judging.models import JudgingRules
from judging.organizer_forms import RulesForm


@task_page(Permission.MANAGE_TASK, Thing.WORK)
def judging_rules(request: TaskRequest) -> HttpResponse:
    form = RulesForm(request.POST or None, instance=JudgingRules.objects.of(request.task))
    if request.method == "POST" and form.is_valid():
        request.task.refresh_from_db()
        try:
            set_rules(task=request.task, by=request.user, at=request.at, **form.cleaned_data)
        except LabelsRestOnIt:
            form.add_error("inexact_first", _why_fixed())
        except JudgingIsClosed:
            form.add_error(None, _("Judging is closed: its rules stay as they were signed."))
        else:
            messages.success(request, _("Saved."))
            return redirect(
                "judging-rules", campaign_slug=request.campaign.slug, task_slug=request.task.slug
            )
    status = 422 if form.is_bound else 200
    return render(request, "judging/rules_form.html", {"form": form}, status=status)


def _why_fixed() -> str:
    return _(
        "Answers were judged inexact and not supported: their labels follow from this rule, and"
        " nobody would have given those that a change makes. Leave it as it is."
    )
