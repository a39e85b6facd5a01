"""Labels: what a decision covers, what an undo restores, what an import brings."""

from __future__ import annotations

from uuid import UUID, uuid4

import pytest
from django.db import transaction
from django.utils import timezone
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from campaign.actions.questions import withdraw_question
from campaign.models import Stage, Task, User
from judging.actions.assessors import assessor_of
from judging.actions.judgments import (
    JudgingIsClosed,
    KeyWasUsed,
    LabelDoesNotFit,
    QuestionIsWithdrawn,
)
from judging.actions.pools import Occurrence, add_to_pool, extend_pool
from judging.batches import Batch, Choice
from judging.decisions import Decision
from judging.judgment_format import Kind, Label
from judging.models import Judgment, JudgmentEvent, PoolItem, PoolText
from tests import make


@pytest.fixture
def task(db: None) -> Task:
    return make.make_ready_task()


@pytest.fixture
def assessor(task: Task) -> User:
    return make.make_user("Assessor")


@pytest.fixture
def zola(task: Task) -> PoolItem:
    """Return an answer group of two spellings in two documents."""
    question = task.questions.get(identifier="GF1")
    texts = [("D1", "Zola"), ("D1", "ZOLA."), ("D2", "zola")]
    add_to_pool(
        occurrences={Occurrence(question.pk, Kind.ANSWER, d, text) for d, text in texts},
        pooled_at=timezone.now(),
    )
    return PoolItem.objects.get()


def judge(
    item: PoolItem, label: Label, by: User, *, document: str = "D1", key: UUID | None = None
) -> list[JudgmentEvent]:
    return make.judge(item, label, by, document=document, key=key)


def labels() -> dict[tuple[str, str], str]:
    rows = Judgment.objects.labelled().values_list("text__document", "text__text", "label")
    return {(document, text): label for document, text, label in rows}


def test_incorrect_holds_for_the_group_in_every_document(zola: PoolItem, assessor: User) -> None:
    judge(zola, Label.INCORRECT, assessor)

    assert labels() == {
        ("D1", "Zola"): "incorrect",
        ("D1", "ZOLA."): "incorrect",
        ("D2", "zola"): "incorrect",
    }


def test_other_labels_hold_where_the_evidence_was_seen(zola: PoolItem, assessor: User) -> None:
    judge(zola, Label.CORRECT, assessor, document="D1")
    judge(zola, Label.UNSUPPORTED, assessor, document="D2")

    assert labels() == {
        ("D1", "Zola"): "correct",
        ("D1", "ZOLA."): "correct",
        ("D2", "zola"): "unsupported",
    }


def test_a_correction_is_a_new_event(zola: PoolItem, assessor: User) -> None:
    judge(zola, Label.CORRECT, assessor, document="D2")
    judge(zola, Label.INEXACT, assessor, document="D2")

    events = JudgmentEvent.objects.order_by("pk").values_list("label_before", "label")
    # The string is wrong or right for the whole group, its support is judged document by document.
    assert list(events) == [
        ("", ""),
        ("", ""),
        ("", "correct"),
        ("", ""),
        ("", ""),
        ("correct", "inexact"),
    ]
    assert labels() == {("D2", "zola"): "inexact"}


def test_the_same_batch_twice_is_one_decision(zola: PoolItem, assessor: User) -> None:
    key = uuid4()

    first = judge(zola, Label.CORRECT, assessor, document="D2", key=key)
    with pytest.raises(KeyWasUsed):  # by now the version is another: so is the body
        judge(zola, Label.CORRECT, assessor, document="D2", key=key)

    batch = Batch(uuid4(), "key", (Choice(zola.token, "D1", Decision.RIGHT, key),))
    answers = [make.record(zola.question, batch, assessor) for _ in range(2)]
    assert answers[0] == answers[1]
    assert len(first) == 3
    assert JudgmentEvent.objects.filter(batch=batch.key).count() == 2


@pytest.mark.parametrize("label", [Label.INEXACT, Label.UNSUPPORTED])
def test_a_passage_is_correct_or_incorrect(task: Task, assessor: User, label: Label) -> None:
    question = task.questions.get(identifier="GF1")
    item = make.make_pool_item(question, "écrit par Zola", kind=Kind.PASSAGE)

    with pytest.raises(LabelDoesNotFit):
        judge(item, label, assessor)


