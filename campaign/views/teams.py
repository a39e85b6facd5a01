"""Pages of teams: registering, entering tasks, inviting, joining, leaving."""

from __future__ import annotations

from django.contrib import messages
from django.db.models import Prefetch
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from campaign.actions.teams import (
    AlreadyInvited,
    HoldsAnotherHat,
    LastMember,
    NotYoursToRemove,
    RegistrationIsClosed,
    answer_invitation,
    enter_task,
    invite_member,
    leave_team,
    may_remove,
    register_team,
    remove_member,
    take_back_invitation,
)
from campaign.forms import InvitationForm, TeamForm
from campaign.models import Task, Team, TeamInvitation
from campaign.notices import notify
from campaign.permissions import Permission
from campaign.web import MemberRequest, campaign_page


def _open_tasks(request: MemberRequest) -> list[Task]:
    return [
        task
        for task in request.campaign.tasks.order_by("opened_at", "pk")
        if task.accepts_teams(request.at)
    ]


def why_not(refusal: HoldsAnotherHat | RegistrationIsClosed) -> str:
    """Say why a team or a person cannot compete in a task."""
    if isinstance(refusal, RegistrationIsClosed):
        return _("The task takes no more teams: its deadline has passed.")
    return _(
        "%(people)s held another role in %(task)s and has seen what teams must not see."
        " An organizer can lift this rule by a public waiver."
    ) % {"people": ", ".join(map(str, refusal.people)), "task": refusal.task}


@campaign_page(Permission.REGISTER_TEAM)
def team_register(request: MemberRequest) -> HttpResponse:
    tasks = _open_tasks(request)
    form = TeamForm(request.POST or None, campaign=request.campaign, tasks=tasks)
    if request.method == "POST" and form.is_valid():
        entered = form.cleaned_data.pop("tasks")
        team = register_team(
            campaign=request.campaign,
            members=[request.user],
            by=request.user,
            at=request.at,
            **form.cleaned_data,
        )
        for task in entered:
            _enter(request, team, task)
        messages.success(request, _("Your team is registered."))
        return _to_team(request)
    status = 422 if form.is_bound else 200
    return render(
        request, "campaign/team_form.html", {"form": form, "open_tasks": tasks}, status=status
    )


def _enter(request: MemberRequest, team: Team, task: Task) -> None:
    try:
        enter_task(team=team, task=task, by=request.user, at=request.at)
    except (HoldsAnotherHat, RegistrationIsClosed) as refusal:
        messages.error(request, why_not(refusal))


def _to_team(request: MemberRequest) -> HttpResponse:
    return redirect("team-page", campaign_slug=request.campaign.slug)


def _own_team(request: MemberRequest, team_id: int) -> Team:
    teams = Team.objects.filter(campaign=request.campaign, members=request.user)
    return get_object_or_404(teams, pk=team_id)


@campaign_page(Permission.SIGN_IN)
def team_page(request: MemberRequest) -> HttpResponse:
    teams = Team.objects.filter(campaign=request.campaign, members=request.user)
    invitations = TeamInvitation.objects.open().filter(team__campaign=request.campaign)
    entered = Prefetch("tasks", Task.objects.select_related("campaign").order_by("opened_at", "pk"))
    invited = Prefetch("invitations", TeamInvitation.objects.order_by("pk"))
    own = list(teams.listed().prefetch_related(entered, invited))
    context = {
        "form": InvitationForm(),
        "teams": own,
        "represented": [team for team in own if may_remove(team=team, user=request.user)],
        "open_tasks": _open_tasks(request),
        "invitations": invitations.to(request.user.email).select_related("team", "invited_by"),
    }
    return render(request, "campaign/team_page.html", context)


@require_POST
@campaign_page(Permission.SIGN_IN)
def team_invite(request: MemberRequest, team_id: int) -> HttpResponse:
    team = _own_team(request, team_id)
    form = InvitationForm(request.POST)
    if not form.is_valid():
        messages.error(request, _("Write the e-mail address of one person."))
        return _to_team(request)
    email = form.cleaned_data["email"]
    try:
        invite_member(team=team, email=email, by=request.user, at=request.at)
    except AlreadyInvited:
        messages.error(request, _("%s is invited already, or a member.") % email)
        return _to_team(request)
    _send_invitation(request, team, email)
    messages.success(request, _("%s is invited; the answer comes on their own page.") % email)
    return _to_team(request)


def _send_invitation(request: MemberRequest, team: Team, email: str) -> None:
    path = reverse("team-page", kwargs={"campaign_slug": request.campaign.slug})
    notify(
        to=email,
        subject=_("Invitation to the team %s") % team,
        body=_(
            "%(person)s invites you to the team %(team)s of %(campaign)s."
            " Sign in with this address, or open an account with it, and answer at:"
            "\n\n%(address)s\n"
        )
        % {
            "person": request.user,
            "team": team,
            "campaign": request.campaign,
            "address": request.build_absolute_uri(path),
        },
    )


@require_POST
@campaign_page(Permission.SIGN_IN)
def team_uninvite(request: MemberRequest, invitation_id: int) -> HttpResponse:
    teams = Team.objects.filter(campaign=request.campaign, members=request.user)
    sent = TeamInvitation.objects.open().filter(team__in=teams)
    invitation = get_object_or_404(sent, pk=invitation_id)
    take_back_invitation(invitation=invitation, by=request.user, at=request.at)
    messages.success(request, _("%s is no longer invited.") % invitation.email)
    return _to_team(request)


@require_POST
@campaign_page(Permission.SIGN_IN)
def team_remove(request: MemberRequest, team_id: int, user_id: int) -> HttpResponse:
    team = _own_team(request, team_id)
    member = get_object_or_404(team.members.all(), pk=user_id)
    try:
        remove_member(team=team, member=member, by=request.user, at=request.at)
    except NotYoursToRemove:
        messages.error(
            request, _("Whoever registered the team takes members out; you may leave it yourself.")
        )
    else:
        messages.success(request, _("%s belongs to the team no more; its runs stay.") % member)
    return _to_team(request)


@require_POST
@campaign_page(Permission.SIGN_IN)
def team_answer(request: MemberRequest, invitation_id: int) -> HttpResponse:
    own = TeamInvitation.objects.open().to(request.user.email)
    invitation = get_object_or_404(own, pk=invitation_id, team__campaign=request.campaign)
    accept = request.POST.get("answer") == "accept"
    try:
        answer_invitation(invitation=invitation, accept=accept, by=request.user, at=request.at)
    except HoldsAnotherHat as refusal:
        messages.error(request, why_not(refusal))
    else:
        if accept:
            messages.success(request, _("You belong to %s now.") % invitation.team)
    return _to_team(request)


@require_POST
@campaign_page(Permission.SIGN_IN)
def team_leave(request: MemberRequest, team_id: int) -> HttpResponse:
    team = _own_team(request, team_id)
    try:
        leave_team(team=team, by=request.user, at=request.at)
    except LastMember:
        messages.error(
            request, _("You are the last member, and the team has runs: invite somebody first.")
        )
    else:
        messages.success(request, _("You left %s; its runs stay.") % team)
    return _to_team(request)


@require_POST
@campaign_page(Permission.SIGN_IN)
def team_enter(request: MemberRequest, team_id: int, task_slug: str) -> HttpResponse:
    team = _own_team(request, team_id)
    task = next((task for task in _open_tasks(request) if task.slug == task_slug), None)
    if task is None:
        messages.error(request, _("The task takes no more teams: its deadline has passed."))
    else:
        _enter(request, team, task)
    return _to_team(request)
