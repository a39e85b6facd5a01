"""One tab at a time holds a slot."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from uuid import UUID, uuid4

import pytest
from django.db import connection
from django.utils import timezone

from judging.actions.slots import claim_slot
from judging.models import Slot
from tests import make


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("is_there", [True, False])
def test_of_fifty_simultaneous_claims_one_holds_the_lease(*, is_there: bool) -> None:
    task = make.make_task()
    question = make.make_question(task)
    assessor = make.make_assessor(task)
    at = timezone.now()
    if is_there:
        Slot.objects.create(assessor=assessor, question=question, assigned_at=at)

    def claim(tab: UUID) -> bool:
        try:
            return claim_slot(question=question, assessor=assessor, tab=tab, at=at)
        finally:
            connection.close()

    tabs = [uuid4() for _ in range(50)]
    with ThreadPoolExecutor(max_workers=50) as threads:
        held = dict(zip(tabs, threads.map(claim, tabs), strict=True))

    slot = Slot.objects.get()
    assert [tab for tab, holds in held.items() if holds] == [slot.lease_tab]
