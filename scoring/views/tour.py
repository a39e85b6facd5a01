"""The guided paths of the demonstration; outside it these pages do not exist."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.conf import settings
from django.contrib.auth import login
from django.http import FileResponse, Http404, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_POST, require_safe

from campaign.models import User
from campaign.web import TOUR, Page, PageRequest, site_page
from scoring.demonstration import FOLDER, sign_ins
from scoring.tours import TOURS, tour_of

PREPARED = {"faulty": "faulty-run.tsv", "mended": "faulty-run-mended.tsv"}


def demo_page(page: Callable[..., HttpResponseBase]) -> Page:
    """Hide the page outside the demonstration."""

    @site_page()
    @wraps(page)
    def guarded(request: PageRequest, **kwargs: Any) -> HttpResponseBase:
        if not settings.DEMO:
            raise Http404
        return page(request, **kwargs)

    return guarded


@require_safe
@demo_page
def tour(request: PageRequest) -> HttpResponse:
    template = "scoring/tour.html" + ("#cards" if request.htmx else "")
    return render(request, template, {"tours": TOURS, "people": sign_ins()})


@require_safe
@demo_page
def tour_path(request: PageRequest, role: str) -> HttpResponse:
    path = tour_of(role)
    if path is None:
        raise Http404
    request.session[TOUR] = role
    return render(request, "scoring/tour_path.html", {"tour": path, "tours": TOURS})


@require_POST
@demo_page
def tour_enter(request: PageRequest, role: str) -> HttpResponse:
    path = tour_of(role)
    if path is None or not path.email:
        raise Http404
    user = get_object_or_404(User, email=path.email, is_active=True)
    login(request, user, backend="django.contrib.auth.backends.ModelBackend")
    return redirect("tour-path", role=role)


@require_safe
@demo_page
def tour_file(request: PageRequest, name: str) -> HttpResponseBase:
    if name not in PREPARED:
        raise Http404
    path = FOLDER / "web" / PREPARED[name]
    return FileResponse(path.open("rb"), as_attachment=True, filename=PREPARED[name])
