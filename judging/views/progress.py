"""The organizer's view of judging: what is pooled, what is judged, by whom; closing it."""

from __future__ import annotations

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from campaign.actions.tasks import (
    ResultsArePublic,
    RunsAreStillOpen,
    close_judging,
    reopen_judging,
)
from campaign.intake import Reading, take_file
from campaign.models import Stage, Upload
from campaign.permissions import Permission
from campaign.visibility import Thing
from campaign.web import TaskRequest, task_page
from judging import tasks
from judging.actions.imports import read_judgment_upload
from judging.file_forms import JudgmentUploadForm
from judging.reports import agreement_report, judging_progress, open_disagreements

JUDGMENT_FILES = Reading(read_judgment_upload, tasks.read_upload.name)


@task_page(Permission.MANAGE_TASK, Thing.WORK)
def progress(request: TaskRequest) -> HttpResponse:
    form = JudgmentUploadForm(request.POST or None, request.FILES or None)
    if request.method == "POST" and form.is_valid():
        return take_file(
            request, Upload.Kind.JUDGMENTS, form, reading=JUDGMENT_FILES, hints=form.hints()
        )
    context = {
        "form": form,
        "judging": judging_progress(request.task),
        "agreement": agreement_report(request.task),
        "disputed": len(open_disagreements(request.task)),
        "stage": request.task.stage(request.at),
        "stages": Stage.__members__,
    }
    status = 422 if form.errors else 200
    return render(request, "judging/judging_progress.html", context, status=status)


@require_safe
@task_page(Permission.MANAGE_TASK, Thing.WORK)
def disagreements(request: TaskRequest) -> HttpResponse:
    page = Paginator(open_disagreements(request.task), 100).get_page(request.GET.get("page"))
    return render(request, "judging/disagreements.html", {"page": page})


@require_POST
@task_page(Permission.MANAGE_TASK, Thing.WORK)
def judging_close(request: TaskRequest) -> HttpResponse:
    try:
        close_judging(task=request.task, by=request.user, at=request.at)
    except RunsAreStillOpen:
        messages.error(request, _("Runs are still open: judging can be closed after the deadline."))
    else:
        messages.success(request, _("Judging is closed: labels stay as they are."))
    return _to_progress(request)


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
