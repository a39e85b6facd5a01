"""Settling disagreements: who sees what when, what a decision writes, and when it is refused."""

from __future__ import annotations

from uuid import uuid4

import pytest
from django.test import Client
from django.utils import timezone

from campaign.actions.questions import withdraw_question
from campaign.models import Question, Role, Stage, Task, User
from judging.actions.adjudications import NobodyDisagrees, OwnDisagreement
from judging.actions.inheritance import inherit_labels
from judging.actions.judgments import JudgingIsClosed, LabelDoesNotFit, QuestionIsWithdrawn
from judging.actions.splits import split_group
from judging.disagreements import Wanted, disputes, queue_of
from judging.dossiers import dossier_of
from judging.judgment_format import Kind, Label
from judging.models import (
    ADJUDICATION,
    Adjudication,
    Assessor,
    Judgment,
    JudgmentEvent,
    PoolItem,
    Slot,
)
from tests import make, settling

pytestmark = pytest.mark.django_db


@pytest.fixture
def task() -> Task:
    return make.make_ready_task()


@pytest.fixture
def question(task: Task) -> Question:
    return task.questions.get(identifier="GF1")


def seen(task: Task) -> list[tuple[str, str, tuple[str, ...], str]]:
    return [(one.text, one.document, one.pair, one.decision) for one in disputes(task)]


def test_a_unit_is_one_line_however_many_spellings(task: Task, question: Question) -> None:
    make.make_pool_item(question, "ZOLA")
    settling.make_dispute(question, "Zola")
    assert seen(task) == [("ZOLA", "D1", ("correct", "inexact"), "")]


def test_nothing_shows_until_everybody_is_done_with_the_question(
    task: Task, question: Question
) -> None:
    later = make.make_pool_item(question, "Balzac")
    settling.make_dispute(question)
    first, second = User.objects.filter(email__startswith="reader").order_by("email")
    assert seen(task) == []
    make.judge(later, Label.INCORRECT, first)
    assert seen(task) == []
    make.judge(later, Label.INCORRECT, second)
    assert seen(task) == [("Zola", "D1", ("correct", "inexact"), "")]


def test_who_holds_a_place_and_has_judged_nothing_is_waited_for(
    task: Task, question: Question
) -> None:
    settling.make_dispute(question)
    third = make.make_assessor(task)
    slot = Slot.objects.create(assessor=third, question=question, assigned_at=make.NOON)
    assert seen(task) == []
    Slot.objects.filter(pk=slot.pk).update(released_at=make.NOON)
    assert len(seen(task)) == 1


def test_a_string_whose_support_is_still_open_is_not_finished(
    task: Task, question: Question
) -> None:
    make.make_pool_item(question, "Zola", document="D2")
    item = settling.make_dispute(question)
    assert seen(task) == []
    for number in (1, 2):
        by = User.objects.get(email=f"reader{number}@example.org")
        make.judge(item, Label.CORRECT, by, document="D2")
    # What is inexact is so in every document.
    assert [one[1] for one in seen(task)] == ["D1", "D2"]


def test_who_judged_elsewhere_is_done(task: Task, question: Question) -> None:
    make.make_pool_item(question, "Balzac")
    make.load_judgments(
        task,
        "question\tkind\tdocument\ttext\tassessor\tlabel\n"
        "GF1\tanswer\tD1\tZola\ta1\tcorrect\n"
        "GF1\tanswer\tD1\tZola\ta2\tincorrect\n",
    )
    assert seen(task) == [("Zola", "D1", ("correct", "incorrect"), "")]


def test_the_order_of_the_opinions_is_stable_and_tells_nothing(
    task: Task, question: Question
) -> None:
    for number in range(24):
        settling.make_dispute(question, f"Zola {number}")
    found = disputes(task)
    assert [one.opinions for one in found] == [one.opinions for one in disputes(task)]
    firsts = {one.opinions[0].label for one in found}
    assert firsts == {"correct", "inexact"}


