"""How the journal reads."""

from __future__ import annotations

import pytest

from campaign.actions.tasks import edit_task
from campaign.models import Event
from campaign.templatetags.journal import Change, changes
from campaign.zones import ANYWHERE_ON_EARTH
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
