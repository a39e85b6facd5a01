"""Settling disagreements: the queue, and one unit at a time."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from campaign.models import QUESTION_TYPES
from campaign.permissions import Permission
from campaign.visibility import Thing
from campaign.web import TaskRequest, task_page
from judging.actions.adjudications import OwnDisagreement, adjudicate
from judging.disagreements import Dispute, Wanted, disputes, queue_of
from judging.dossiers import dossier_of
from judging.judgment_format import Label
from judging.models import Adjudication
from judging.refusals import REFUSALS, words_for
from judging.settling_forms import AdjudicationForm

A_PAGE = 100


def _wanted(query: QueryDict) -> Wanted:
    return Wanted(query.get("type", ""), query.get("pair", ""), query.get("state") == "settled")


@require_safe
@task_page(Permission.ADJUDICATE, Thing.DISAGREEMENTS)
def disagreements(request: TaskRequest) -> HttpResponse:
    wanted = _wanted(request.GET)
    queue = queue_of(request.task, wanted)
    context = {
        "wanted": wanted,
        "queue": queue,
        "types": [(name, QUESTION_TYPES[name]) for name in queue.types],
        "page": Paginator(queue.shown, A_PAGE).get_page(request.GET.get("page")),
        "is_judged": request.task.is_judged(request.at),
    }
    return render(request, "judging/disagreements.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@task_page(Permission.ADJUDICATE, Thing.DISAGREEMENTS)
def disagreement_adjudicate(request: TaskRequest, identifier: str) -> HttpResponse:
    question = get_object_or_404(request.task.questions, identifier=identifier)
    here = _named(disputes(request.task, question=question), request.GET)
    form = AdjudicationForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        refusal = _decide(request, here, form.cleaned_data)
        if not refusal:
            return _go_on(request, here)
        form.add_error(None, refusal)
    return _show(request, here, form)


def _named(found: list[Dispute], query: QueryDict) -> Dispute:
    """Return the dispute that the address names."""
    token, document = query.get("item", ""), query.get("document", "")
    for one in found:
        if (one.item.token, one.document) == (token, document):
            return one
    raise Http404


def _decide(request: TaskRequest, dispute: Dispute, sent: dict[str, Any]) -> str:
    """Record the decision; return why it was refused, nothing if it was not."""
    try:
        adjudicate(
            item=dispute.item,
            document=dispute.document,
            label=Label(sent.pop("label")),
            by=request.user,
            at=request.at,
            **sent,
        )
    except REFUSALS as refused:
        return words_for(refused)
    return ""


def _go_on(request: TaskRequest, decided: Dispute) -> HttpResponse:
    """Show the disagreement that follows in the queue, else the queue."""
    wanted = _wanted(request.GET)
    queue = queue_of(request.task, wanted)
    before = [one for one in queue.shown if one.is_open and not one.is_of(request.user)]
    place = (decided.question.position, decided.item.kind, decided.item.pk, decided.document)
    after = (
        one
        for one in before
        if (one.question.position, one.item.kind, one.item.pk, one.document) > place
    )
    following = next(after, before[0] if before else None)
    messages.success(request, _("Settled: the decision counts, the first labels stay as they are."))
    if following is None:
        return redirect(address_of_queue(request, wanted))
    return redirect(address_of(request, following, wanted))


def _show(request: TaskRequest, dispute: Dispute, form: AdjudicationForm) -> HttpResponse:
    wanted = _wanted(request.GET)
    queue = queue_of(request.task, wanted)
    before, after = queue.neighbors(dispute)
    context = {
        "dispute": dispute,
        "dossier": dossier_of(dispute),
        "form": form,
        "queue": queue,
        "before": address_of(request, before, wanted) if before else "",
        "after": address_of(request, after, wanted) if after else "",
        "back": address_of_queue(request, wanted),
        "reasons": Adjudication.Reason.choices,
        "is_judged": request.task.is_judged(request.at),
        "own": words_for(OwnDisagreement()) if dispute.is_of(request.user) else "",
        "key": uuid4(),
    }
    status = 422 if form.errors else 200
    return render(request, "judging/disagreement_adjudicate.html", context, status=status)


def address_of_queue(request: TaskRequest, wanted: Wanted) -> str:
    place = {"campaign_slug": request.campaign.slug, "task_slug": request.task.slug}
    return reverse("disagreements", kwargs=place, query=wanted.query)


def address_of(request: TaskRequest, dispute: Dispute, wanted: Wanted) -> str:
    place = {"campaign_slug": request.campaign.slug, "task_slug": request.task.slug}
    named = {"item": dispute.item.token, "document": dispute.document, **wanted.query}
    return reverse(
        "disagreement-adjudicate",
        kwargs=place | {"identifier": dispute.question.identifier},
        query=named,
    )
