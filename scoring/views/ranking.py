"""How much the ranking depends on who judged: a fragment of the agreement page."""

from __future__ import annotations

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from campaign.permissions import Permission
from campaign.visibility import Thing
from campaign.web import TaskRequest, task_page
from judging.agreement_report import pair_of
from scoring.ranking_agreement import ranking_agreement


@require_safe
@task_page(Permission.MANAGE_TASK, Thing.WORK)
def ranking_agreement_page(request: TaskRequest) -> HttpResponse:
    pair = pair_of(request.task, request.GET.get("first", ""), request.GET.get("second", ""))
    if pair is None:
        raise Http404
    runs = request.task.runs.standing().select_related("team")
    context = {
        "pair": pair,
        "ranking": ranking_agreement(request.task, *pair),
        "runs": {run.pk: run for run in runs},
    }
    template = "scoring/ranking_agreement.html" + ("#ranking" if request.htmx else "")
    return render(request, template, context)
