"""The audit trail: who did what, when, before and after. Rows are only ever added."""

from __future__ import annotations

from datetime import datetime
from typing import Any, ClassVar

from django.db import models

from campaign.models.rows import add


class EventManager(models.Manager["Event"]):
    def record(
        self,
        verb: str,
        *,
        by: Any,
        at: datetime,
        campaign: Any,
        task: Any = None,
        subject: object = "",
        before: dict[str, Any] | None = None,
        after: dict[str, Any] | None = None,
    ) -> None:
        """Add one event; ``subject`` is what the verb was done to, by its readable name."""
        add(
            Event(
                verb=verb,
                by=by,
                at=at,
                campaign=campaign,
                task=task,
                subject=str(subject),
                before=before or {},
                after=after or {},
            )
        )


class Event(models.Model):
    campaign = models.ForeignKey("campaign.Campaign", models.PROTECT, related_name="events")
    task = models.ForeignKey(
        "campaign.Task", models.PROTECT, related_name="events", null=True, blank=True
    )
    verb = models.CharField(max_length=40)
    subject = models.CharField(max_length=255, blank=True)
    by = models.ForeignKey("campaign.User", models.PROTECT, related_name="+")
    at = models.DateTimeField()
    before = models.JSONField(default=dict)
    after = models.JSONField(default=dict)

    objects: ClassVar[EventManager] = EventManager()

    class Meta:
        indexes = [models.Index(fields=["campaign", "-at"], name="events_of_a_campaign")]

    def __str__(self) -> str:
        return f"{self.verb} {self.subject}"
