"""The desk as a page: the order of its rows, and what its forms do where no script runs."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest
from django.test import Client

from campaign.models import Question, Role, Task, User
from judging.desk import desk_of
from judging.judgment_format import Label
from judging.models import Doubt, Judgment, PoolItem, SplitGroup
from judging.queue import place_at
from tests import make

pytestmark = pytest.mark.django_db

ANSWERS = ("Zola", "Balzac", "Hugo", "Proust", "Stendhal", "Flaubert", "Sand", "Colette")


@pytest.fixture
def task() -> Task:
    task = make.make_ready_task()
    for answer in ANSWERS:
        make.make_pool_item(task.questions.get(identifier="GF1"), answer)
    return task


def rows_shown(task: Task, user: User) -> list[str]:
    question = Question.objects.get(task=task, identifier="GF1")
    place = place_at(question, user)
    assert place is not None
    return [row.text for row in desk_of(place).rows]


def test_the_first_label_moves_no_row(task: Task) -> None:
    """Where nothing is assigned the name to judge under begins with it."""
    people = [make.make_user(name) for name in ("Ada", "Blaise", "Carl")]
    before = [rows_shown(task, user) for user in people]
    question = task.questions.get(identifier="GF1")
    for user in people:
        make.judge(question.pool_items.get(key="hugo"), Label.CORRECT, user)

    assert [rows_shown(task, user) for user in people] == before
    assert len({tuple(rows) for rows in before}) == 3
    assert [sorted(rows) for rows in before] == [sorted(ANSWERS)] * 3


# --- without a script ----------------------------------------------------------


@pytest.fixture
def assessor(task: Task) -> User:
    return make.make_member(task.campaign, Role.ASSESSOR)


@pytest.fixture
def zola(task: Task) -> PoolItem:
    """Return an answer that was given in two documents."""
    question = task.questions.get(identifier="GF1")
    return make.make_pool_item(question, "Zola", document="D2")


def send(task: Task, user: User, form: str, **fields: Any) -> Any:
    client = Client(headers={"accept-language": "en"})
    client.force_login(user)
    address = f"/campaigns/{task.campaign.slug}/{task.slug}/judge/{form}/GF1/"
    return client.post(address, fields, follow=True)


def test_what_cannot_be_judged_is_left_with_a_reason(
    task: Task, assessor: User, zola: PoolItem
) -> None:
    fields = {"item": zola.token, "document": "D1", "decision": "cannot", "note": "Which one?"}

    refused = send(task, assessor, "label", **fields, key=uuid4())
    sent = send(task, assessor, "label", **fields, key=uuid4(), reason="other")

    assert (refused.status_code, sent.status_code) == (422, 200)
    assert "Say why it cannot be judged." in refused.content.decode()
    [doubt] = Doubt.objects.all()
    assert (doubt.item, doubt.reason, doubt.text) == (zola, "other", "Which one?")
    assert set(Judgment.objects.values_list("verdict", "label")) == {("cannot", "")}


def test_a_comment_is_sent_once_and_another_is_another(
    task: Task, assessor: User, zola: PoolItem
) -> None:
    """Going back, the browser shows the page with the key that it had."""
    key = uuid4()
    about = {"item": zola.token, "key": key}

    refused = send(task, assessor, "comment-form", key=key, text=" ")
    for text in ("Which Zola?", "Which Zola?", "And which document?"):
        shown = send(task, assessor, "comment-form", **about, text=text)
    send(task, assessor, "comment-form", key=key, text="And which document?")

    assert refused.status_code == 422
    assert "Write what you want to say." in refused.content.decode()
    assert "their reply appears on this question" in shown.content.decode()
    assert list(Doubt.objects.order_by("pk").values_list("text", "item")) == [
        ("Which Zola?", zola.pk),
        ("And which document?", zola.pk),
        ("And which document?", None),
    ]


def test_a_group_is_split_and_judged_as_one_string_again(
    task: Task, assessor: User, zola: PoolItem
) -> None:
    split = send(task, assessor, "split-form", item=zola.token, is_split="on")
    assert SplitGroup.objects.get().item == zola
    joined = send(task, assessor, "split-form", item=zola.token)

    assert not SplitGroup.objects.exists()
    offers = [page.content.decode().count("Judge as one string again") for page in (split, joined)]
    assert offers == [1, 0]
    assert [page.context["desk"].current.token for page in (split, joined)] == [zola.token] * 2
    assert send(task, assessor, "split-form").status_code == 422
    assert send(task, assessor, "split-form", item="x").status_code == 404


def test_only_what_has_several_documents_is_offered_to_be_split(
    task: Task, assessor: User, zola: PoolItem
) -> None:
    place = place_at(task.questions.get(identifier="GF1"), assessor)
    assert place is not None
    rows = desk_of(place).rows
    assert [row.text for row in rows if row.can_split] == ["Zola"]
