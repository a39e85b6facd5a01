"""Rules of judging: what a change does to the pool, and what it must not do to labels."""

from __future__ import annotations

import pytest
from django.test import Client
from django.utils import timezone

from campaign.models import Event, Run, Stage, Task
from judging.actions.judgments import JudgingIsClosed
from judging.actions.pools import extend_pool, tasks_to_extend
from judging.actions.rules import LabelsRestOnIt, set_rules
from judging.decisions import Decision
from judging.models import JudgingRules, Judgment, PoolText
from tests import make

pytestmark = pytest.mark.django_db


@pytest.fixture
def task() -> Task:
    return make.make_ready_task()


def change(task: Task, **rules: object) -> JudgingRules:
    return set_rules(task=task, by=task.campaign.opened_by, at=timezone.now(), **rules)


def fill_pool(task: Task) -> set[str]:
    # As the worker does, which knows the task by its number.
    lease = make.make_lease(task)
    extend_pool(task=Task.objects.get(pk=task.pk), at=timezone.now(), lease=lease)
    lease.finish()
    return set(PoolText.objects.pooled().filter(item__kind="answer").values_list("text", flat=True))


def test_a_deeper_pool_is_filled_by_the_next_worker_and_never_shrinks(task: Task) -> None:
    change(task, pool_depth=1)
    make.make_run(make.make_team(task), task)
    shallow = fill_pool(task)
    assert tasks_to_extend() == []

    change(task, pool_depth=None)
    waiting = [waits for waits, _runs in tasks_to_extend()]
    deep = fill_pool(task)
    change(task, pool_depth=1)
    after = fill_pool(task)

    assert waiting == [task]
    assert shallow == {"Balzac", "romancier", "oui", "Nantes"}
    assert deep == after == {*shallow, "Émile Zola", "Tours"}
    assert Run.objects.filter(pooled_at=None).count() == 0


def test_first_runs_of_each_team_come_first(task: Task) -> None:
    change(task, pool_runs_per_team=1)
    team = make.make_team(task)
    make.make_run(team, task)
    make.make_run(team, task, make.RUN.replace("Balzac", "Hugo"), name="vesale-2.tsv")
    assert "Hugo" not in fill_pool(task)

    change(task, pool_runs_per_team=2)

    assert "Hugo" in fill_pool(task)


def test_every_change_stands_in_the_journal(task: Task) -> None:
    change(task, pool_depth=3, repeat_share=0.1)
    change(task, pool_depth=3)

    events = Event.objects.filter(verb="edit-judging-rules")

    assert [(event.before, event.after) for event in events] == [
        ({"pool_depth": None, "repeat_share": 0.02}, {"pool_depth": 3, "repeat_share": 0.1})
    ]


@pytest.mark.parametrize(
    ("decisions", "is_fixed"),
    [
        ([Decision.RIGHT], False),
        ([Decision.INEXACT], False),
        ([Decision.UNSUPPORTED], False),
        ([Decision.INEXACT, Decision.UNSUPPORTED], True),
    ],
)
def test_precedence_is_fixed_by_the_first_label_that_rests_on_it(
    task: Task, decisions: list[Decision], *, is_fixed: bool
) -> None:
    item = make.make_pool_item(task.questions.get(identifier="GF1"))
    assessor = make.make_user("Assessor")
    for decision in decisions:
        make.judge(item, decision, assessor)
    before = list(Judgment.objects.values_list("label", flat=True))

    if is_fixed:
        with pytest.raises(LabelsRestOnIt):
            change(task, inexact_first=True)
    else:
        change(task, inexact_first=True)

    assert JudgingRules.objects.of(task).inexact_first is not is_fixed
    assert list(Judgment.objects.values_list("label", flat=True)) == before


def test_what_was_undone_fixes_precedence_too(task: Task) -> None:
    """A redo brings the label back as it was."""
    item = make.make_pool_item(task.questions.get(identifier="GF1"))
    assessor = make.make_user("Assessor")
    make.judge(item, Decision.INEXACT, assessor)
    make.judge(item, Decision.UNSUPPORTED, assessor)
    make.undo(task, assessor)

    with pytest.raises(LabelsRestOnIt):
        change(task, inexact_first=True)


def test_rules_stay_as_they_were_signed(task: Task) -> None:
    make.put_at_stage(task, Stage.JUDGED)
    with pytest.raises(JudgingIsClosed):
        change(task, pool_depth=3)


def page(task: Task) -> tuple[Client, str]:
    client = Client()
    client.force_login(task.campaign.opened_by)
    return client, f"/campaigns/{task.campaign.slug}/{task.slug}/judging/rules/"


SENT = {
    "pool_depth": "3",
    "pool_runs_per_team": "",
    "offers_rest": "on",
    "disagreement_threshold": "7",
    "repeat_share": "2.5",
    "repeat_days": "4",
}


def test_shares_are_written_as_percentages(task: Task) -> None:
    client, address = page(task)

    assert client.post(address, SENT).status_code == 302

    rules = JudgingRules.objects.get()
    assert (rules.pool_depth, rules.disagreement_threshold, rules.repeat_share) == (3, 0.07, 0.025)
    shown = client.get(address).content.decode()
    assert 'value="7.0"' in shown
    assert 'value="2.5"' in shown


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("pool_depth", "0"),
        ("pool_depth", "x"),
        ("pool_depth", "1000"),
        ("disagreement_threshold", "101"),
        ("disagreement_threshold", "nan"),
        ("repeat_share", "-1"),
        ("repeat_days", "100000"),
    ],
)
def test_bad_input_is_refused(task: Task, field: str, value: str) -> None:
    client, address = page(task)
    response = client.post(address, SENT | {field: value})
    assert (response.status_code, list(response.context["form"].errors)) == (422, [field])
    assert JudgingRules.objects.count() == 0


def test_a_fixed_precedence_says_why(task: Task) -> None:
    item = make.make_pool_item(task.questions.get(identifier="GF1"))
    assessor = make.make_user("Assessor")
    make.judge(item, Decision.INEXACT, assessor)
    make.judge(item, Decision.UNSUPPORTED, assessor)
    client, address = page(task)

    response = client.post(address, SENT | {"inexact_first": "on"})

    assert (response.status_code, list(response.context["form"].errors)) == (422, ["inexact_first"])
