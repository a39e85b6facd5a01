"""What every page wears: decorators that fetch and permit in one act, and a typed request."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from functools import wraps
from typing import Any, cast

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.models import AnonymousUser
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.db import models
from django.db.models.query import RawQuerySet
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.http.response import HttpResponseBase
from django.utils import timezone, translation
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django_htmx.middleware import HtmxDetails

from campaign.models import Campaign, Task, User
from campaign.models.rows import first
from campaign.permissions import Member, Permission, member_of_campaign, member_of_task
from campaign.visibility import Thing, shown_later, shows

# Where the session keeps the demonstration's path that a person follows.
TOUR = "tour"

# Every page of a campaign waits for these, each key that an assessor presses too.
CAMPAIGN = "SELECT * FROM campaign_campaign WHERE slug = %s"
TASK = "SELECT * FROM campaign_task WHERE campaign_id = %s AND slug = %s"

type Page = Callable[..., HttpResponseBase]


class PageRequest(HttpRequest):
    """A request to a page that needs no campaign."""

    user: User
    at: datetime
    htmx: HtmxDetails


class MemberRequest(PageRequest):
    """A request whose user holds the page's permission in ``campaign``."""

    campaign: Campaign
    member: Member


class TaskRequest(MemberRequest):
    """A request whose user holds the page's permission in ``task`` and may see its things."""

    task: Task

    def shows(self, thing: Thing) -> bool:
        return shows(self.member, thing, self.task, self.at)


class NotYetShown(PermissionDenied):
    """The page shows something that opens to this person later, or never."""

    def __init__(self, task: Task, thing: Thing, member: Member) -> None:
        super().__init__(thing)
        self.task, self.thing = task, thing
        self.opens = shown_later(member, thing)


def _refuse(request: HttpRequest) -> HttpResponse:
    if not request.user.is_authenticated:
        return _to_sign_in(request)
    raise PermissionDenied


def _to_sign_in(request: HttpRequest) -> HttpResponse:
    """Send to the sign-in page, and from there back to the page, never to an act."""
    if request.headers.get("accept") == "application/json":
        # A script keeps what it sent and says so itself.
        return JsonResponse({"state": "signed-out"}, status=401)
    htmx = request.headers.get("hx-request") == "true"
    if request.method in {"GET", "HEAD"} and not htmx:
        return redirect_to_login(request.get_full_path())
    messages.warning(
        request, _("You were signed out: your last act was not saved. Sign in to go on.")
    )
    page = request.headers.get("hx-current-url") or request.headers.get("referer", "")
    safe = url_has_allowed_host_and_scheme(page, allowed_hosts={request.get_host()})
    answer = redirect_to_login(page if safe else "/")
    if not htmx:
        return answer
    # A fragment must not swallow the sign-in page: the whole window goes there.
    return HttpResponse(status=204, headers={"HX-Redirect": answer["Location"]})


def site_page(permission: Permission = Permission.VISIT) -> Callable[[Page], Page]:
    """Require a permission that does not depend on a campaign."""

    def decorate(page: Page) -> Page:
        @wraps(page)
        def guarded(request: PageRequest, **kwargs: Any) -> HttpResponseBase:
            request.at = timezone.now()
            if not Member(request.user).may(permission):
                return _refuse(request)
            return page(request, **kwargs)

        return _stated(guarded, permission, None)

    return decorate


def campaign_page(permission: Permission) -> Callable[[Page], Page]:
    """Load the campaign named in the address and require the permission in it.

    A campaign that is not announced exists only for its members.
    """

    def decorate(page: Page) -> Page:
        @wraps(page)
        def guarded(request: MemberRequest, campaign_slug: str, **kwargs: Any) -> HttpResponseBase:
            request.at = timezone.now()
            request.campaign = _only(Campaign.objects.raw(CAMPAIGN, [campaign_slug]))
            request.member = member_of_campaign(request.user, request.campaign)
            if not _is_open_to(request):
                return _hide(request)
            if not request.member.may(permission):
                return _refuse(request)
            return page(request, **kwargs)

        return _stated(guarded, permission, None)

    return decorate


