"""Pages of a task: overview, rules, opening of the results."""

from __future__ import annotations

from django.contrib import messages
from django.db.models import Count
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from campaign.actions.jobs import retry_job
from campaign.actions.tasks import (
    JudgingIsOpen,
    ResultsArePublic,
    RulesAreFixed,
    StageIsReached,
    TeamsComeFirst,
    edit_task,
    open_results,
    open_task,
)
from campaign.forms import ResultsForm, TaskForm
from campaign.models import QUESTION_TYPES, Job, Stage
from campaign.permissions import Permission
from campaign.tasks import send
from campaign.visibility import Thing
from campaign.web import MemberRequest, TaskRequest, campaign_page, task_page


@campaign_page(Permission.MANAGE_CAMPAIGN)
def task_open(request: MemberRequest) -> HttpResponse:
    form = TaskForm(request.POST or None, campaign=request.campaign)
    if request.method == "POST" and form.is_valid():
        task = open_task(
            campaign=request.campaign, by=request.user, at=request.at, **form.cleaned_data
        )
        messages.success(request, _("The task is open. Load its documents and questions next."))
        return redirect("task-page", campaign_slug=request.campaign.slug, task_slug=task.slug)
    status = 422 if form.is_bound else 200
    return render(request, "campaign/task_form.html", {"form": form}, status=status)


@task_page(Permission.MANAGE_TASK)
def task_edit(request: TaskRequest) -> HttpResponse:
    form = TaskForm(request.POST or None, campaign=request.campaign, instance=request.task)
    if request.method == "POST" and form.is_valid():
        request.task.refresh_from_db()
        try:
            edit_task(task=request.task, by=request.user, at=request.at, **form.cleaned_data)
        except (RulesAreFixed, StageIsReached) as refusal:
            form.add_error(None, _why_fixed(refusal))
        else:
            messages.success(request, _("Saved."))
            return redirect(
                "task-page", campaign_slug=request.campaign.slug, task_slug=request.task.slug
            )
    status = 422 if form.is_bound else 200
    return render(request, "campaign/task_form.html", {"form": form}, status=status)


def _why_fixed(refusal: RulesAreFixed | StageIsReached) -> str:
    if isinstance(refusal, RulesAreFixed):
        return _(
            "Runs were accepted under the present rules, so what a run must hold"
            " cannot change any more. Names and dates can."
        )
    return _(
        "The task has reached the stage “%(stage)s”, and people rely on it: these dates would take"
        " it back. Runs that have arrived, signed judging and results that were seen stay."
        " Judging is reopened on its own page, until the teams see results."
    ) % {"stage": refusal.stage.label}


@require_safe
@task_page(Permission.VISIT)
def task_overview(request: TaskRequest) -> HttpResponse:
    task = request.task
    sees_work = request.shows(Thing.WORK)
    context = {
        "stage": task.stage(request.at),
        "stages": [stage for stage in Stage if stage not in {Stage.DRAFT, Stage.ARCHIVED}],
        "sees_work": sees_work,
        "accepts_runs": task.accepts_runs(request.at),
        "types": _types(request),
        "documents_count": task.documents.count(),
        "teams_count": task.teams.count(),
        "own_runs": task.runs.of_teams(request.member.teams).newest_first(),
        "official_runs_count": task.runs.official().count() if sees_work else None,
        "jobs": Job.objects.filter(task=task).newest_first()[:5] if sees_work else (),
    }
    return render(request, "campaign/task_page.html", context)


@require_safe
@task_page(Permission.MANAGE_TASK, Thing.WORK)
def job_list(request: TaskRequest) -> HttpResponse:
    context = {
        "jobs": Job.objects.filter(task=request.task).newest_first()[:20],
        "task": request.task,
        "waiting": request.task.uploads.waiting()
        .select_related("team")
        .without_reports()
        .newest_first(),
    }
    template = "campaign/_job_table.html" if request.htmx else "campaign/job_list.html"
    return render(request, template, context)


@require_POST
@task_page(Permission.MANAGE_TASK, Thing.WORK)
def job_retry(request: TaskRequest, job_id: int) -> HttpResponse:
    failed = Job.objects.filter(task=request.task, state=Job.State.FAILED)
    job = get_object_or_404(failed, pk=job_id)
    send(retry_job(job=job, by=request.user, at=request.at))
    return redirect("task-page", campaign_slug=request.campaign.slug, task_slug=request.task.slug)


def _types(request: TaskRequest) -> list[tuple[object, int]]:
    counts = dict(
        request.task.questions.standing().values_list("type").annotate(count=Count("pk")).order_by()
    )
    return [(label, counts[name]) for name, label in QUESTION_TYPES.items() if name in counts]


@task_page(Permission.MANAGE_TASK, Thing.WORK)
def results_open(request: TaskRequest) -> HttpResponse:
    form = ResultsForm(request.POST or None, task=request.task)
    if request.method == "POST" and form.is_valid():
        to_teams = form.cleaned_data["results_to_teams_at"]
        to_public = form.cleaned_data["results_public_at"]
        now = request.POST.get("now")
        if now in {"teams", "public"}:
            to_teams = request.task.results_to_teams_at or request.at
            to_teams = min(to_teams, request.at)
        if now == "public":
            to_public = request.at
        try:
            open_results(
                task=request.task,
                to_teams_at=to_teams,
                to_public_at=to_public,
                by=request.user,
                at=request.at,
            )
        except TeamsComeFirst:
            form.add_error(
                "results_public_at", _("Choose a time that is not before the teams' one.")
            )
        except JudgingIsOpen:
            form.add_error(
                None, _("Judging is still open, so scores still move: close judging first.")
            )
        except ResultsArePublic:
            form.add_error(None, _("These results have opened; what was seen cannot be hidden."))
        else:
            messages.success(request, _("The dates of the results are set."))
            return redirect(
                "results-open", campaign_slug=request.campaign.slug, task_slug=request.task.slug
            )
    status = 422 if form.is_bound else 200
    context = {"form": form, "stage": request.task.stage(request.at)}
    return render(request, "campaign/results_open.html", context, status=status)
