"""How far assessors agree, and the units behind each figure."""

from __future__ import annotations

from typing import NamedTuple

from django.core.paginator import Paginator
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from campaign.permissions import Permission
from campaign.visibility import Thing
from campaign.web import TaskRequest, task_page
from judging.agreement_report import agreement_report, pair_of, units_of_pair
from judging.judged_items import item_rows, judged_item
from judging.models import PoolText
from judging.shared_labels import shared_labels

A_PAGE = 100


@require_safe
@task_page(Permission.MANAGE_TASK, Thing.WORK)
def agreement(request: TaskRequest) -> HttpResponse:
    context = {"pairs": agreement_report(shared_labels(request.task))}
    return render(request, "judging/agreement.html", context)


class _Cell(NamedTuple):
    """Which units of a pair are looked at; without labels all that differ."""

    kind: str
    first: str
    second: str

    def holds(self, kind: str, first: str, second: str) -> bool:
        if self.kind and kind != self.kind:
            return False
        if not self.first and not self.second:
            return first != second
        return (self.first or first, self.second or second) == (first, second)


@require_safe
@task_page(Permission.MANAGE_TASK, Thing.WORK)
def agreement_units(request: TaskRequest) -> HttpResponse:
    asked = request.GET
    pair = pair_of(request.task, asked.get("first", ""), asked.get("second", ""))
    if pair is None:
        raise Http404
    cell = _Cell(asked.get("kind", ""), asked.get("row", ""), asked.get("column", ""))
    units = [
        unit for unit in units_of_pair(*pair) if cell.holds(unit.kind, unit.first, unit.second)
    ]
    page = Paginator(units, A_PAGE).get_page(asked.get("page"))
    texts = PoolText.objects.select_related("item__question").in_bulk([u.text for u in page])
    rows = [(texts[unit.text], unit) for unit in page]
    context = {"pair": pair, "cell": cell, "page": page, "rows": rows}
    return render(request, "judging/agreement_units.html", context)


@require_safe
@task_page(Permission.MANAGE_TASK, Thing.WORK)
def judged_item_page(request: TaskRequest, identifier: str) -> HttpResponse:
    question = get_object_or_404(request.task.questions, identifier=identifier)
    item = judged_item(question, request.GET.get("item", ""))
    if item is None:
        raise Http404
    context = {"question": question, "item": item, "rows": item_rows(item)}
    return render(request, "judging/judged_item.html", context)
