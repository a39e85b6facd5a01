"""Looking for the passages of a run after its receipt."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test import Client
from django.urls import reverse

from campaign import tasks
from campaign.actions.jobs import LeaseLost, claim_job
from campaign.actions.passages import KIND, look_for_passages, passage_job
from campaign.models import Job, Task, Team, Upload
from tests import make

pytestmark = pytest.mark.django_db

LINES = (
    "GF1\t1\tD1\ta\técrit par Émile Zola\n"
    "GF1\t2\tD1\tb\técrit  par Émile\u00a0Zola\n"
    "GF1\t3\tD2\tc\técrit par Émile Zola\n"
    "\n"
    "GF1\t4\tD2\td\t100% _ Loire\n"
)
AT_ONCE = [(4, "blank-line")]
IN_THE_END = [(3, "passage-not-in-document"), (4, "blank-line"), (5, "passage-not-in-document")]


@pytest.fixture
def task() -> Task:
    return make.make_ready_task()


@pytest.fixture
def team(task: Task) -> Team:
    return make.make_team(task)


def said(upload: Upload) -> list[tuple[int, str]]:
    upload.refresh_from_db()
    return [(p.line, p.code) for p in upload.listed_problems() if p.line]


def job_of(upload: Upload) -> Job:
    job = passage_job(upload=upload)
    assert job is not None
    return job


@pytest.mark.parametrize("checks_only", [False, True])
@pytest.mark.parametrize("question", ["GF1", "GX1"])
def test_a_worker_adds_what_it_does_not_find(
    task: Task, team: Team, question: str, *, checks_only: bool
) -> None:
    upload = make.submit(team, task, LINES.replace("GF1", question), checks_only=checks_only)
    outcome, before = upload.outcome, said(upload)
    job = job_of(upload)
    assert (before, job.kind, job.state) == (AT_ONCE, KIND, "queued")

    tasks.look_for_passages(job_id=job.pk)

    job.refresh_from_db()
    assert (said(upload), upload.outcome, job.state) == (IN_THE_END, outcome, "done")
    assert passage_job(upload=upload) is None


def test_a_second_attempt_adds_nothing(task: Task, team: Team) -> None:
    upload = make.submit(team, task, LINES)

    for _ in range(2):
        look_for_passages(upload=upload)

    assert said(upload) == IN_THE_END


def test_an_attempt_that_lost_its_lease_writes_nothing(task: Task, team: Team) -> None:
    upload = make.submit(team, task, LINES)
    lost = claim_job(job_id=job_of(upload).pk)
    Job.objects.update(state=Job.State.QUEUED)

    with pytest.raises(LeaseLost):
        look_for_passages(upload=upload, lease=lost)

    assert (said(upload), upload.passage_problems) == (AT_ONCE, None)


def test_nothing_is_queued_without_passages(task: Task, team: Team) -> None:
    upload = make.submit(team, task, "GF1\t1\tD1\ta\t\n")

    assert (passage_job(upload=upload), Job.objects.count()) == (None, 0)


def test_a_fault_of_ours_queues_nothing(task: Task, team: Team) -> None:
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE campaign_answer ADD CHECK (rank > 99)")

    with pytest.raises(Exception, match="check constraint"):
        make.submit(team, task)

    assert Job.objects.count() == 0


WAITING = "Passages are not looked for in their documents yet"
STOPPED = "Passages were not looked for in their documents"


def test_the_report_says_what_is_not_looked_at_yet(task: Task, team: Team) -> None:
    upload = make.submit(team, task, LINES)
    job = job_of(upload)
    client = Client(headers={"accept-language": "en"})
    client.force_login(task.campaign.opened_by)
    where = [task.campaign.slug, task.slug, upload.pk]

    def shown() -> tuple[bool, bool, bool]:
        page = client.get(reverse("upload-report", args=where)).content.decode()
        return WAITING in page, STOPPED in page, 'hx-trigger="every 1s"' in page

    assert shown() == (True, False, True)
    Job.objects.filter(pk=job.pk).update(state="failed", reason="No.")
    assert shown() == (False, True, False)
    Job.objects.filter(pk=job.pk).update(state="queued", reason="")
    tasks.look_for_passages(job_id=job.pk)
    assert shown() == (False, False, False)
