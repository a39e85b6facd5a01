"""The organizer's view of judging: what is pooled, what is judged, by whom."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import render

from campaign.intake import Reading, take_file
from campaign.models import Stage, Upload
from campaign.permissions import Permission
from campaign.visibility import Thing
from campaign.web import TaskRequest, task_page
from judging import tasks
from judging.actions.imports import read_judgment_upload
from judging.agreement_report import agreement_report
from judging.dashboard import Dashboard
from judging.file_forms import JudgmentUploadForm
from judging.reports import judging_progress

JUDGMENT_FILES = Reading(read_judgment_upload, tasks.read_upload.name)


@task_page(Permission.MANAGE_TASK, Thing.WORK)
def progress(request: TaskRequest) -> HttpResponse:
    form = JudgmentUploadForm(request.POST or None, request.FILES or None)
    if request.method == "POST" and form.is_valid():
        return take_file(
            request, Upload.Kind.JUDGMENTS, form, reading=JUDGMENT_FILES, hints=form.hints()
        )
    dashboard = Dashboard(request.task, request.at)
    context = {
        "form": form,
        "dashboard": dashboard,
        "judging": judging_progress(dashboard.loads, dashboard.counting, dashboard.tallies),
        "agreement": agreement_report(dashboard.labels),
        "stage": request.task.stage(request.at),
        "stages": Stage.__members__,
    }
    status = 422 if form.errors else 200
    return render(request, "judging/judging_progress.html", context, status=status)
