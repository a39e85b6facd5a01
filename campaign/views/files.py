"""Pages of uploaded files: documents, questions, and the report on any upload."""

from __future__ import annotations

from django.contrib import messages
from django.core.paginator import Paginator
from django.db.models import Count
from django.http import FileResponse, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from django.views.decorators.http import require_POST, require_safe

from campaign import reports
from campaign.actions.left_uploads import reading_job
from campaign.actions.passages import passage_job
from campaign.actions.questions import restore_question, withdraw_question
from campaign.actions.runs import places_left
from campaign.actions.tasks import TextsAreFrozen
from campaign.forms import ReasonForm, TextsUploadForm
from campaign.intake import take_file
from campaign.models import QUESTION_TYPES, Question, Run, Upload
from campaign.permissions import Permission
from campaign.visibility import Thing
from campaign.web import TaskRequest, task_page

ROWS = 100
FROZEN = gettext_noop(
    "Judging is closed: documents and questions stay as they are. Reopen judging first; that is"
    " possible until the teams see results."
)
# The page that lists what a file of this kind brought.
LISTS = {
    Upload.Kind.DOCUMENTS: "document-list",
    Upload.Kind.QUESTIONS: "question-list",
    Upload.Kind.RUN: "run-list",
    Upload.Kind.JUDGMENTS: "judging-progress",
}


@task_page(Permission.VISIT, Thing.DOCUMENTS)
def document_list(request: TaskRequest) -> HttpResponse:
    form = TextsUploadForm(request.POST or None, request.FILES or None)
    may_load = request.member.may(Permission.MANAGE_TASK)
    if request.method == "POST":
        if not may_load:
            return HttpResponse(status=403)
        if form.is_valid() and not request.task.is_judged(request.at):
            return take_file(request, Upload.Kind.DOCUMENTS, form)
    documents = request.task.documents.order_by("identifier")
    sought = request.GET.get("q", "").strip()
    if sought:
        documents = documents.filter(identifier__icontains=sought) | documents.filter(
            title__icontains=sought
        )
    context = {
        **_texts(request, Upload.Kind.DOCUMENTS, form, may_load=may_load),
        "sought": sought,
        "page": Paginator(documents.defer("text"), ROWS).get_page(request.GET.get("page")),
    }
    return render(
        request, "campaign/document_list.html", context, status=422 if form.is_bound else 200
    )


@require_safe
@task_page(Permission.VISIT, Thing.DOCUMENTS)
def document_page(request: TaskRequest, identifier: str) -> HttpResponse:
    document = get_object_or_404(request.task.documents, identifier=identifier)
    return render(request, "campaign/document_page.html", {"document": document})


@task_page(Permission.VISIT, Thing.QUESTIONS)
def question_list(request: TaskRequest) -> HttpResponse:
    form = TextsUploadForm(request.POST or None, request.FILES or None)
    may_load = request.member.may(Permission.EDIT_QUESTIONS)
    if request.method == "POST":
        if not may_load:
            return HttpResponse(status=403)
        if form.is_valid() and not request.task.is_judged(request.at):
            return take_file(request, Upload.Kind.QUESTIONS, form)
    wanted = request.GET.get("type", "")
    questions = request.task.questions.in_order()
    if wanted:
        questions = questions.filter(type=wanted)
    context = {
        **_texts(request, Upload.Kind.QUESTIONS, form, may_load=may_load),
        "wanted": wanted,
        "types": _type_counts(request),
        "page": Paginator(questions, ROWS).get_page(request.GET.get("page")),
    }
    return render(
        request, "campaign/question_list.html", context, status=422 if form.is_bound else 200
    )


def _type_counts(request: TaskRequest) -> list[tuple[str, object, int]]:
    counts = dict(request.task.questions.values_list("type").annotate(count=Count("pk")).order_by())
    return [(name, label, counts[name]) for name, label in QUESTION_TYPES.items() if name in counts]


