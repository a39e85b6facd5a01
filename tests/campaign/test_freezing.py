"""What stays as it is: runs, documents, questions and dates, once people rely on them."""

from __future__ import annotations

from datetime import datetime

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from campaign.actions.questions import restore_question, withdraw_question
from campaign.actions.runs import ResultsWereSeen, withdraw_run
from campaign.actions.tasks import (
    ResultsArePublic,
    StageIsReached,
    TextsAreFrozen,
    edit_task,
    open_results,
    reopen_judging,
)
from campaign.models import Event, Question, Stage, Task, User
from campaign.models.task import INSTANTS
from tests import make

pytestmark = pytest.mark.django_db

SEEN = [Stage.RESULTS_TO_TEAMS, Stage.PUBLIC, Stage.ARCHIVED]
FROZEN = [Stage.JUDGED, *SEEN]
DAYS_OF_FORM = ["announced_at", "released_at", "closes_at"]


@pytest.fixture
def task() -> Task:
    return make.make_ready_task()


def signed_in(user: User) -> Client:
    client = Client(headers={"accept-language": "en"})
    client.force_login(user)
    return client


def place(task: Task, name: str, **rest: object) -> str:
    kwargs = {"campaign_slug": task.campaign.slug, "task_slug": task.slug, **rest}
    return reverse(name, kwargs=kwargs)


# --- runs ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("stage", Stage)
def test_a_run_is_withdrawn_until_the_teams_see_results(task: Task, stage: Stage) -> None:
    run = make.make_run(make.make_team(task), task)
    make.put_at_stage(task, stage)

    if stage in SEEN:
        with pytest.raises(ResultsWereSeen):
            withdraw_run(run=run, by=task.campaign.opened_by, at=timezone.now())
    else:
        withdraw_run(run=run, by=task.campaign.opened_by, at=timezone.now())

    run.refresh_from_db()
    assert run.is_withdrawn == (stage not in SEEN)


def test_the_page_of_runs_says_why_a_published_run_stays(task: Task) -> None:
    member = make.make_user("Ada")
    run = make.make_run(make.make_team(task, member=member), task)
    client = signed_in(member)
    act = place(task, "run-withdraw", run_id=run.pk)
    assert act in client.get(place(task, "run-list")).content.decode()
    make.put_at_stage(task, Stage.PUBLIC)

    page = client.get(place(task, "run-list")).content.decode()
    answer = client.post(act, follow=True).content.decode()

    assert act not in page
    assert "results were seen: no run can be withdrawn any more" in page
    assert "stays as it is: its results were seen" in answer


# --- dates ---------------------------------------------------------------------------------------


def later() -> datetime:
    return timezone.now() + make.DAY


@pytest.mark.parametrize("stage", SEEN)
@pytest.mark.parametrize("field", INSTANTS.values())
@pytest.mark.parametrize("cleared", [True, False])
def test_no_date_takes_back_a_stage_once_results_were_seen(
    task: Task, stage: Stage, field: str, *, cleared: bool
) -> None:
    make.put_at_stage(task, stage)
    instant = None if cleared else later()
    is_passed = getattr(task, field) <= timezone.now()

    if is_passed:
        with pytest.raises(StageIsReached):
            edit_task(task=task, by=task.campaign.opened_by, at=timezone.now(), **{field: instant})
    else:
        edit_task(task=task, by=task.campaign.opened_by, at=timezone.now(), **{field: instant})

    task.refresh_from_db()
    assert task.stage(timezone.now()) == stage


@pytest.mark.parametrize("stage", SEEN)
def test_all_dates_together_take_back_nothing_either(task: Task, stage: Stage) -> None:
    make.put_at_stage(task, stage)
    moved = {name: getattr(task, name) + 300 * make.DAY for name in DAYS_OF_FORM}

    with pytest.raises(StageIsReached):
        edit_task(task=task, by=task.campaign.opened_by, at=timezone.now(), **moved)

    task.refresh_from_db()
    assert task.stage(timezone.now()) == stage


@pytest.mark.parametrize("field", ["announced_at", "released_at"])
@pytest.mark.parametrize("stage", [Stage.RELEASED, Stage.CLOSED])
def test_a_task_with_runs_is_not_unreleased(task: Task, stage: Stage, field: str) -> None:
    make.make_run(make.make_team(task), task)
    make.put_at_stage(task, stage)

    with pytest.raises(StageIsReached):
        edit_task(task=task, by=task.campaign.opened_by, at=timezone.now(), **{field: None})


def test_a_task_without_runs_may_be_taken_back(task: Task) -> None:
    edited = edit_task(
        task=task, by=task.campaign.opened_by, at=timezone.now(), released_at=None, closes_at=None
    )
    assert edited.stage(timezone.now()) == Stage.REGISTRATION


