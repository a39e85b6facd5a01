"""The assessor's pages: one question at a time."""

from __future__ import annotations

from typing import Any
from uuid import uuid4, uuid5

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from campaign.models import Question
from campaign.permissions import Permission
from campaign.visibility import Thing
from campaign.web import TaskRequest, task_page
from judging.actions.judgments import record_batch, undo_of_last
from judging.batches import Batch, Choice
from judging.decisions import Decision
from judging.desk import desk_of, whole_document
from judging.forms import ActForm, CommentForm, DecisionForm, SplitForm
from judging.models import Doubt, Guideline
from judging.progress import progress_of
from judging.queue import Place, Queue, queue_of, was_given_away
from judging.refusals import REFUSALS, words_for
from judging.reopenings import reopenings_at
from judging.training import feedback_on, is_training
from judging.web import (
    assessor_at,
    item_at,
    place_behind,
    place_in,
    place_of,
    question_in,
    send_comment,
    send_split,
)

AHEAD = 20
"""How many questions the page names after this one: it fetches two of them in advance, and may
have been fetched itself when earlier ones were still open."""


@require_safe
@task_page(Permission.JUDGE, Thing.POOL)
def judge_next(request: TaskRequest) -> HttpResponse:
    queue = queue_of(request.task, request.user)
    if queue.left:
        return _to_question(request, queue.left[0].question.identifier)
    context = {
        "progress": progress_of(request.task, queue, at=request.at),
        "first": next(iter(queue.questions), None),
    }
    return render(request, "judging/nothing_left.html", context)


@require_safe
@task_page(Permission.JUDGE, Thing.POOL)
def judge_question(request: TaskRequest, identifier: str) -> HttpResponse:
    queue = queue_of(request.task, request.user)
    question = question_in(request, queue, identifier)
    place = queue.at(question)
    if place is None:
        return _elsewhere(request, question)
    return _desk(
        request,
        place,
        queue,
        token=request.GET.get("item", ""),
        document=request.GET.get("document"),
    )


def _elsewhere(request: TaskRequest, question: Question) -> HttpResponse:
    """Go on where the person has something to judge, if the question once was theirs."""
    if request.htmx or not was_given_away(question, request.user):
        raise Http404
    said = _("%(question)s is with somebody else now; what you judged there is kept.")
    messages.info(request, said % {"question": question.identifier})
    return redirect("judge-next", campaign_slug=request.campaign.slug, task_slug=request.task.slug)


def _desk(
    request: TaskRequest,
    place: Place,
    queue: Queue,
    *,
    status: int = 200,
    refusal: str = "",
    **at: Any,
) -> HttpResponse:
    context = {
        "desk": desk_of(place, **at),
        "progress": progress_of(request.task, queue, at=request.at),
        "neighbors": _neighbors(queue, place.question),
        "ahead": [one.question.identifier for one in queue.ahead_of(place)[:AHEAD]],
        "guideline": Guideline.objects.current(request.task),
        "reopened": reopenings_at(place),
        "reasons": Doubt.Reason.choices,
        "refusal": refusal,
        "closed": place.question.is_withdrawn or not request.task.is_being_judged(request.at),
        "training": is_training(place),
        "feedback": feedback_on(place),
        "key": uuid4(),
    }
    template = "judging/question_judge.html" + ("#desk" if request.htmx else "")
    return render(request, template, context, status=status)


def _neighbors(queue: Queue, question: Question) -> dict[str, str | None]:
    names = {one.position: one.identifier for one in queue.questions}
    before = max((one for one in names if one < question.position), default=None)
    after = min((one for one in names if one > question.position), default=None)
    return {
        "before": None if before is None else names[before],
        "after": None if after is None else names[after],
    }


@require_POST
@task_page(Permission.JUDGE, Thing.POOL)
def judge_label(request: TaskRequest, identifier: str) -> HttpResponse:
    form = DecisionForm(request.POST)
    if not form.is_valid():
        return _refuse_form(request, identifier, _("Choose one of the labels."))
    sent = form.cleaned_data
    place = place_behind(request, identifier, sent["place"])
    choice = Choice(sent["item"], sent["document"], Decision(sent["decision"]), sent["seen"])
    batch = Batch(sent["key"], "button", (choice,), reason=sent["reason"], note=sent["note"])
    refusal = _record(request, place, batch)
    if refusal:
        queue = queue_of(request.task, request.user)
        return _desk(request, place, queue, status=422, refusal=refusal, token=sent["item"])
    return _go_on(request, place, sent["item"])