def _texts(
    request: TaskRequest, kind: Upload.Kind, form: TextsUploadForm, *, may_load: bool
) -> dict[str, object]:
    """Return what the lists of documents and of questions show to those who may load them."""
    uploads = request.task.uploads.filter(kind=kind).select_related("received_from")
    return {
        "form": form,
        "may_load": may_load,
        "is_frozen": request.task.is_judged(request.at),
        "is_final": request.task.were_results_seen(request.at),
        "sees_work": request.shows(Thing.WORK),
        "uploads": uploads.newest_first().without_reports()[:10] if may_load else (),
    }


@task_page(Permission.EDIT_QUESTIONS, Thing.QUESTIONS)
def question_withdraw(request: TaskRequest, identifier: str) -> HttpResponse:
    question = get_object_or_404(request.task.questions, identifier=identifier)
    form = ReasonForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        reason = form.cleaned_data["reason"]
        try:
            withdraw_question(question=question, reason=reason, by=request.user, at=request.at)
        except TextsAreFrozen:
            messages.error(request, _(FROZEN))
        else:
            messages.success(request, _("The question is withdrawn: it counts in no score."))
        return _to_questions(request)
    status = 422 if form.is_bound else 200
    context = {"form": form, "question": question}
    return render(request, "campaign/question_withdraw.html", context, status=status)


@require_POST
@task_page(Permission.EDIT_QUESTIONS, Thing.QUESTIONS)
def question_restore(request: TaskRequest, identifier: str) -> HttpResponse:
    question: Question = get_object_or_404(request.task.questions, identifier=identifier)
    try:
        restore_question(question=question, by=request.user, at=request.at)
    except TextsAreFrozen:
        messages.error(request, _(FROZEN))
    return _to_questions(request)


def _to_questions(request: TaskRequest) -> HttpResponse:
    return redirect(
        "question-list", campaign_slug=request.campaign.slug, task_slug=request.task.slug
    )


def own_upload(request: TaskRequest, upload_id: int) -> Upload:
    """Return an upload that this person may look at: of their team, or as part of their work."""
    mine = request.task.uploads.filter(team__in=request.member.teams)
    if request.shows(Thing.WORK):
        mine = request.task.uploads.all()
    elif request.member.may(Permission.EDIT_QUESTIONS):
        mine = request.task.uploads.filter(kind=Upload.Kind.QUESTIONS)
    return get_object_or_404(
        mine.select_related("team", "received_from", "run__team"), pk=upload_id
    )


def _why_contrastive(request: TaskRequest, run: Run) -> dict[str, object]:
    """Return what stands between a run and an official place, and until when."""
    task = request.task
    runs = task.runs.of_teams([run.team]).holding_places(closes_at=task.closes_at)
    files = task.uploads.waiting().filter(team=run.team, kind=Upload.Kind.RUN, checks_only=False)
    holders = [*runs.order_by("received_at", "pk").values_list("tag", flat=True)]
    return {
        "holders": ", ".join([*holders, *files.values_list("name", flat=True)]),
        "left": places_left(task=task, team=run.team),
        "may_choose": task.accepts_runs(request.at),
    }


@require_safe
@task_page(Permission.SIGN_IN)
def upload_report(request: TaskRequest, upload_id: int) -> HttpResponse:
    upload = own_upload(request, upload_id)
    run: Run | None = getattr(upload, "run", None)
    context = {
        "upload": upload,
        "run": run,
        "contrastive": _why_contrastive(request, run) if run and run.is_contrastive else None,
        "shown_under": reverse(LISTS[Upload.Kind(upload.kind)], args=request.task.path.split("/")),
        "job": None if upload.is_read else reading_job(upload=upload),
        "passages": None if upload.is_waiting else passage_job(upload=upload),
        "report": reports.upload_report(upload, code=request.GET.get("code", "")),
    }
    template = "campaign/upload_report.html"
    if request.htmx:
        template += "#report"
    return render(request, template, context)


@require_safe
@task_page(Permission.SIGN_IN)
def upload_file(request: TaskRequest, upload_id: int) -> HttpResponseBase:
    upload = own_upload(request, upload_id)
    return FileResponse(
        upload.file.open("rb"),
        as_attachment=True,
        filename=upload.name,
        content_type="application/octet-stream",
    )
