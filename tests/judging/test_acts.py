"""What the desk's script sends: once each, whole, in order, or refused with a reason."""

from __future__ import annotations

import json
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.db import connections, transaction
from django.test import Client
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from campaign.actions.questions import withdraw_question
from campaign.models import Role, Stage, Task, User
from judging.actions.splits import split_group
from judging.decisions import Decision
from judging.judgment_format import Kind
from judging.models import Doubt, JudgingRules, Judgment, JudgmentBatch, JudgmentEvent, PoolItem
from tests import make


class Desk:
    """One assessor's script, without a browser."""

    def __init__(self, task: Task, user: User) -> None:
        self.task, self.user = task, user
        self.client = Client(headers={"accept": "application/json", "accept-language": "en"})
        self.client.force_login(user)

    def address(self, act: str = "act", identifier: str = "GF1") -> str:
        return f"/campaigns/{self.task.campaign.slug}/{self.task.slug}/judge/{act}/{identifier}/"

    def send(self, act: dict[str, Any], *, who: int | None = None) -> tuple[int, dict[str, Any]]:
        response = self.client.post(
            self.address(),
            json.dumps(act),
            content_type="application/json",
            headers={"x-assessor": str(who or self.user.pk)},
        )
        return response.status_code, response.json()


def act(
    item: PoolItem,
    decision: str = "right",
    *,
    document: str | None = "D1",
    seen: UUID | str = "",
    key: UUID | None = None,
    **more: Any,
) -> dict[str, Any]:
    choice = {
        "item": item.token,
        "document": document,
        "decision": decision,
        "seen": str(seen),
    }
    return {"key": str(key or uuid4()), "means": "key", "choices": [choice], **more}


@pytest.fixture
def task(db: None) -> Task:
    return make.make_ready_task()


@pytest.fixture
def desk(task: Task) -> Desk:
    return Desk(task, make.make_member(task.campaign, Role.ASSESSOR))


@pytest.fixture
def zola(task: Task) -> PoolItem:
    return make.make_pool_item(task.questions.get(identifier="GF1"), "Zola")


def events() -> list[tuple[str, str]]:
    return list(JudgmentEvent.objects.order_by("pk").values_list("verdict", "label"))


def test_an_act_is_answered_with_what_its_units_are_now(desk: Desk, zola: PoolItem) -> None:
    sent = act(zola, at="2026-11-09T10:00:00+01:00", active=1234)

    status, answer = desk.send(sent)

    assert (status, answer) == (
        200,
        {
            "state": "saved",
            "key": sent["key"],
            "units": [
                {
                    "item": zola.token,
                    "document": "D1",
                    "verdict": "right",
                    "supported": True,
                    "label": "correct",
                    "distinct": [],
                    "version": sent["key"],
                }
            ],
        },
    )
    event = JudgmentEvent.objects.get()
    assert (event.active_ms, event.client_at.isoformat() if event.client_at else "") == (
        1234,
        "2026-11-09T09:00:00+00:00",
    )


def test_the_same_act_twice_is_stored_once_and_answered_alike(desk: Desk, zola: PoolItem) -> None:
    sent = act(zola)

    answers = [desk.send(sent), desk.send(sent)]

    assert answers[0] == answers[1]
    assert events() == [("right", "correct")]


def test_a_key_used_for_something_else_is_refused(desk: Desk, zola: PoolItem) -> None:
    sent = act(zola)
    desk.send(sent)

    status, answer = desk.send(act(zola, "wrong", key=UUID(sent["key"])))

    assert (status, answer["state"]) == (409, "key-used")
    assert events() == [("right", "correct")]


@pytest.mark.django_db(transaction=True)
def test_the_same_act_sent_twenty_times_at_once_is_stored_once() -> None:
    task = make.make_ready_task()
    item = make.make_pool_item(task.questions.get(identifier="GF1"), "Zola")
    desk = Desk(task, make.make_member(task.campaign, Role.ASSESSOR))
    sent = act(item)

    def send(_number: int) -> tuple[int, str]:
        try:
            status, answer = Desk(task, desk.user).send(sent)
        finally:
            connections.close_all()
        return status, json.dumps(answer, sort_keys=True)

    with ThreadPoolExecutor(10) as pool:
        answers = set(pool.map(send, range(20)))

    assert {status for status, _answer in answers} == {200}
    assert len(answers) == 1
    assert events() == [("right", "correct")]
    assert JudgmentBatch.objects.count() == 1


