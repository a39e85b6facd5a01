"""Statements made once of a model do what the ORM's do."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.exceptions import ObjectDoesNotExist
from django.db import IntegrityError, transaction
from django.utils import timezone

from campaign.models import Job
from campaign.models.rows import insert, update
from tests import make

pytestmark = pytest.mark.django_db


def new_job(kind: str = "tests", **fields: Any) -> Job:
    now = timezone.now()
    return Job(kind=kind, lease_until=now, queued_at=now, **fields)


def values(row: Job) -> dict[str, object]:
    stored = Job.objects.values().get(pk=row.pk)
    return {name: value for name, value in stored.items() if name not in {"id", "task_id"}}


def test_a_row_is_stored_as_the_orm_stores_it() -> None:
    fields: dict[str, Any] = {
        "parameters": {"é": [None, "x\\"]},
        "subject_id": 3,
        "queued_by": make.make_user(),
    }
    ours, theirs = new_job(task=make.make_task(), **fields), new_job(**fields)
    theirs.lease_until, theirs.queued_at = ours.lease_until, ours.queued_at

    assert insert(ours)
    theirs.save()

    assert values(ours) == values(theirs)
    assert (ours._state.adding, ours._state.db) == (False, "default")  # noqa: SLF001
    assert Job.objects.get(pk=ours.pk) == ours


def test_a_row_that_must_give_way_is_not_made() -> None:
    first = new_job()

    assert insert(first, unless="ON CONFLICT DO NOTHING")
    assert not insert(new_job(), unless="ON CONFLICT DO NOTHING")
    assert Job.objects.get() == first


def test_a_rule_that_is_broken_is_an_error_of_django() -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        insert(new_job(state=Job.State.FAILED), unless="ON CONFLICT DO NOTHING")

    assert not Job.objects.exists()


def test_only_the_fields_named_are_written() -> None:
    job = make.make_job()
    job.reason, job.worker_pid, job.parameters = "x", 7, {"a": 1}

    update(job, "parameters", "reason")

    assert Job.objects.values_list("reason", "worker_pid", "parameters").get() == (
        "x",
        None,
        {"a": 1},
    )


def test_a_row_that_is_gone_cannot_be_written() -> None:
    job = make.make_job()
    Job.objects.all().delete()

    with pytest.raises(ObjectDoesNotExist):
        update(job, "reason")


def test_a_field_that_is_not_there_cannot_be_written() -> None:
    with pytest.raises(KeyError):
        update(make.make_job(), "raison")
