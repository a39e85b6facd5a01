"""The pages for what goes wrong; each says what happened, what did not, and what to do."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from campaign.web import NotYetShown


def forbidden(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    context = {"refusal": exception if isinstance(exception, NotYetShown) else None}
    return render(request, "errors/403.html", context, status=403)


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    return render(request, "errors/csrf.html", {"reason": reason}, status=403)


def not_found(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    return render(request, "errors/404.html", status=404)


def too_large(request: HttpRequest, limit: int) -> HttpResponse:
    return render(request, "errors/413.html", {"limit": limit}, status=413)


def fault(request: HttpRequest) -> HttpResponse:
    return render(request, "errors/500.html", status=500)
