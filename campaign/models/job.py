"""Long work: a row that a worker leases, and that outlives the worker."""

from __future__ import annotations

from datetime import datetime

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _


class JobQuerySet(models.QuerySet["Job"]):
    def unfinished(self) -> JobQuerySet:
        return self.filter(state__in=[Job.State.QUEUED, Job.State.RUNNING])

    def forgotten(self, *, at: datetime) -> JobQuerySet:
        """Jobs whose worker died, or whose message was never delivered."""
        return self.unfinished().filter(lease_until__lte=at)

    def newest_first(self) -> JobQuerySet:
        return self.order_by("-queued_at", "-pk")


class Job(models.Model):
    """``kind`` is the Celery task's name, so that the reaper can send it without an import."""

    class State(models.TextChoices):
        QUEUED = "queued", _("waiting")
        RUNNING = "running", _("running")
        DONE = "done", _("done")
        FAILED = "failed", _("failed")

    kind = models.CharField(max_length=80)
    task = models.ForeignKey(
        "campaign.Task", models.CASCADE, related_name="jobs", null=True, blank=True
    )
    subject_id = models.BigIntegerField(null=True, blank=True)
    parameters = models.JSONField(default=dict)
    state = models.CharField(max_length=8, choices=State, default=State.QUEUED)
    progress = models.FloatField(default=0)
    attempt = models.PositiveSmallIntegerField(default=0)
    lease_until = models.DateTimeField()
    reason = models.TextField(blank=True)
    worker_pid = models.IntegerField(null=True, blank=True)
    queued_at = models.DateTimeField()
    started_at = models.DateTimeField(null=True, blank=True)
    ended_at = models.DateTimeField(null=True, blank=True)
    queued_by = models.ForeignKey(
        "campaign.User", models.PROTECT, related_name="+", null=True, blank=True
    )

    objects = JobQuerySet.as_manager()

    class Meta:
        constraints = [
            models.CheckConstraint(
                name="progress_is_a_share", condition=Q(progress__gte=0, progress__lte=1)
            ),
            models.CheckConstraint(
                name="a_failed_job_says_why", condition=~Q(state="failed") | ~Q(reason="")
            ),
            models.UniqueConstraint(
                name="one_unfinished_job_per_subject",
                fields=["kind", "task", "subject_id"],
                condition=Q(state__in=["queued", "running"]),
                nulls_distinct=False,
            ),
        ]
        indexes = [
            models.Index(
                fields=["lease_until"],
                name="unfinished_jobs",
                condition=Q(state__in=["queued", "running"]),
            )
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.subject_id} {self.state}"

    @property
    def is_finished(self) -> bool:
        return self.state in {self.State.DONE, self.State.FAILED}

    @property
    def subject(self) -> int:
        """Return the id of what the job works on.

        :raises ValueError: if its kind needs none.
        """
        if self.subject_id is None:
            raise ValueError(self.kind)
        return self.subject_id

    @property
    def percent(self) -> int:
        return round(self.progress * 100)
