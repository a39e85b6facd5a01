"""The assessor's pages: one question at a time."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from campaign.models import Question
from campaign.permissions import Permission
from campaign.visibility import Thing
from campaign.web import TaskRequest, task_page
from judging.actions.judgments import (
    JudgingIsClosed,
    LabelDoesNotFit,
    NotOffered,
    QuestionIsWithdrawn,
    judge_item,
    undo_last_batch,
)
from judging.desk import desk_of, progress_of, questions_left, token_of
from judging.forms import LabelForm
from judging.judgment_format import Label
from judging.models import JudgmentEvent


@require_safe
@task_page(Permission.JUDGE, Thing.POOL)
def judge_next(request: TaskRequest) -> HttpResponse:
    left = questions_left(request.task, request.user)
    if left:
        return _to_question(request, left[0])
    context = {
        "progress": progress_of(request.task, request.user),
        "first": request.task.questions.standing().in_order().first(),
    }
    return render(request, "judging/nothing_left.html", context)


def _question(request: TaskRequest, identifier: str) -> Question:
    questions = request.task.questions.select_related("task__campaign")
    return get_object_or_404(questions, identifier=identifier)


@require_safe
@task_page(Permission.JUDGE, Thing.POOL)
def judge_question(request: TaskRequest, identifier: str) -> HttpResponse:
    return _desk(
        request,
        _question(request, identifier),
        token=request.GET.get("item", ""),
        document=request.GET.get("document"),
    )


def _desk(
    request: TaskRequest, question: Question, *, status: int = 200, refusal: str = "", **at: Any
) -> HttpResponse:
    context = {
        "desk": desk_of(question, request.user, **at),
        "progress": progress_of(request.task, request.user),
        "neighbors": _neighbors(request, question),
        "refusal": refusal,
        "batch": uuid4(),
        "undo_batch": uuid4(),
    }
    template = "judging/question_judge.html" + ("#desk" if request.htmx else "")
    return render(request, template, context, status=status)


def _neighbors(request: TaskRequest, question: Question) -> dict[str, str | None]:
    standing = request.task.questions.standing()
    before = standing.filter(position__lt=question.position).order_by("-position").first()
    after = standing.filter(position__gt=question.position).in_order().first()
    return {
        "before": before.identifier if before else None,
        "after": after.identifier if after else None,
    }


@require_POST
@task_page(Permission.JUDGE, Thing.POOL)
def judge_label(request: TaskRequest, identifier: str) -> HttpResponse:
    question = _question(request, identifier)
    form = LabelForm(request.POST)
    if not form.is_valid():
        return _desk(request, question, status=422, refusal=_("Choose one of the labels."))
    sent = form.cleaned_data
    row = desk_of(question, request.user, token=sent["item"]).current
    if row is None or row.token != sent["item"]:
        raise Http404
    try:
        judge_item(
            item=row.item,
            document=sent["document"],
            label=Label(sent["label"]),
            means=JudgmentEvent.Means(sent["means"] or JudgmentEvent.Means.BUTTON),
            batch=sent["batch"],
            by=request.user,
            at=request.at,
        )
    except (JudgingIsClosed, QuestionIsWithdrawn, LabelDoesNotFit, NotOffered) as refused:
        return _desk(request, question, status=422, refusal=_why(refused), token=sent["item"])
    return _go_on(request, question, sent["item"])


def _why(refused: Exception) -> str:
    reasons = {
        JudgingIsClosed: _("Judging of this task is closed; this label was not saved."),
        QuestionIsWithdrawn: _(
            "The organizers withdrew this question; it counts no more and the label was not saved."
        ),
        NotOffered: _("The answer was not given with this document; nothing was saved."),
        LabelDoesNotFit: _("A passage is correct or incorrect, nothing else."),
    }
    return reasons[type(refused)]


def _go_on(request: TaskRequest, question: Question, token: str) -> HttpResponse:
    """Show what is to be judged next: this row's next document, the next row, the next question."""
    desk = desk_of(question, request.user, token=token)
    if desk.current is not None and not desk.current.is_done:
        return _shown(request, question, token)
    if desk.left:
        rows = list(desk.rows)
        here = next(index for index, row in enumerate(rows) if row.token == token)
        following = next(row for row in rows[here:] + rows[:here] if not row.is_done)
        return _shown(request, question, following.token)
    left = questions_left(request.task, request.user)
    if not left:
        return _shown(request, question, token)
    return _to_question(request, left[0])


def _shown(request: TaskRequest, question: Question, token: str) -> HttpResponse:
    if request.htmx:
        return _desk(request, question, token=token)
    return _to_question(request, question.identifier, f"?item={token}")


def _to_question(request: TaskRequest, identifier: str, query: str = "") -> HttpResponse:
    address = reverse(
        "judge-question",
        kwargs={
            "campaign_slug": request.campaign.slug,
            "task_slug": request.task.slug,
            "identifier": identifier,
        },
    )
    if request.htmx and request.method == "POST":
        # The address bar follows: reloading must show the same question.
        return HttpResponse(status=204, headers={"HX-Redirect": address + query})
    return redirect(address + query)


@require_POST
@task_page(Permission.JUDGE, Thing.POOL)
def judge_undo(request: TaskRequest, identifier: str) -> HttpResponse:
    question = _question(request, identifier)
    form = LabelForm(request.POST)
    form.is_valid()
    try:
        undone = undo_last_batch(
            task=request.task,
            batch=form.cleaned_data.get("batch") or uuid4(),
            by=request.user,
            at=request.at,
        )
    except JudgingIsClosed as refused:
        return _desk(request, question, status=422, refusal=_why(refused))
    if undone is None:
        messages.info(request, _("There is nothing to undo."))
        return _shown(request, question, request.POST.get("item", ""))
    item = undone.text.item
    return _to_question(request, item.question.identifier, f"?item={token_of(item)}")
