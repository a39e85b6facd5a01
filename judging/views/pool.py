"""The organizer's page of the pool: what it holds, what it costs, what it waits for."""

from __future__ import annotations

from django.contrib import messages
from django.db.models import Max
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from campaign.actions.jobs import queue_job
from campaign.models import Job
from campaign.permissions import Permission
from campaign.tasks import send
from campaign.visibility import Thing
from campaign.web import TaskRequest, task_page
from judging import tasks
from judging.models import JudgingRules
from judging.workload import (
    compare_pools,
    loads_by_type,
    loads_of,
    pace_of,
    right_share_of,
    rows_pooled,
)


@require_safe
@task_page(Permission.MANAGE_TASK, Thing.WORK)
def pool(request: TaskRequest) -> HttpResponse:
    task = request.task
    right_share = right_share_of(task)
    types = loads_by_type(loads_of(task, right_share))
    pace = pace_of(task)
    decisions = sum(round(type_.load.decisions) for type_ in types)
    runs = task.runs.official()
    context = {
        "types": types,
        "rows": rows_pooled(task),
        "items": sum(type_.load.groups + type_.load.passages for type_ in types),
        "decisions": decisions,
        "hours": pace.hours(decisions),
        "pace": pace,
        "right_share": right_share,
        "rules": JudgingRules.objects.of(task),
        "extended_at": runs.aggregate(newest=Max("pooled_at"))["newest"],
        "waiting": runs.filter(pooled_at=None).select_related("team").order_by("pk"),
        "jobs": Job.objects.filter(task=task).newest_first()[:5],
        "is_judged": task.is_judged(request.at),
    }
    return render(request, "judging/pool.html", context)


@require_safe
@task_page(Permission.MANAGE_TASK, Thing.WORK)
def pool_comparison(request: TaskRequest) -> HttpResponse:
    template = "judging/pool_comparison.html" + ("#comparison" if request.htmx else "")
    context = {"comparison": compare_pools(request.task), "pace": pace_of(request.task)}
    return render(request, template, context)


@require_POST
@task_page(Permission.MANAGE_TASK, Thing.WORK)
def pool_extend(request: TaskRequest) -> HttpResponse:
    if request.task.is_judged(request.at):
        messages.error(
            request, _("Judging is closed: the pool stays. Reopen judging to extend it.")
        )
    else:
        _extend(request)
    return redirect("pool", campaign_slug=request.campaign.slug, task_slug=request.task.slug)


def _extend(request: TaskRequest) -> None:
    job = queue_job(kind=tasks.extend_pool.name, task=request.task, by=request.user, at=request.at)
    send(job)
    messages.info(
        request,
        _("A worker extends the pool now.") if job else _("The pool is being extended already."),
    )
