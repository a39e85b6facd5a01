"""The pages for what goes wrong; each says what happened, what did not, and what to do."""

from __future__ import annotations

from collections.abc import Callable
from http import HTTPStatus

from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from campaign.web import NotYetShown

BARE = b"<h1>Bad Request (400)</h1>"


def bad_request(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    return render(request, "errors/400.html", status=400)


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
    try:
        return render(request, "errors/500.html", status=500)
    except Exception:  # what broke the page may break the frame too: ask nothing of the database
        request.user = AnonymousUser()
        return render(request, "errors/500.html", {"messages": []}, status=500)


def refusals_middleware(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Give a page to the refusals that Django leaves bare: a wrong method, an unreadable request."""

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        match response.status_code:
            case HTTPStatus.METHOD_NOT_ALLOWED if not response.content:
                page = render(request, "errors/405.html", status=response.status_code)
                page.headers["Allow"] = response.headers.get("Allow", "")
                return page
            case HTTPStatus.BAD_REQUEST if BARE in response.content:
                return bad_request(request)
        return response

    return middleware
