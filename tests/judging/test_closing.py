"""Closing judging by a signed act, and that closed means closed."""

from __future__ import annotations

import pytest
from django.test import Client
from django.utils import timezone

from campaign.actions.tasks import RunsAreStillOpen, reopen_judging
from campaign.models import Event, Question, Stage, Task, Upload
from judging.actions.closing import (
    DisagreementIsHigh,
    JudgingWasClosed,
    LabelsMoved,
    sign_closing,
)
from judging.actions.inheritance import inherit_labels
from judging.actions.judgments import JudgingIsClosed
from judging.closing_figures import closing_figures
from judging.judgment_format import Label
from judging.models import ClosingAct, JudgingRules, Judgment, JudgmentEvent
from tests import make, settling

pytestmark = pytest.mark.django_db
FILE = "question\tkind\tdocument\ttext\tassessor\tlabel\nGF1\tanswer\tD1\tZola\ta1\tcorrect\n"


@pytest.fixture
def task() -> Task:
    return make.make_ready_task()


@pytest.fixture
def question(task: Task) -> Question:
    return task.questions.get(identifier="GF1")


def sign(task: Task, *, acknowledges: bool = True, seen: int | None = None) -> ClosingAct:
    newest = JudgmentEvent.objects.latest_of(task) if seen is None else seen
    return sign_closing(
        task=task,
        seen=newest,
        remark=" Relu. ",
        acknowledges=acknowledges,
        by=task.campaign.opened_by,
        at=timezone.now(),
    )


def test_the_act_states_what_was_known(task: Task, question: Question) -> None:
    settling.make_dispute(question)
    settling.make_dispute(question, "Balzac", labels=(Label.INCORRECT, Label.INCORRECT))
    make.make_pool_item(task.questions.get(identifier="GD1"), "romancier")
    make.put_at_stage(task, Stage.CLOSED)
    act = sign(task)
    task.refresh_from_db()
    assert (act.units, act.disagreement, act.low, act.high) == (2, 0.5, 0.5, 0.5)
    # One that nobody labelled, one whose labels do not decide.
    assert (act.threshold, act.undecided, act.remark) == (0.05, 2, "Relu.")
    assert (act.signed_at, act.signed_by) == (task.judged_at, task.campaign.opened_by)
    assert Event.objects.filter(verb="sign-closing", task=task).count() == 1


def test_nothing_labelled_twice_is_signed_without_a_figure(task: Task) -> None:
    make.put_at_stage(task, Stage.CLOSED)
    act = sign(task, acknowledges=False)
    assert (act.units, act.disagreement, act.low, act.high) == (0, None, None, None)


def test_a_disagreement_above_the_threshold_is_acknowledged(task: Task, question: Question) -> None:
    settling.make_dispute(question)
    make.put_at_stage(task, Stage.CLOSED)
    with pytest.raises(DisagreementIsHigh):
        sign(task, acknowledges=False)
    JudgingRules.objects.create(task=task, disagreement_threshold=1)
    assert sign(task, acknowledges=False).threshold == 1


def test_nobody_signs_too_early_twice_or_over_figures_unread(
    task: Task, question: Question
) -> None:
    with pytest.raises(RunsAreStillOpen):
        sign(task)
    settling.make_dispute(question)
    make.put_at_stage(task, Stage.CLOSED)
    with pytest.raises(LabelsMoved):
        sign(task, seen=JudgmentEvent.objects.latest_of(task) - 1)
    sign(task)
    with pytest.raises(JudgingWasClosed):
        sign(task)
    assert ClosingAct.objects.count() == 1


def test_decisions_settle_what_is_undecided(task: Task, question: Question) -> None:
    item = settling.make_dispute(question)
    before = closing_figures(task)
    settling.decide_on(item)
    after = closing_figures(task)
    assert (before.undecided, before.disputes) == (1, 1)
    assert (after.undecided, after.disputes) == (0, 0)
    assert after.disagreement == before.disagreement


