"""Guidelines: the organizers write versions of them, assessors read them beside an answer."""

from __future__ import annotations

from django.conf import settings
from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_safe

from campaign.permissions import Permission
from campaign.visibility import Thing
from campaign.web import TaskRequest, task_page
from judging.actions.guidelines import (
    MOST_AT_ONCE,
    ChangeIsUnsaid,
    GuidelinesWerePublished,
    NothingChanged,
    TooManyAtOnce,
    publish_guideline,
    reopen_judgments,
)
from judging.actions.judgments import JudgingIsClosed
from judging.affected import Wanted, chosen_among, decisions_in, grouped, judgments_before
from judging.guidance_forms import AffectedForm, GuidelineForm
from judging.judgment_format import Label
from judging.models import Guideline
from judging.precedents import Unit, nearest_precedents
from judging.text_changes import changes_between
from judging.web import item_at, place_of

DRAFTS = settings.BASE_DIR / "docs" / "guidelines"
DECISIONS_A_PAGE = 100


@require_safe
@task_page(Permission.MANAGE_TASK, Thing.WORK)
def guidelines(request: TaskRequest) -> HttpResponse:
    versions = list(
        Guideline.objects.filter(task=request.task)
        .select_related("published_by")
        .order_by("-version")
    )
    wanted = request.GET.get("version", "")
    shown = next((one for one in versions if str(one.version) == wanted), None)
    shown = shown or (versions[0] if versions else None)
    before = next((one for one in versions if shown and one.version == shown.version - 1), None)
    context = {
        "versions": versions,
        "shown": shown,
        "before": before,
        "is_newest": bool(versions) and shown == versions[0],
        "changes": _changes(before, shown),
    }
    return render(request, "judging/guideline_list.html", context)


def _changes(before: Guideline | None, after: Guideline | None) -> list[tuple[str, object]]:
    if before is None or after is None:
        return []
    pairs = (("fr", before.text_fr, after.text_fr), ("en", before.text_en, after.text_en))
    found = [(language, changes_between(old, new)) for language, old, new in pairs]
    return [(language, lines) for language, lines in found if lines]


@task_page(Permission.MANAGE_TASK, Thing.WORK)
def guideline_write(request: TaskRequest) -> HttpResponse:
    current = Guideline.objects.current(request.task)
    sent = request.POST if request.method == "POST" else None
    form = GuidelineForm(sent, initial=_begun_from(current))
    previews = request.POST.get("act") == "preview"
    if form.is_valid() and not previews:
        refusal = _publish(request, form)
        if not refusal:
            return redirect(
                "guidelines", campaign_slug=request.campaign.slug, task_slug=request.task.slug
            )
        form.add_error(None, refusal)
    context = {"form": form, "current": current, "previews": previews and form.is_valid()}
    status = 422 if form.errors else 200
    return render(request, "judging/guideline_write.html", context, status=status)


def _begun_from(current: Guideline | None) -> dict[str, object]:
    if current is not None:
        return {"text_fr": current.text_fr, "text_en": current.text_en, "seen": current.version}
    drafts = {
        f"text_{language}": (DRAFTS / f"{language}.md").read_text(encoding="utf-8")
        for language in ("fr", "en")
    }
    return {**drafts, "seen": 0}


def _publish(request: TaskRequest, form: GuidelineForm) -> str:
    """Publish what the form holds; return why it was refused, nothing if it was not."""
    try:
        guideline = publish_guideline(
            task=request.task, by=request.user, at=request.at, **form.cleaned_data
        )
    except GuidelinesWerePublished as refused:
        return _(
            "%(name)s published version %(version)s meanwhile. Open this page anew and put your "
            "changes into that version."
        ) % {"name": refused.newest.published_by, "version": refused.newest.version}
    except NothingChanged:
        return _("Both texts are as they were: there is nothing to publish.")
    except ChangeIsUnsaid:
        return _("Say what changed: assessors read it where a decision is reopened.")
    words = _("Version %(version)s holds from now on.") % {"version": guideline.version}
    messages.success(request, words)
    return ""


@task_page(Permission.MANAGE_TASK, Thing.WORK)
def guideline_affected(request: TaskRequest, version: int) -> HttpResponse:
    versions = Guideline.objects.filter(task=request.task).select_related("task__campaign")
    guideline = get_object_or_404(versions, version=version)
    form = AffectedForm(request.GET)
    if request.method == "POST":
        _reopen(request, guideline, form.wanted())
        return redirect(request.get_full_path())
    found = judgments_before(guideline, form.wanted())
    page = Paginator(grouped(found), DECISIONS_A_PAGE).get_page(request.GET.get("page"))
    context = {
        "guideline": guideline,
        "form": form,
        "page": page,
        "decisions": decisions_in(page.object_list),
        "may_reopen": request.task.is_being_judged(request.at),
    }
    return render(request, "judging/guideline_affected.html", context)


def _reopen(request: TaskRequest, guideline: Guideline, wanted: Wanted) -> None:
    found = judgments_before(guideline, wanted)
    if request.POST.get("act") != "all":
        found = chosen_among(found, request.POST.getlist("chosen"))
    try:
        count = reopen_judgments(
            judgments=found, guideline=guideline, by=request.user, at=request.at
        )
    except JudgingIsClosed:
        messages.error(request, _("Judging is not open: labels stay as they are."))
        return
    except TooManyAtOnce as refused:
        words = _(
            "This search finds %(found)s labels, and %(most)s at most are taken back at once: "
            "narrow it by label, type or words. Nothing was taken back."
        )
        messages.error(request, words % {"found": refused.found, "most": MOST_AT_ONCE})
        return
    if not count:
        messages.warning(request, _("Nothing was chosen, or it was judged again meanwhile."))
        return
    words = ngettext(
        "%(count)s label was taken back; its assessor meets the answer again.",
        "%(count)s labels were taken back; their assessors meet the answers again.",
        count,
    )
    messages.success(request, words % {"count": count})


@require_safe
@task_page(Permission.JUDGE, Thing.POOL)
def judge_guidelines(request: TaskRequest, identifier: str) -> HttpResponse:
    place = place_of(request, identifier)
    token, label = request.GET.get("item", ""), request.GET.get("label", "")
    unit = Unit(
        place.question,
        item_at(place, token) if token else None,
        label if label in Label else "",
    )
    context = {
        "guideline": Guideline.objects.current(request.task),
        "question": place.question,
        "unit": unit,
        "precedents": nearest_precedents(unit),
    }
    template = "judging/guidelines_read.html" + ("#guide" if request.htmx else "")
    return render(request, template, context)
