"""Loading questions and documents: versions, corrections, withdrawals."""

from __future__ import annotations

import pytest
from django.db import connection
from django.utils import timezone

from campaign.actions.documents import MANY_ROWS
from campaign.actions.questions import restore_question, withdraw_question
from campaign.models import Document, Event, Question, Task
from tests import make

pytestmark = pytest.mark.django_db


@pytest.fixture
def task() -> Task:
    task = make.make_task()
    make.load_questions(task)
    return task


def test_questions_are_read_in_order_with_their_counts(task: Task) -> None:
    questions = task.questions.in_order()
    assert [(q.identifier, q.type, q.expected_count) for q in questions] == [
        ("GF1", "factual", None),
        ("GD1", "definition", None),
        ("GB1", "yes-no", None),
        ("GL1", "list", 2),
    ]
    upload = task.uploads.get()
    assert (upload.counts, upload.outcome, task.question_set_version) == (
        {
            "factual": 1,
            "definition": 1,
            "yes-no": 1,
            "list": 1,
            "added": 4,
            "changed": 0,
            "removed": 0,
        },
        "accepted",
        1,
    )


def test_a_wrong_file_changes_nothing_and_lists_every_problem(task: Task) -> None:
    wrong = make.QUESTIONS + "GF1\tfactual\t\tEncore ?\t\tfr\nGX\tnews\t\t\tdeux\tfr\n"

    upload = make.load_questions(task, wrong)

    assert upload.is_refused
    assert sorted({p.line for p in upload.listed_problems() if p.line}) == [6, 7]
    assert (task.questions.count(), task.question_set_version) == (4, 1)


def test_a_corrected_file_becomes_a_new_version(task: Task) -> None:
    kept = task.questions.get(identifier="GF1").pk
    corrected = make.QUESTIONS.replace("Germinal ?\t", "Nana ?\t").replace("GD1", "GD2")

    make.load_questions(task, corrected, confirms_changes=True)

    assert Question.objects.get(pk=kept).text == "Qui a écrit Nana ?"
    assert {q.identifier for q in task.questions.all()} == {"GF1", "GD2", "GB1", "GL1"}
    assert task.question_set_version == 2


def test_a_question_with_answers_is_neither_dropped_nor_retyped(task: Task) -> None:
    make.load_documents(task)
    make.make_run(make.make_team(task), task)
    changed = make.QUESTIONS.replace("GF1\tfactual", "GF1\tdefinition").replace("GD1", "GD2")

    upload = make.load_questions(task, changed)

    assert [(p.code, p.question) for p in upload.listed_problems()] == [
        ("answered-question-missing", "GD1"),
        ("answered-question-type", "GF1"),
    ]
    assert task.questions.filter(identifier="GD1").exists()


def test_a_question_with_judgments_is_neither_dropped_nor_retyped(task: Task) -> None:
    make.load_judgments(
        task, "GF1\tanswer\tD1\tZola\ta1\tcorrect\nGD1\tpassage\tD1\tZola\ta1\tcorrect\n"
    )
    changed = make.QUESTIONS.replace("GF1\tfactual", "GF1\tdefinition").replace("GD1", "GD2")

    upload = make.load_questions(task, changed)

    assert [(p.code, p.line, p.question) for p in upload.listed_problems()] == [
        ("answered-question-missing", None, "GD1"),
        ("answered-question-type", 2, "GF1"),
    ]
    assert (task.questions.count(), task.question_set_version) == (4, 1)


def test_a_question_of_no_use_is_dropped(task: Task) -> None:
    make.make_pool_item(task.questions.get(identifier="GF1"))
    assert [question.identifier for question in task.questions.in_use()] == ["GF1"]

    renamed = make.QUESTIONS.replace("GD1", "GD2")
    upload = make.load_questions(task, renamed, confirms_changes=True)

    assert upload.outcome == "accepted"


def test_counts_come_in_the_order_of_the_types(task: Task) -> None:
    upload = make.load_questions(task, "".join(reversed(make.QUESTIONS.splitlines(keepends=True))))
    assert upload.is_refused
    first, *rest = make.QUESTIONS.splitlines(keepends=True)
    upload = make.load_questions(task, first + "".join(reversed(rest)))
    upload.refresh_from_db()
    assert list(upload.counts)[:4] == ["factual", "list", "definition", "yes-no"]


def test_withdrawal_and_return_each_make_a_version_and_an_event(task: Task) -> None:
    question = task.questions.get(identifier="GF1")
    by = task.campaign.opened_by

    withdraw_question(question=question, reason="Two answers", by=by, at=timezone.now())
    assert [q.identifier for q in task.questions.standing().in_order()] == ["GD1", "GB1", "GL1"]
    restore_question(question=question, by=by, at=timezone.now())

    task.refresh_from_db()
    assert (task.questions.standing().count(), task.question_set_version) == (4, 3)
    assert list(Event.objects.order_by("pk").values_list("verb", flat=True))[-2:] == [
        "withdraw-question",
        "restore-question",
    ]


def test_documents_are_added_and_corrected(task: Task) -> None:
    make.load_documents(task)
    again = make.load_documents(task, '{"id": "D1", "text": "Autre."}\n{"id": "D3", "text": "x"}\n')

    texts = dict(Document.objects.filter(task=task).values_list("identifier", "text"))
    assert texts == {"D1": "Autre.", "D2": "La Loire arrose Nantes et Tours.", "D3": "x"}
    assert again.counts == {"added": 1, "changed": 1}


def test_the_planner_knows_many_documents_at_once() -> None:
    task = make.make_task()
    make.load_documents(task, "".join(f"D{number}\t\tun\n" for number in range(MANY_ROWS + 1)))

    with connection.cursor() as cursor:
        cursor.execute("SELECT reltuples FROM pg_class WHERE relname = 'campaign_document'")
        assert cursor.fetchone() == (MANY_ROWS + 1,)


def test_a_wrong_document_file_stores_nothing(task: Task) -> None:
    upload = make.load_documents(task, '{"id": "D1", "text": "un"}\n{"id": "D1", "text": "deux"}\n')

    assert upload.is_refused
    assert task.documents.count() == 0