def test_a_decision_is_a_judgment_of_the_adjudication(task: Task, question: Question) -> None:
    make.make_pool_item(question, "ZOLA")
    item = settling.make_dispute(question)
    before = list(Judgment.objects.order_by("pk").values_list("text", "assessor", "label"))

    made = settling.decide_on(item, Label.UNSUPPORTED, comment=" Lisez. ", is_precedent=True)

    events = JudgmentEvent.objects.filter(assessor__name=ADJUDICATION).order_by("pk")
    assert [(e.text.text, e.label, e.verdict, e.is_supported, e.means) for e in events] == [
        ("ZOLA", "unsupported", "right", False, "adjudication"),
        ("Zola", "unsupported", "right", False, "adjudication"),
    ]
    assert {e.batch for e in events} == {made.batch}
    assert (made.document, made.comment, made.is_precedent) == ("D1", "Lisez.", True)
    first = Judgment.objects.exclude(assessor__name=ADJUDICATION).order_by("pk")
    assert list(first.values_list("text", "assessor", "label")) == before
    assert seen(task) == [("ZOLA", "D1", ("correct", "inexact"), "unsupported")]
    assert queue_of(task, Wanted()).shown == ()


def test_deciding_again_is_a_new_row_and_a_new_event(task: Task, question: Question) -> None:
    item = settling.make_dispute(question)
    settling.decide_on(item, Label.CORRECT)
    settling.decide_on(item, Label.INEXACT)
    assert list(Adjudication.objects.order_by("pk").values_list("label", flat=True)) == [
        "correct",
        "inexact",
    ]
    events = JudgmentEvent.objects.filter(assessor__name=ADJUDICATION).order_by("pk")
    assert list(events.values_list("label_before", "label")) == [
        ("", "correct"),
        ("correct", "inexact"),
    ]
    assert seen(task)[0][3] == "inexact"


def test_the_same_key_decides_once(question: Question) -> None:
    item, key = settling.make_dispute(question), uuid4()
    first = settling.decide_on(item, Label.CORRECT, key=key)
    assert settling.decide_on(item, Label.INEXACT, key=key) == first
    assert JudgmentEvent.objects.filter(assessor__name=ADJUDICATION).count() == 1


def test_a_new_spelling_after_the_decision_opens_the_unit_again(
    task: Task, question: Question
) -> None:
    item = settling.make_dispute(question)
    settling.decide_on(item)
    make.make_pool_item(question, "ZOLA")
    assert seen(task) == []
    inherit_labels(task=task, at=timezone.now())
    assert seen(task) == [("Zola", "D1", ("correct", "inexact"), "")]


def test_closed_judging_and_withdrawn_questions_refuse_decisions(
    task: Task, question: Question
) -> None:
    item = settling.make_dispute(question)
    other = settling.make_dispute(task.questions.get(identifier="GD1"))
    withdraw_question(
        question=other.question, reason="x", by=task.campaign.opened_by, at=timezone.now()
    )
    with pytest.raises(QuestionIsWithdrawn):
        settling.decide_on(other)
    make.put_at_stage(task, Stage.JUDGED)
    with pytest.raises(JudgingIsClosed):
        settling.decide_on(item)
    assert Adjudication.objects.count() == 0


def test_nobody_settles_what_they_judged_themselves(task: Task, question: Question) -> None:
    """Another adjudicator does, and an organizer who did not judge it."""
    item = settling.make_dispute(question)
    reader = User.objects.get(email="reader1@example.org")
    with pytest.raises(OwnDisagreement):
        settling.decide_on(item, by=reader)
    assert Adjudication.objects.count() == 0
    settling.decide_on(item)
    with pytest.raises(OwnDisagreement):
        settling.decide_on(item, by=reader)
    assert [one.decided_by for one in Adjudication.objects.all()] == [task.campaign.opened_by]


