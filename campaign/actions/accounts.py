"""Accounts that others open: invited people, and the people of a demonstration."""

from __future__ import annotations

from allauth.account.models import EmailAddress
from django.db import transaction

from campaign.models import User


@transaction.atomic
def verify_address(*, user: User) -> None:
    """Take the person's address as theirs: they came by a link that was given to them."""
    EmailAddress.objects.update_or_create(
        user=user, email=user.email, defaults={"verified": True, "primary": True}
    )