def _record(request: TaskRequest, place: Place, batch: Batch) -> str:
    """Record an act; return why it was refused, nothing if it was not."""
    try:
        record_batch(
            question=place.question,
            assessor=assessor_at(request, place),
            batch=batch,
            by=request.user,
            at=request.at,
        )
    except REFUSALS as refused:
        return words_for(refused)
    return ""


def _go_on(request: TaskRequest, place: Place, token: str) -> HttpResponse:
    """Show what is to be judged next: this row's next document, the next row, the next question."""
    name = place.question.identifier
    desk = desk_of(place_of(request, name), token=token)
    if desk.current is not None and not desk.current.is_done:
        return _to_question(request, name, token)
    if desk.left:
        rows = list(desk.rows)
        here = next((index for index, row in enumerate(rows) if row.token == token), 0)
        following = next(row for row in rows[here:] + rows[:here] if not row.is_done)
        return _to_question(request, name, following.token)
    left = queue_of(request.task, request.user).left
    return _to_question(request, left[0].question.identifier if left else name)


def _to_question(request: TaskRequest, identifier: str, token: str = "") -> HttpResponse:
    address = reverse(
        "judge-question",
        kwargs={
            "campaign_slug": request.campaign.slug,
            "task_slug": request.task.slug,
            "identifier": identifier,
        },
    )
    return redirect(f"{address}?item={token}" if token else address)


@require_POST
@task_page(Permission.JUDGE, Thing.POOL)
def judge_undo(request: TaskRequest, identifier: str) -> HttpResponse:
    place = place_of(request, identifier)
    form = ActForm(request.POST)
    key = form.cleaned_data["key"] if form.is_valid() else uuid4()
    batch = undo_of_last(task=request.task, user=request.user, key=key)
    if batch is None:
        messages.info(request, _("There is nothing to undo."))
        return _to_question(request, identifier)
    refusal = _record(request, place, batch)
    if refusal:
        queue = queue_of(request.task, request.user)
        return _desk(request, place, queue, status=422, refusal=refusal)
    return _to_question(request, identifier)


@require_POST
@task_page(Permission.JUDGE, Thing.POOL)
def judge_comment_form(request: TaskRequest, identifier: str) -> HttpResponse:
    form = CommentForm(request.POST)
    if not form.is_valid():
        return _refuse_form(request, identifier, _("Write what you want to say."))
    sent = form.cleaned_data
    # A page that the browser went back to has the key that it had: another text is another act.
    key = uuid5(sent["key"], f"{sent['item']}\n{sent['text']}")
    send_comment(request, identifier, sent, key)
    said = _("The organizers read it in their inbox; their reply appears on this question.")
    messages.info(request, said)
    return _to_question(request, identifier, sent["item"])


@require_POST
@task_page(Permission.JUDGE, Thing.POOL)
def judge_split_form(request: TaskRequest, identifier: str) -> HttpResponse:
    form = SplitForm(request.POST)
    if not form.is_valid():
        return _refuse_form(request, identifier, _("This is no act of the judging page."))
    send_split(request, identifier, form.cleaned_data)
    return _to_question(request, identifier, form.cleaned_data["item"])


def _refuse_form(request: TaskRequest, identifier: str, refusal: str) -> HttpResponse:
    queue = queue_of(request.task, request.user)
    place = place_in(request, queue, identifier)
    token = request.POST.get("item", "")
    return _desk(request, place, queue, status=422, refusal=refusal, token=token)


@require_safe
@task_page(Permission.JUDGE, Thing.POOL)
def judge_document(request: TaskRequest, identifier: str) -> HttpResponse:
    place = place_of(request, identifier)
    item = item_at(place, request.GET.get("item", ""))
    excerpt = whole_document(place, item, request.GET.get("document", ""))
    if excerpt is None:
        raise Http404
    context = {"excerpt": excerpt, "question": place.question}
    return render(request, "judging/_excerpt.html", context)
