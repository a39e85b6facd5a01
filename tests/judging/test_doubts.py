"""Doubts: one inbox, one reply, and what cannot be judged returns to its assessor."""

from __future__ import annotations

from threading import Barrier, Thread
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client
from django.utils import timezone

from campaign.actions.tasks import TextsAreFrozen
from campaign.models import Event, Question, Role, Stage, Task, User
from judging.actions.doubts import WasAnswered, WasTakenBack, reply_to_doubt
from judging.decisions import Decision
from judging.models import Doubt, Judgment, JudgmentEvent, PoolItem
from judging.precedents import Unit, nearest_precedents
from tests import make

pytestmark = pytest.mark.django_db


@pytest.fixture
def task() -> Task:
    return make.put_at_stage(make.make_ready_task(), Stage.RELEASED)


@pytest.fixture
def question(task: Task) -> Question:
    return task.questions.get(identifier="GF1")


@pytest.fixture
def assessor(task: Task) -> User:
    return make.make_member(task.campaign, Role.ASSESSOR)


def cannot_judge(item: PoolItem, by: User, **more: Any) -> Doubt:
    key = uuid4()
    make.judge(item, Decision.CANNOT, by, key=key, reason=Doubt.Reason.UNREADABLE, **more)
    return Doubt.objects.get(batch=key)


def reply(
    doubt: Doubt, outcome: Doubt.Outcome = Doubt.Outcome.ANSWERED, text: str = "Yes."
) -> Doubt:
    by = doubt.question.task.campaign.opened_by
    return reply_to_doubt(doubt=doubt, reply=text, outcome=outcome, by=by, at=timezone.now())


def test_a_reply_gives_back_what_could_not_be_judged(question: Question, assessor: User) -> None:
    item = make.make_pool_item(question, "Zola")
    make.make_pool_item(question, "Zola", document="D2")
    doubt = cannot_judge(item, assessor)
    assert Judgment.objects.filter(verdict="cannot").count() == 2

    answered = reply(doubt, text=" Read it aloud. ")

    assert (answered.reply, answered.outcome) == ("Read it aloud.", "answered")
    assert Judgment.objects.count() == 0
    last = JudgmentEvent.objects.latest("pk")
    assert (last.means, last.verdict_before, last.verdict) == ("reopened", "cannot", "")
    event = Event.objects.get(verb="reply-to-doubt")
    assert (event.subject, event.after) == (
        "GF1",
        {"outcome": "answered", "reply": "Read it aloud."},
    )


def test_what_was_judged_meanwhile_stays(question: Question, assessor: User) -> None:
    item = make.make_pool_item(question, "Zola")
    doubt = cannot_judge(item, assessor)
    make.judge(item, Decision.RIGHT, assessor)

    reply(doubt)

    assert [one.label for one in Judgment.objects.all()] == ["correct"]


def test_in_a_split_group_only_the_document_in_doubt_returns(
    question: Question, assessor: User
) -> None:
    item = make.make_pool_item(question, "Zola")
    make.make_pool_item(question, "Zola", document="D2")
    make.make_assessor(question.task, assessor).split_groups.create(
        item=item, split_at=timezone.now()
    )
    first = cannot_judge(item, assessor, document="D1")
    cannot_judge(item, assessor, document="D2")

    reply(first)

    assert [one.text.document for one in Judgment.objects.select_related("text")] == ["D2"]


def test_a_doubt_withdraws_its_question(question: Question, assessor: User) -> None:
    doubt = cannot_judge(make.make_pool_item(question, "Zola"), assessor)

    reply(doubt, Doubt.Outcome.WITHDRAWN, "Two novels have this name.")

    question.refresh_from_db()
    assert question.withdrawn_reason == "Two novels have this name."
    assert [one.verdict for one in Judgment.objects.all()] == ["cannot"]


def test_once_judging_is_closed_a_reply_changes_no_judgment(
    question: Question, assessor: User
) -> None:
    doubt = cannot_judge(make.make_pool_item(question, "Zola"), assessor)
    make.put_at_stage(question.task, Stage.JUDGED)

    with pytest.raises(TextsAreFrozen):
        reply(doubt, Doubt.Outcome.WITHDRAWN)
    reply(doubt)

    assert [one.verdict for one in Judgment.objects.all()] == ["cannot"]


def test_a_precedent_guides_others_on_other_answers(question: Question, assessor: User) -> None:
    item = make.make_pool_item(question, "Zola")
    doubt = make.make_doubt(question, assessor, item=item, text="Is a family name enough?")
    reply(doubt, Doubt.Outcome.PRECEDENT, "It is.")

    [precedent] = nearest_precedents(Unit(question, None, ""))

    assert (precedent.asked, precedent.said) == ("Is a family name enough?", "It is.")
    assert nearest_precedents(Unit(question, item, "")) == []


