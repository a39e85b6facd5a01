"""What the judging page's script sends: acts, and the sign of life of a tab."""

from __future__ import annotations

from functools import wraps
from typing import Any

from django.http import HttpResponse, JsonResponse
from django.http.response import HttpResponseBase
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST

from campaign.permissions import Permission
from campaign.visibility import Thing
from campaign.web import Page, TaskRequest, task_page
from judging.actions.judgments import Stale, record_batch
from judging.actions.slots import claim_slot, release_slot
from judging.batches import Malformed, read_batch
from judging.forms import CommentForm, LeaseForm, SplitForm
from judging.refusals import REFUSALS, state_of, words_for
from judging.web import assessor_at, place_behind, send_comment, send_split

OUTDATED = 409
SOMEBODY_ELSE = gettext_lazy(
    "Somebody else is signed in; these decisions wait for the person who made them."
)


def _refused(state: str, words: str | Promise, status: int, **more: Any) -> JsonResponse:
    return JsonResponse({"state": state, "words": words, **more}, status=status)


def _of_who_made_it(page: Page) -> Page:
    """Refuse what waited in the browser and comes when somebody else has signed in."""

    @wraps(page)
    def checked(request: TaskRequest, **kwargs: Any) -> HttpResponseBase:
        if request.headers.get("x-assessor") != str(request.user.pk):
            return _refused("somebody-else", SOMEBODY_ELSE, OUTDATED)
        return page(request, **kwargs)

    return checked


@require_POST
@task_page(Permission.JUDGE, Thing.POOL)
@_of_who_made_it
def judge_act(request: TaskRequest, identifier: str) -> HttpResponse:
    try:
        batch = read_batch(request.body)
    except Malformed:
        return _refused("malformed", _("This is no act of the judging page."), 400)
    place = place_behind(request, identifier, batch.place)
    try:
        answer = record_batch(
            question=place.question,
            assessor=assessor_at(request, place),
            batch=batch,
            by=request.user,
            at=request.at,
        )
    except Stale as stale:
        return _refused(state_of(stale), words_for(stale), OUTDATED, units=stale.units)
    except REFUSALS as refused:
        return _refused(state_of(refused), words_for(refused), OUTDATED)
    return JsonResponse(answer)


@require_POST
@task_page(Permission.JUDGE, Thing.POOL)
def judge_lease(request: TaskRequest, identifier: str) -> HttpResponse:
    form = LeaseForm(request.POST)
    if not form.is_valid():
        return _refused("malformed", _("This is no act of the judging page."), 400)
    sent = form.cleaned_data
    place = place_behind(request, identifier, sent["place"])
    if place.is_given_away:
        return JsonResponse({"state": "given-away"})
    assessor = assessor_at(request, place)
    if sent["releases"]:
        release_slot(question=place.question, assessor=assessor, tab=sent["tab"])
        return JsonResponse({"state": "released"})
    holds = claim_slot(
        question=place.question,
        assessor=assessor,
        tab=sent["tab"],
        at=request.at,
        takes_over=sent["takes_over"],
    )
    return JsonResponse({"state": "held" if holds else "elsewhere"})


@require_POST
@task_page(Permission.JUDGE, Thing.POOL)
@_of_who_made_it
def judge_comment(request: TaskRequest, identifier: str) -> HttpResponse:
    form = CommentForm(request.POST)
    if not form.is_valid():
        return _refused("empty", _("Write what you want to say."), 422)
    send_comment(request, identifier, form.cleaned_data, form.cleaned_data["key"])
    return JsonResponse({"state": "saved"})


@require_POST
@task_page(Permission.JUDGE, Thing.POOL)
@_of_who_made_it
def judge_split(request: TaskRequest, identifier: str) -> HttpResponse:
    form = SplitForm(request.POST)
    if not form.is_valid():
        return _refused("malformed", _("This is no act of the judging page."), 400)
    send_split(request, identifier, form.cleaned_data)
    return JsonResponse({"state": "saved"})
