"""The page on which questions are given to assessors."""

from __future__ import annotations

import secrets
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST

from campaign.models import QUESTION_TYPES
from campaign.models.keys import among
from campaign.permissions import Permission
from campaign.visibility import Thing
from campaign.web import TaskRequest, task_page
from judging.actions.assignment import (
    Handover,
    NobodyIsChosen,
    NothingToGive,
    PlanHasChanged,
    assign_questions,
    give_unheld,
    reassign_questions,
)
from judging.actions.judgments import JudgingIsClosed
from judging.assignment import Plan, holders_of, kept_choices, plan_assignment
from judging.balancing import precision_of, questions_needed
from judging.holdings import holdings_of, people_who_judge, unheld_questions
from judging.models import JudgingRules
from judging.organizer_forms import ReassignForm, ShareForm
from judging.work_done import work_done
from judging.workload import Load, loads_of, right_share_of

SAMPLES = (25, 50, 100, 200, 400)


def _closed() -> str:
    return _("Judging is closed: nothing can be given any more.")


@task_page(Permission.MANAGE_TASK, Thing.WORK)
def assignment(request: TaskRequest) -> HttpResponse:
    rules = JudgingRules.objects.of(request.task)
    form = ShareForm(
        request.POST or None,
        task=request.task,
        kept=kept_choices(rules),
        initial={
            "seed": rules.shares.get("seed", secrets.randbelow(100_000)),
            "double": rules.shares.get("double", 0),
            "reference": rules.training_reference_id,
        },
    )
    if request.method == "POST" and form.is_valid():
        plan = plan_assignment(request.task, form.choices(), rate=form.cleaned_data["rate"])
        return _page(request, form, plan=plan)
    return _page(request, form, status=422 if form.is_bound else 200)


def _page(
    request: TaskRequest, form: ShareForm, *, plan: Plan | None = None, status: int = 200
) -> HttpResponse:
    task = request.task
    loads, work = loads_of(task, right_share_of(task)), work_done(task)
    holders = holders_of(task, work)
    unheld = unheld_questions(task, loads, holders)
    context = {
        "form": form,
        "plan": plan,
        "types": QUESTION_TYPES,
        "rules": JudgingRules.objects.of(task),
        "holdings": holdings_of(people_who_judge(task), loads, holders, work),
        "unheld": task.questions.filter(among("pk", unheld)).in_order(),
        "reassign": ReassignForm(task=task),
        **_samples(loads, form),
    }
    return render(request, "judging/assignment.html", context, status=status)


def _samples(loads: dict[int, Load], form: ShareForm) -> dict[str, Any]:
    """Return what samples of several sizes would tell of disagreement."""
    if not loads:
        return {}
    sent = form.cleaned_data.get("rate") if form.is_bound and form.is_valid() else None
    rate = 0.03 if sent is None else sent
    threshold = JudgingRules.objects.of(form.task).disagreement_threshold
    each = sum(load.judged_units for load in loads.values()) / len(loads)
    sizes = [size for size in SAMPLES if size < len(loads)] + [len(loads)]
    needed = questions_needed(rate, threshold, each)
    return {
        "rate": rate,
        "threshold": threshold,
        "samples": [precision_of(size, size * each, rate) for size in sizes],
        "needed": precision_of(needed, needed * each, rate) if needed else None,
        "is_enough": needed is not None and needed <= len(loads),
    }


@require_POST
@task_page(Permission.MANAGE_TASK, Thing.WORK)
def assignment_apply(request: TaskRequest) -> HttpResponse:
    kept = kept_choices(JudgingRules.objects.of(request.task))
    form = ShareForm(request.POST, task=request.task, kept=kept)
    if not form.is_valid():
        return _page(request, form, status=422)
    choices, digest = form.choices(), request.POST.get("digest", "")
    try:
        plan = assign_questions(
            task=request.task, choices=choices, digest=digest, by=request.user, at=request.at
        )
    except PlanHasChanged:
        form.add_error(None, _("Answers or choices have changed: look at the plan again."))
        plan = plan_assignment(request.task, choices)
        return _page(request, form, plan=plan, status=422)
    except JudgingIsClosed:
        form.add_error(None, _closed())
        return _page(request, form, status=422)
    _say_given(request, plan)
    return _back(request)


def _say_given(request: TaskRequest, plan: Plan) -> None:
    places = len(plan.first) + len(plan.second) + sum(map(len, plan.training.values()))
    given = ngettext("%d place is given.", "%d places are given.", places)
    messages.success(request, given % places)


@require_POST
@task_page(Permission.MANAGE_TASK, Thing.WORK)
def assignment_give(request: TaskRequest) -> HttpResponse:
    try:
        _say_given(request, give_unheld(task=request.task, by=request.user, at=request.at))
    except NobodyIsChosen:
        messages.error(request, _("Share the questions out first: nobody holds any."))
    except JudgingIsClosed:
        messages.error(request, _closed())
    return _back(request)


@require_POST
@task_page(Permission.MANAGE_TASK, Thing.WORK)
def reassign(request: TaskRequest) -> HttpResponse:
    form = ReassignForm(request.POST, task=request.task)
    if not form.is_valid():
        messages.error(request, _("Choose whose questions go to whom."))
        return _back(request)
    try:
        handover = reassign_questions(
            task=request.task,
            assessor=form.cleaned_data["assessor"],
            weights=dict.fromkeys((user.pk for user in form.cleaned_data["to"]), 1.0),
            by=request.user,
            at=request.at,
        )
    except NobodyIsChosen:
        messages.error(request, _("Choose somebody else: questions do not go to who has them."))
    except NothingToGive:
        messages.error(request, _("Nothing is left to give, or the others have it already."))
    except JudgingIsClosed:
        messages.error(request, _closed())
    else:
        messages.success(request, _words_for(handover))
    return _back(request)


def _words_for(handover: Handover) -> str:
    given, kept = len(handover.given), handover.kept
    said = ngettext("%d question has changed hands.", "%d questions have changed hands.", given)
    if not kept:
        return said % given
    stays = ngettext(
        "%d stays where it is: those you chose have it already.",
        "%d stay where they are: those you chose have them already.",
        kept,
    )
    return f"{said % given} {stays % kept}"


def _back(request: TaskRequest) -> HttpResponse:
    return redirect("assignment", campaign_slug=request.campaign.slug, task_slug=request.task.slug)
