"""What assessors ask and note."""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from campaign.models import Question
from judging.models import Assessor, Doubt, PoolItem


def raise_comment(
    *,
    question: Question,
    assessor: Assessor,
    item: PoolItem | None,
    text: str,
    key: UUID,
    at: datetime,
) -> Doubt:
    """Put a comment into the organizers' inbox; the same key again adds nothing."""
    comment, _created = Doubt.objects.get_or_create(
        assessor=assessor,
        batch=key,
        kind=Doubt.Kind.COMMENT,
        defaults={
            "question": question,
            "item": item,
            "text": text.strip(),
            "raised_at": at,
        },
    )
    return comment
