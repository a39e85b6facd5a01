"""Every page for every role at every stage, and every secret to those it belongs to first."""

from __future__ import annotations

import pytest
from django.urls import get_resolver
from django.utils import timezone

from campaign.models import Stage, User
from judging.models import PoolItem
from tests import make
from tests.campaign.populated import (
    MARKED_ANSWER,
    MARKED_QUESTION,
    MARKED_RUN,
    MARKED_SCORE,
    MARKED_TEAM,
    POST_ONLY,
    ROLES,
    STAGES,
    UNWALKED,
    World,
    world,
)
from tests.test_architecture import url_patterns

__all__ = ["world"]


def test_every_address_is_walked(world: World) -> None:
    names = {str(pattern.name) for pattern in url_patterns(get_resolver().url_patterns)}
    assert names - UNWALKED == set(world.addresses)


def status(world: World, role: str, name: str) -> int:
    client, address = world.client(role), world.address(name)
    response = client.post(address) if name in POST_ONLY else client.get(address)
    # Response.close() would also close the database connection of the test.
    for close in getattr(response, "_resource_closers", ()):
        close()
    return response.status_code


# From which stage on a page opens to a role with 200; None never. a role without an entry never sees it.
D, R, A, C, J, T, P = (
    Stage.DRAFT,
    Stage.REGISTRATION,
    Stage.RELEASED,
    Stage.CLOSED,
    Stage.JUDGED,
    Stage.RESULTS_TO_TEAMS,
    Stage.PUBLIC,
)
# fmt: off
OPENS: dict[str, dict[str, Stage]] = {
    #                     visitor stranger participant editor assessor organizer two hats
    "task-page": {"visitor": R, "stranger": R, "participant": R, "rival": R, "editor": D, "assessor": R, "adjudicator": R, "organizer": D, "judge": R},
    "task-edit": {"organizer": D},
    "results-open": {"organizer": D},
    "job-list": {"organizer": D},
    "document-list": {"participant": R, "rival": R, "editor": D, "assessor": A, "adjudicator": A, "organizer": D, "judge": R},
    "document-page": {"participant": R, "rival": R, "editor": D, "assessor": A, "adjudicator": A, "organizer": D, "judge": R},
    "question-list": {"visitor": P, "stranger": P, "participant": A, "rival": A, "editor": D, "assessor": A, "adjudicator": A, "organizer": D, "judge": A},
    "question-withdraw": {"editor": D, "organizer": D},
    "run-list": {"visitor": P, "stranger": P, "participant": R, "rival": R, "editor": P, "assessor": P, "adjudicator": P, "organizer": D, "judge": R},
    "run-upload": {"participant": R, "rival": R, "judge": R},
    "upload-report": {"rival": R, "organizer": D},
    "upload-file": {"rival": R, "organizer": D},
    "judge-question": {"assessor": A},
    "judging-progress": {"organizer": D},
    "disagreements": {"adjudicator": A, "organizer": D},
    "disagreement-adjudicate": {"adjudicator": A, "organizer": D},
    "agreement": {"organizer": D},
    "agreement-units": {"organizer": D},
    "ranking-agreement": {"organizer": D},
    "judged-item": {"organizer": D},
    "consistency": {"organizer": D},
    "judging-close": {"organizer": D},
    "closing-act": {"visitor": P, "stranger": P, "participant": T, "rival": T, "editor": P, "assessor": P, "adjudicator": P, "organizer": D, "judge": T},
    "judging-rules": {"organizer": D},
    "pool": {"organizer": D},
    "assignment": {"organizer": D},
    "pool-comparison": {"organizer": D},
    "judgment-file": {"organizer": D},
    "judge-days": {"assessor": A},
    "judge-decisions": {"assessor": A},
    "doubts": {"organizer": D},
    "doubts-count": {"organizer": D},
    "doubt-reply": {"organizer": D},
    "guidelines": {"organizer": D},
    "guideline-write": {"organizer": D},
    "guideline-affected": {"organizer": D},
    "judge-guidelines": {"assessor": A},
    "results-summary": {"visitor": P, "stranger": P, "participant": T, "rival": T, "editor": P, "assessor": P, "adjudicator": P, "organizer": D, "judge": T},
    "run-results": {"visitor": P, "stranger": P, "participant": T, "rival": T, "editor": P, "assessor": P, "adjudicator": P, "organizer": D, "judge": T},
    "leaderboard": {"visitor": P, "stranger": P, "participant": T, "rival": T, "editor": P, "assessor": P, "adjudicator": P, "organizer": D, "judge": T},
}
# fmt: on


@pytest.mark.parametrize("role", ROLES)
def test_pages_of_a_task_open_as_the_table_says(world: World, role: str) -> None:
    opened, expected = set(), set()
    for stage in STAGES:
        make.put_at_stage(world.task, stage)
        opened |= {(stage, name) for name in OPENS if status(world, role, name) == 200}
        expected |= {
            (stage, name)
            for name, roles in OPENS.items()
            if (opens := roles.get(role)) is not None and stage >= opens
        }

    assert opened == expected


CAMPAIGN_OPENS = {
    "campaign-page": set(ROLES),
    "campaign-edit": {"organizer"},
    "people": {"organizer"},
    "waiver-grant": {"organizer"},
    "journal": {"organizer"},
    "task-open": {"organizer"},
    "team-register": set(ROLES) - {"visitor"},
    "team-page": set(ROLES) - {"visitor"},
    "home": set(ROLES),
    "campaign-open": set(),
    "kept-messages": set(),
    "tour": set(),
    "account_change_password": set(ROLES) - {"visitor"},
}