def test_who_judged_is_told_who_settles_and_led_on(task: Task, question: Question) -> None:
    own = settling.make_dispute(question, "Zola")
    strangers = [make.make_user(name) for name in ("Un", "Deux")]
    other = make.make_pool_item(task.questions.get(identifier="GD1"), "romancier")
    for user, label in zip(strangers, (Label.CORRECT, Label.INCORRECT), strict=True):
        make.judge(other, label, user)
    last = settling.make_dispute(task.questions.get(identifier="GB1"), "oui")
    reader = User.objects.get(email="reader2@example.org")
    for role in (Role.ADJUDICATOR, Role.ASSESSOR):
        make.make_membership(task.campaign, role, user=reader)
    client = Client(headers={"accept-language": "en"})
    client.force_login(reader)
    place = f"/campaigns/{task.campaign.slug}/{task.slug}/"

    shown = client.get(address(place, own)).content.decode()
    refused = client.post(address(place, own), sent())
    settled = client.post(address(place, other), sent())

    reason = "You judged this yourself"
    assert (shown.count(reason), shown.count('name="reason"')) == (1, 0)
    assert (refused.status_code, refused.content.decode().count(reason)) == (422, 1)
    assert settled["Location"] == f"{place}judging/disagreements/"
    assert [one.item for one in queue_of(task, Wanted()).shown] == [own, last]


def test_what_nobody_disputes_and_what_does_not_fit_is_refused(
    task: Task, question: Question
) -> None:
    agreed = settling.make_dispute(question, labels=(Label.CORRECT, Label.CORRECT))
    with pytest.raises(NobodyDisagrees):
        settling.decide_on(agreed)
    passage = make.make_pool_item(
        task.questions.get(identifier="GD1"), "Émile Zola, romancier", kind=Kind.PASSAGE
    )
    with pytest.raises(LabelDoesNotFit):
        settling.decide_on(passage, Label.INEXACT)


def at_desk(task: Task, role: Role = Role.ADJUDICATOR) -> tuple[Client, str]:
    client = Client(headers={"accept-language": "en"})
    client.force_login(make.make_member(task.campaign, role))
    return client, f"/campaigns/{task.campaign.slug}/{task.slug}/"


def address(place: str, item: PoolItem, more: str = "") -> str:
    name = item.question.identifier
    return f"{place}judging/disagreements/{name}/?item={item.token}&document=D1{more}"


def sent(**changes: str) -> dict[str, str]:
    decision = {"label": "inexact", "reason": "guideline", "seen": "0", "key": str(uuid4())}
    return decision | changes


def test_the_page_names_nobody(task: Task, question: Question) -> None:
    item = settling.make_dispute(question)
    client, place = at_desk(task)
    bodies = [client.get(address(place, item)), client.get(f"{place}judging/disagreements/")]
    client.post(address(place, item), sent())
    bodies.append(client.get(address(place, item)))
    names = [*Assessor.objects.first_labels().values_list("name", flat=True), "Reader", "reader"]
    names += [run.tag for run in task.runs.all()]
    assert [b.status_code for b in bodies] == [200, 200, 200]
    assert [n for n in names for body in bodies if n in body.content.decode()] == []


def test_the_next_disagreement_follows_and_filters_stay(task: Task, question: Question) -> None:
    first = settling.make_dispute(question, "Zola")
    other = settling.make_dispute(question, "Zola fils", labels=(Label.CORRECT, Label.INCORRECT))
    last = settling.make_dispute(task.questions.get(identifier="GD1"), "romancier")
    client, place = at_desk(task)
    response = client.post(address(place, first, "&pair=correct-inexact"), sent())
    assert response["Location"] == address(place, last, "&pair=correct-inexact")
    response = client.post(address(place, last, "&pair=correct-inexact"), sent())
    assert response["Location"] == f"{place}judging/disagreements/?pair=correct-inexact"
    assert [one.item for one in queue_of(task, Wanted()).shown] == [other]


