"""Guidelines: versions, what a change affects, what is judged again and why."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from campaign.models import Event, Question, Role, Stage, Task, User
from judging.actions.guidelines import (
    ChangeIsUnsaid,
    GuidelinesWerePublished,
    NothingChanged,
    TooManyAtOnce,
    publish_guideline,
    reopen_judgments,
)
from judging.actions.judgments import JudgingIsClosed
from judging.affected import Wanted, chosen_among, decisions_in, grouped, judgments_before
from judging.judgment_format import Label
from judging.models import Guideline, Judgment, JudgmentEvent
from judging.precedents import Unit, nearest_precedents
from judging.queue import place_at
from judging.reopenings import reopenings_at
from tests import make

pytestmark = pytest.mark.django_db


@pytest.fixture
def task() -> Task:
    return make.make_ready_task()


@pytest.fixture
def question(task: Task) -> Question:
    return task.questions.get(identifier="GF1")


def publish(task: Task, **fields: Any) -> Guideline:
    given = {"text_fr": "", "text_en": "Text.", "change": "More.", "seen": 0, **fields}
    return publish_guideline(task=task, by=task.campaign.opened_by, at=timezone.now(), **given)


def found(guideline: Guideline, **wanted: Any) -> list[tuple[str, str, int]]:
    rows = grouped(judgments_before(guideline, Wanted(**wanted)))
    return [(one.text, one.label, one.texts) for one in decisions_in(rows)]


def test_versions_count_up_and_the_journal_tells(task: Task) -> None:
    publish(task)
    second = publish(task, text_en="Other.", seen=1)

    assert second.version == 2
    assert Guideline.objects.current(task) == second
    events = Event.objects.filter(verb="publish-guidelines").order_by("pk")
    assert list(events.values_list("subject", flat=True)) == ["v1", "v2"]


def test_of_two_who_write_at_once_the_second_is_told(task: Task) -> None:
    publish(task)
    publish(task, text_en="First.", seen=1)
    with pytest.raises(GuidelinesWerePublished) as refused:
        publish(task, text_en="Second.", seen=1)
    assert refused.value.newest.version == 2


def test_a_version_changes_something_and_says_what(task: Task) -> None:
    publish(task)
    with pytest.raises(NothingChanged):
        publish(task, seen=1)
    with pytest.raises(ChangeIsUnsaid):
        publish(task, text_en="Other.", change=" ", seen=1)


def test_decisions_are_found_by_label_type_and_words(task: Task, question: Question) -> None:
    assessor = make.make_user("Assessor")
    for text, label in (("Émile Zola", Label.CORRECT), ("Balzac", Label.INCORRECT)):
        make.judge(make.make_pool_item(question, text), label, assessor)
    listed = task.questions.get(identifier="GL1")
    make.judge(make.make_pool_item(listed, "Nantes"), Label.CORRECT, assessor)
    guideline = make.make_guideline(task)
    make.judge(make.make_pool_item(question, "Hugo"), Label.INCORRECT, assessor)

    assert found(guideline) == [
        ("Émile Zola", "correct", 1),
        ("Balzac", "incorrect", 1),
        ("Nantes", "correct", 1),
    ]
    assert found(guideline, labels=("incorrect",)) == [("Balzac", "incorrect", 1)]
    assert found(guideline, types=("list",)) == [("Nantes", "correct", 1)]
    assert found(guideline, words="zola émile") == [("Émile Zola", "correct", 1)]


def test_labels_made_elsewhere_are_not_reopened(task: Task, question: Question) -> None:
    make.load_judgments(task, "GF1\tanswer\tD1\tZola\ta1\tcorrect\n")
    assert found(make.make_guideline(task)) == []


def reopen(guideline: Guideline, *keys: str) -> int:
    chosen = chosen_among(judgments_before(guideline, Wanted()), keys)
    by = guideline.task.campaign.opened_by
    return reopen_judgments(judgments=chosen, guideline=guideline, by=by, at=timezone.now())


def keys_of(guideline: Guideline) -> list[str]:
    return [one.key for one in decisions_in(grouped(judgments_before(guideline, Wanted())))]


def test_what_is_reopened_is_to_be_judged_again_and_says_why(
    task: Task, question: Question
) -> None:
    assessor = make.make_user("Assessor")
    item = make.make_pool_item(question, "Zola")
    make.judge(item, Label.INEXACT, assessor)
    guideline = make.make_guideline(task, change="Family names are enough.")

    assert reopen(guideline, *keys_of(guideline)) == 1

    assert Judgment.objects.count() == 0
    last = JudgmentEvent.objects.latest("pk")
    assert (last.means, last.label_before, last.label) == ("reopened", "inexact", "")
    assert (last.guideline, last.by) == (guideline, task.campaign.opened_by)
    place = place_at(question, assessor)
    assert place is not None
    [shown] = reopenings_at(place)
    assert (shown.item, shown.label, shown.guideline.change) == (
        item,
        "inexact",
        "Family names are enough.",
    )
    make.judge(item, Label.CORRECT, assessor)
    assert reopenings_at(place) == []
    assert reopen(guideline, *keys_of(guideline)) == 0


def test_only_the_chosen_are_reopened(task: Task, question: Question) -> None:
    assessor = make.make_user("Assessor")
    for text in ("Zola", "Balzac"):
        make.judge(make.make_pool_item(question, text), Label.INCORRECT, assessor)
    guideline = make.make_guideline(task)

    assert reopen(guideline, keys_of(guideline)[0], "", "x-y-z", "1--correct", "٣-1-correct") == 1
    assert [one.text.text for one in Judgment.objects.select_related("text")] == ["Balzac"]


def test_a_search_that_was_not_narrowed_reopens_nothing(
    task: Task, question: Question, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("judging.actions.guidelines.MOST_AT_ONCE", 1)
    assessor = make.make_user("Assessor")
    for text in ("Zola", "Balzac"):
        make.judge(make.make_pool_item(question, text), Label.INCORRECT, assessor)
    guideline = make.make_guideline(task)
    with pytest.raises(TooManyAtOnce):
        reopen(guideline, *keys_of(guideline))
    assert Judgment.objects.count() == 2


def test_nothing_is_reopened_once_judging_is_closed(task: Task, question: Question) -> None:
    make.make_judgment(question)
    guideline = make.make_guideline(task)
    make.put_at_stage(task, Stage.JUDGED)
    guideline.refresh_from_db()
    with pytest.raises(JudgingIsClosed):
        reopen(guideline, *keys_of(guideline))
    assert Judgment.objects.count() == 1


# --- precedents -----------------------------------------------------------------------


def test_precedents_come_by_type_then_label_then_shared_words(
    task: Task, question: Question
) -> None:
    other = make.make_question(task, "GF2")
    listed = task.questions.get(identifier="GL1")
    here = make.make_pool_item(question, "Émile Zola")
    make.make_adjudication(here, Label.CORRECT)
    make.make_adjudication(make.make_pool_item(listed, "Zola"), Label.INEXACT)
    make.make_adjudication(make.make_pool_item(other, "Hugo"), Label.INEXACT)
    make.make_adjudication(make.make_pool_item(other, "Zola, Émile"), Label.CORRECT)
    make.make_adjudication(make.make_pool_item(other, "Zola"), Label.CORRECT)
    make.make_adjudication(make.make_pool_item(other, "no example"), is_precedent=False)

    def nearest(label: str) -> list[str]:
        return [one.text for one in nearest_precedents(Unit(question, here, label))]

    assert nearest("inexact") == ["Hugo", "Zola, Émile", "Zola", "Zola"]
    assert nearest("correct") == ["Zola, Émile", "Zola", "Hugo", "Zola"]


def test_a_later_adjudication_takes_the_place_of_a_precedent(
    task: Task, question: Question
) -> None:
    item = make.make_pool_item(question, "Hugo")
    make.make_adjudication(item, Label.INEXACT)
    make.make_adjudication(item, Label.CORRECT, is_precedent=False)
    assert nearest_precedents(Unit(question, None, "")) == []


# --- pages ----------------------------------------------------------------------------


def client_of(user: User) -> Client:
    client = Client(headers={"accept-language": "en"})
    client.force_login(user)
    return client


def address(task: Task, rest: str) -> str:
    return f"/campaigns/{task.campaign.slug}/{task.slug}/{rest}"


def test_the_first_version_is_offered_previewed_and_published(task: Task) -> None:
    client = client_of(task.campaign.opened_by)
    write = address(task, "judging/guidelines/write/")
    form = client.get(write).context["form"]
    sent = {name: form[name].value() for name in ("text_fr", "text_en", "seen")} | {"change": ""}

    preview = client.post(write, {**sent, "act": "preview"})
    assert (preview.status_code, preview.context["previews"]) == (200, True)
    assert Guideline.objects.count() == 0
    published = client.post(write, {**sent, "text_en": sent["text_en"].replace("\n", "\r\n")})
    assert published.status_code == 302
    guideline = Guideline.objects.get()
    assert guideline.text_en == sent["text_en"].strip()
    again = client.post(write, {**sent, "seen": "1", "change": "Nothing."})
    assert again.status_code == 422


@pytest.mark.parametrize(
    "sent",
    [
        {"text_fr": "", "text_en": " ", "seen": "0"},
        {"text_fr": "x", "seen": ""},
        {"text_fr": "x", "seen": "-1"},
        {"text_fr": "x" * 40_001, "seen": "0"},
        {"text_fr": "x\0", "seen": "0"},
        {},
    ],
)
def test_a_form_that_says_nothing_is_refused(task: Task, sent: dict[str, str]) -> None:
    client = client_of(task.campaign.opened_by)
    assert client.post(address(task, "judging/guidelines/write/"), sent).status_code == 422
    assert Guideline.objects.count() == 0


def test_the_organizer_reopens_what_a_search_finds(task: Task, question: Question) -> None:
    assessor = make.make_user("Assessor")
    for text in ("Zola", "Balzac"):
        make.judge(make.make_pool_item(question, text), Label.INCORRECT, assessor)
    make.make_guideline(task)
    client = client_of(task.campaign.opened_by)
    page = address(task, "judging/guidelines/1/decisions/?label=incorrect&words=balz&type=none")

    answer = client.post(page, {"act": "all"}, follow=True)

    assert [str(one) for one in answer.context["messages"]] == [
        "1 label was taken back; its assessor meets the answer again."
    ]
    assert [one.text.text for one in Judgment.objects.select_related("text")] == ["Zola"]
    assert client.get(address(task, "judging/guidelines/9/decisions/")).status_code == 404


def test_the_drawer_holds_the_text_and_the_precedents(task: Task, question: Question) -> None:
    make.make_guideline(task, "## Correct\nSays <b>so</b>.")
    item = make.make_pool_item(question, "Zola")
    make.make_adjudication(make.make_pool_item(question, "Hugo"), Label.INEXACT, comment="Because.")
    assessor = make.make_member(task.campaign, Role.ASSESSOR)
    page = address(task, f"judge/guidelines/GF1/?item={item.token}&label=inexact")

    fragment = client_of(assessor).get(page, headers={"HX-Request": "true"}).content.decode()

    assert "<html" not in fragment
    assert 'data-section="correct"' in fragment
    assert "Says &lt;b&gt;so&lt;/b&gt;." in fragment
    assert "Because." in fragment
    whole = client_of(assessor).get(address(task, "judge/guidelines/GF1/?label=x")).content.decode()
    assert "<html" in whole
    assert client_of(assessor).get(address(task, "judge/guidelines/GF1/?item=x")).status_code == 404
