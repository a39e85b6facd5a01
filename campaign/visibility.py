"""Who sees what at which stage of a task: the only place that decides it."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum, auto

from campaign.models import Role, Stage, Task
from campaign.permissions import Member


class Thing(StrEnum):
    TASK = auto()
    DOCUMENTS = auto()
    QUESTIONS = auto()
    OWN_RUNS = auto()
    RUNS = auto()
    POOL = auto()
    DISAGREEMENTS = auto()
    JUDGMENTS = auto()
    SCORES = auto()
    WORK = auto()


# Read: a thing is shown to a role from the stage on; `None` is everybody, signed in or not.
SHOWN_FROM: dict[Thing, dict[Role | None, Stage]] = {
    Thing.TASK: {
        Role.ORGANIZER: Stage.DRAFT,
        Role.QUESTION_EDITOR: Stage.DRAFT,
        None: Stage.REGISTRATION,
    },
    Thing.DOCUMENTS: {
        Role.ORGANIZER: Stage.DRAFT,
        Role.QUESTION_EDITOR: Stage.DRAFT,
        Role.PARTICIPANT: Stage.REGISTRATION,
        Role.ASSESSOR: Stage.RELEASED,
        Role.ADJUDICATOR: Stage.RELEASED,
    },
    Thing.QUESTIONS: {
        Role.ORGANIZER: Stage.DRAFT,
        Role.QUESTION_EDITOR: Stage.DRAFT,
        Role.ASSESSOR: Stage.RELEASED,
        Role.ADJUDICATOR: Stage.RELEASED,
        Role.PARTICIPANT: Stage.RELEASED,
        None: Stage.PUBLIC,
    },
    Thing.OWN_RUNS: {Role.PARTICIPANT: Stage.REGISTRATION},
    Thing.RUNS: {
        Role.ORGANIZER: Stage.DRAFT,
        Role.PARTICIPANT: Stage.RESULTS_TO_TEAMS,
        None: Stage.PUBLIC,
    },
    Thing.POOL: {Role.ASSESSOR: Stage.RELEASED},
    # Without names: who gave which label is part of the work.
    Thing.DISAGREEMENTS: {Role.ORGANIZER: Stage.DRAFT, Role.ADJUDICATOR: Stage.RELEASED},
    Thing.JUDGMENTS: {
        Role.ORGANIZER: Stage.DRAFT,
        Role.PARTICIPANT: Stage.RESULTS_TO_TEAMS,
        None: Stage.PUBLIC,
    },
    Thing.SCORES: {
        Role.ORGANIZER: Stage.DRAFT,
        Role.PARTICIPANT: Stage.RESULTS_TO_TEAMS,
        None: Stage.PUBLIC,
    },
    # What is being done and by whom: jobs, uploads of others, progress, the audit trail.
    Thing.WORK: {Role.ORGANIZER: Stage.DRAFT},
}


def shows(member: Member, thing: Thing, task: Task, at: datetime) -> bool:
    """Whether the person may see the thing of this task at this instant."""
    stage = task.stage(at)
    return any(
        stage >= opens
        for role, opens in SHOWN_FROM[thing].items()
        if role is None or role in member.roles
    )


def shown_later(member: Member, thing: Thing) -> Stage | None:
    """Return the first stage at which the person would see the thing, if there is one."""
    stages = [
        opens for role, opens in SHOWN_FROM[thing].items() if role is None or role in member.roles
    ]
    return min(stages, default=None)
