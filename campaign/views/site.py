"""Pages outside any campaign: home, sign-in, language and theme, opening a campaign."""

from __future__ import annotations

from django.conf import settings
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import check_for_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from campaign.actions.campaigns import open_campaign
from campaign.forms import CampaignForm
from campaign.models import Campaign, TeamInvitation, User
from campaign.permissions import Permission
from campaign.web import PageRequest, site_page

YEAR = 365 * 24 * 3600


@require_safe
@site_page()
def home(request: PageRequest) -> HttpResponse:
    announced = Campaign.objects.announced().filter(announced_at__lte=request.at)
    own = Campaign.objects.none()
    invitations = TeamInvitation.objects.none()
    if request.user.is_authenticated:
        own = Campaign.objects.of_member(request.user)
        invitations = TeamInvitation.objects.open().to(request.user.email)
    context = {
        "invitations": invitations.select_related("team__campaign", "invited_by"),
        "own_campaigns": own.order_by("-opened_at", "-pk"),
        "announced_campaigns": announced.exclude(pk__in=own).order_by("-announced_at", "-pk"),
        "opens_campaigns": getattr(request.user, "opens_campaigns", False),
    }
    return render(request, "campaign/home.html", context)


@require_POST
@site_page()
def choose_language(request: PageRequest) -> HttpResponse:
    language = request.POST.get("language", "")
    response = redirect(_back(request))
    if language in dict(settings.LANGUAGES) and check_for_language(language):
        response.set_cookie(settings.LANGUAGE_COOKIE_NAME, language, max_age=YEAR, samesite="Lax")
        _remember(request, language=language)
    return response


@require_POST
@site_page()
def choose_theme(request: PageRequest) -> HttpResponse:
    theme = request.POST.get("theme", "")
    response = redirect(_back(request))
    if theme in User.Theme.values:
        response.set_cookie("theme", theme, max_age=YEAR, samesite="Lax")
        _remember(request, theme=theme)
    return response


def _remember(request: PageRequest, **choice: str) -> None:
    if request.user.is_authenticated:
        User.objects.filter(pk=request.user.pk).update(**choice)


def _back(request: PageRequest) -> str:
    address = request.POST.get("next", "")
    if url_has_allowed_host_and_scheme(address, allowed_hosts={request.get_host()}):
        return address
    return "/"


@site_page(Permission.OPEN_CAMPAIGN)
def campaign_open(request: PageRequest) -> HttpResponse:
    form = CampaignForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        campaign = open_campaign(by=request.user, at=request.at, **form.cleaned_data)
        messages.success(request, _("The campaign is open. Only you see it until you announce it."))
        return redirect("campaign-page", campaign_slug=campaign.slug)
    status = 422 if form.is_bound else 200
    return render(request, "campaign/campaign_form.html", {"form": form}, status=status)
