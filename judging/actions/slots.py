"""Seats at questions: one tab at a time holds the lease."""

from __future__ import annotations

from datetime import datetime, timedelta
from uuid import UUID

from django.db.models import Q

from campaign.models import Question
from judging.models import Assessor, Slot

LEASE = timedelta(seconds=60)
"""How long a tab holds a question without a sign of life."""


def claim_slot(
    *, question: Question, assessor: Assessor, tab: UUID, at: datetime, takes_over: bool = False
) -> bool:
    """Give the lease of the assessor's slot to a tab, or renew it; return whether it holds it.

    One statement decides: of any number of claims at once, exactly one finds the lease free.
    """
    slot, _created = Slot.objects.get_or_create(
        assessor=assessor,
        question=question,
        defaults={"position": question.position, "assigned_at": at},
    )
    slots = Slot.objects.filter(pk=slot.pk)
    if not takes_over:
        slots = slots.filter(Q(lease_until=None) | Q(lease_until__lte=at) | Q(lease_tab=tab))
    return bool(slots.update(lease_tab=tab, lease_until=at + LEASE))


def release_slot(*, question: Question, assessor: Assessor, tab: UUID) -> None:
    """Give up the lease that a tab holds, so that the next one need not wait for its end."""
    held = Slot.objects.filter(assessor=assessor, question=question, lease_tab=tab)
    held.update(lease_tab=None, lease_until=None)
