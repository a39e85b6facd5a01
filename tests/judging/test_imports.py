"""Judgments made elsewhere: bounds, names, counts."""

from __future__ import annotations

import pytest
from django.db.models import CharField
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from campaign.models import Task, Upload
from judging.actions.imports import read_judgment_upload
from judging.judgment_format import LAYOUT, Label
from judging.models import Assessor, Judgment
from tests import make

pytestmark = pytest.mark.django_db


@pytest.fixture
def task() -> Task:
    return make.make_ready_task()


def lines(*assessors: str, label: str = "correct") -> str:
    return "".join(f"GF1\tanswer\tD1\tZola\t{name}\t{label}\n" for name in assessors)


def test_the_reader_knows_the_bound_of_the_column() -> None:
    column = Assessor._meta.get_field("name")  # noqa: SLF001 -- Django's documented way
    assert isinstance(column, CharField)
    assert column.max_length == LAYOUT.limits["assessor"]


def test_the_longest_name_is_kept_and_a_longer_one_refused(task: Task) -> None:
    kept = make.load_judgments(task, lines("x" * 60))
    refused = make.load_judgments(task, lines("x" * 300))

    assert (kept.outcome, refused.outcome) == ("accepted", "refused")
    assert [(p.code, p.line, p.column) for p in refused.listed_problems()] == [
        ("value-too-long", 1, 20)
    ]


def test_the_longest_texts_are_kept(task: Task) -> None:
    text = "é" * 50_000
    upload = make.load_judgments(task, f"GF1\tanswer\t{text}\t{text}\ta1\tcorrect\n")
    assert (upload.outcome, Judgment.objects.get().text.text) == ("accepted", text)


@pytest.mark.parametrize("assessors", [1, 30])
def test_many_assessors_cost_no_more_queries(
    task: Task, assessors: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_num_queries(28):
        make.load_judgments(task, lines(*(f"a{number}" for number in range(assessors))))
    assert Judgment.objects.count() == assessors


def test_counts_come_in_the_order_of_the_labels(task: Task) -> None:
    upload = make.load_judgments(
        task, lines("a", label="incorrect") + lines("b") + lines("c", label="inexact")
    )
    upload.refresh_from_db()
    assert list(upload.counts.items()) == [("correct", 1), ("inexact", 1), ("incorrect", 1)]


def test_labels_given_here_change_only_if_that_is_confirmed(task: Task) -> None:
    question = task.questions.in_order()[0]
    item = make.make_pool_item(question, "Zola")
    make.judge(item, Label.INCORRECT, make.make_user("Nadia"))
    name = Assessor.objects.get(user__name="Nadia").name
    line = lines(name)

    refused = make.load_judgments(task, line)
    assert [one.code for one in refused.listed_problems()] == ["labels-given-here"]
    assert refused.outcome == Upload.Outcome.REFUSED
    assert list(Judgment.objects.values_list("label", flat=True)) == ["incorrect"]

    upload = make.make_upload(task, line, kind=Upload.Kind.JUDGMENTS, confirms_changes=True)
    taken = read_judgment_upload(upload=upload, at=timezone.now())
    assert [(one.code, one.parameters) for one in taken.listed_problems()] == [
        ("labels-given-here", {"count": 1, "wording": "confirmed"})
    ]
    assert taken.outcome == Upload.Outcome.ACCEPTED
    assert list(Judgment.objects.values_list("label", flat=True)) == ["correct"]


def test_labels_of_texts_that_no_run_gave_are_told(task: Task) -> None:
    """Without a pool nothing is said: judgments may come before the runs."""
    early = make.load_judgments(task, lines("early"))
    make.make_pool_item(task.questions.get(identifier="GF1"), "Zola")
    inside = make.load_judgments(task, lines("inside"))
    outside = make.load_judgments(
        task, lines("a") + "GF1\tanswer\tD1\tzola\ta\tcorrect\nGF1\tanswer\tD2\tZola\ta\tcorrect\n"
    )

    assert [*early.listed_problems(), *inside.listed_problems()] == []
    assert [
        (one.code, one.line, one.found, one.parameters) for one in outside.listed_problems()
    ] == [("judgments-outside-pool", 2, "zola", {"count": 2, "total": 3})]
    assert outside.outcome == "accepted"