def test_the_deadline_may_be_extended_while_answers_are_judged(task: Task) -> None:
    make.make_run(make.make_team(task), task)
    make.put_at_stage(task, Stage.CLOSED)
    by = task.campaign.opened_by

    edited = edit_task(task=task, by=by, at=timezone.now(), closes_at=later())

    assert edited.stage(timezone.now()) == Stage.RELEASED


def test_signed_judging_is_reopened_by_its_own_act_only(task: Task) -> None:
    make.put_at_stage(task, Stage.JUDGED)
    by = task.campaign.opened_by
    with pytest.raises(StageIsReached):
        edit_task(task=task, by=by, at=timezone.now(), closes_at=later())

    assert reopen_judging(task=task, by=by, at=timezone.now()).stage(timezone.now()) == Stage.CLOSED


def test_the_form_of_dates_says_why(task: Task) -> None:
    make.put_at_stage(task, Stage.PUBLIC)
    client = signed_in(task.campaign.opened_by)
    page = client.get(place(task, "task-edit"))
    form = {
        name: page.context["form"][name].value() or "" for name in page.context["form"].fields
    } | {"closes_at": "2190-01-01T12:00"}
    form = {name: value for name, value in form.items() if value not in {False, ""}}

    response = client.post(place(task, "task-edit"), form)

    assert response.status_code == 422
    assert "The task has reached the stage “Results public”" in response.content.decode()
    task.refresh_from_db()
    assert task.stage(timezone.now()) == Stage.PUBLIC


@pytest.mark.parametrize("stage", SEEN)
@pytest.mark.parametrize("to_teams", [None, later()])
def test_seen_results_are_not_postponed(
    task: Task, stage: Stage, to_teams: datetime | None
) -> None:
    make.put_at_stage(task, stage)
    public = None if to_teams is None else to_teams + make.DAY
    with pytest.raises(ResultsArePublic):
        open_results(
            task=task,
            to_teams_at=to_teams,
            to_public_at=public,
            by=task.campaign.opened_by,
            at=timezone.now(),
        )


def test_a_planned_date_that_passed_unseen_is_postponed(task: Task) -> None:
    make.put_at_stage(task, Stage.CLOSED)
    now = timezone.now()
    Task.objects.filter(pk=task.pk).update(results_to_teams_at=now - make.DAY)
    task.refresh_from_db()

    edited = open_results(
        task=task, to_teams_at=later(), to_public_at=None, by=task.campaign.opened_by, at=now
    )

    assert edited.stage(now) == Stage.CLOSED


# --- documents and questions ----------------------------------------------------------------------


@pytest.mark.parametrize("stage", FROZEN)
def test_documents_and_questions_are_frozen_once_judging_is_closed(
    task: Task, stage: Stage
) -> None:
    make.put_at_stage(task, stage)
    texts = dict(task.documents.values_list("identifier", "text"))

    questions = make.load_questions(task, make.QUESTIONS.replace("Germinal ?\t", "Nana ?\t"))
    documents = make.load_documents(task, '{"id": "D1", "text": "Autre."}\n')
    new = make.load_documents(task, '{"id": "D9", "text": "Autre."}\n')

    found = [[p.code for p in upload.listed_problems()] for upload in (questions, documents, new)]
    assert found == [["judging-closed"]] * 3
    assert (task.question_set_version, dict(task.documents.values_list("identifier", "text"))) == (
        1,
        texts,
    )


@pytest.mark.parametrize("stage", FROZEN)
def test_questions_stay_in_or_out_once_judging_is_closed(task: Task, stage: Stage) -> None:
    by = task.campaign.opened_by
    kept, gone = task.questions.in_order()[:2]
    withdraw_question(question=gone, reason="Two answers", by=by, at=timezone.now())
    make.put_at_stage(task, stage)

    with pytest.raises(TextsAreFrozen):
        withdraw_question(question=kept, reason="Bad", by=by, at=timezone.now())
    with pytest.raises(TextsAreFrozen):
        restore_question(question=gone, by=by, at=timezone.now())

    standing = list(Question.objects.standing().values_list("identifier", flat=True))
    assert sorted(standing) == ["GB1", "GF1", "GL1"]


@pytest.mark.parametrize("name", ["question-list", "document-list"])
def test_the_pages_of_frozen_files_say_why_and_what_to_do(task: Task, name: str) -> None:
    make.put_at_stage(task, Stage.JUDGED)
    client = signed_in(task.campaign.opened_by)

    page = client.get(place(task, name))
    sent = client.post(
        place(task, name), {"file": SimpleUploadedFile("q.tsv", make.QUESTIONS.encode())}
    )

    text = page.content.decode()
    assert "Judging is closed: documents and questions stay as they are" in text
    assert "Reopen judging" in text
    assert 'type="file"' not in text
    assert place(task, "question-withdraw", identifier="GF1") not in text
    assert (sent.status_code, task.uploads.filter(name="q.tsv").count()) == (422, 0)


