"""Statements made once of a model do what the ORM's do; those sent ahead are answered in turn."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.core.exceptions import ObjectDoesNotExist
from django.db import IntegrityError, transaction
from django.utils import timezone

from campaign.models import Job, Task
from campaign.models.rows import add, ask, columns, insert, loaded, sent_ahead, update
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


def test_what_is_added_ahead_is_stored_when_the_statements_end() -> None:
    with sent_ahead():
        add(new_job("first"))
        add(new_job("second"))

    assert list(Job.objects.order_by("pk").values_list("kind", flat=True)) == ["first", "second"]


def test_what_breaks_a_rule_ahead_is_an_error_of_django_at_the_end() -> None:
    with pytest.raises(IntegrityError), transaction.atomic(), sent_ahead():
        add(new_job(state=Job.State.FAILED))


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


def test_a_row_is_loaded_as_the_orm_loads_it() -> None:
    task = make.make_task(closes_at=timezone.now() + timedelta(days=1))
    query = "SELECT {} FROM campaign_task task"
    (row,) = ask(query.format(columns(Task, of="task")), [])()

    found = loaded(Task, row)

    fields = [field.attname for field in Task._meta.concrete_fields]  # noqa: SLF001
    assert (found, found._state.adding) == (task, False)  # noqa: SLF001
    assert [getattr(found, name) for name in fields] == [
        getattr(Task.objects.get(), name) for name in fields
    ]


def test_what_was_sent_ahead_is_answered_in_any_order() -> None:
    with sent_ahead():
        first, second = ask("SELECT %s::int", [1]), ask("SELECT %s::int", [2])
        found = [second(), first()]
        last = ask("SELECT %s::int", [3])

    assert [*found, last()] == [[(2,)], [(1,)], [(3,)]]


def test_an_error_sent_ahead_is_one_of_django_and_leaves_the_connection_sound() -> None:
    wrong = "INSERT INTO campaign_job (kind) VALUES (%s) RETURNING id"

    with pytest.raises(IntegrityError), transaction.atomic(), sent_ahead():
        ask(wrong, ["never read"])
    with pytest.raises(IntegrityError), transaction.atomic(), sent_ahead():
        ask(wrong, ["read"])()

    assert not Job.objects.exists()


def test_a_fault_meanwhile_is_not_hidden() -> None:
    def fail() -> None:
        ask("SELECT 1", [])
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError), sent_ahead():
        fail()

    assert ask("SELECT 2", [])() == [(2,)]