def test_closed_means_that_no_file_desk_or_decision_changes_a_label(
    task: Task, question: Question
) -> None:
    item = settling.make_dispute(question)
    make.put_at_stage(task, Stage.CLOSED)
    sign(task)
    task.refresh_from_db()
    before = list(Judgment.objects.order_by("pk").values_list("pk", "label"))

    upload = make.load_judgments(task, FILE)
    assert upload.outcome == Upload.Outcome.REFUSED
    assert [problem.code for problem in upload.listed_problems()] == ["judging-closed"]
    with pytest.raises(JudgingIsClosed):
        settling.decide_on(item)
    with pytest.raises(JudgingIsClosed):
        make.judge(item, Label.INCORRECT, make.make_user("Late"))
    make.make_pool_item(question, "ZOLA")
    assert inherit_labels(task=task, at=timezone.now()) == 0
    assert list(Judgment.objects.order_by("pk").values_list("pk", "label")) == before


def test_a_page_loaded_before_the_closing_saves_nothing_after(
    task: Task, question: Question
) -> None:
    item = make.make_pool_item(question)
    stale = Question.objects.select_related("task").get(pk=question.pk)
    item.question = stale
    assert stale.task.is_being_judged(timezone.now())
    make.put_at_stage(Task.objects.get(pk=task.pk), Stage.CLOSED)
    sign(task)
    with pytest.raises(JudgingIsClosed):
        make.judge(item, Label.CORRECT, make.make_user("Late"))


def test_reopening_keeps_the_act_and_lets_files_in(task: Task) -> None:
    make.put_at_stage(task, Stage.CLOSED)
    first = sign(task)
    task.refresh_from_db()
    reopen_judging(task=task, by=task.campaign.opened_by, at=timezone.now())
    assert make.load_judgments(task, FILE).outcome == Upload.Outcome.ACCEPTED
    second = sign(task)
    body = page(task, "judging/closing/").decode()
    assert list(ClosingAct.objects.order_by("pk")) == [first, second]
    assert body.count("Signed by Organizer") == 2
    assert "Signed before, and reopened since" in body


def signed_in(task: Task) -> Client:
    client = Client(headers={"accept-language": "en"})
    client.force_login(task.campaign.opened_by)
    return client


def place(task: Task) -> str:
    return f"/campaigns/{task.campaign.slug}/{task.slug}/"


def page(task: Task, address: str) -> bytes:
    return signed_in(task).get(place(task) + address).content


def test_the_page_says_what_is_open_and_asks_for_the_signature(
    task: Task, question: Question
) -> None:
    settling.make_dispute(question)
    make.put_at_stage(task, Stage.CLOSED)
    client, address = signed_in(task), f"{place(task)}judging/close/"
    body = client.get(address).content.decode()
    assert "Settle the open disagreements" in body
    assert "above the threshold of 5.0%" in body
    newest = JudgmentEvent.objects.latest_of(task)
    form = {"seen": newest, "remark": "Relu.", "signs": "on"}
    answers = [
        client.post(address, {"seen": newest}),
        client.post(address, form | {"seen": "x"}),
        client.post(address, form),
        client.post(address, form | {"acknowledges": "on", "seen": newest - 1}),
    ]
    assert [one.status_code for one in answers] == [422, 422, 422, 422]
    assert ClosingAct.objects.count() == 0
    done = client.post(address, form | {"acknowledges": "on"})
    assert (done.status_code, ClosingAct.objects.get().remark) == (302, "Relu.")


def test_whoever_sees_results_sees_the_act(task: Task) -> None:
    make.put_at_stage(task, Stage.CLOSED)
    sign(task)
    visitor = Client(headers={"accept-language": "en"})
    address = f"{place(task)}judging/closing/"
    task.refresh_from_db()
    assert visitor.get(address).status_code in {302, 403}
    act = ClosingAct.objects.get()
    make.put_at_stage(task, Stage.PUBLIC)
    ClosingAct.objects.filter(pk=act.pk).update(signed_at=task.judged_at)
    assert "Signed by Organizer" in visitor.get(address).content.decode()
    board = visitor.get(f"{place(task)}results/").content.decode()
    assert board.count(address) == 2  # fetched by htmx, and a link without it


def test_the_second_click_of_two_finds_what_the_first_did(task: Task) -> None:
    make.put_at_stage(task, Stage.CLOSED)
    sent = {"seen": closing_figures(task).newest_event, "remark": "", "signs": "on"}
    client = signed_in(task)
    answers = [client.post(place(task) + "judging/close/", sent) for _click in range(2)]
    assert [answer.status_code for answer in answers] == [302, 302]
    assert ClosingAct.objects.count() == 1
