"""Who holds which role in a campaign, and the waivers that let people keep two hats."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.tokens import default_token_generator
from django.db.models import Prefetch
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from campaign.actions.campaigns import (
    AlreadyGranted,
    LastOrganizer,
    OwnWaiver,
    grant_role,
    grant_waiver,
    revoke_role,
)
from campaign.forms import RoleForm, WaiverForm
from campaign.models import Membership, Role, Task, Team, User, Waiver
from campaign.notices import notify
from campaign.permissions import Permission
from campaign.web import MemberRequest, campaign_page


@campaign_page(Permission.MANAGE_CAMPAIGN)
def people(request: MemberRequest) -> HttpResponse:
    form = RoleForm(request.POST or None, campaign=request.campaign)
    if request.method == "POST" and form.is_valid():
        granted = form.cleaned_data | {"role": Role(form.cleaned_data["role"])}
        try:
            membership, is_new = grant_role(
                campaign=request.campaign, by=request.user, at=request.at, **granted
            )
        except AlreadyGranted:
            form.add_error(None, _("This person holds this role already."))
        else:
            messages.success(request, _("%(name)s has the role now.") % {"name": membership.user})
            _say_where_it_does_not_count(request, membership)
            if is_new:
                return _invite(request, membership.user)
            return _to_people(request)
    return _people(request, form)


def _say_where_it_does_not_count(request: MemberRequest, membership: Membership) -> None:
    teams = Team.objects.filter(campaign=request.campaign, members=membership.user)
    set_aside = _set_aside(request, [membership], list(teams.prefetch_related("tasks", "members")))
    if tasks := set_aside[membership.pk]:
        said = _(
            "The role has no effect in %(tasks)s, where %(name)s is in a team: it counts there"
            " once a public waiver is granted, or once %(name)s has left the team."
        )
        named = ", ".join(str(task) for task in tasks)
        messages.warning(request, said % {"tasks": named, "name": membership.user})


def _people(request: MemberRequest, form: RoleForm, **more: Any) -> HttpResponse:
    memberships = Membership.objects.filter(campaign=request.campaign)
    teams = Team.objects.filter(campaign=request.campaign).listed()
    shown = list(memberships.select_related("user", "task").order_by("role", "user__name", "pk"))
    registered = list(
        teams.prefetch_related(Prefetch("tasks", Task.objects.order_by("opened_at", "pk")))
    )
    context = {
        "form": form,
        "memberships": shown,
        "teams": registered,
        "set_aside": _set_aside(request, shown, registered),
        **more,
    }
    status = 422 if form.errors else 200
    return render(request, "campaign/people.html", context, status=status)


def _set_aside(
    request: MemberRequest, memberships: list[Membership], teams: list[Team]
) -> dict[int, list[Task]]:
    """Return, by role, the tasks in which it does not count because the person competes there."""
    waivers = Waiver.objects.filter(task__campaign=request.campaign)
    waived = set(waivers.values_list("user_id", "task_id"))
    competes = {
        (member.pk, task.pk): task
        for team in teams
        for member in team.members.all()
        for task in team.tasks.all()
    }
    return {
        membership.pk: [
            task
            for (user, key), task in competes.items()
            if user == membership.user_id
            and membership.task_id in {None, key}
            and (user, key) not in waived
        ]
        for membership in memberships
    }


def _invite(request: MemberRequest, user: User) -> HttpResponse:
    """Send the way into a new account; without a mail server the organizer passes it on."""
    token = default_token_generator.make_token(user)
    path = reverse("invitation", kwargs={"user_id": user.pk, "token": token})
    address = request.build_absolute_uri(path)
    if settings.KEEPS_MAIL:
        form = RoleForm(campaign=request.campaign)
        return _people(request, form, invitation={"user": user, "address": address})
    notify(
        to=user.email,
        subject=_("Your account on Equer"),
        body=_(
            "%(organizer)s opened an account for you, for the campaign %(campaign)s."
            " To choose your password, open:\n\n%(address)s\n"
        )
        % {"organizer": request.user, "campaign": request.campaign, "address": address},
    )
    messages.success(request, _("A message with the way in was sent to %s.") % user.email)
    return _to_people(request)


def _to_people(request: MemberRequest) -> HttpResponse:
    return redirect("people", campaign_slug=request.campaign.slug)


def _membership(request: MemberRequest, membership_id: int) -> Membership:
    memberships = Membership.objects.filter(campaign=request.campaign).select_related("user")
    return get_object_or_404(memberships, pk=membership_id)


@require_POST
@campaign_page(Permission.MANAGE_CAMPAIGN)
def role_invite(request: MemberRequest, membership_id: int) -> HttpResponse:
    user = _membership(request, membership_id).user
    if not user.has_usable_invitation():
        messages.error(request, _("%(name)s has entered the account already.") % {"name": user})
        return _to_people(request)
    return _invite(request, user)


@require_POST
@campaign_page(Permission.MANAGE_CAMPAIGN)
def role_revoke(request: MemberRequest, membership_id: int) -> HttpResponse:
    membership = _membership(request, membership_id)
    try:
        revoke_role(membership=membership, by=request.user, at=request.at)
    except LastOrganizer:
        messages.error(
            request,
            _("A campaign keeps at least one organizer: give somebody else the role first."),
        )
    else:
        messages.success(
            request, _("%(name)s no longer holds the role.") % {"name": membership.user}
        )
    return _to_people(request)


@campaign_page(Permission.MANAGE_CAMPAIGN)
def waiver_grant(request: MemberRequest) -> HttpResponse:
    form = WaiverForm(request.POST or None, campaign=request.campaign)
    if request.method == "POST" and form.is_valid():
        try:
            grant_waiver(by=request.user, at=request.at, **form.cleaned_data)
        except OwnWaiver:
            form.add_error("user", _("Another organizer grants it: nobody waives a rule alone."))
        else:
            messages.success(request, _("The waiver is granted, and public."))
            return _to_people(request)
    status = 422 if form.is_bound else 200
    return render(request, "campaign/waiver_form.html", {"form": form}, status=status)
