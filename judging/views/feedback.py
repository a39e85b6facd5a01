"""The fragment that tells somebody who trains the reference label."""

from __future__ import annotations

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from campaign.permissions import Permission
from campaign.visibility import Thing
from campaign.web import TaskRequest, task_page
from judging.forms import PlaceForm
from judging.training import feedback_on, is_training
from judging.web import place_behind


@require_safe
@task_page(Permission.JUDGE, Thing.POOL)
def judge_feedback(request: TaskRequest, identifier: str) -> HttpResponse:
    form = PlaceForm(request.GET)
    if not form.is_valid():
        raise Http404
    place = place_behind(request, identifier, form.cleaned_data["place"])
    if not is_training(place):
        raise Http404
    context = {"feedback": feedback_on(place, request.GET.getlist("item"))}
    return render(request, "judging/_feedback.html", context)
