"""How far judging is, by type, by assessor and by label."""

from __future__ import annotations

import pytest
from django.test import Client
from django.utils import timezone

from campaign.models import Task
from judging.decisions import Decision
from judging.judgment_format import Kind, Label
from tests import make

pytestmark = pytest.mark.django_db


@pytest.fixture
def task() -> Task:
    """Return a task in which two people judged, a file told of labels, and a question went."""
    task = make.make_ready_task()
    ada, blaise = make.make_user("Ada"), make.make_user("Blaise")
    novelist, definition, yes_no = (
        task.questions.get(identifier=name) for name in ("GF1", "GD1", "GB1")
    )
    zola = make.make_pool_item(novelist)
    make.make_pool_item(novelist, "ZOLA")
    make.make_pool_item(novelist, document="D2")
    make.judge(zola, Decision.RIGHT, ada)
    make.judge(zola, Label.INEXACT, blaise)
    passage = make.make_pool_item(definition, "Un passage.", kind=Kind.PASSAGE)
    make.judge(passage, Decision.WRONG, blaise)
    make.judge(make.make_pool_item(yes_no, "oui"), Decision.CANNOT, ada, reason="question")
    # One text that no run gave, and one that was judged here already.
    make.load_judgments(
        task,
        "GF1\tanswer\tD1\tHugo\telsewhere\tincorrect\nGF1\tanswer\tD1\tZola\telsewhere\tcorrect\n",
    )
    withdrawn = make.make_question(task, "GF8")
    make.judge(make.make_pool_item(withdrawn, "Sand"), Decision.WRONG, ada)
    withdrawn.withdrawn_at, withdrawn.withdrawn_by = timezone.now(), ada
    withdrawn.withdrawn_reason = "Mal posée."
    withdrawn.save()
    return task


def test_what_is_judged_by_type_assessor_and_label(task: Task) -> None:
    client = Client()
    client.force_login(task.campaign.opened_by)
    judging = client.get(f"/campaigns/{task.campaign.slug}/{task.slug}/judging/").context["judging"]

    assert [(str(one.label), one.pooled, one.judged) for one in judging.types] == [
        ("Factual", 3, 2),
        ("Definition", 1, 1),
        ("Yes/no", 1, 0),
    ]
    assert (judging.pooled, judging.judged) == (5, 3)
    # A label of a withdrawn question was given all the same.
    assert [(one.name, str(one.user or ""), one.judged) for one in judging.assessors] == [
        ("assessor-1", "Ada", 3),
        ("assessor-2", "Blaise", 3),
        ("elsewhere", "", 2),
    ]
    assert list(judging.labels.items()) == [("correct", 3), ("incorrect", 3), ("inexact", 2)]