def test_nothing_is_judged_after_the_signed_act(task: Task, zola: PoolItem, assessor: User) -> None:
    make.put_at_stage(task, Stage.JUDGED)
    zola.refresh_from_db()

    with pytest.raises(JudgingIsClosed):
        judge(PoolItem.objects.get(), Label.CORRECT, assessor)


def test_a_withdrawn_question_is_not_judged(task: Task, zola: PoolItem, assessor: User) -> None:
    withdraw_question(
        question=task.questions.get(identifier="GF1"),
        reason="Two answers",
        by=task.campaign.opened_by,
        at=timezone.now(),
    )

    with pytest.raises(QuestionIsWithdrawn):
        judge(PoolItem.objects.get(), Label.CORRECT, assessor)


def test_names_of_assessors_are_numbers_in_the_order_of_arrival(task: Task) -> None:
    people = [make.make_user(name) for name in ("Zoé", "Ana")]

    assert [assessor_of(task=task, user=user).name for user in people] == [
        "assessor-1",
        "assessor-2",
    ]
    assert assessor_of(task=task, user=people[0]).name == "assessor-1"


@settings(
    max_examples=25,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(
    decisions=st.lists(
        st.tuples(st.sampled_from(Label), st.sampled_from(["D1", "D2"])), min_size=1, max_size=6
    ),
    undone=st.integers(0, 6),
)
def test_undo_restores_and_events_rebuild_the_labels(
    task: Task,
    zola: PoolItem,
    assessor: User,
    decisions: list[tuple[Label, str]],
    undone: int,
) -> None:
    """Undoing any number of decisions restores the state before; the events alone give it."""
    with transaction.atomic():
        states = [labels()]
        for label, document in decisions:
            # A decision that changes nothing is no event, so nothing that could be taken back.
            if judge(zola, label, assessor, document=document):
                states.append(labels())

        undone = min(undone, len(states) - 1)
        for _ in range(undone):
            make.undo(task, assessor)

        assert labels() == states[len(states) - 1 - undone]
        rebuilt: dict[tuple[str, str], str] = {}
        for event in JudgmentEvent.objects.order_by("pk").select_related("text"):
            rebuilt[event.text.document, event.text.text] = event.label
        assert {key: label for key, label in rebuilt.items() if label} == labels()
        transaction.set_rollback(True)


def test_undo_with_nothing_to_undo_says_so(task: Task, assessor: User) -> None:
    assert make.undo(task, assessor) is False


JUDGMENTS = (
    "question\tkind\tdocument\ttext\tassessor\tlabel\n"
    "GF1\tanswer\tD1\tÉmile Zola\tzoe\tcorrect\n"
    "GF1\tanswer\tD2\tBalzac\tzoe\tincorrect\n"
    "GF1\tpassage\tD1\técrit par Émile Zola\tana\tcorrect\n"
)


def test_imported_judgments_join_the_pool_without_being_pooled(task: Task) -> None:
    upload = make.load_judgments(task, JUDGMENTS)

    assert (upload.outcome, upload.counts) == ("accepted", {"correct": 2, "incorrect": 1})
    rows = Judgment.objects.order_by("pk")
    assert list(rows.values_list("assessor__name", "text__text", "label")) == [
        ("zoe", "Émile Zola", "correct"),
        ("zoe", "Balzac", "incorrect"),
        ("ana", "écrit par Émile Zola", "correct"),
    ]
    assert PoolText.objects.exclude(pooled_at=None).count() == 0


def test_a_contradicting_file_is_refused_whole(task: Task) -> None:
    upload = make.load_judgments(task, JUDGMENTS + "GF1\tanswer\tD2\tBalzac\tzoe\tcorrect\n")

    assert upload.is_refused
    assert Judgment.objects.count() == 0


def test_the_pool_grows_by_what_is_new_and_only_once(task: Task) -> None:
    team = make.make_team(task)
    make.make_run(team, task)
    lease = make.make_lease(task)
    assert extend_pool(task=task, at=timezone.now(), lease=lease) == 1
    before = list(PoolText.objects.order_by("pk").values_list("pk", flat=True))
    assert extend_pool(task=task, at=timezone.now(), lease=lease) == 0

    make.make_run(team, task, make.RUN.replace("Balzac", "balzac"), name="second.tsv")
    extend_pool(task=task, at=timezone.now(), lease=lease)

    added = PoolText.objects.exclude(pk__in=before)
    assert list(added.values_list("text", flat=True)) == ["balzac"]
    assert PoolItem.objects.filter(kind="answer", key="balzac").count() == 1
