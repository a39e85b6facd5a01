"""My days and my decisions: one's own, by day, found again, safe in a spreadsheet."""

from __future__ import annotations

import csv
import io
from datetime import UTC, datetime
from uuid import uuid4

import pytest
from django.test import Client
from django.utils import timezone

from campaign.models import Question, Role, Stage, Task, Upload, User
from judging.actions.assessors import assessor_of
from judging.actions.imports import read_judgment_upload
from judging.actions.judgments import record_batch
from judging.batches import Batch, Choice
from judging.decisions import Decision
from judging.judgment_format import Label
from judging.models import Assessor, JudgmentEvent, PoolItem
from judging.own_work import Day, days_of
from judging.progress import progress_of
from judging.queue import queue_of
from tests import make

pytestmark = pytest.mark.django_db


@pytest.fixture
def task() -> Task:
    task = make.put_at_stage(make.make_ready_task(), Stage.RELEASED)
    Task.objects.filter(pk=task.pk).update(
        released_at=datetime(2026, 3, 1, tzinfo=UTC), closes_at=datetime(2199, 1, 1, tzinfo=UTC)
    )
    return Task.objects.select_related("campaign").get(pk=task.pk)


@pytest.fixture
def assessor(task: Task) -> User:
    return make.make_member(task.campaign, Role.ASSESSOR)


def decide(
    items: list[PoolItem],
    by: User,
    at: datetime,
    *,
    active: int,
    purpose: Assessor.Purpose = Assessor.Purpose.JUDGING,
    decision: Decision = Decision.WRONG,
) -> None:
    """Judge several answers by one key at an instant."""
    question = items[0].question
    Task.objects.filter(pk=question.task_id).update(announced_at=datetime(2026, 2, 1, tzinfo=UTC))
    question.task.refresh_from_db()
    assessor = assessor_of(task=question.task, user=by, purpose=purpose)
    versions = JudgmentEvent.objects.versions(assessor, [item.pk for item in items])
    choices = tuple(
        Choice(item.token, None, decision, versions.get(item.pk), None) for item in items
    )
    batch = Batch(uuid4(), "bracket", choices, active_ms=active)
    record_batch(question=question, assessor=assessor, batch=batch, by=by, at=at)


def question_of(task: Task) -> Question:
    return task.questions.select_related("task").get(identifier="GF1")


def test_a_key_is_one_decision_and_its_time_counts_once(task: Task, assessor: User) -> None:
    items = [make.make_pool_item(question_of(task), text) for text in ("Hugo", "Balzac", "Sand")]
    noon = datetime(2026, 3, 10, 12, tzinfo=UTC)
    decide(items[:2], assessor, noon, active=5000)
    decide(items[2:], assessor, noon, active=1000)

    assert days_of(task, assessor) == [Day(noon.date(), active_ms=6000, decisions=2, texts=3)]


def test_what_is_undone_counts_on_the_day_of_what_it_takes_back(task: Task, assessor: User) -> None:
    """Done, undone, done again, undone again: each time it is the decision of the first day."""
    items = [make.make_pool_item(question_of(task), text) for text in ("Hugo", "Balzac")]
    before, today = datetime(2026, 3, 10, 12, tzinfo=UTC), datetime(2026, 3, 11, 12, tzinfo=UTC)
    decide(items[:1], assessor, before, active=5000)
    first = JudgmentEvent.objects.latest("pk").batch
    counts = [today_of(task, assessor, today)]
    for means in ("undo", "redo", "undo"):
        reverse(task, assessor, means, today)
        counts.append(today_of(task, assessor, today))
    decide(items[1:], assessor, today, active=1000)
    counts.append(today_of(task, assessor, today))
    reverse(task, assessor, "undo", today)
    counts.append(today_of(task, assessor, today))

    assert counts == [0, 0, 0, 0, 1, 0]
    assert days_of(task, assessor) == [
        Day(today.date(), active_ms=1000 + 4 * 10, decisions=1, texts=1, taken_back=1),
        Day(before.date(), active_ms=5000, decisions=1, texts=1, taken_back=2),
    ]
    assert JudgmentEvent.objects.filter(undoes=first).count() == 1


def today_of(task: Task, user: User, at: datetime) -> int:
    return progress_of(task, queue_of(task, user), at=at).today


def reverse(task: Task, user: User, means: str, at: datetime) -> None:
    """Take the latest act back, or do it again."""
    last = JudgmentEvent.objects.latest("pk")
    batch = Batch(uuid4(), means, reverses=last.batch, active_ms=10)
    record_batch(question=question_of(task), assessor=last.assessor, batch=batch, by=user, at=at)


def test_days_end_at_midnight_in_the_zone_of_the_task(task: Task, assessor: User) -> None:
    items = [make.make_pool_item(question_of(task), text) for text in ("Hugo", "Balzac")]
    for item, hour in zip(items, (22, 23), strict=True):
        decide([item], assessor, datetime(2026, 3, 10, hour, 30, tzinfo=UTC), active=60_000)

    # Paris is one hour ahead in winter.
    assert [(str(one.day), one.hours) for one in days_of(task, assessor)] == [
        ("2026-03-11", 1 / 60),
        ("2026-03-10", 1 / 60),
    ]