@pytest.mark.parametrize("role", ROLES)
def test_pages_of_a_campaign_open_by_role(world: World, role: str) -> None:
    opened = {name for name in CAMPAIGN_OPENS if status(world, role, name) == 200}

    assert opened == {name for name, roles in CAMPAIGN_OPENS.items() if role in roles}


def test_the_right_to_open_campaigns_opens_the_form(world: World) -> None:
    stranger = world.people["stranger"]
    User.objects.filter(pk=stranger.pk).update(opens_campaigns=True)

    assert status(world, "stranger", "campaign-open") == 200


@pytest.mark.parametrize(
    ("name", "may"),
    [
        ("judge-label", {"assessor": A}),
        ("judge-undo", {"assessor": A}),
        ("judge-act", {"assessor": A}),
        ("judge-lease", {"assessor": A}),
        ("judge-comment", {"assessor": A}),
        ("judge-comment-form", {"assessor": A}),
        ("judge-split-form", {"assessor": A}),
        ("question-restore", {"editor": D, "organizer": D}),
        ("run-choose", {"participant": R, "judge": R}),
        ("pool-extend", {"organizer": D}),
        ("assignment-give", {"organizer": D}),
    ],
)
def test_acts_are_open_to_their_role_alone(world: World, name: str, may: dict[str, Stage]) -> None:
    opened = set()
    for stage in STAGES:
        for role in ROLES:
            make.put_at_stage(world.task, stage)
            code = status(world, role, name)
            if code not in {403, 404} and not (role == "visitor" and code == 302):
                opened.add((stage, role))

    assert opened == {(s, role) for s in STAGES for role, first in may.items() if s >= first}


# Each secret: who sees it where, from which stage on; the first of them is who it belongs to.
SECRETS: list[tuple[str, str, dict[str, Stage]]] = [
    (MARKED_QUESTION, "question-list", OPENS["question-list"]),
    (
        MARKED_RUN,
        "run-list",
        {
            "visitor": P,
            "rival": R,
            "organizer": D,
            "participant": T,
            "judge": T,
            "stranger": P,
            "editor": P,
            "assessor": P,
            "adjudicator": P,
        },
    ),
    (
        MARKED_TEAM,
        "run-list",
        {
            "visitor": P,
            "rival": R,
            "organizer": D,
            "participant": T,
            "judge": T,
            "stranger": P,
            "editor": P,
            "assessor": P,
            "adjudicator": P,
        },
    ),
    (MARKED_SCORE, "leaderboard", OPENS["leaderboard"]),
    (MARKED_TEAM, "leaderboard", OPENS["leaderboard"]),
    (MARKED_ANSWER, "judge-question", {"assessor": A}),
]


@pytest.mark.parametrize(("secret", "name", "opens"), SECRETS)
def test_secrets_show_to_their_owners_then_to_nobody_else(
    world: World, secret: str, name: str, opens: dict[str, Stage]
) -> None:
    seen = set()
    for stage in STAGES:
        make.put_at_stage(world.task, stage)
        seen |= {(stage, role) for role in ROLES if secret in world.page(role, name)}

    owners = {(s, role) for s in STAGES for role, first in opens.items() if s >= first}
    assert owners
    assert seen == owners


def test_every_page_answers_200_to_somebody(world: World) -> None:
    make.put_at_stage(world.task, Stage.RELEASED)
    never = {
        name
        for name in world.addresses
        if name not in POST_ONLY
        and name
        not in {
            "campaign-open",
            "kept-messages",
            "judge-next",
            "judge-document",
            "judge-feedback",
            "invitation",
            "tour-path",
            "tour-file",
            "tour",
            "design",
        }
        and not any(status(world, role, name) == 200 for role in ROLES)
    }
    assert never == set()


ASSESSOR_PAGES = (
    "judge-question",
    "judge-guidelines",
    "task-page",
    "campaign-page",
    "question-list",
    "document-list",
)
MARKED_RUNS = (MARKED_RUN, MARKED_TEAM, "Vésale", "vesale-1", MARKED_SCORE)


def test_nothing_about_runs_reaches_an_assessor(world: World) -> None:
    """The marked values are first seen by an organizer, so that their absence means something."""
    make.put_at_stage(world.task, Stage.RELEASED)
    everything = world.page("organizer", "run-list") + world.page("organizer", "leaderboard")
    assert [secret for secret in MARKED_RUNS if secret not in everything] == []
    item = PoolItem.objects.get(texts__text=MARKED_ANSWER)
    bodies = [world.page("assessor", name) for name in ASSESSOR_PAGES]
    judged = world.client("assessor").post(
        world.address("judge-label"),
        {
            "item": item.token,
            "document": "D2",
            "decision": "wrong",
            "key": "6f9619ff-8b86-4d01-b42d-00cf4fc964ff",
        },
        follow=True,
    )
    bodies.append(judged.content.decode())

    leaks = [secret for secret in MARKED_RUNS for body in bodies if secret in body]

    assert leaks == []
    assert MARKED_ANSWER in bodies[0]


def test_a_campaign_that_is_not_announced_exists_only_for_its_members(world: World) -> None:
    campaign = world.task.campaign
    campaign.announced_at = timezone.now() + make.DAY
    campaign.save()

    found = {role: status(world, role, "campaign-page") for role in ROLES}

    assert found == {
        "visitor": 302,
        "stranger": 404,
        "participant": 200,
        "rival": 200,
        "editor": 200,
        "assessor": 200,
        "adjudicator": 200,
        "organizer": 200,
        "judge": 200,
    }


def test_a_waiver_gives_the_other_hats_back(world: World) -> None:
    make.put_at_stage(world.task, Stage.RELEASED)
    assert status(world, "judge", "judge-question") == 403

    make.make_waiver(world.task, world.people["judge"])

    assert status(world, "judge", "judge-question") == 200
