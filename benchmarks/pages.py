"""Server time and queries of the pages, on the demonstration campaign in a real database."""

from __future__ import annotations

import io
import sys
from collections.abc import Sequence
from functools import partial
from statistics import median, quantiles
from typing import NamedTuple

from django.conf import settings
from django.core.management import call_command
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext, override_settings
from django.urls import reverse
from django.utils import timezone

from benchmarks._rounds import goal, milliseconds, print_table, seconds_of
from benchmarks._scratch import scratch_database
from campaign.models import Campaign, Role, Team, Upload, User

SLOWEST_MEDIAN = 0.1  # seconds
ROUNDS = 20
OK = 200


class Page(NamedTuple):
    """A page as one person asks for it, and something of the database that it must show."""

    name: str
    person: str
    address: str
    shows: str


def load_demonstration() -> Campaign:
    """Load the campaign of the demo and compute what a worker would."""
    silence = io.StringIO()
    call_command("load_demonstration", anyway=True, stdout=silence)
    campaign = Campaign.objects.get()
    for task in campaign.tasks.all():
        if task.runs.exists():
            call_command("score_task", task.path, stdout=silence)
    return campaign


class Demonstration:
    """The people of the campaign, signed in, and its pages."""

    def __init__(self, campaign: Campaign) -> None:
        self.campaign = campaign
        self.judged = max(campaign.tasks.all(), key=lambda task: task.runs.count())
        upload = self.judged.uploads.filter(kind=Upload.Kind.RUN).order_by("pk").last()
        if upload is None or upload.team is None:
            raise AssertionError("the demonstration has no run")
        self.upload = upload
        self.team: Team = upload.team
        self.open = campaign.tasks.filter(closes_at__gt=timezone.now()).order_by("pk")[0]
        competitors = User.objects.filter(teams__tasks=self.open)
        people: dict[str, User | None] = {
            "visitor": None,
            "organizer": campaign.opened_by,
            "participant": self.team.members.order_by("pk").first(),
            "competitor": competitors.order_by("pk").first(),
            **{role.value: self._holder(role) for role in (Role.QUESTION_EDITOR, Role.ASSESSOR)},
        }
        self.clients = {name: _client(user) for name, user in people.items()}

    def _holder(self, role: Role) -> User:
        return User.objects.filter(memberships__role=role).order_by("pk")[0]

    def pages(self) -> list[Page]:
        """Return the pages that show rows or a form, those of everybody first."""
        campaign, task = self.campaign, self.judged
        question = task.questions.standing().in_order()[0].identifier
        document = task.documents.order_by("identifier")[0]
        tag = self.upload.run.tag
        return [
            Page("home", "visitor", reverse("home"), campaign.name),
            Page("sign in", "visitor", reverse(settings.LOGIN_URL), "password"),
            Page("help-page", "visitor", reverse("help-page", args=["assessor"]), "</h1>"),
            Page("tour", "visitor", reverse("tour"), "participant"),
            Page("tour-path", "visitor", reverse("tour-path", args=["visitor"]), campaign.slug),
            Page("campaign-open", "organizer", reverse("campaign-open"), "</form>"),
            self._of_campaign("campaign-page", "visitor", task.name),
            self._of_campaign("campaign-page", "organizer", task.name),
            self._of_campaign("campaign-edit", "organizer", campaign.name),
            self._of_campaign("task-open", "organizer", "</form>"),
            self._of_campaign("waiver-grant", "organizer", task.name),
            self._of_campaign("people", "organizer", self.team.name),
            self._of_campaign("journal", "organizer", "journal"),
            self._of_campaign("team-page", "participant", self.team.name),
            self._of_task("task-page", "visitor", task.name),
            self._of_task("task-page", "organizer", task.name),
            self._of_task("task-page", "participant", tag),
            self._of_task("task-edit", "organizer", task.name),
            self._of_task("results-open", "organizer", "</form>"),
            self._of_task("document-list", "organizer", document.identifier),
            self._of_task("document-page", "organizer", document.title, document.identifier),
            self._of_task("question-list", "question-editor", question),
            self._of_task("question-list", "organizer", question),
            self._of_task("question-withdraw", "question-editor", question, question),
            self._of_task("run-list", "organizer", tag),
            self._of_task("run-list", "participant", tag),
            Page(
                "run-upload",
                "competitor",
                reverse("run-upload", args=[campaign.slug, self.open.slug]),
                self.open.name,
            ),
            self._of_task("upload-report", "participant", self.upload.sha256, self.upload.pk),
            self._of_task("job-list", "organizer", task.name),
            self._of_task("judge-question", "assessor", question, question),
            self._of_task("judging-progress", "organizer", "assessor-1"),
            self._of_task("disagreements", "organizer", campaign.name),
            self._of_task("leaderboard", "organizer", tag),
            self._of_task("results-summary", "organizer", "</table>"),
            self._of_task("run-results", "organizer", question, self.upload.run.pk),
        ]

    def _of_campaign(self, name: str, person: str, shows: str) -> Page:
        return Page(name, person, reverse(name, args=[self.campaign.slug]), shows)

    def _of_task(self, name: str, person: str, shows: str, *rest: object) -> Page:
        place = [self.campaign.slug, self.judged.slug, *rest]
        return Page(name, person, reverse(name, args=place), shows)

    def fetch(self, page: Page) -> str:
        """Return the text of a page; one that refuses or shows nothing is an error."""
        response = self.clients[page.person].get(page.address)
        text = response.content.decode()
        if response.status_code != OK or page.shows not in text:
            raise AssertionError(f"{page.address}, {page.person}: {response.status_code}")
        return text

    def queries(self, page: Page) -> int:
        with CaptureQueriesContext(connection) as queries:
            self.fetch(page)
        return len(queries)


def _client(user: User | None) -> Client:
    client = Client(headers={"accept-language": "fr"})
    if user is not None:
        client.force_login(user)
    return client


def measure(demonstration: Demonstration, pages: Sequence[Page], *, rounds: int) -> float:
    """Print the time and the queries of the pages, asked for in turns; return the worst median."""
    queries = {page: demonstration.queries(page) for page in pages}  # and all values verified
    seconds: dict[Page, list[float]] = {page: [] for page in pages}
    for _ in range(rounds):
        for page in pages:
            seconds[page].append(seconds_of(partial(demonstration.fetch, page)))
    print_table(
        ("page, asked for by", "median", "p95", "queries"),
        [
            (
                f"{page.name}, {page.person}",
                milliseconds(median(taken)),
                milliseconds(quantiles(taken, n=20)[-1]),
                str(queries[page]),
            )
            for page, taken in seconds.items()
        ],
    )
    return max(median(taken) for taken in seconds.values())


def main() -> int:
    with scratch_database(), override_settings(DEMO=True):
        call_command("collectstatic", interactive=False, verbosity=0)
        demonstration = Demonstration(load_demonstration())
        worst = measure(demonstration, demonstration.pages(), rounds=ROUNDS)
    return 0 if goal("slowest median, seconds", worst, at_most=SLOWEST_MEDIAN) else 1


if __name__ == "__main__":
    sys.exit(main())
