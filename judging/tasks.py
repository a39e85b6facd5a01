"""Celery entry points of judging: load by id, make one call."""

from celery import shared_task
from django.utils import timezone

from campaign.actions.jobs import queue_fresh_job
from campaign.models import Upload
from campaign.tasks import leased, send
from judging.actions import pools, repeats
from judging.actions.imports import read_judgment_upload


@shared_task(name="judging.tasks.extend_pools")
def extend_pools() -> None:
    for task, evidence in pools.tasks_to_extend():
        send(
            queue_fresh_job(kind=extend_pool.name, task=task, evidence=evidence, at=timezone.now())
        )


@shared_task(name="judging.tasks.extend_pool")
def extend_pool(job_id: int) -> None:
    with leased(job_id) as lease:
        if lease is not None and lease.job.task is not None:
            pools.extend_pool(task=lease.job.task, at=timezone.now(), lease=lease)


@shared_task(name="judging.tasks.draw_repeats")
def draw_repeats() -> None:
    for task in repeats.tasks_to_ask_again(at=timezone.now()):
        repeats.draw_repeats(task=task, at=timezone.now())


@shared_task(name="judging.tasks.read_upload")
def read_upload(job_id: int) -> None:
    with leased(job_id) as lease:
        if lease is not None:
            upload = Upload.objects.get(pk=lease.job.subject)
            read_judgment_upload(upload=upload, at=timezone.now(), watch=lease.note)
