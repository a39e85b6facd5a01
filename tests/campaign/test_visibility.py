"""Every page for every role at every stage, and every secret to those it belongs to first."""

from __future__ import annotations

import html
from dataclasses import dataclass, field
from typing import Any

import pytest
from django.test import Client
from django.urls import get_resolver, reverse
from django.utils import timezone

from campaign.models import Job, Role, Stage, Task, User
from judging.actions.judgments import assessor_of
from judging.desk import token_of
from judging.models import PoolItem
from tests import make
from tests.test_architecture import url_patterns

SECRET_QUESTION = "Qui a écrit le secret des questions ?"
SECRET_RUN = "tag-of-the-other-team"
SECRET_TEAM = "Équipe Oriflamme Secrète"
SECRET_ANSWER = "réponse secrète de l'autre équipe"
SECRET_SCORE = "0.777"

ROLES = ("visitor", "stranger", "participant", "rival", "editor", "assessor", "organizer", "judge")
STAGES = tuple(Stage)


@dataclass
class World:
    task: Task
    people: dict[str, User | None]
    addresses: dict[str, dict[str, Any]]
    clients: dict[str, Client] = field(default_factory=dict)

    def client(self, role: str) -> Client:
        if role not in self.clients:
            self.clients[role] = Client(headers={"accept-language": "en"})
            if (user := self.people[role]) is not None:
                self.clients[role].force_login(user)
        return self.clients[role]

    def address(self, name: str) -> str:
        return reverse(name, kwargs=self.addresses[name])

    def page(self, role: str, name: str) -> str:
        """Return the text of a page as a browser would show it, after redirections."""
        response = self.client(role).get(self.address(name), follow=True)
        return html.unescape(response.content.decode())


@pytest.fixture
def world(db: None) -> World:
    task = make.make_ready_task()
    campaign = task.campaign
    make.load_questions(task, make.QUESTIONS.replace("Qui a écrit Germinal ?", SECRET_QUESTION))
    people: dict[str, User | None] = {
        "visitor": None,
        "stranger": make.make_user("Stranger"),
        "participant": make.make_user("Participant"),
        "rival": make.make_user("Rival"),
        "editor": make.make_member(campaign, Role.QUESTION_EDITOR, task=task),
        "assessor": make.make_member(campaign, Role.ASSESSOR),
        "organizer": campaign.opened_by,
        # Holds two hats: assessor of the campaign and member of a team of the task.
        "judge": make.make_user("Judge"),
    }
    make.make_membership(campaign, Role.ASSESSOR, user=people["judge"])
    mine = make.make_team(task, "Vésale", member=people["participant"])
    mine.members.add(people["judge"])
    other = make.make_team(task, SECRET_TEAM, member=people["rival"])
    own_run = make.make_run(mine, task)
    run = make.make_run(
        other, task, make.RUN.replace("Balzac", SECRET_ANSWER), name=f"{SECRET_RUN}.tsv"
    )
    make.make_score(run, 0.777)
    question = task.questions.get(identifier="GF1")
    make.make_pool_item(question, SECRET_ANSWER, document="D2")
    assessor_of(task=task, user=people["assessor"])
    place = {"campaign_slug": campaign.slug, "task_slug": task.slug}
    here = {"campaign_slug": campaign.slug}
    membership = make.make_member(campaign, Role.ADJUDICATOR).memberships.get()
    addresses = {
        **dict.fromkeys(TASK_PAGES, place),
        **dict.fromkeys(CAMPAIGN_PAGES, here),
        **dict.fromkeys(SITE_PAGES, {}),
        "invitation": {"user_id": people["stranger"].pk, "token": "x-y"},
        "job-retry": place | {"job_id": 0},
        "role-revoke": here | {"membership_id": membership.pk},
        "document-page": place | {"identifier": "D1"},
        "question-withdraw": place | {"identifier": "GF1"},
        "question-restore": place | {"identifier": "GF1"},
        "upload-report": place | {"upload_id": run.upload_id},
        "upload-file": place | {"upload_id": run.upload_id},
        "run-withdraw": place | {"run_id": own_run.pk},
        "run-choose": place | {"run_id": own_run.pk},
        "judge-question": place | {"identifier": "GF1"},
        "judge-label": place | {"identifier": "GF1"},
        "judge-undo": place | {"identifier": "GF1"},
    }
    Job.objects.all().delete()
    return World(task, people, addresses)


SITE_PAGES = (
    "home",
    "sign-in",
    "sign-out",
    "choose-language",
    "choose-theme",
    "campaign-open",
)
CAMPAIGN_PAGES = (
    "campaign-page",
    "campaign-edit",
    "campaign-announce",
    "people",
    "team-register",
    "team-page",
    "journal",
    "task-open",
)
TASK_PAGES = (
    "task-page",
    "task-edit",
    "results-open",
    "job-list",
    "document-list",
    "question-list",
    "run-list",
    "run-upload",
    "judge-next",
    "judging-progress",
    "judging-close",
    "leaderboard",
)
# Asks the broker and a worker; tested with real ones in tests/config.
UNWALKED = {"health"}
POST_ONLY = {
    "job-retry",
    "sign-out",
    "choose-language",
    "choose-theme",
    "campaign-announce",
    "role-revoke",
    "question-restore",
    "run-withdraw",
    "run-choose",
    "judge-label",
    "judge-undo",
    "judging-close",
}


def test_every_address_is_walked(world: World) -> None:
    names = {str(pattern.name) for pattern in url_patterns(get_resolver().url_patterns)}
    assert names - UNWALKED == set(world.addresses)