def test_the_second_reply_and_one_to_what_was_taken_back_are_refused(
    question: Question, assessor: User
) -> None:
    doubt = cannot_judge(make.make_pool_item(question, "Zola"), assessor)
    make.undo(question.task, assessor)
    with pytest.raises(WasTakenBack):
        reply(doubt)
    other = make.make_doubt(question, assessor)
    reply(other, text="First.")
    with pytest.raises(WasAnswered) as refused:
        reply(other, text="Second.")
    assert refused.value.doubt.reply == "First."


@pytest.mark.django_db(transaction=True)
def test_of_two_replies_at_once_exactly_one_is_kept(task: Task) -> None:
    doubt = make.make_doubt(task.questions.get(identifier="GF1"), make.make_user("Assessor"))
    start, outcomes = Barrier(2), list[str]()

    def send(text: str) -> None:
        start.wait()
        try:
            reply(doubt, text=text)
            outcomes.append("kept")
        except WasAnswered as refused:
            outcomes.append(f"told: {refused.doubt.reply}")
        finally:
            connection.close()

    threads = [Thread(target=send, args=(text,)) for text in ("One.", "Other.")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    doubt.refresh_from_db()
    assert sorted(outcomes) == ["kept", f"told: {doubt.reply}"]


# --- pages ----------------------------------------------------------------------------


def client_of(user: User) -> Client:
    client = Client(headers={"accept-language": "en"})
    client.force_login(user)
    return client


def page(task: Task, rest: str) -> str:
    return f"/campaigns/{task.campaign.slug}/{task.slug}/{rest}"


def listed(task: Task, query: str = "") -> list[str]:
    client = client_of(task.campaign.opened_by)
    response = client.get(page(task, f"judging/doubts/{query}"))
    return [str(one.doubt) for one in response.context["asked"]]


def test_the_inbox_is_filtered(task: Task, question: Question, assessor: User) -> None:
    cannot_judge(make.make_pool_item(question, "Zola"), assessor, note="Torn page.")
    make.make_doubt(question, assessor, text="A note.")
    reply(make.make_doubt(question, assessor, text="Old."))

    assert listed(task) == ["Torn page.", "A note."]
    assert listed(task, "?state=answered") == ["Old."]
    assert listed(task, "?state=all") == ["Old.", "A note.", "Torn page."]
    assert listed(task, "?kind=cannot") == ["Torn page."]
    assert listed(task, "?reason=unreadable") == ["Torn page."]
    assert listed(task, "?kind=none&state=none&reason=x&page=x") == ["Torn page.", "A note."]


def test_the_inbox_shows_the_answer_in_its_document(
    task: Task, question: Question, assessor: User
) -> None:
    make.make_doubt(question, assessor, item=make.make_pool_item(question, "Émile Zola"))

    content = client_of(task.campaign.opened_by).get(page(task, "judging/doubts/")).content.decode()

    assert '<mark class="hit">Émile Zola</mark>' in content


def test_a_reply_shows_on_the_question_and_the_second_is_told(
    task: Task, question: Question, assessor: User
) -> None:
    doubt = make.make_doubt(question, assessor, item=make.make_pool_item(question, "Zola"))
    client = client_of(task.campaign.opened_by)
    address = page(task, f"judging/doubts/{doubt.pk}/")
    sent = {"reply": "A family name will do.", "outcome": "answered"}
    assert (
        client.get(page(task, "judging/doubts/count/")).content.decode().count("tag--accent") == 1
    )

    assert client.post(address, sent).status_code == 302
    second = client.post(address, {**sent, "reply": "No <b>."})

    assert second.status_code == 422
    assert "Organizer replied meanwhile; yours was not sent." in second.content.decode()
    assert "No &lt;b&gt;." in second.content.decode()
    desk = client_of(assessor).get(page(task, "judge/question/GF1/")).content.decode()
    assert "A family name will do." in desk
    assert client.get(page(task, "judging/doubts/count/")).content.strip() == b""


@pytest.mark.parametrize(
    "sent", [{}, {"reply": " ", "outcome": "answered"}, {"reply": "x", "outcome": "none"}]
)
def test_a_reply_without_words_or_outcome_is_refused(
    task: Task, question: Question, assessor: User, sent: dict[str, str]
) -> None:
    doubt = make.make_doubt(question, assessor)
    client = client_of(task.campaign.opened_by)
    assert client.post(page(task, f"judging/doubts/{doubt.pk}/"), sent).status_code == 422
    assert client.get(page(task, "judging/doubts/999999/")).status_code == 404
