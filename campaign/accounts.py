"""How accounts are opened: allauth, with the name that a person gave."""

from __future__ import annotations

from typing import Any, ClassVar

from allauth.account.adapter import DefaultAccountAdapter
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from campaign.models import User


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
        saved: User = super().save_user(request, user, form, commit=commit)
        return saved

    def add_message(self, *args: Any, **kwargs: Any) -> None:
        """Stay silent: where a person arrives shows what happened."""