def status(world: World, role: str, name: str) -> int:
    client, address = world.client(role), world.address(name)
    response = client.post(address) if name in POST_ONLY else client.get(address)
    # Response.close() would also close the database connection of the test.
    for close in response._resource_closers:
        close()
    return response.status_code


# From which stage on a page opens to a role with 200; None never. 'draft' is stage 0.
D, R, O, C, J, T, P = (
    Stage.DRAFT,
    Stage.REGISTRATION,
    Stage.RELEASED,
    Stage.CLOSED,
    Stage.JUDGED,
    Stage.RESULTS_TO_TEAMS,
    Stage.PUBLIC,
)
OPENS: dict[str, dict[str, Stage]] = {
    #                     visitor stranger participant editor assessor organizer two hats
    "task-page": {
        "visitor": R,
        "stranger": R,
        "participant": R,
        "rival": R,
        "editor": D,
        "assessor": R,
        "organizer": D,
        "judge": R,
    },
    "task-edit": {"organizer": D},
    "results-open": {"organizer": D},
    "job-list": {"organizer": D},
    "document-list": {
        "participant": R,
        "rival": R,
        "editor": D,
        "assessor": O,
        "organizer": D,
        "judge": R,
    },
    "document-page": {
        "participant": R,
        "rival": R,
        "editor": D,
        "assessor": O,
        "organizer": D,
        "judge": R,
    },
    "question-list": {
        "visitor": P,
        "stranger": P,
        "participant": O,
        "rival": O,
        "editor": D,
        "assessor": O,
        "organizer": D,
        "judge": O,
    },
    "question-withdraw": {"editor": D, "organizer": D},
    "run-list": {
        "stranger": P,
        "participant": R,
        "rival": R,
        "editor": P,
        "assessor": P,
        "organizer": D,
        "judge": R,
    },
    "run-upload": {"participant": R, "rival": R, "judge": R},
    "upload-report": {"rival": R, "organizer": D},
    "upload-file": {"rival": R, "organizer": D},
    "judge-question": {"assessor": O},
    "judging-progress": {"organizer": D},
    "leaderboard": {
        "visitor": P,
        "stranger": P,
        "participant": T,
        "rival": T,
        "editor": P,
        "assessor": P,
        "organizer": D,
        "judge": T,
    },
}


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
    "journal": {"organizer"},
    "task-open": {"organizer"},
    "team-register": set(ROLES) - {"visitor"},
    "team-page": set(ROLES) - {"visitor"},
    "home": set(ROLES),
    "campaign-open": set(),
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
        ("judge-label", {"assessor": O}),
        ("judge-undo", {"assessor": O}),
        ("question-restore", {"editor": D, "organizer": D}),
        ("run-choose", {"participant": R, "judge": R}),
        ("judging-close", {"organizer": D}),
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
SECRETS: list[tuple[str, Callable[[str], str], dict[str, Stage | None]]] = [
    (SECRET_QUESTION, "question-list", OPENS["question-list"]),
    (
        SECRET_RUN,
        "run-list",
        {
            "rival": R,
            "organizer": D,
            "participant": T,
            "judge": T,
            "stranger": P,
            "editor": P,
            "assessor": P,
        },
    ),
    (
        SECRET_TEAM,
        "run-list",
        {
            "rival": R,
            "organizer": D,
            "participant": T,
            "judge": T,
            "stranger": P,
            "editor": P,
            "assessor": P,
        },
    ),
    (SECRET_SCORE, "leaderboard", OPENS["leaderboard"]),
    (SECRET_TEAM, "leaderboard", OPENS["leaderboard"]),
    (SECRET_ANSWER, "judge-question", {"assessor": O}),
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
        and name not in {"campaign-open", "judge-next", "invitation"}
        and not any(status(world, role, name) == 200 for role in ROLES)
    }
    assert never == set()


ASSESSOR_PAGES = ("judge-question", "task-page", "campaign-page", "question-list", "document-list")
RUN_SECRETS = (SECRET_RUN, SECRET_TEAM, "Vésale", "vesale-1", SECRET_SCORE)


def test_nothing_about_runs_reaches_an_assessor(world: World) -> None:
    """The marked values are first seen by an organizer, so that their absence means something."""
    make.put_at_stage(world.task, Stage.RELEASED)
    everything = world.page("organizer", "run-list") + world.page("organizer", "leaderboard")
    assert [secret for secret in RUN_SECRETS if secret not in everything] == []
    item = PoolItem.objects.get(texts__text=SECRET_ANSWER)
    bodies = [world.page("assessor", name) for name in ASSESSOR_PAGES]
    judged = world.client("assessor").post(
        world.address("judge-label"),
        {
            "item": token_of(item),
            "document": "D2",
            "label": "incorrect",
            "batch": "6f9619ff-8b86-4d01-b42d-00cf4fc964ff",
        },
        headers={"hx-request": "true"},
        follow=True,
    )
    bodies.append(judged.content.decode())

    leaks = [secret for secret in RUN_SECRETS for body in bodies if secret in body]

    assert leaks == []
    assert SECRET_ANSWER in bodies[0]


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
        "organizer": 200,
        "judge": 200,
    }


def test_a_waiver_gives_the_other_hats_back(world: World) -> None:
    make.put_at_stage(world.task, Stage.RELEASED)
    assert status(world, "judge", "judge-question") == 403

    make.make_waiver(world.task, world.people["judge"])

    assert status(world, "judge", "judge-question") == 200
