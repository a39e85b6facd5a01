"""Judgments leave as files."""

from __future__ import annotations

from django.contrib import messages
from django.http import FileResponse, Http404
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from campaign.formats.tables import Unwritable
from campaign.permissions import Permission
from campaign.visibility import Thing
from campaign.web import TaskRequest, task_page
from judging.exports import JudgmentExport
from judging.judgment_format import Kind
from judging.trec_format import JudgmentForm


@require_safe
@task_page(Permission.MANAGE_TASK, Thing.WORK)
def judgment_file(request: TaskRequest, form: str) -> HttpResponseBase:
    kind = request.GET.get("kind") or Kind.ANSWER
    if form not in JudgmentForm or kind not in Kind:
        raise Http404
    export = JudgmentExport(request.task, JudgmentForm(form), Kind(kind))
    try:
        file = export.write()
    except Unwritable as refused:
        words = _("The file cannot be written: this form has no place for “%(value)s”.")
        messages.error(request, words % {"value": str(refused)[:80]})
        return redirect(
            "judging-progress", campaign_slug=request.campaign.slug, task_slug=request.task.slug
        )
    day = f"{request.at.astimezone(request.task.zone):%Y-%m-%d}"
    return FileResponse(
        file,
        as_attachment=True,
        filename=export.name(day),
        content_type="text/plain; charset=utf-8",
    )
