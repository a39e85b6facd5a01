"""No page or answer that an assessor's browser receives says anything about runs."""

from __future__ import annotations

import html
import json
from typing import Any
from uuid import uuid4

from django.http import HttpResponse
from django.urls import get_resolver

from campaign.models import Stage
from judging.models import PoolItem
from tests import make
from tests.campaign.populated import (
    MARKED_ANSWER,
    MARKED_RUN,
    MARKED_SCORE,
    MARKED_TEAM,
    World,
    world,
)
from tests.test_architecture import url_patterns

__all__ = ["world"]

MARKED = (MARKED_RUN, MARKED_TEAM, MARKED_SCORE, "Vésale", "vesale-1")


def everything_received(response: HttpResponse) -> str:
    headers = "\n".join(f"{name}: {value}" for name, value in response.headers.items())
    content = b"".join(response) if response.streaming else response.content
    return headers + html.unescape(content.decode())


def test_nothing_that_an_assessor_receives_speaks_of_runs(world: World) -> None:
    """What is marked is first seen by an organizer, so that its absence means something."""
    make.put_at_stage(world.task, Stage.RELEASED)
    item = PoolItem.objects.get(texts__text=MARKED_ANSWER)
    shown = world.page("organizer", "run-list") + world.page("organizer", "leaderboard")
    assert [one for one in MARKED if one not in shown] == []

    received = {name: everything_received(one) for name, one in ask_everything(world, item).items()}

    names = {str(one.name) for one in url_patterns(get_resolver().url_patterns)}
    assert set(received) == {name for name in names if name.startswith("judge-")}
    assert [(name, one) for name, body in received.items() for one in MARKED if one in body] == []
    assert MARKED_ANSWER in received["judge-question"]
    assert item.token in received["judge-act"]


def ask_everything(world: World, item: PoolItem) -> dict[str, Any]:
    """Ask for every page of judging and send every act, as the desk's script does."""
    client, user = world.client("assessor"), world.people["assessor"]
    query = {"item": item.token, "document": "D2", "label": "correct"}
    choice = {"item": item.token, "document": "D2", "decision": "right", "seen": ""}
    act = json.dumps({"key": str(uuid4()), "means": "key", "choices": [choice]})
    forms = {
        "judge-label": query | {"decision": "wrong", "key": str(uuid4())},
        "judge-undo": {"key": str(uuid4())},
        "judge-lease": {"tab": str(uuid4())},
        "judge-split": {"item": item.token, "is_split": "on"},
        "judge-comment": {"key": str(uuid4()), "text": "?", "item": item.token},
        "judge-split-form": {"item": item.token, "is_split": "on"},
        "judge-comment-form": {"key": str(uuid4()), "text": "?", "item": item.token},
    }
    pages = [name for name in world.addresses if name.startswith("judge-")]
    answers: dict[str, Any] = {}
    for name in pages:
        who = {"accept": "application/json", "x-assessor": str(user.pk)}
        if name == "judge-act":
            answers[name] = client.post(
                world.address(name), act, content_type="application/json", headers=who
            )
        elif name in forms:
            answers[name] = client.post(world.address(name), forms[name], headers=who, follow=True)
        else:
            answers[name] = client.get(world.address(name), query, follow=True)
    return answers
