"""Pages of accounts: allauth's, each stating the permission that it needs."""

from __future__ import annotations

from allauth.account import views as allauth
from django.contrib.auth import login, update_session_auth_hash
from django.contrib.auth.forms import SetPasswordForm
from django.contrib.auth.tokens import default_token_generator
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_POST, require_safe

from campaign.actions.accounts import verify_address
from campaign.models import KeptMessage, User
from campaign.permissions import Permission
from campaign.web import PageRequest, site_page

everybody = site_page()

sign_in = everybody(allauth.login)
sign_up = everybody(allauth.signup)
sign_out = require_POST(everybody(allauth.logout))
closed = everybody(allauth.account_inactive)
verification_sent = everybody(allauth.email_verification_sent)
verify = everybody(allauth.confirm_email)
password_forgotten = everybody(allauth.password_reset)
password_forgotten_done = everybody(allauth.password_reset_done)
password_new = everybody(allauth.password_reset_from_key)
password_new_done = everybody(allauth.password_reset_from_key_done)
password_change = site_page(Permission.SIGN_IN)(allauth.password_change)


@site_page()
def accept_invitation(request: PageRequest, user_id: int, token: str) -> HttpResponse:
    user = get_object_or_404(User, pk=user_id, is_active=True)
    if not default_token_generator.check_token(user, token):
        return render(request, "account/invitation_void.html", status=410)
    form = SetPasswordForm(user, request.POST or None)
    if request.method == "POST" and form.is_valid():
        form.save()
        verify_address(user=user)
        login(request, user, backend="django.contrib.auth.backends.ModelBackend")
        update_session_auth_hash(request, user)
        return redirect("home")
    status = 422 if form.is_bound else 200
    return render(
        request, "account/invitation.html", {"form": form, "invited": user}, status=status
    )


@require_safe
@site_page(Permission.OPEN_CAMPAIGN)
def kept_messages(request: PageRequest) -> HttpResponse:
    # A link into the account of another host would lend their rights: those stay in the log only.
    hosts = User.objects.filter(opens_campaigns=True).exclude(pk=request.user.pk)
    kept = KeptMessage.objects.exclude(to__in=hosts.values("email")).order_by("-kept_at", "-pk")[
        :100
    ]
    return render(request, "account/kept_messages.html", {"kept": kept})
