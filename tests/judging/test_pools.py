"""The pool: what late runs add, what new texts inherit, what it costs."""

from __future__ import annotations

import pytest
from django.test import Client
from django.utils import timezone

from campaign.models import Job, Stage, Task, User
from judging.actions.judgments import NotOffered
from judging.actions.pools import extend_pool
from judging.decisions import Decision
from judging.judgment_format import Kind
from judging.models import Judgment, JudgmentEvent, PoolItem, PoolText
from judging.pool_figures import Given, cost_by_depth, expected_decisions, shares_in_common
from judging.workload import USUAL_SECONDS, compare_pools, loads_of, pace_of, rows_pooled
from tests import make

pytestmark = pytest.mark.django_db


@pytest.fixture
def task() -> Task:
    return make.make_ready_task(asks_passages=False)


@pytest.fixture
def assessor(task: Task) -> User:
    return make.make_user("Assessor")


HEAD = "question\trank\tdocument\tshort_answer\tpassage\n"


def run_of(task: Task, name: str, *answers: tuple[str, str]) -> None:
    """Submit a run of another team that gives (document, string) to GF1, and pool it."""
    lines = [f"GF1\t{rank}\t{one[0]}\t{one[1]}\t\n" for rank, one in enumerate(answers, start=1)]
    make.make_run(make.make_team(task, name), task, HEAD + "".join(lines), name=f"{name}.tsv")
    fill_pool(task)


def fill_pool(task: Task) -> int:
    lease = make.make_lease(task)
    extended = extend_pool(task=Task.objects.get(pk=task.pk), at=timezone.now(), lease=lease)
    lease.finish()
    return extended


def labels() -> dict[tuple[str, str], tuple[str, str]]:
    rows = Judgment.objects.values_list("text__document", "text__text", "label", "verdict")
    return {(document, text): (label, verdict) for document, text, label, verdict in rows}


def test_a_late_run_adds_only_what_is_new(task: Task) -> None:
    run_of(task, "un", ("D1", "Zola"), ("D2", "Balzac"))
    before = dict(PoolText.objects.values_list("pk", "pooled_at"))

    run_of(task, "deux", ("D1", "Zola"), ("D1", "ZOLA"), ("D2", "Hugo"))
    again = fill_pool(task)

    after = dict(PoolText.objects.values_list("pk", "pooled_at"))
    added = PoolText.objects.exclude(pk__in=before)
    assert {pk: after[pk] for pk in before} == before
    assert set(added.values_list("document", "text")) == {("D1", "ZOLA"), ("D2", "Hugo")}
    assert PoolItem.objects.count() == 3
    assert again == 0


def test_a_new_spelling_in_a_judged_document_has_its_label(task: Task, assessor: User) -> None:
    run_of(task, "un", ("D1", "Zola"))
    make.judge(PoolItem.objects.get(), Decision.UNSUPPORTED, assessor)

    run_of(task, "deux", ("D1", "ZOLA."))

    assert labels() == {
        ("D1", "Zola"): ("unsupported", "right"),
        ("D1", "ZOLA."): ("unsupported", "right"),
    }
    inherited = JudgmentEvent.objects.filter(means=JudgmentEvent.Means.INHERITED)
    assert [(event.text.text, event.by) for event in inherited] == [("ZOLA.", assessor)]


def test_a_wrong_string_is_wrong_in_a_new_document(task: Task, assessor: User) -> None:
    run_of(task, "un", ("D1", "Balzac"))
    make.judge(PoolItem.objects.get(), Decision.WRONG, assessor)

    run_of(task, "deux", ("D2", "balzac"))

    assert labels()["D2", "balzac"] == ("incorrect", "wrong")


def test_a_right_string_in_a_new_document_asks_for_its_support_alone(
    task: Task, assessor: User
) -> None:
    run_of(task, "un", ("D1", "Zola"))
    [item] = PoolItem.objects.all()
    make.judge(item, Decision.INEXACT, assessor)

    run_of(task, "deux", ("D2", "Zola"))
    assert labels() == {("D1", "Zola"): ("inexact", "inexact")}
    # On the second document, "right" speaks of the support: the verdict stays.
    make.judge(item, Decision.RIGHT, assessor, document="D2")

    assert labels()["D2", "Zola"] == ("inexact", "inexact")