def task_page(permission: Permission, shown: Thing = Thing.TASK) -> Callable[[Page], Page]:
    """Load the task named in the address; require the permission and that it shows the thing."""

    def decorate(page: Page) -> Page:
        @wraps(page)
        def guarded(
            request: TaskRequest, campaign_slug: str, task_slug: str, **kwargs: Any
        ) -> HttpResponseBase:
            _fetch_task(request, campaign_slug, task_slug)
            if not request.shows(Thing.TASK):
                return _hide(request)
            if not request.member.may(permission):
                return _refuse(request)
            if not request.shows(shown):
                raise NotYetShown(request.task, shown, request.member)
            return page(request, **kwargs)

        return _stated(guarded, permission, shown)

    return decorate


def _fetch_task(request: TaskRequest, campaign_slug: str, task_slug: str) -> None:
    request.at = timezone.now()
    request.campaign = _only(Campaign.objects.raw(CAMPAIGN, [campaign_slug]))
    request.task = _only(Task.objects.raw(TASK, [request.campaign.pk, task_slug]))
    request.task.campaign = request.campaign
    request.member = member_of_task(request.user, request.task)
    request.shows = TaskRequest.shows.__get__(request)  # type: ignore[method-assign]


def _only[Row: models.Model](rows: RawQuerySet[Row]) -> Row:
    row = first(rows)
    if row is None:
        raise Http404
    return row


def _hide(request: HttpRequest) -> HttpResponse:
    # Whoever is not signed in may be a member: the sign-in page tells nothing about the address.
    if not request.user.is_authenticated:
        return _to_sign_in(request)
    raise Http404


def _is_open_to(request: MemberRequest) -> bool:
    if request.campaign.announced_at is not None and request.campaign.announced_at <= request.at:
        return True
    return bool(request.member.roles) or (
        isinstance(request.user, User)
        and request.campaign.memberships.filter(user=request.user).exists()
    )


def _stated(page: Page, permission: Permission, shown: Thing | None) -> Page:
    @wraps(page)
    def addressed(request: HttpRequest, **kwargs: Any) -> HttpResponseBase:
        # No row holds a NUL, and the database refuses to look for one.
        if any("\0" in value for value in kwargs.values() if isinstance(value, str)):
            raise Http404
        _take_nuls_out(request)
        return page(request, **kwargs)

    addressed.permission, addressed.shown = permission, shown  # type: ignore[attr-defined]
    return addressed


def _take_nuls_out(request: HttpRequest) -> None:
    """Let a query be one that finds nothing; a form says of its fields what is wrong with them."""
    if "%00" not in request.META.get("QUERY_STRING", ""):
        return
    asked = request.GET.copy()
    for name, values in request.GET.lists():
        asked.setlist(name, [value.replace("\0", "␀") for value in values])
    request.GET = asked  # type: ignore[assignment]


def preferences_middleware(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Let the language that a person chose win over the browser's."""

    def middleware(request: HttpRequest) -> HttpResponse:
        language = getattr(request.user, "language", "")
        if language:
            translation.activate(language)
            cast("Any", request).LANGUAGE_CODE = language
        return get_response(request)

    return middleware


def _followed_tour(request: HttpRequest) -> str | None:
    """Return the role whose path through the demonstration the person follows, away from it."""
    if not settings.DEMO or request.path.startswith("/tour/") or not hasattr(request, "session"):
        return None
    return cast("str | None", request.session.get(TOUR))


def page_context(request: HttpRequest) -> dict[str, Any]:
    """Give the frame around every page what it needs."""
    user = getattr(request, "user", AnonymousUser())
    theme = user.theme if isinstance(user, User) else request.COOKIES.get("theme", "system")
    return {
        "theme": theme if theme in User.Theme.values else User.Theme.SYSTEM,
        "campaign": getattr(request, "campaign", None),
        "task": getattr(request, "task", None),
        "member": getattr(request, "member", None),
        "keeps_mail": settings.KEEPS_MAIL,
        "demo": settings.DEMO,
        "tour_role": _followed_tour(request),
        "now": getattr(request, "at", None) or timezone.now(),
    }
