"""Pages of results."""

from __future__ import annotations

from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from campaign.models import QUESTION_TYPES, Job, Stage
from campaign.permissions import Permission
from campaign.visibility import Thing
from campaign.web import TaskRequest, task_page
from scoring.breakdown import question_rows, question_values
from scoring.evaluation import Profile
from scoring.exports import write_board
from scoring.findings import finding
from scoring.leaderboard import RANKING_COLUMNS, Leaderboard, leaderboard
from scoring.models import PROFILES

QUESTIONS_A_PAGE = 25
SUMMARY_ROWS = 4


@require_safe
@task_page(Permission.VISIT, Thing.SCORES)
def leaderboard_page(request: TaskRequest) -> HttpResponse:
    profile = _profile(request)
    board = leaderboard(request.task, profile=profile, by=request.GET.get("by", ""))
    kind = request.GET.get("format", "")
    if kind in {"csv", "json"}:
        return _download(request, board, kind, profile)
    context = {
        "board": board,
        "ranking": [column for column in RANKING_COLUMNS if column in board.columns],
        "finding": finding(board),
        "profiles": PROFILES,
        "profile": profile,
        "job": _job(request),
        "sees_work": request.shows(Thing.WORK),
    }
    template = "scoring/leaderboard_page.html" + ("#board" if request.htmx else "")
    return render(request, template, context)


@require_safe
@task_page(Permission.VISIT, Thing.SCORES)
def results_summary(request: TaskRequest) -> HttpResponse:
    board = leaderboard(request.task)
    context = {
        "board": board,
        "finding": finding(board),
        "rows": SUMMARY_ROWS,
        "seen_by": _seen_by(request),
        "is_judged": request.task.is_judged(request.at),
        "has_runs": request.task.runs.official().exists(),
        "is_computing": _is_computing(request),
    }
    template = "scoring/results_summary.html" + ("#summary" if request.htmx else "")
    return render(request, template, context)


@require_safe
@task_page(Permission.VISIT, Thing.JUDGMENTS)
def run_results(request: TaskRequest, run_id: int) -> HttpResponse:
    runs = request.task.runs.standing().select_related("team", "task")
    run = get_object_or_404(runs, pk=run_id)
    kind = "passage" if request.GET.get("kind") == "passage" else "answer"
    profile = _profile(request)
    questions = request.task.questions.standing().in_order()
    wanted = request.GET.get("type", "")
    if wanted in QUESTION_TYPES:
        questions = questions.filter(type=wanted)
    page = Paginator(questions, QUESTIONS_A_PAGE).get_page(request.GET.get("page"))
    values = question_values(run, profile=profile, kind=kind)
    context = {
        "run": run,
        "kind": kind,
        "profile": profile,
        "types": QUESTION_TYPES,
        "wanted": wanted,
        "page": page,
        "rows": question_rows(run, list(page), values),
    }
    return render(request, "scoring/run_results.html", context)


def _seen_by(request: TaskRequest) -> str:
    """Say to whom the results are shown now, if not to everybody."""
    stage = request.task.stage(request.at)
    if stage >= Stage.PUBLIC:
        return ""
    return "teams" if stage == Stage.RESULTS_TO_TEAMS else "organizers"


def _is_computing(request: TaskRequest) -> bool:
    jobs = Job.objects.filter(task=request.task, kind="scoring.tasks.score_task")
    return jobs.unfinished().exists()


def _profile(request: TaskRequest) -> str:
    wanted = request.GET.get("profile", "")
    return wanted if wanted in dict(PROFILES) else Profile.STRICT.value


def _job(request: TaskRequest) -> Job | None:
    if not request.shows(Thing.WORK):
        return None
    return (
        Job.objects.filter(task=request.task, kind="scoring.tasks.score_task")
        .newest_first()
        .first()
    )


def _download(request: TaskRequest, board: Leaderboard, kind: str, profile: str) -> HttpResponse:
    types = {"csv": "text/csv; charset=utf-8", "json": "application/json"}
    name = f"{request.campaign.slug}-{request.task.slug}-{profile}.{kind}"
    return HttpResponse(
        write_board(board, kind),
        content_type=types[kind],
        headers={"Content-Disposition": f'attachment; filename="{name}"'},
    )
