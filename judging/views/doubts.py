"""The organizers' inbox of what assessors cannot judge, ask and note."""

from __future__ import annotations

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from campaign.actions.tasks import TextsAreFrozen
from campaign.permissions import Permission
from campaign.visibility import Thing
from campaign.web import TaskRequest, task_page
from judging.actions.doubts import WasAnswered, WasTakenBack, reply_to_doubt
from judging.guidance_forms import DoubtFilter, ReplyForm
from judging.inbox import asked_in, doubts_of
from judging.models import Doubt

DOUBTS_A_PAGE = 20
WINDOW = 400
"""Characters shown on each side of the answer where one doubt is answered."""


@require_safe
@task_page(Permission.MANAGE_TASK, Thing.WORK)
def doubts(request: TaskRequest) -> HttpResponse:
    form = DoubtFilter(request.GET)
    found = form.chosen_among(doubts_of(request.task))
    page = Paginator(found, DOUBTS_A_PAGE).get_page(request.GET.get("page"))
    context = {
        "form": form,
        "page": page,
        "asked": asked_in(request.task, list(page.object_list)),
    }
    return render(request, "judging/doubt_list.html", context)


@require_safe
@task_page(Permission.MANAGE_TASK, Thing.WORK)
def doubts_count(request: TaskRequest) -> HttpResponse:
    waiting = Doubt.objects.unanswered().filter(question__task=request.task).count()
    return render(request, "judging/doubts_count.html", {"waiting": waiting})


@task_page(Permission.MANAGE_TASK, Thing.WORK)
def doubt_reply(request: TaskRequest, doubt_id: int) -> HttpResponse:
    doubt = get_object_or_404(doubts_of(request.task), pk=doubt_id)
    form = ReplyForm(request.POST if request.method == "POST" else None)
    status = 200
    if form.is_bound:
        refusal = _reply(request, doubt, form) if form.is_valid() else ""
        if form.is_valid() and not refusal:
            messages.success(request, _said(form.cleaned_data["outcome"]))
            return redirect(
                "doubts", campaign_slug=request.campaign.slug, task_slug=request.task.slug
            )
        status = 422
        if refusal:
            form.add_error(None, refusal)
            doubt = get_object_or_404(doubts_of(request.task), pk=doubt_id)
    [asked] = asked_in(request.task, [doubt], window=WINDOW)
    context = {"asked": asked, "doubt": doubt, "form": form}
    return render(request, "judging/doubt_reply.html", context, status=status)


def _said(outcome: str) -> str:
    if outcome == Doubt.Outcome.WITHDRAWN:
        return _("The question is withdrawn, with the reply as the reason.")
    return _("The reply is sent: it shows on that question.")


def _reply(request: TaskRequest, doubt: Doubt, form: ReplyForm) -> str:
    """Send the reply; return why it was refused, nothing if it was not."""
    try:
        reply_to_doubt(
            doubt=doubt,
            reply=form.cleaned_data["reply"],
            outcome=Doubt.Outcome(form.cleaned_data["outcome"]),
            by=request.user,
            at=request.at,
        )
    except WasAnswered as refused:
        return _("%(name)s replied meanwhile; yours was not sent.") % {
            "name": refused.doubt.replied_by
        }
    except WasTakenBack:
        return _("The assessor took it back meanwhile: no reply is needed.")
    except TextsAreFrozen:
        return _("Judging is closed: the question stays. Reopen judging to withdraw it.")
    return ""
