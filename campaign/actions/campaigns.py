"""Opening and describing campaigns, and granting roles in them."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.db import transaction

from campaign.models import Campaign, Event, Membership, Role, Task, User, Waiver


class AlreadyGranted(Exception):
    """The person holds this role already."""


class OwnWaiver(Exception):
    """Nobody waives the rule for themselves."""


class LastOrganizer(Exception):
    """A campaign keeps at least one organizer."""


@transaction.atomic
def open_campaign(*, name: str, slug: str, by: User, at: datetime, **texts: Any) -> Campaign:
    """Open a campaign and make the person its first organizer."""
    campaign = Campaign.objects.create(name=name, slug=slug, opened_by=by, opened_at=at, **texts)
    Membership.objects.create(
        campaign=campaign, user=by, role=Role.ORGANIZER, granted_by=by, granted_at=at
    )
    Event.objects.record("open-campaign", by=by, at=at, campaign=campaign, subject=name)
    return campaign


@transaction.atomic
def edit_campaign(*, campaign: Campaign, by: User, at: datetime, **changes: Any) -> Campaign:
    """Change the texts of a campaign, or announce it."""
    before = {field: str(getattr(campaign, field)) for field in changes}
    for field, value in changes.items():
        setattr(campaign, field, value)
    campaign.save(update_fields=list(changes))
    after = {field: str(value) for field, value in changes.items()}
    Event.objects.record(
        "edit-campaign", by=by, at=at, campaign=campaign, before=before, after=after
    )
    return campaign


@transaction.atomic
def grant_role(
    *,
    campaign: Campaign,
    task: Task | None,
    email: str,
    name: str,
    role: Role,
    by: User,
    at: datetime,
) -> tuple[Membership, bool]:
    """Give a person a role, opening an account for a new address; tell whether it is new.

    :raises AlreadyGranted: if the person holds the role there.
    """
    user = User.objects.filter(email__iexact=email).first()
    is_new = user is None
    if user is None:
        user = User.objects.create_user(email=email, name=name)
    membership, created = Membership.objects.get_or_create(
        campaign=campaign,
        task=task,
        user=user,
        role=role,
        defaults={"granted_by": by, "granted_at": at},
    )
    if not created:
        raise AlreadyGranted
    Event.objects.record(
        "grant-role",
        by=by,
        at=at,
        campaign=campaign,
        task=task,
        subject=user.email,
        after={"role": role},
    )
    return membership, is_new


@transaction.atomic
def revoke_role(*, membership: Membership, by: User, at: datetime) -> None:
    """Take a role away; what the person did stays.

    :raises LastOrganizer: if nobody would be left to organize the campaign.
    """
    campaign = Campaign.objects.select_for_update().get(pk=membership.campaign_id)
    organizers = Membership.objects.filter(campaign=campaign, task=None, role=Role.ORGANIZER)
    if not organizers.exclude(pk=membership.pk).exists():
        raise LastOrganizer
    Event.objects.record(
        "revoke-role",
        by=by,
        at=at,
        campaign=campaign,
        task=membership.task,
        subject=membership.user.email,
        before={"role": membership.role},
    )
    membership.delete()


@transaction.atomic
def grant_waiver(*, task: Task, user: User, reason: str, by: User, at: datetime) -> Waiver:
    """Let a member of a competing team keep other roles in the task; the act is public.

    :raises OwnWaiver: if people grant it to themselves.
    """
    if by == user:
        raise OwnWaiver
    waiver, _created = Waiver.objects.update_or_create(
        task=task, user=user, defaults={"reason": reason, "granted_by": by, "granted_at": at}
    )
    Event.objects.record(
        "grant-waiver",
        by=by,
        at=at,
        campaign=task.campaign,
        task=task,
        subject=user.email,
        after={"reason": reason},
    )
    return waiver
