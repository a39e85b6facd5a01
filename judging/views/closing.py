"""Closing judging: the figures, the signature, and the act as it is shown afterwards."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from campaign.actions.tasks import ResultsArePublic, RunsAreStillOpen, reopen_judging
from campaign.models import Stage
from campaign.permissions import Permission
from campaign.visibility import Thing
from campaign.web import TaskRequest, task_page
from judging.actions.closing import (
    DisagreementIsHigh,
    JudgingWasClosed,
    LabelsMoved,
    sign_closing,
)
from judging.closing_figures import closing_figures
from judging.models import ClosingAct
from judging.settling_forms import ClosingForm

A_MOMENT = timedelta(minutes=1)


@require_http_methods(["GET", "HEAD", "POST"])
@task_page(Permission.MANAGE_TASK, Thing.WORK)
def judging_close(request: TaskRequest) -> HttpResponse:
    form = ClosingForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        refusal = _sign(request, form.cleaned_data)
        if not refusal:
            messages.success(request, _("Judging is closed: labels stay as they are."))
            return _to_progress(request)
        form.add_error(None, refusal)
    figures = closing_figures(request.task)
    context = {
        "form": form,
        "figures": figures,
        "stage": request.task.stage(request.at),
        "stages": Stage.__members__,
    }
    status = 422 if form.errors else 200
    return render(request, "judging/judging_close.html", context, status=status)


def _sign(request: TaskRequest, sent: dict[str, Any]) -> str:
    """Sign; return why it was refused, nothing if it was not."""
    acknowledges, seen, remark = sent["acknowledges"], sent["seen"], sent["remark"]
    try:
        sign_closing(
            task=request.task,
            seen=seen,
            remark=remark,
            acknowledges=acknowledges,
            by=request.user,
            at=request.at,
        )
    except RunsAreStillOpen:
        return _("Runs are still open: judging can be closed after the deadline.")
    except JudgingWasClosed:
        if _signed_just_now(request):
            return ""  # the second click of two
        return _("Judging was closed before; reopen it to sign again.")
    except LabelsMoved:
        return _("Labels changed since this page was shown. Read the figures again, then sign.")
    except DisagreementIsHigh:
        return _("The disagreement is above the threshold: tick that you know it, then sign.")
    return ""


def _signed_just_now(request: TaskRequest) -> bool:
    acts = ClosingAct.objects.filter(task=request.task, signed_by=request.user)
    return acts.filter(signed_at__gte=request.at - A_MOMENT).exists()


@require_POST
@task_page(Permission.MANAGE_TASK, Thing.WORK)
def judging_reopen(request: TaskRequest) -> HttpResponse:
    try:
        reopen_judging(task=request.task, by=request.user, at=request.at)
    except ResultsArePublic:
        messages.error(request, _("The teams have seen results: judging stays closed."))
    else:
        messages.success(request, _("Judging is open again."))
    return _to_progress(request)


def _to_progress(request: TaskRequest) -> HttpResponse:
    return redirect(
        "judging-progress", campaign_slug=request.campaign.slug, task_slug=request.task.slug
    )


@require_safe
@task_page(Permission.VISIT, Thing.SCORES)
def closing_act(request: TaskRequest) -> HttpResponse:
    acts = list(request.task.closing_acts.select_related("signed_by").order_by("-pk"))
    standing = acts[0] if acts and request.task.judged_at == acts[0].signed_at else None
    context = {
        "act": standing,
        "earlier": [act for act in acts if act is not standing],
        "is_judged": request.task.is_judged(request.at),
    }
    template = "judging/closing_act.html" + ("#act" if request.htmx else "")
    return render(request, template, context)