def test_acts_in_the_wrong_order_wait_for_one_another(desk: Desk, zola: PoolItem) -> None:
    """The second of two decisions names the first as what it saw: it cannot come before it."""
    first = act(zola)
    second = act(zola, "wrong", seen=first["key"])

    assert desk.send(second)[0] == 409
    assert [desk.send(first)[0], desk.send(second)[0]] == [200, 200]

    assert events() == [("right", "correct"), ("wrong", "incorrect")]


def test_a_stale_version_with_the_same_label_is_accepted(desk: Desk, zola: PoolItem) -> None:
    desk.send(act(zola))

    status, _answer = desk.send(act(zola, seen=""))

    assert status == 200
    assert events() == [("right", "correct")]


def test_a_stale_version_with_another_label_shows_what_is_stored(
    desk: Desk, zola: PoolItem
) -> None:
    desk.send(act(zola))

    status, answer = desk.send(act(zola, "wrong", seen=uuid4()))

    assert (status, answer["state"]) == (409, "conflict")
    assert [unit["label"] for unit in answer["units"]] == ["correct"]
    assert events() == [("right", "correct")]


def test_a_batch_is_stored_whole_or_not_at_all(desk: Desk, task: Task, zola: PoolItem) -> None:
    other = make.make_pool_item(zola.question, "Balzac")
    both = act(zola)
    both["choices"] += act(other, document="D2")["choices"]

    status, answer = desk.send(both)

    assert (status, answer["state"]) == (409, "gone")
    assert events() == []


def test_undoing_a_choice_between_two_restores_what_was_stored(desk: Desk, zola: PoolItem) -> None:
    stored = act(zola)
    desk.send(stored)
    chosen = act(zola, "wrong", seen=stored["key"], means="conflict")
    chosen["choices"] += act(zola, "right", seen=stored["key"])["choices"]
    assert desk.send(chosen)[0] == 200

    status, _answer = desk.send(
        {"key": str(uuid4()), "means": "undo", "reverses": chosen["key"], "choices": []}
    )

    assert status == 200
    assert list(Judgment.objects.values_list("label", flat=True)) == ["correct"]


@pytest.mark.parametrize(
    "broken",
    [
        b"",
        b"[]",
        b"{",
        b'{"key": 1, "means": "key", "choices": []}',
        b'{"key": "7d1f0e5c-8a39-4f4c-9d57-6a2b8a1c0d11", "means": "key", "choices": []}',
        b'{"key": "7d1f0e5c-8a39-4f4c-9d57-6a2b8a1c0d11", "means": "undo", "choices": []}',
        b'{"key": "7d1f0e5c-8a39-4f4c-9d57-6a2b8a1c0d11", "means": "import", "choices": [{}]}',
        b'{"key": "7d1f0e5c-8a39-4f4c-9d57-6a2b8a1c0d11", "means": "key", "choices": [{"item": "a", "decision": "perhaps"}]}',
        b'{"key": "7d1f0e5c-8a39-4f4c-9d57-6a2b8a1c0d11", "means": "key", "choices": "x", "at": 3}',
        b"[" * 10_000,
        b"\xff\xfe",
    ],
)
def test_what_is_no_act_is_refused(desk: Desk, zola: PoolItem, broken: bytes) -> None:
    response = desk.client.post(
        desk.address(),
        broken,
        content_type="application/json",
        headers={"x-assessor": str(desk.user.pk)},
    )

    assert (response.status_code, response.json()["state"]) == (400, "malformed")


def test_acts_of_somebody_else_are_not_taken(desk: Desk, zola: PoolItem) -> None:
    status, answer = desk.send(act(zola), who=desk.user.pk + 1)

    assert (status, answer["state"]) == (409, "somebody-else")
    assert events() == []


def test_who_was_signed_out_is_told_in_a_word(desk: Desk, zola: PoolItem) -> None:
    desk.client.logout()

    assert desk.send(act(zola)) == (401, {"state": "signed-out"})


def test_closed_judging_and_withdrawn_questions_say_so(desk: Desk, task: Task) -> None:
    item = make.make_pool_item(task.questions.get(identifier="GF1"), "Zola")
    withdraw_question(
        question=item.question, reason="Twice", by=task.campaign.opened_by, at=make.NOON
    )
    status, answer = desk.send(act(item))
    assert (status, answer["state"]) == (409, "withdrawn")

    make.put_at_stage(task, Stage.JUDGED)
    status, answer = desk.send(act(item))
    assert (status, answer["state"]) == (409, "closed")


def test_the_rest_can_be_switched_off(desk: Desk, task: Task, zola: PoolItem) -> None:
    JudgingRules.objects.create(task=task, offers_rest=False)

    status, answer = desk.send(act(zola, "wrong", means="rest", document=None))

    assert (status, answer["state"]) == (409, "rest-off")


