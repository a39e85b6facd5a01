"""The dashboard: done and left, pace, forecast, disagreement, what waits."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from uuid import uuid4

import pytest
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from campaign.models import Task
from judging.actions.judgments import record_batch
from judging.batches import Batch, Choice
from judging.dashboard import Dashboard
from judging.decisions import Decision
from judging.forecast import DailyPace, daily_pace, disagreement_by_week, forecast_end
from judging.judgment_format import Label
from judging.models import Doubt
from tests import make

FRIDAY = date(2026, 12, 4)


def test_pace_rests_on_the_latest_days_with_work() -> None:
    days = {FRIDAY - timedelta(days=number): 100 * (number + 1) for number in range(8)}
    days[FRIDAY + timedelta(days=1)] = 0
    assert daily_pace(days) == DailyPace(300.0, 5, works_on_weekends=False)
    assert daily_pace({}) is None


@pytest.mark.parametrize(
    ("left", "weekends", "end"),
    [
        (1, False, date(2026, 12, 7)),
        (200, False, date(2026, 12, 8)),
        (200, True, date(2026, 12, 6)),
        (0, False, FRIDAY),
        (1e9, False, None),
    ],
)
def test_the_end_at_that_pace(left: float, end: date | None, *, weekends: bool) -> None:
    assert forecast_end(left, DailyPace(100.0, 5, works_on_weekends=weekends), FRIDAY) == end


def test_disagreement_adds_up_over_the_weeks() -> None:
    later = FRIDAY + timedelta(days=7)
    pairs = [(FRIDAY, True), (FRIDAY, False), (later, False), (later, False)]
    assert [tuple(week) for week in disagreement_by_week(pairs)] == [
        (date(2026, 11, 30), 2, 1, 0.5),
        (date(2026, 12, 7), 2, 0, 0.25),
    ]


def dashboard(task: Task) -> Dashboard:
    return Dashboard(Task.objects.get(pk=task.pk), timezone.now())


@pytest.mark.django_db
def test_what_is_done_left_and_waits() -> None:
    task = make.make_ready_task()
    items = [
        make.make_pool_item(task.questions.get(identifier=name), f"réponse {name}")
        for name in ("GF1", "GD1", "GB1")
    ]
    ada, blaise = make.make_user("Ada"), make.make_user("Blaise")
    assert (dashboard(task).left, dashboard(task).end) == (3, None)
    minute = 60_000
    make.judge(items[0], Decision.RIGHT, ada, active_ms=6 * minute)
    make.judge(items[1], Decision.WRONG, ada, active_ms=12 * minute)
    make.judge(items[0], Label.INEXACT, blaise, active_ms=6 * minute)
    make.judge(items[1], Decision.CANNOT, blaise, key=uuid4(), reason="question")

    shown = dashboard(task)

    assert (shown.decisions, shown.done, shown.left) == (5, 4, 1)
    assert [(str(one.holding.assessor.user), one.holding.done) for one in shown.people] == [
        ("Ada", 2),
        ("Blaise", 2),
    ]
    assert shown.people[0].hand is not None
    assert round(shown.people[0].hand.per_hour or 0, 1) == 6.7
    # Six minutes tell no pace.
    assert shown.people[1].hand is not None
    assert shown.people[1].hand.per_hour is None
    assert [week.share for week in shown.weeks] == [1.0]
    assert ([count for _reason, count in shown.reasons], shown.doubts) == ([1], 1)
    assert shown.end is not None


@pytest.mark.django_db
def test_no_pace_is_told_of_specialists() -> None:
    task = make.make_ready_task()
    ada = make.make_user("Ada")
    item = make.make_pool_item(task.questions.get(identifier="GF1"))
    make.judge(item, Decision.RIGHT, ada, active_ms=6000)
    make.make_judging_rules(task, shares={"tags": {str(ada.pk): ["médecine"]}})
    assert [one.hand for one in dashboard(task).people] == [None]


@pytest.mark.django_db
@pytest.mark.parametrize("rows", [1, 3])
def test_queries_do_not_grow(rows: int, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    task = make.make_ready_task()
    users = [make.make_user(f"Assessor {number}") for number in range(rows)]
    for user in users:
        for name in ["GF1", "GD1", "GB1"][:rows]:
            item = make.make_pool_item(task.questions.get(identifier=name))
            make.judge(item, Decision.RIGHT, user)
    shown = dashboard(task)
    with django_assert_num_queries(8):
        told = (shown.types, shown.people, shown.pace, shown.weeks, shown.reasons, shown.doubts)
        waits = (shown.unheld, shown.waiting_runs)
    assert len(told[1]) == rows
    assert waits == (0, 0)


@pytest.mark.django_db
def test_a_week_begins_on_monday_in_the_zone_of_the_task() -> None:
    task = make.make_ready_task(time_zone="Europe/Paris")
    item = make.make_pool_item(task.questions.get(identifier="GF1"))
    sunday = datetime(2026, 12, 6, 23, 30, tzinfo=UTC)
    for name, decision in (("Ada", Decision.RIGHT), ("Blaise", Decision.WRONG)):
        user = make.make_user(name)
        record_batch(
            question=item.question,
            assessor=make.make_assessor(task, user),
            batch=Batch(uuid4(), "key", (Choice(item.token, "D1", decision, None),)),
            by=user,
            at=sunday,
        )
    assert [week.start for week in dashboard(task).weeks] == [date(2026, 12, 7)]


@pytest.mark.django_db
def test_reasons_are_told_the_most_frequent_first_and_answered_doubts_among_them() -> None:
    task = make.make_ready_task()
    ada = make.make_user("Ada")
    for name, reason in (("GF1", "question"), ("GD1", "other"), ("GB1", "other")):
        item = make.make_pool_item(task.questions.get(identifier=name))
        make.judge(item, Decision.CANNOT, ada, reason=reason)
    Doubt.objects.filter(question__identifier="GB1").update(
        replied_at=timezone.now(), replied_by=ada, outcome="answered"
    )
    shown = dashboard(task)
    assert [count for _reason, count in shown.reasons] == [2, 1]
    assert shown.reasons[0][0] == "another reason"
    assert shown.doubts == 2