@pytest.mark.parametrize(
    ("field", "value"), [("label", "right"), ("label", ""), ("reason", ""), ("reason", "x")]
)
def test_a_decision_without_label_or_reason_is_refused(
    question: Question, field: str, value: str
) -> None:
    item = settling.make_dispute(question)
    client, place = at_desk(question.task)
    response = client.post(address(place, item), sent(**{field: value}))
    assert response.status_code == 422
    assert Adjudication.objects.count() == 0


def test_a_decision_after_the_closing_says_so(task: Task, question: Question) -> None:
    item = settling.make_dispute(question)
    client, place = at_desk(task)
    make.put_at_stage(task, Stage.JUDGED)
    response = client.post(address(place, item), sent())
    assert response.status_code == 422
    assert "Judging of this task is closed" in response.content.decode()


def test_an_unknown_unit_is_not_found(question: Question) -> None:
    settling.make_dispute(question)
    client, place = at_desk(question.task)
    for query in ("", "?item=x", "?item=%00&document=D1"):
        page = client.get(f"{place}judging/disagreements/GF1/{query}")
        assert page.status_code == 404


def test_an_adjudicator_finds_the_page(task: Task) -> None:
    client, place = at_desk(task)
    body = client.get(place).content.decode()
    assert body.count(f'href="{place}judging/disagreements/"') == 3  # menu, navigation, button


def test_precedents_and_comments_stand_beside(task: Task, question: Question) -> None:
    other = settling.make_dispute(question, "Zola père")
    settling.decide_on(other, Label.INEXACT, comment="Trop long.", is_precedent=True)
    settling.decide_on(other, Label.INCORRECT, comment="Non.", is_precedent=True)
    settling.make_dispute(question, "Zola")
    [dispute] = queue_of(task, Wanted()).shown
    dossier = dossier_of(dispute)
    assert [(one.label, one.comment) for one in dossier.precedents] == [("incorrect", "Non.")]
    assert [side.label for side in dossier.sides] == [one.label for one in dispute.opinions]


def test_groups_split_by_document_are_units_by_themselves(task: Task, question: Question) -> None:
    make.make_pool_item(question, "Zola", document="D2")
    item = make.make_pool_item(question, "Zola", document="D1")
    for name, second in (("Un", Label.CORRECT), ("Deux", Label.INCORRECT)):
        by = make.make_user(name)
        split_group(
            item=item, assessor=make.make_assessor(task, by), is_split=True, at=timezone.now()
        )
        make.judge(item, Label.CORRECT, by, document="D1")
        make.judge(item, second, by, document="D2")
    assert [(one[1], one[2]) for one in seen(task)] == [("D2", ("correct", "incorrect"))]


def test_a_decision_on_a_page_from_before_another_one_is_not_saved(question: Question) -> None:
    item = settling.make_dispute(question)
    client, place = at_desk(question.task)
    client.post(address(place, item), sent())

    refused = client.post(address(place, item), sent(label="incorrect"))
    labels = list(Adjudication.objects.values_list("label", flat=True))
    shown = refused.context["dossier"].seen
    again = client.post(address(place, item), sent(label="incorrect", seen=str(shown)))

    assert (refused.status_code, labels) == (422, ["inexact"])
    assert "Somebody settled this meanwhile" in refused.content.decode()
    assert f'name="seen" value="{shown}"' in refused.content.decode()
    assert again.status_code == 302
    assert list(Adjudication.objects.order_by("pk").values_list("label", flat=True)) == [
        "inexact",
        "incorrect",
    ]


def test_a_decision_of_a_file_is_one_too(task: Task, question: Question) -> None:
    item = settling.make_dispute(question)
    client, place = at_desk(task)
    make.load_judgments(
        task,
        "question\tkind\tdocument\ttext\tassessor\tlabel\n"
        "GF1\tanswer\tD1\tZola\tadjudication\tcorrect\n",
    )
    assert client.post(address(place, item), sent()).status_code == 422