def test_the_pages_of_a_frozen_question_say_why(task: Task) -> None:
    make.put_at_stage(task, Stage.JUDGED)
    client = signed_in(task.campaign.opened_by)
    withdrawn = client.post(
        place(task, "question-withdraw", identifier="GF1"), {"reason": "x"}, follow=True
    )
    restored = client.post(place(task, "question-restore", identifier="GF1"), follow=True)

    for response in (withdrawn, restored):
        assert "Judging is closed: documents and questions stay" in response.content.decode()
    assert not Event.objects.filter(verb="withdraw-question").exists()


# --- changes that need a word ---------------------------------------------------------------------

FEWER = "".join(make.QUESTIONS.splitlines(keepends=True)[:3])


def test_questions_that_vanish_ask_for_a_confirmation(task: Task) -> None:
    refused = make.load_questions(task, FEWER)
    asked = [(p.code, p.found, p.severity) for p in refused.listed_problems()]
    assert asked == [("questions-vanish", "GB1, GL1", "error")]
    assert task.questions.count() == 4

    accepted = make.load_questions(task, FEWER, confirms_changes=True)

    assert [(p.code, p.severity) for p in accepted.listed_problems()] == [
        ("questions-vanish", "warning")
    ]
    assert accepted.counts == {
        "factual": 1,
        "definition": 1,
        "added": 0,
        "changed": 0,
        "removed": 2,
    }
    assert task.questions.count() == 2
    after = Event.objects.filter(verb="load-questions").order_by("-pk")[0].after
    assert (after["removed"], after["changed"]) == (2, 0)


def test_a_check_of_questions_says_what_would_become_of_them(task: Task) -> None:
    checked = make.load_questions(task, FEWER, checks_only=True)
    assert [p.code for p in checked.listed_problems()] == ["questions-vanish"]
    assert (checked.outcome, task.questions.count()) == ("refused", 4)


def test_another_wording_of_an_answered_question_asks_for_a_confirmation(task: Task) -> None:
    make.make_run(make.make_team(task), task)
    changed = make.QUESTIONS.replace("Germinal ?\t", "Nana ?\t")

    refused = make.load_questions(task, changed)
    assert [(p.code, p.question, p.found) for p in refused.listed_problems()] == [
        ("answered-question-changes", "GF1", "Qui a écrit Nana ?")
    ]
    accepted = make.load_questions(task, changed, confirms_changes=True)

    assert accepted.outcome == "accepted"
    assert task.questions.get(identifier="GF1").text == "Qui a écrit Nana ?"


def test_another_text_of_a_document_that_runs_name_asks_for_a_confirmation(task: Task) -> None:
    make.load_documents(task, '{"id": "D3", "text": "Nobody names it."}\n')
    make.make_run(make.make_team(task), task)
    changed = '{"id": "D1", "text": "Autre."}\n{"id": "D3", "text": "Autre."}\n'

    refused = make.load_documents(task, changed)
    assert [(p.code, p.found) for p in refused.listed_problems()] == [
        ("judged-document-changes", "D1")
    ]
    accepted = make.load_documents(task, changed, confirms_changes=True)

    assert (accepted.outcome, accepted.counts) == ("accepted", {"added": 0, "changed": 2})


def test_a_refused_file_of_documents_counts_nothing_as_added(task: Task) -> None:
    refused = make.load_documents(task, '{"id": "D7", "text": "x"}\n{"id": "D8"}\n')
    checked = make.load_documents(task, '{"id": "D7", "text": "x"}\n', checks_only=True)

    assert (refused.is_refused, refused.counts) == (True, {})
    assert checked.counts == {"would_add": 1, "would_change": 0}


# --- what a page offers when -----------------------------------------------------------------------


@pytest.mark.parametrize("stage", Stage)
def test_a_run_is_offered_to_be_sent_only_when_it_can_be(task: Task, stage: Stage) -> None:
    member = make.make_user("Ada")
    make.make_team(task, member=member)
    make.put_at_stage(task, stage)
    if stage == Stage.DRAFT:
        return
    page = signed_in(member).get(place(task, "run-list")).content.decode()

    assert ("Submit a run" in page) == (stage == Stage.RELEASED)
    assert ("Send a file after the deadline" in page) == (stage == Stage.CLOSED)
    assert ("2 official places left" in page) == (stage == Stage.RELEASED)


def test_the_runs_of_others_lead_where_a_visitor_may_go(task: Task) -> None:
    run = make.make_run(make.make_team(task), task)
    gone = make.make_run(make.make_team(task, "Other"), task, name="gone.tsv")
    withdraw_run(run=gone, by=task.campaign.opened_by, at=timezone.now())
    make.put_at_stage(task, Stage.PUBLIC)
    visitor = Client(headers={"accept-language": "en"})

    page = visitor.get(place(task, "run-list")).content.decode()

    results = place(task, "run-results", run_id=run.pk)
    assert (results in page, visitor.get(results).status_code) == (True, 200)
    assert place(task, "run-results", run_id=gone.pk) not in page
    assert "/uploads/" not in page
