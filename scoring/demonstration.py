"""The demonstration campaign: files that are loaded through the actions, as organizers would."""

from __future__ import annotations

import tomllib
from datetime import datetime, timedelta
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple
from zoneinfo import ZoneInfo

from django.conf import settings
from django.contrib.auth.hashers import PBKDF2PasswordHasher
from django.db import transaction
from django.utils.translation import get_language

from campaign.actions import campaigns, tasks, teams
from campaign.actions.accounts import verify_address
from campaign.actions.jobs import claim_job, queue_job
from campaign.actions.questions import withdraw_question
from campaign.actions.reading import read_upload
from campaign.actions.uploads import receive_upload
from campaign.models import INSTANTS, Campaign, Job, Role, Stage, Task, Team, Upload, User
from judging.actions.assessors import assessor_of
from judging.actions.assignment import assign_questions
from judging.actions.closing import sign_closing
from judging.actions.imports import read_judgment_upload
from judging.actions.pools import extend_pool
from judging.assignment import Choices, plan_assignment
from judging.models import JudgmentEvent
from scoring.demonstration_guidance import guide_assessors

FOLDER: Path = settings.BASE_DIR / "demonstration"

PASSWORD = "lanterne"  # noqa: S105 -- printed at the start of the demo, and set nowhere else

type Table = dict[str, Any]


class FileWasRefused(Exception):
    """A file of the demonstration has an error."""


class PoolIsBusy(Exception):
    """A worker fills the pool of a task that is not loaded yet."""


class SignIn(NamedTuple):
    """One account of the demo; a team's people have its name."""

    title_fr: str
    title_en: str
    team: str
    name: str
    email: str

    @property
    def title(self) -> str:
        """Return the role in the reader's language."""
        return self.title_fr if (get_language() or "").startswith("fr") else self.title_en


def plan() -> Table:
    """Return what `campaign.toml` says."""
    with (FOLDER / "campaign.toml").open("rb") as source:
        return tomllib.load(source)


def sign_ins() -> list[SignIn]:
    """Return the accounts in the order in which people try them."""
    written = plan()
    seen: dict[str, SignIn] = {}
    for person in written["people"]:
        seen[person["email"]] = SignIn(
            person["title_fr"], person["title_en"], "", person["name"], person["email"]
        )
    for team in written["teams"]:
        for member in team["members"]:
            one = SignIn(
                team["title_fr"], "participant", team["name"], member["name"], member["email"]
            )
            seen.setdefault(member["email"], one)
    return list(seen.values())