@pytest.mark.parametrize("is_split", [False, True])
def test_a_string_judged_right_is_not_the_rest(desk: Desk, task: Task, *, is_split: bool) -> None:
    question = task.questions.get(identifier="GF1")
    zola = make.make_pool_item(question, "Zola")
    make.make_pool_item(question, "Zola", document="D2")
    if is_split:
        assessor = make.make_assessor(task, desk.user)
        split_group(item=zola, assessor=assessor, is_split=True, at=make.NOON)
    key = uuid4()
    desk.send(act(zola, key=key))

    status, answer = desk.send(act(zola, "wrong", seen=key, means="rest"))

    assert (status, answer["state"]) == (409, "decided")
    assert set(events()) <= {("right", "correct"), ("right", "")}


def test_who_cannot_judge_says_why(desk: Desk, zola: PoolItem) -> None:
    assert desk.send(act(zola, "cannot"))[1]["state"] == "reason"

    status, answer = desk.send(act(zola, "cannot", reason="other", note="?"))

    assert (status, answer["units"][0]["verdict"], answer["units"][0]["label"]) == (
        200,
        "cannot",
        "",
    )
    assert Doubt.objects.get().text == "?"
    assert Judgment.objects.counting(zola.question.task).count() == 0


def test_inexact_outranks_not_supported_where_the_task_says_so(
    desk: Desk, task: Task, zola: PoolItem
) -> None:
    JudgingRules.objects.create(task=task, inexact_first=True)
    key = uuid4()
    desk.send(act(zola, "inexact", key=key))

    _status, answer = desk.send(act(zola, "unsupported", seen=key))

    assert answer["units"][0] == answer["units"][0] | {"label": "inexact", "supported": False}


def rebuilt(events: Iterable[JudgmentEvent]) -> dict[int, tuple[str, bool | None, str, list[str]]]:
    """Return what the events alone say of each text."""
    said = {}
    for event in events:
        said[event.text_id] = (event.verdict, event.is_supported, event.label, event.distinct)
        if not event.verdict:
            del said[event.text_id]
    return said


def projected() -> dict[int, tuple[str, bool | None, str, list[str]]]:
    rows = Judgment.objects.values_list("text", "verdict", "is_supported", "label", "distinct")
    return {
        text: (verdict, supported, label, list(distinct))
        for text, verdict, supported, label, distinct in rows
    }


MOVES = st.lists(
    st.one_of(
        st.tuples(
            st.sampled_from(["Zola", "Balzac", "passage"]),
            st.sampled_from(Decision),
            st.sampled_from(["D1", "D2", None]),
            st.sampled_from([None, (), ("A",), ("A", "B")]),
        ),
        st.sampled_from(["undo", "split"]),
    ),
    max_size=14,
)


@settings(
    max_examples=40,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(moves=MOVES)
def test_after_any_history_the_projection_is_what_the_events_say(
    task: Task, desk: Desk, moves: list[Any]
) -> None:
    """And undoing everything, one act after the other, restores each earlier state."""
    with transaction.atomic():
        question = task.questions.get(identifier="GF1")
        items = {
            "Zola": make.make_pool_item(question, "Zola"),
            "Balzac": make.make_pool_item(question, "Balzac"),
            "passage": make.make_pool_item(question, "par Zola", kind=Kind.PASSAGE),
        }
        for text in ("Zola", "Balzac"):
            make.make_pool_item(question, text, document="D2")
        states = [projected()]
        for move in moves:
            if move == "undo":
                assert make.undo(task, desk.user) == (len(states) > 1)
                states = states[:-1] or states
                assert projected() == states[-1]
            elif move == "split":
                assessor = make.make_assessor(task, desk.user)
                split_group(item=items["Zola"], assessor=assessor, is_split=True, at=make.NOON)
            elif fits(move) and decide(items[move[0]], move, desk.user):
                states.append(projected())
            assert projected() == rebuilt(JudgmentEvent.objects.order_by("pk"))
        while len(states) > 1:
            assert projected() == states.pop()
            assert make.undo(task, desk.user)
        assert projected() == {}
        transaction.set_rollback(True)


def fits(move: tuple[str, Decision, str | None, Any]) -> bool:
    name, decision, document, _distinct = move
    if name != "passage":
        return True
    return document == "D1" and decision not in {Decision.INEXACT, Decision.UNSUPPORTED}


def decide(item: PoolItem, move: tuple[str, Decision, str | None, Any], by: User) -> bool:
    _name, decision, document, distinct = move
    reason = "other" if decision is Decision.CANNOT else ""
    return bool(make.judge(item, decision, by, document=document, distinct=distinct, reason=reason))