def test_what_was_judged_elsewhere_inherits_nothing(task: Task) -> None:
    make.load_judgments(task, "GF1\tanswer\tD1\tZola\telsewhere\tcorrect\n")

    run_of(task, "un", ("D1", "ZOLA"), ("D1", "Zola"))

    assert labels() == {("D1", "Zola"): ("correct", "right")}


def test_nothing_outside_the_pool_is_judged(task: Task, assessor: User) -> None:
    run_of(task, "un", ("D1", "Zola"))
    with pytest.raises(NotOffered):
        make.judge(PoolItem.objects.get(), Decision.RIGHT, assessor, document="D2")


# --- figures -------------------------------------------------------------------


def test_a_group_costs_one_decision_and_its_supports_if_it_is_right() -> None:
    assert expected_decisions(3, 6, 3, right_share=0) == 6
    assert expected_decisions(3, 6, 3, right_share=1) == 9


def test_depth_costs_what_its_ranks_hold() -> None:
    given = [
        Given(1, 1, Kind.ANSWER, "zola", "D1"),
        Given(1, 2, Kind.ANSWER, "zola", "D2"),
        Given(2, 1, Kind.ANSWER, "zola", "D1"),
        Given(2, 3, Kind.PASSAGE, "p", "D1"),
    ]
    assert cost_by_depth(given, [1, 2, 3], right_share=1) == [
        (1, 1, 1, 0, 1),
        (2, 1, 2, 0, 2),
        (3, 1, 2, 1, 3),
    ]


def test_overlap_is_told_from_both_sides() -> None:
    given = [Given(1, rank, Kind.ANSWER, rank, "D1") for rank in range(4)]
    given += [Given(2, 0, Kind.ANSWER, 0, "D1"), Given(2, 1, Kind.ANSWER, 1, "D2")]
    assert shares_in_common(given) == {(1, 2): 0.25, (2, 1): 0.5}


def test_figures_of_a_task(task: Task) -> None:
    run_of(task, "un", ("D1", "Zola"), ("D2", "ZOLA"), ("D1", "Balzac"))
    run_of(task, "deux", ("D1", "zola"))

    [load] = loads_of(task, right_share=1.0).values()
    compared = compare_pools(task)

    assert (load.texts, load.groups, load.units, load.passages) == (4, 2, 3, 0)
    assert load.decisions == 3
    assert rows_pooled(task) == 4
    assert [(one.depth, one.groups, one.units) for one in compared.depths] == [
        (1, 1, 1),
        (2, 1, 2),
        (3, 2, 3),
    ]
    assert [(run.tag, run.shares) for run in compared.runs] == [
        ("deux", (None, 1.0)),
        ("un", (pytest.approx(1 / 3), None)),
    ]


def test_pace_is_assumed_until_people_have_judged(task: Task, assessor: User) -> None:
    question = task.questions.get(identifier="GF1")
    assert (pace_of(task).seconds, pace_of(task).is_measured) == (USUAL_SECONDS, False)
    for number in range(60):
        item = make.make_pool_item(question, f"réponse {number}")
        make.judge(item, Decision.WRONG, assessor, active_ms=1000 * (number + 1))

    pace = pace_of(task)

    assert (pace.seconds, pace.decisions) == (30.5, 60)


# --- pages ---------------------------------------------------------------------


def test_the_button_extends_the_pool_once(task: Task) -> None:
    make.make_run(make.make_team(task), task, HEAD + "GF1\t1\tD1\tZola\t\n")
    client = Client()
    client.force_login(task.campaign.opened_by)
    address = f"/campaigns/{task.campaign.slug}/{task.slug}/judging/pool/"

    answers = [client.post(address + "extend/").status_code for _ in range(2)]
    page = client.get(address)

    assert answers == [302, 302]
    assert Job.objects.filter(kind="judging.tasks.extend_pool").count() == 1
    assert [run.tag for run in page.context["waiting"]] == ["vesale-1"]


def test_a_closed_task_keeps_its_pool(task: Task) -> None:
    make.put_at_stage(task, Stage.JUDGED)
    client = Client(headers={"accept-language": "en"})
    client.force_login(task.campaign.opened_by)
    address = f"/campaigns/{task.campaign.slug}/{task.slug}/judging/pool/"
    page = client.post(address + "extend/", follow=True).content.decode()
    assert "Extend it now" not in page
    assert "Judging is closed: the pool stays." in page
    assert not Job.objects.filter(kind="judging.tasks.extend_pool").exists()
