"""How accounts are opened: allauth, with the name that a person gave."""

from __future__ import annotations

from typing import Any, ClassVar

from allauth.account.adapter import DefaultAccountAdapter
from django.contrib import messages
from django.http import HttpRequest
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from campaign.models import User

# Where the session keeps the page from which a person went to open an account.
NEXT = "next"


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc]
    """Keeps the name that a person gave; says nothing that the page says already."""

    error_messages: ClassVar[dict[str, Any]] = {
        **DefaultAccountAdapter.error_messages,
        "email_password_mismatch": _(
            "No account has this address and password together. Check both; capitals count."
        ),
        "account_inactive": _("This account is closed. Write to the organizers."),
    }

    def save_user(
        self,
        request: HttpRequest,
        user: User,
        form: Any,
        commit: bool = True,  # noqa: FBT001, FBT002
    ) -> User:
        user.name = form.cleaned_data["name"]
        request.session[NEXT] = request.POST.get("next", "")
        saved: User = super().save_user(request, user, form, commit=commit)
        return saved

    def get_email_verification_redirect_url(self, email_address: Any) -> str:
        """Go on to where the person wanted to go before they opened the account."""
        wanted = self.request.session.pop(NEXT, "")
        address: str = super().get_email_verification_redirect_url(email_address)
        if wanted and self.is_safe_url(wanted):
            return wanted if self.request.user.is_authenticated else _sign_in_then(wanted)
        return address

    def add_message(
        self, request: HttpRequest, level: int, message_template: str = "", *rest: Any, **more: Any
    ) -> None:
        """Stay silent where the page shows what happened; a confirmed address shows nowhere."""
        if message_template.endswith("/email_confirmed.txt"):
            messages.success(request, gettext("Your address is confirmed: you can sign in."))


def _sign_in_then(wanted: str) -> str:
    query = urlencode({"next": wanted})
    return f"{reverse('account_login')}?{query}"
