"""Pages of runs: what arrived, submitting, choosing, withdrawing."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from campaign.actions.runs import (
    ChoiceIsClosed,
    PlacesAreTaken,
    ResultsWereSeen,
    RunsAreClosed,
    RunsAreNotOpen,
    TaskHasNoQuestions,
    make_run_contrastive,
    make_run_official,
    may_submit,
    places_left,
    withdraw_run,
)
from campaign.forms import RunUploadForm
from campaign.intake import take_file
from campaign.models import Run, Stage, Upload
from campaign.permissions import Permission
from campaign.visibility import Thing
from campaign.web import NotYetShown, TaskRequest, task_page


@require_safe
@task_page(Permission.VISIT)
def run_list(request: TaskRequest) -> HttpResponse:
    sees_all = request.shows(Thing.RUNS)
    if not sees_all and not request.member.teams:
        raise NotYetShown(request.task, Thing.RUNS, request.member)
    runs = request.task.runs.all()
    uploads = request.task.uploads.filter(kind=Upload.Kind.RUN)
    if not sees_all:
        runs = runs.of_teams(request.member.teams)
    if not request.shows(Thing.WORK):
        uploads = uploads.filter(team__in=request.member.teams)
    files = uploads.select_related("team").without_reports().newest_first()
    context = {
        "sees_all": sees_all,
        "sees_work": request.shows(Thing.WORK),
        "sees_judgments": request.shows(Thing.JUDGMENTS),
        "runs": runs.select_related("team", "upload").newest_first(),
        "waiting": files.waiting().filter(checks_only=False),
        "refused": files.came_to_nothing().filter(checks_only=False)[:50],
        "checks": files.filter(checks_only=True, team__in=request.member.teams)[:10],
        **_season(request),
    }
    return render(request, "campaign/run_list.html", context)


def _season(request: TaskRequest) -> dict[str, object]:
    """Return what may be sent or withdrawn now, and the places left while that is so."""
    task, at = request.task, request.at
    accepts_runs = task.accepts_runs(at)
    teams = request.member.teams if accepts_runs else ()
    return {
        "accepts_runs": accepts_runs,
        "accepts_late_runs": task.stage(at) == Stage.CLOSED,
        "were_seen": task.were_results_seen(at),
        "places": [(team, places_left(task=task, team=team)) for team in teams],
    }


@task_page(Permission.SUBMIT_RUN, Thing.OWN_RUNS)
def run_upload(request: TaskRequest) -> HttpResponse:
    closed = _why_closed(request)
    form = RunUploadForm(
        request.POST or None,
        request.FILES or None,
        task=request.task,
        teams=request.member.teams,
    )
    if request.method == "POST" and closed is None and form.is_valid():
        return take_file(
            request,
            Upload.Kind.RUN,
            form,
            team=form.cleaned_data["team"],
            tag=form.cleaned_data["tag"],
        )
    context = {"form": form, "closed": closed, **_season(request)}
    status = 422 if form.is_bound else 200
    return render(request, "campaign/run_upload.html", context, status=status)


def _why_closed(request: TaskRequest) -> str | None:
    try:
        may_submit(task=request.task, at=request.at)
    except RunsAreNotOpen:
        return "not-open"
    except TaskHasNoQuestions:
        return "no-questions"
    except RunsAreClosed:
        return "closed"
    return None


def _own_run(request: TaskRequest, run_id: int) -> Run:
    runs = request.task.runs.of_teams(request.member.teams)
    return get_object_or_404(runs.select_related("task__campaign"), pk=run_id)


@require_POST
@task_page(Permission.SUBMIT_RUN, Thing.OWN_RUNS)
def run_withdraw(request: TaskRequest, run_id: int) -> HttpResponse:
    run = _own_run(request, run_id)
    if run.is_withdrawn:
        return _to_runs(request)
    try:
        withdraw_run(run=run, by=request.user, at=request.at)
    except ResultsWereSeen:
        refused = _("The run %(tag)s stays as it is: its results were seen.")
        messages.error(request, refused % {"tag": run.tag})
    else:
        messages.success(request, _("The run %(tag)s is withdrawn.") % {"tag": run.tag})
    return _to_runs(request)


@require_POST
@task_page(Permission.SUBMIT_RUN, Thing.OWN_RUNS)
def run_choose(request: TaskRequest, run_id: int) -> HttpResponse:
    run = _own_run(request, run_id)
    choose = make_run_official if request.POST.get("official") == "1" else make_run_contrastive
    try:
        choose(run=run, by=request.user, at=request.at)
    except PlacesAreTaken:
        messages.error(
            request, _("All official places are taken: make another run contrastive first.")
        )
    except ChoiceIsClosed:
        messages.error(request, _("The official runs could be chosen until the deadline."))
    return _to_runs(request)


def _to_runs(request: TaskRequest) -> HttpResponse:
    return redirect("run-list", campaign_slug=request.campaign.slug, task_slug=request.task.slug)