def test_nobody_else_s_work_counts(task: Task, assessor: User) -> None:
    item = make.make_pool_item(question_of(task), "Hugo")
    make.judge(item, Label.INCORRECT, make.make_user("Other"))
    assert days_of(task, assessor) == []


def get(task: Task, user: User, rest: str) -> Client:
    client = Client(headers={"accept-language": "en"})
    client.force_login(user)
    address = f"/campaigns/{task.campaign.slug}/{task.slug}/judge/{rest}"
    return client.get(address)  # type: ignore[return-value]


def rows_of(response: object) -> list[list[str]]:
    content = b"".join(response.streaming_content).decode()  # type: ignore[attr-defined]
    return list(csv.reader(io.StringIO(content, newline="")))


def test_days_as_a_table_run_no_formula(task: Task, assessor: User) -> None:
    Task.objects.filter(pk=task.pk).update(name="=HYPERLINK(1)", name_en="")
    noon = datetime(2026, 3, 10, 12, tzinfo=UTC)
    decide([make.make_pool_item(question_of(task), "Hugo")], assessor, noon, active=61_400)

    response = get(task, assessor, "days/?format=csv")

    assert rows_of(response) == [
        ["campaign", "task", "day", "active_seconds", "decisions", "texts", "taken_back"],
        ["lanterne", "'=HYPERLINK(1)", "2026-03-10", "61", "1", "1", "0"],
    ]


def test_decisions_are_found_by_text_question_and_label(task: Task, assessor: User) -> None:
    question = question_of(task)
    make.judge(make.make_pool_item(question, "Victor Hugo"), Label.INCORRECT, assessor)
    make.judge(make.make_pool_item(question, "=Zola"), Label.CORRECT, assessor)
    make.judge(
        make.make_pool_item(question, "Sand"), Decision.CANNOT, assessor, reason="unreadable"
    )

    def found(query: str) -> list[str]:
        response = get(task, assessor, f"decisions/{query}")
        return [one.text for one in response.context["decisions"]]  # type: ignore[attr-defined]

    assert found("") == ["Sand", "=Zola", "Victor Hugo"]
    assert found("?words=hugo+victor") == ["Victor Hugo"]
    assert found("?words=germinal") == ["Sand", "=Zola", "Victor Hugo"]
    assert found("?words=GF1&state=correct") == ["=Zola"]
    assert found("?state=cannot") == ["Sand"]
    assert found("?state=x&page=x") == ["Sand", "=Zola", "Victor Hugo"]
    assert found("?words=%00") == []  # no text holds a NUL
    table = rows_of(get(task, assessor, "decisions/?format=csv&state=correct"))
    assert [row[3] for row in table] == ["text", "'=Zola"]


def test_what_came_back_unannounced_is_not_told(task: Task, assessor: User) -> None:
    item = make.make_pool_item(question_of(task), "Hugo")
    make.judge(item, Label.INCORRECT, assessor)
    first = JudgmentEvent.objects.latest("pk").at
    decide(
        [item],
        assessor,
        datetime(2198, 1, 1, tzinfo=UTC),
        active=0,
        purpose=Assessor.Purpose.REPEAT,
        decision=Decision.RIGHT,
    )

    response = get(task, assessor, "decisions/")

    [one] = response.context["decisions"]  # type: ignore[attr-defined]
    assert (one.state, one.decided_at) == ("incorrect", first)


def test_a_decision_leads_to_its_answer_on_the_desk(task: Task, assessor: User) -> None:
    item = make.make_pool_item(question_of(task), "Hugo")
    make.judge(item, Label.INCORRECT, assessor)

    page = get(task, assessor, "decisions/").content.decode()  # type: ignore[attr-defined]

    address = f"judge/question/GF1/?item={item.token}"
    assert address in page
    assert get(task, assessor, address.removeprefix("judge/")).status_code == 200  # type: ignore[attr-defined]


def test_a_label_that_a_file_brought_is_told_as_such(task: Task, assessor: User) -> None:
    for text in ("Hugo", "Sand"):
        make.judge(make.make_pool_item(question_of(task), text), Label.INCORRECT, assessor)
    name = Assessor.objects.get(user=assessor).name
    upload = make.make_upload(
        task,
        f"GF1\tanswer\tD1\tHugo\t{name}\tcorrect\n",
        kind=Upload.Kind.JUDGMENTS,
        confirms_changes=True,
    )
    read_judgment_upload(upload=upload, at=timezone.now())

    response = get(task, assessor, "decisions/")

    told = {one.text: one.is_from_file for one in response.context["decisions"]}  # type: ignore[attr-defined]
    assert told == {"Hugo": True, "Sand": False}
    assert response.content.decode().count("by a file of the organizers") == 1  # type: ignore[attr-defined]
