"""``score_task TASK [--profile …]``."""

import time
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import CommandError
from django.utils import timezone

from campaign.actions.jobs import queue_job
from campaign.management.task_command import TaskCommand
from campaign.models import Job, Task
from campaign.tasks import leased
from judging.actions.pools import extend_pool
from scoring.actions.scores import score_task
from scoring.evaluation import Profile

PATIENCE = 600


class Command(TaskCommand):
    help = "Bring the pool and the scores of a task up to date, here and now."

    def add_arguments(self, parser: ArgumentParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("--profile", choices=[profile.value for profile in Profile])

    def handle(self, *args: Any, **options: Any) -> None:
        task = self.find_task(options["task"])
        wanted = options["profile"]
        profiles = (Profile(wanted),) if wanted else tuple(Profile)
        now = timezone.now()
        with leased(self._job("judging.tasks.extend_pool", task)) as lease:
            if lease is not None:
                extend_pool(task=task, at=now, lease=lease)
        job = self._job("scoring.tasks.score_task", task)
        with leased(job) as lease:
            if lease is not None:
                score_task(task=task, at=now, lease=lease, profiles=profiles)
        self._await(job)
        self.stdout.write(f"{task.path}: {task.runs.standing().count()} runs scored")

    def _job(self, kind: str, task: Task) -> int:
        """Return a job of our own, or the one that a worker has in hand."""
        job = queue_job(kind=kind, task=task, at=timezone.now())
        if job is None:
            job = Job.objects.unfinished().filter(kind=kind, task=task).first()
        return job.pk if job is not None else self._job(kind, task)

    def _await(self, job_id: int) -> None:
        deadline = time.monotonic() + PATIENCE
        job = Job.objects.get(pk=job_id)
        while not job.is_finished and time.monotonic() < deadline:
            time.sleep(0.1)
            job.refresh_from_db()
        if job.state != Job.State.DONE:
            raise CommandError(job.reason or "The job is still running.", returncode=1)
