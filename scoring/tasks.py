"""Celery entry points of scoring: load by id, make one call."""

from celery import shared_task
from django.utils import timezone

from campaign.actions.jobs import queue_fresh_job, queue_job
from campaign.tasks import leased, send
from scoring.actions import comparisons, scores


@shared_task(name="scoring.tasks.refresh_stale")
def refresh_stale() -> None:
    for task, evidence in scores.stale_tasks():
        send(queue_fresh_job(kind=score_task.name, task=task, evidence=evidence, at=timezone.now()))


@shared_task(name="scoring.tasks.compare_fresh")
def compare_fresh() -> None:
    for task in comparisons.tasks_to_compare():
        send(queue_job(kind=compare_scores.name, task=task, at=timezone.now()))


@shared_task(name="scoring.tasks.compare_scores")
def compare_scores(job_id: int) -> None:
    with leased(job_id) as lease:
        if lease is not None and lease.job.task is not None:
            comparisons.compare_scores(task=lease.job.task, at=timezone.now(), lease=lease)


@shared_task(name="scoring.tasks.score_task")
def score_task(job_id: int) -> None:
    with leased(job_id) as lease:
        if lease is not None and lease.job.task is not None:
            scores.score_task(task=lease.job.task, at=timezone.now(), lease=lease)
