"""The consistency report: labels that deserve a second look."""

from __future__ import annotations

from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import render
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from campaign.permissions import Permission
from campaign.visibility import Thing
from campaign.web import TaskRequest, task_page
from judging.consistency import LONG_RUN, consistency_report
from judging.models import PoolItem

A_PAGE = 50
# What is looked for: its name, and what a line of it means.
LOOKS: dict[str, tuple[Promise, Promise]] = {
    "strings": (
        _("Same string, different labels"),
        _("One person finds this string right in one document and wrong in another, unsplit."),
    ),
    "supports": (
        _("Right, never supported"),
        _("The string is right, but every document that came with it was refused as support."),
    ),
    "correct-passages": (
        _("Correct passage, wrong answer"),
        _("The passage is correct, yet of the judged answers it holds only wrong ones."),
    ),
    "incorrect-passages": (
        _("Incorrect passage, right answer"),
        _("The passage is incorrect, yet it holds an answer that is correct in the same document."),
    ),
    "quick": (
        _("Under a second"),
        _("Decisions made in less than a second, the fastest first."),
    ),
    "runs": (
        _("One key for long"),
        _("Stretches of at least %(count)s decisions with the same label, the longest first."),
    ),
}


@require_safe
@task_page(Permission.MANAGE_TASK, Thing.WORK)
def consistency(request: TaskRequest) -> HttpResponse:
    report = consistency_report(request.task)
    first = next((name for name, found in report.items() if found), "strings")
    look = request.GET.get("look", "")
    look = look if look in LOOKS else first
    page = Paginator(report[look], A_PAGE).get_page(request.GET.get("page"))
    keys = {one.item for one in page} | {one.last_item for one in page if one.last_item}
    items = PoolItem.objects.filter(pk__in=keys).select_related("question")
    by_key = {item.pk: item for item in items.prefetch_related("texts")}
    context = {
        "looks": [(name, LOOKS[name][0], len(found)) for name, found in report.items()],
        "look": look,
        "meaning": LOOKS[look][1] % {"count": LONG_RUN},
        "page": page,
        "rows": [(one, by_key[one.item], by_key.get(one.last_item)) for one in page],
        "found": sum(len(found) for found in report.values()),
    }
    return render(request, "judging/consistency.html", context)
