"""My days: what somebody who judges did, for themselves alone."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from django.core.paginator import Paginator
from django.http import StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.views.decorators.http import require_safe

from campaign.formats.csv_cells import csv_lines
from campaign.permissions import Permission
from campaign.visibility import Thing
from campaign.web import TaskRequest, task_page
from judging.forms import OwnDecisionsForm
from judging.own_work import days_of, decisions_shown, own_decisions, total_of

DECISIONS_A_PAGE = 50
DAY_COLUMNS = (
    "campaign",
    "task",
    "day",
    "active_seconds",
    "decisions",
    "texts",
    "taken_back",
)
DECISION_COLUMNS = ("question", "question_text", "kind", "text", "label", "texts", "decided_at")


@require_safe
@task_page(Permission.JUDGE, Thing.POOL)
def judge_days(request: TaskRequest) -> HttpResponseBase:
    days = days_of(request.task, request.user)
    if request.GET.get("format") == "csv":
        place = (request.campaign.name, request.task.title)
        rows = [
            (
                *place,
                day.day.isoformat(),
                round(day.active_ms / 1000),
                day.decisions,
                day.texts,
                day.taken_back,
            )
            for day in reversed(days)
        ]
        return _table(request, "days", [DAY_COLUMNS, *rows])
    context = {"days": days, "total": total_of(days)}
    return render(request, "judging/my_days.html", context)


@require_safe
@task_page(Permission.JUDGE, Thing.POOL)
def judge_decisions(request: TaskRequest) -> HttpResponseBase:
    form = OwnDecisionsForm(request.GET)
    found = own_decisions(request.task, request.user, **form.wanted())
    if request.GET.get("format") == "csv":
        rows = (
            (
                one.question.identifier,
                one.question.text,
                one.kind,
                one.text,
                one.state,
                one.texts,
                one.decided_at.isoformat(),
            )
            for one in decisions_shown(request.task, request.user, found)
        )
        return _table(request, "decisions", [DECISION_COLUMNS, *rows])
    page = Paginator(found, DECISIONS_A_PAGE).get_page(request.GET.get("page"))
    decisions = list(decisions_shown(request.task, request.user, page.object_list))
    context = {"form": form, "page": page, "decisions": decisions}
    return render(request, "judging/my_decisions.html", context)


def _table(
    request: TaskRequest, name: str, rows: Iterable[Sequence[str | int]]
) -> HttpResponseBase:
    file = f"{request.campaign.slug}-{request.task.slug}-{name}-{request.at:%Y-%m-%d}.csv"
    return StreamingHttpResponse(
        csv_lines(rows),
        content_type="text/csv; charset=utf-8",
        headers={"Content-Disposition": f'attachment; filename="{file}"'},
    )
