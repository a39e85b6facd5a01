"""What an address asks for after its question mark: no row holds a NUL, and no page fails on one."""

from __future__ import annotations

from http import HTTPStatus
from urllib.parse import urlencode

import pytest

from campaign.models import Stage
from judging.models import PoolItem
from tests import make
from tests.campaign.populated import POST_ONLY, World, world

__all__ = ["world"]

ASKED = (
    *("by", "code", "document", "first", "format", "item", "kind", "label", "look", "page"),
    *("pair", "place", "profile", "q", "reason", "second", "state", "text", "type", "version"),
)


@pytest.mark.parametrize("role", ["organizer", "assessor", "adjudicator"])
def test_nul_in_any_query_fails_no_page(world: World, role: str) -> None:
    make.put_at_stage(world.task, Stage.RELEASED)
    failed = []
    for name in sorted(set(world.addresses) - POST_ONLY):
        kept = world.queries.get(name, {})
        alone = [{**kept, one: "a\0"} for one in kept]
        for query in ({**dict.fromkeys(ASKED, "\0"), **kept}, dict.fromkeys(ASKED, "\0"), *alone):
            address = f"{world.address(name).partition('?')[0]}?{urlencode(query)}"
            response = world.client(role).get(address)
            for close in getattr(response, "_resource_closers", ()):
                close()
            if response.status_code >= HTTPStatus.INTERNAL_SERVER_ERROR:
                failed.append(address)
    assert failed == []


def test_nul_beside_an_item_finds_nothing(world: World) -> None:
    make.put_at_stage(world.task, Stage.RELEASED)
    client = world.client("assessor")
    pooled = PoolItem.objects.filter(question__identifier="GF1")
    known = {"item": pooled[0].token}

    given = [
        client.get(f"{world.address(name).partition('?')[0]}?{urlencode(query)}").status_code
        for name, query in (
            ("judge-document", {**known, "document": "\0"}),
            ("judge-document", {**known, "item": "\0"}),
            ("judge-guidelines", {"item": "\0"}),
        )
    ]

    assert given == [404, 404, 404]
