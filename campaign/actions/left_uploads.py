"""Finding the uploads that nobody reads any more: whoever was to read them died."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import transaction

from campaign.actions.jobs import queue_job
from campaign.models import Job, Upload
from campaign.models.rows import ask, columns, loaded

# The names of the Celery tasks that read each kind of file; the app that reads it owns the task.
READING_JOBS = {
    Upload.Kind.DOCUMENTS: "campaign.tasks.read_upload",
    Upload.Kind.QUESTIONS: "campaign.tasks.read_upload",
    Upload.Kind.RUN: "campaign.tasks.read_upload",
    Upload.Kind.JUDGMENTS: "judging.tasks.read_upload",
}
PATIENCE = timedelta(seconds=30)
"""Between a file's arrival and its reading, or its job, lie milliseconds; a busy machine has time.

The files that somebody reads are told by their locks, not by this.
"""
# A file that is being read, and a task whose questions are being loaded, are locked: the reaper
# passes them over instead of waiting. The task's key is what a job's row needs of it.
LEFT = f"""
SELECT {columns(Upload, of="upload")} FROM campaign_upload upload
JOIN campaign_task task ON task.id = upload.task_id
WHERE upload.outcome = 'waiting' AND upload.received_at <= %s AND NOT EXISTS (
    SELECT FROM campaign_job job
    WHERE job.task_id = upload.task_id AND job.subject_id = upload.id
    AND job.kind LIKE '%%.read_upload' AND job.state IN ('queued', 'running')
)
ORDER BY upload.received_at
FOR NO KEY UPDATE OF upload SKIP LOCKED FOR KEY SHARE OF task SKIP LOCKED
"""  # noqa: S608 -- columns of the model


def reading_job(*, upload: Upload) -> Job | None:
    """Return the newest job that reads, or read, a file; None if it is read without one."""
    jobs = Job.objects.filter(task=upload.task_id, subject_id=upload.pk)
    return jobs.filter(kind=READING_JOBS[Upload.Kind(upload.kind)]).newest_first().first()


@transaction.atomic
def pick_up_left_uploads(*, at: datetime) -> list[Job]:
    """Queue the reading of each file that waits and that nobody reads; return the jobs.

    The process that read it in a request died, or the one that was to queue its job. A file whose
    job was given up ends here, as stopped by a fault of ours: it holds its team's place no longer.
    """
    left = [loaded(Upload, row) for row in ask(LEFT, [at - PATIENCE])()]
    jobs = []
    for upload in left:
        last = reading_job(upload=upload)
        if last is not None and last.state == Job.State.FAILED:
            upload.outcome = Upload.Outcome.FAILED
            upload.save(update_fields=["outcome"])
        elif job := _queue_reading(upload, at):
            jobs.append(job)
    return jobs


def _queue_reading(upload: Upload, at: datetime) -> Job | None:
    kind = READING_JOBS[Upload.Kind(upload.kind)]
    return queue_job(
        kind=kind, task=upload.task, subject_id=upload.pk, by=upload.received_from, at=at
    )
