"""How the journal reads."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.utils.translation import override

from campaign.actions.tasks import edit_task
from campaign.models import Event, Role
from campaign.templatetags.journal import Change, changes, event_words, subject_of
from campaign.zones import ANYWHERE_ON_EARTH
from judging.models import Doubt
from tests import make


@pytest.mark.django_db
def test_changes_are_written_in_words_and_in_the_zone_of_the_campaign() -> None:
    task = make.make_task(accepts_nil=False)
    by = task.campaign.opened_by
    edit_task(
        task=task, by=by, at=make.NOON, accepts_nil=True, judged_at=make.NOON, time_zone="UTC"
    )
    event = Event.objects.get(verb="edit-task")
    event.before["time_zone"] = ANYWHERE_ON_EARTH

    found = changes(event, "Europe/Paris")

    noon = make.NOON.strftime("%H:%M")
    assert [change.name for change in found] == [
        "time zone",
        "judging closed on",
        "the answer may be NIL",
    ]
    assert found[0] == Change("time zone", "AoE (anywhere on earth)", "UTC", is_code=False)
    assert found[1].before == "–"
    assert found[1].after.endswith("(Paris)")
    assert noon not in found[1].after
    assert found[2] == Change("the answer may be NIL", "no", "yes", is_code=False)


def test_what_did_not_change_is_left_out() -> None:
    event = Event(verb="edit-campaign", before={"name": "A"}, after={"name": "A"})

    assert changes(event, "UTC") == []


ROOT = Path(__file__).parents[2]
ACTIONS = sorted(
    path for app in ("campaign", "judging") for path in ROOT.glob(f"{app}/actions/*.py")
)


def _recorded() -> Iterator[ast.Call]:
    """Yield the calls by which actions write the journal."""
    for path in ACTIONS:
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and ast.unparse(node.func) == "Event.objects.record":
                yield node


def test_every_verb_and_every_name_of_the_journal_has_words() -> None:
    calls = list(_recorded())
    verbs = {arg.value for call in calls for arg in call.args if isinstance(arg, ast.Constant)}
    names = {
        key.value
        for call in calls
        for said in call.keywords
        if said.arg in {"before", "after"} and isinstance(said.value, ast.Dict)
        for key in said.value.keys
        if isinstance(key, ast.Constant)
    }

    assert len(verbs) > 15
    assert {"remark", "outcome"} <= names
    with override("fr"):
        assert [verb for verb in verbs if event_words(str(verb)) == verb] == []
        event = Event(verb="load-questions", after=dict.fromkeys(map(str, names), 1))
        assert {change.name for change in changes(event, "UTC")} & (names - {"version"}) == set()


@pytest.mark.parametrize(
    ("name", "value", "words"),
    [
        *(("role", role.value, role.label) for role in Role),
        *(("outcome", outcome.value, outcome.label) for outcome in Doubt.Outcome),
    ],
)
def test_a_value_of_a_list_of_choices_is_written_in_words(
    name: str, value: str, words: object
) -> None:
    with override("fr"):
        [change] = changes(Event(verb="reply-to-doubt", after={name: value}), "UTC")

        assert change.after == str(words) != value


def test_counts_are_said_in_the_order_of_reading_and_the_hash_last() -> None:
    event = Event(
        verb="load-questions",
        after={"sha256": "0", "added": 1, "list": 2, "removed": 3, "factual": 4, "version": 5},
    )

    assert [change.after for change in changes(event, "UTC")] == ["5", "4", "2", "1", "3", "0"]


def test_a_remark_that_was_once_cut_says_so() -> None:
    event = Event(verb="sign-closing", subject="Read twice", after={"units": 2})

    assert subject_of(event) == ""
    assert [change.after for change in changes(event, "UTC")] == ["Read twice …", "2"]


def test_the_seed_of_a_draw_is_a_name_and_no_amount() -> None:
    event = Event(verb="assign-questions", after={"seed": 2026, "questions": 2026})

    with override("fr"):
        found = {change.name: change.after for change in changes(event, "UTC")}

    assert found == {"Questions": "2\u202f026", "graine du tirage": "2026"}