class Loading:
    """One loading of the campaign, on a given day; nothing of it shows before all of it does."""

    def __init__(self, *, at: datetime) -> None:
        self.plan = plan()
        self.zone = ZoneInfo(self.plan["time_zone"])
        self.today = at.astimezone(self.zone).replace(hour=0, minute=0, second=0, microsecond=0)
        self.accounts: dict[str, User] = {}
        self.tasks: dict[str, Task] = {}
        self.teams: dict[str, Team] = {}

    @transaction.atomic
    def run(self) -> Campaign:
        """Load everything; the worker finds what is to be pooled and scored by itself.

        :raises FileWasRefused: if a file of the demonstration has an error.
        """
        for task in self.plan["tasks"]:
            self._open_task(task)
        for person in self.plan["people"][1:]:
            self._grant_roles(person)
        for team in self.plan["teams"]:
            self._register_team(team)
        for task in self.plan["tasks"]:
            self._fill_task(task)
        if settings.DEMO:
            self._set_passwords()
        return self.campaign

    def instant(self, written: str) -> datetime:
        """Return the instant of ``-12 11:52``: days from the day of loading, time in the zone."""
        days, _space, clock = written.partition(" ")
        hours, _colon, minutes = clock.partition(":")
        # Whole days are added on the calendar, so that clocks keep their time across a change.
        day = self.today + timedelta(days=int(days))
        return day.replace(hour=int(hours), minute=int(minutes))

    @cached_property
    def organizer(self) -> User:
        first = self.plan["people"][0]
        user = self._account(first)
        User.objects.filter(pk=user.pk).update(opens_campaigns=True)
        return user

    @cached_property
    def campaign(self) -> Campaign:
        written, opened = self.plan, self.instant(self.plan["opened"])
        texts = (
            "summary_fr",
            "summary_en",
            "call_fr",
            "call_en",
            "partners_fr",
            "partners_en",
            "time_zone",
        )
        campaign = campaigns.open_campaign(
            name=written["name"],
            slug=written["slug"],
            by=self.organizer,
            at=opened,
            **{field: written[field].strip() for field in texts},
        )
        announced = self.instant(written["announced"])
        return campaigns.edit_campaign(
            campaign=campaign, by=self.organizer, at=announced, announced_at=announced
        )

    def _account(self, person: Table) -> User:
        email = person["email"]
        if email not in self.accounts:
            known = User.objects.filter(email__iexact=email).first()
            self.accounts[email] = known or User.objects.create_user(
                email=email, name=person["name"]
            )
        return self.accounts[email]

    def _set_passwords(self) -> None:
        # One quick hash for all: the password is printed anyway, and the demo's start is watched.
        hasher = PBKDF2PasswordHasher()
        hashed = hasher.encode(PASSWORD, hasher.salt(), iterations=1000)
        keys = [user.pk for user in self.accounts.values() if not user.has_usable_password()]
        User.objects.filter(pk__in=keys).update(password=hashed)
        for user in self.accounts.values():
            verify_address(user=user)

    def _open_task(self, written: Table) -> None:
        calendar = written["calendar"]
        planned = {
            INSTANTS[stage]: self.instant(calendar[name])
            for name, stage in (
                ("announced", Stage.REGISTRATION),
                ("released", Stage.RELEASED),
                ("closes", Stage.CLOSED),
            )
        }
        self.tasks[written["slug"]] = tasks.open_task(
            campaign=self.campaign,
            name=written["name"],
            slug=written["slug"],
            name_en=written["name_en"],
            summary_fr=written["summary_fr"],
            summary_en=written["summary_en"],
            time_zone=self.plan["time_zone"],
            by=self.organizer,
            at=self.instant(written["opened"]),
            **planned,
        )

    def _grant_roles(self, person: Table) -> None:
        user = self._account(person)
        for slug in person.get("tasks", [None]):
            campaigns.grant_role(
                campaign=self.campaign,
                task=None if slug is None else self.tasks[slug],
                email=user.email,
                name=user.name,
                role=Role(person["role"]),
                by=self.organizer,
                at=self.instant(self.plan["announced"]),
            )
            if person["role"] == Role.ASSESSOR and slug is not None:
                # In the order of the file: the first is assessor-1 in the judgments.
                assessor_of(task=self.tasks[slug], user=user)

    def _register_team(self, written: Table) -> None:
        members = [self._account(member) for member in written["members"]]
        at = self.instant(written["registered"])
        team = teams.register_team(
            campaign=self.campaign,
            name=written["name"],
            affiliation=written["affiliation"],
            sector=written["sector"],
            members=members,
            by=members[0],
            at=at,
        )
        self.teams[team.name] = team
        for slug in written["tasks"]:
            task = self.tasks[slug]
            entered = max(at, task.announced_at) if task.announced_at else at
            teams.enter_task(team=team, task=task, by=members[0], at=entered)

    def _fill_task(self, written: Table) -> None:
        task, folder = self.tasks[written["slug"]], FOLDER / written["folder"]
        loaded = self.instant(written["loaded"])
        collection = FOLDER / str(written.get("collection", written["folder"])) / "documents.jsonl"
        self._read(task, Upload.Kind.DOCUMENTS, collection, at=loaded)
        self._read(task, Upload.Kind.QUESTIONS, folder / "questions.tsv", at=loaded)
        for waiver in written.get("waivers", ()):
            self._grant_waiver(task, waiver)
        for tag, (team, received) in written.get("runs", {}).items():
            self._submit_run(task, folder / "runs" / f"{tag}.tsv", self.teams[team], received)
        for question in written.get("withdrawn", ()):
            self._withdraw_question(task, question)
        if "judgments" in written:
            at = self.instant(written["judgments"])
            self._read(task, Upload.Kind.JUDGMENTS, folder / "judgments.tsv", at=at)
        guide_assessors(
            task=task,
            written=written,
            instant=self.instant,
            by=self.organizer,
            people=self.accounts,
        )
        if "assignment" in written:
            self._assign_questions(task, written["assignment"])
        if "judged" in written["calendar"]:
            self._close_judging(task, written)
        self._plan_results(task, written["calendar"])

    def _assign_questions(self, task: Task, written: Table) -> None:
        """Give what is left to judge; the pool is filled first, as the worker would have."""
        at = self.instant(written["at"])
        lease = claim_job(job_id=self._job_to_pool(task, at).pk)
        if lease is not None:
            extend_pool(task=task, at=at, lease=lease)
            lease.finish()
        task = Task.objects.get(pk=task.pk)
        people = [self.accounts[email] for email in written["people"]]
        choices = Choices(
            weights={user.pk: 1.0 for user in people},
            tags={},
            double=written["double"],
            seed=written["seed"],
        )
        digest = plan_assignment(task, choices).digest
        assign_questions(task=task, choices=choices, digest=digest, by=self.organizer, at=at)

    def _job_to_pool(self, task: Task, at: datetime) -> Job:
        job = queue_job(kind="judging.tasks.extend_pool", task=task, at=at)
        if job is None:
            raise PoolIsBusy(task)
        return job

    def _submit_run(self, task: Task, path: Path, team: Team, received: str) -> None:
        by, at = team.registered_by, self.instant(received)
        self._read(task, Upload.Kind.RUN, path, at=at, by=by, team=team)

    def _read(
        self,
        task: Task,
        kind: Upload.Kind,
        path: Path,
        *,
        at: datetime,
        by: User | None = None,
        team: Team | None = None,
    ) -> None:
        with path.open("rb") as source:
            upload = receive_upload(
                task=task,
                kind=kind,
                source=source,
                name=path.name,
                limit=settings.MAX_UPLOAD_BYTES,
                by=by or self.organizer,
                at=at,
                team=team,
            )
        read = read_judgment_upload if kind == Upload.Kind.JUDGMENTS else read_upload
        upload = read(upload=upload, at=at)
        if upload.outcome != Upload.Outcome.ACCEPTED:
            first = next(upload.listed_problems(), None)
            raise FileWasRefused(path, upload.outcome, first)

    def _grant_waiver(self, task: Task, waiver: Table) -> None:
        campaigns.grant_waiver(
            task=task,
            user=self.accounts[waiver["person"]],
            reason=waiver["reason"],
            by=self.organizer,
            at=self.instant(waiver["signed"]),
        )

    def _withdraw_question(self, task: Task, written: Table) -> None:
        withdraw_question(
            question=task.questions.get(identifier=written["question"]),
            reason=written["reason"],
            by=self.organizer,
            at=self.instant(written["at"]),
        )

    def _close_judging(self, task: Task, written: Table) -> None:
        sign_closing(
            task=task,
            seen=JudgmentEvent.objects.latest_of(task),
            remark=written.get("closing_remark", ""),
            acknowledges=True,
            by=self.organizer,
            at=self.instant(written["calendar"]["judged"]),
        )
        task.refresh_from_db()

    def _plan_results(self, task: Task, calendar: Table) -> None:
        planned = {name: self.instant(written) for name, written in calendar.items()}
        judged, to_teams = planned.get("judged"), planned.get("results_to_teams")
        tasks.open_results(
            task=task,
            to_teams_at=to_teams,
            to_public_at=planned.get("results_public"),
            by=self.organizer,
            at=judged or planned["announced"],
        )
