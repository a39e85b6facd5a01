"""The script of the desk decides as the server does, over every case."""

from __future__ import annotations

from itertools import product

import pytest
from playwright.sync_api import Page
from pytest_django.live_server_helper import LiveServer

from judging.decisions import Decision, Opinion, Verdict, decide, label_of
from judging.judgment_format import Kind

OPINIONS = [
    Opinion(),
    Opinion(Verdict.RIGHT),
    Opinion(Verdict.RIGHT, is_supported=True),
    Opinion(Verdict.RIGHT, is_supported=False),
    Opinion(Verdict.INEXACT),
    Opinion(Verdict.INEXACT, is_supported=True),
    Opinion(Verdict.INEXACT, is_supported=False),
    Opinion(Verdict.WRONG),
    Opinion(Verdict.CANNOT),
]

type Plain = dict[str, object]


def plain(opinion: Opinion) -> Plain:
    return {"verdict": opinion.verdict or "", "supported": opinion.is_supported}


@pytest.mark.django_db(transaction=True)
def test_the_script_decides_as_the_server_does(page: Page, live_server: LiveServer) -> None:
    cases = list(product(Decision, OPINIONS, OPINIONS, ["D1", "D2", None], [False, True]))
    page.goto(f"{live_server}/sign-in/")

    sent = [
        [decision.value, {"D1": plain(one), "D2": plain(other)}, document, is_split]
        for decision, one, other, document, is_split in cases
    ]
    given = page.evaluate(
        """async ([address, cases]) => {
            const { decide } = await import(address);
            return cases.map((one) => decide(...one));
        }""",
        [f"{live_server}/static/js/judging/decisions.js", sent],
    )

    wanted = [
        {
            name: plain(opinion)
            for name, opinion in decide(
                decision, {"D1": one, "D2": other}, document, is_split=is_split
            ).items()
        }
        for decision, one, other, document, is_split in cases
    ]
    assert given == wanted
    assert len(cases) == 5 * 9 * 9 * 3 * 2


@pytest.mark.django_db(transaction=True)
def test_the_script_names_states_as_the_server_does(page: Page, live_server: LiveServer) -> None:
    cases = list(product(OPINIONS, Kind, [False, True]))
    page.goto(f"{live_server}/sign-in/")

    given = page.evaluate(
        """async ([address, cases]) => {
            const { stateOf } = await import(address);
            return cases.map((one) => stateOf(...one));
        }""",
        [
            f"{live_server}/static/js/judging/decisions.js",
            [[plain(one), kind is Kind.PASSAGE, first] for one, kind, first in cases],
        ],
    )

    assert given == [state(one, kind, inexact_first=first) for one, kind, first in cases]


def state(opinion: Opinion, kind: Kind, *, inexact_first: bool) -> str:
    label = label_of(opinion, kind, inexact_first=inexact_first)
    if label is not None:
        return label.value
    if opinion.verdict is Verdict.CANNOT:
        return "cannot"
    return "support" if opinion.needs_support else "none"
