"""Answer groups that depend on the document."""

from __future__ import annotations

from datetime import datetime

from judging.models import Assessor, PoolItem, SplitGroup


def split_group(*, item: PoolItem, assessor: Assessor, is_split: bool, at: datetime) -> None:
    """Judge an answer group document by document from now on, or as one string again.

    Labels stay as they are.
    """
    if is_split:
        SplitGroup.objects.get_or_create(item=item, assessor=assessor, defaults={"split_at": at})
    else:
        SplitGroup.objects.filter(item=item, assessor=assessor).delete()
