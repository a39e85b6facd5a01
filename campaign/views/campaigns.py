"""Pages of a campaign: presentation, settings, people, teams, journal."""

from __future__ import annotations

from typing import Any, cast

from django.contrib import messages
from django.core.paginator import Paginator
from django.db.models import Count, OuterRef, Prefetch, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from campaign.actions.campaigns import (
    edit_campaign,
)
from campaign.calendar import calendar_of
from campaign.forms import CampaignForm
from campaign.models import (
    Document,
    Event,
    Question,
    Run,
    Stage,
    Task,
    Team,
    Waiver,
)
from campaign.permissions import Permission, members_of_tasks
from campaign.visibility import Thing, shows
from campaign.web import MemberRequest, campaign_page


@require_safe
@campaign_page(Permission.VISIT)
def campaign_presentation(request: MemberRequest) -> HttpResponse:
    every = _tasks(request)
    members = members_of_tasks(request.user, every)

    def sees(task: Task, thing: Thing) -> bool:
        return shows(members[task.pk], thing, task, request.at)

    tasks = [
        task
        for task in every
        if shows(request.member, Thing.TASK, task, request.at) or sees(task, Thing.TASK)
    ]
    context = {
        "tasks": tasks,
        "calendar": calendar_of(tasks, request.at),
        "steps": [stage for stage in Stage if stage not in {Stage.DRAFT, Stage.ARCHIVED}],
        # What everybody may read comes first.
        "with_results": sorted(
            (task for task in tasks if _has_runs(task) and sees(task, Thing.SCORES)),
            key=lambda task: task.stage(request.at) < Stage.PUBLIC,
        ),
        "stages": {task.pk: task.stage(request.at) for task in tasks},
        "public": [task for task in tasks if task.stage(request.at) >= Stage.PUBLIC],
        "manages": request.member.may(Permission.MANAGE_CAMPAIGN),
        "open_tasks": [task for task in tasks if task.accepts_teams(request.at)],
        "waivers": [waiver for task in tasks for waiver in task.waivers.all()],
    }
    return render(request, "campaign/campaign_page.html", context)


def _has_runs(task: Task) -> bool:
    """Whether a task of `_tasks` has a run that may be ranked."""
    return bool(cast("Any", task).official_count)


def _tasks(request: MemberRequest) -> list[Task]:
    return list(
        request.campaign.tasks.select_related("campaign")
        .annotate(
            questions_count=_count(Question.objects.standing()),
            teams_count=_count(Team.tasks.through.objects.all()),
            documents_count=_count(Document.objects.all()),
            official_count=_count(Run.objects.official()),
        )
        .prefetch_related(
            Prefetch("waivers", Waiver.objects.select_related("user", "granted_by").order_by("pk"))
        )
        .order_by("opened_at", "pk")
    )


def _count(rows: QuerySet[Any]) -> Coalesce:
    # One subquery each: joined together, questions, documents and runs would multiply.
    of_task = rows.filter(task=OuterRef("pk")).order_by().values("task")
    return Coalesce(Subquery(of_task.annotate(count=Count("*")).values("count")), 0)


@campaign_page(Permission.MANAGE_CAMPAIGN)
def campaign_edit(request: MemberRequest) -> HttpResponse:
    form = CampaignForm(request.POST or None, instance=request.campaign)
    if request.method == "POST" and form.is_valid():
        changed = {name: form.cleaned_data[name] for name in form.changed_data}
        request.campaign.refresh_from_db()
        if changed:
            edit_campaign(campaign=request.campaign, by=request.user, at=request.at, **changed)
        messages.success(request, _("Saved."))
        return redirect("campaign-page", campaign_slug=request.campaign.slug)
    status = 422 if form.is_bound else 200
    return render(request, "campaign/campaign_form.html", {"form": form}, status=status)


@require_POST
@campaign_page(Permission.MANAGE_CAMPAIGN)
def campaign_announce(request: MemberRequest) -> HttpResponse:
    if request.campaign.announced_at is None:
        edit_campaign(
            campaign=request.campaign, by=request.user, at=request.at, announced_at=request.at
        )
        messages.success(request, _("The campaign is announced: its page is public now."))
    return redirect("campaign-page", campaign_slug=request.campaign.slug)


@require_safe
@campaign_page(Permission.MANAGE_CAMPAIGN)
def journal(request: MemberRequest) -> HttpResponse:
    events = Event.objects.filter(campaign=request.campaign).select_related("by", "task")
    # A task whose organizer competes in it hides its journal from that organizer.
    tasks = list(request.campaign.tasks.order_by("opened_at", "pk"))
    members = members_of_tasks(request.user, tasks)
    hidden = [
        task.pk for task in tasks if not shows(members[task.pk], Thing.WORK, task, request.at)
    ]
    page = Paginator(events.exclude(task__in=hidden).order_by("-at", "-pk"), 50).get_page(
        request.GET.get("page")
    )
    return render(request, "campaign/journal.html", {"page": page})
