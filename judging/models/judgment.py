"""Judgments: events that are only ever added, and the current labels that follow from them."""

from __future__ import annotations

from typing import ClassVar

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Max
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from campaign.models import Task
from judging.judgment_format import Label

LABELS = [
    (Label.CORRECT.value, pgettext_lazy("label", "Correct")),
    (Label.INEXACT.value, pgettext_lazy("label", "Inexact")),
    (Label.UNSUPPORTED.value, pgettext_lazy("label", "Not supported")),
    (Label.INCORRECT.value, pgettext_lazy("label", "Incorrect")),
]
ADJUDICATION = "adjudication"


class AssessorQuerySet(models.QuerySet["Assessor"]):
    def first_labels(self) -> AssessorQuerySet:
        """Those whose labels agreement is counted on: everyone but the adjudication."""
        return self.exclude(name=ADJUDICATION)


class Assessor(models.Model):
    """The name under which somebody's judgments of a task are kept and exported."""

    task = models.ForeignKey("campaign.Task", models.PROTECT, related_name="assessors")
    name = models.CharField(max_length=60)
    user = models.ForeignKey(
        "campaign.User", models.PROTECT, related_name="assessor_names", null=True, blank=True
    )

    objects = AssessorQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(name="assessor_name_unique_in_task", fields=["task", "name"]),
            models.UniqueConstraint(name="one_assessor_name_per_person", fields=["task", "user"]),
        ]

    def __str__(self) -> str:
        return self.name


class Judgment(models.Model):
    """The label that an assessor's latest event gives a pooled text; a projection of the events."""

    text = models.ForeignKey("judging.PoolText", models.PROTECT, related_name="judgments")
    assessor = models.ForeignKey(Assessor, models.PROTECT, related_name="judgments", db_index=False)
    label = models.CharField(max_length=11, choices=LABELS)
    distinct = ArrayField(models.TextField(), default=list, blank=True)
    # The first event in which this assessor judged this text: the order that `first` follows.
    first_event = models.ForeignKey("judging.JudgmentEvent", models.PROTECT, related_name="+")

    class Meta:
        constraints = [
            models.UniqueConstraint(
                name="one_current_label_per_assessor", fields=["assessor", "text"]
            ),
        ]

    def __str__(self) -> str:
        return f"{self.label}: {self.text_id}"


class JudgmentEventManager(models.Manager["JudgmentEvent"]):
    def latest_of(self, task: Task) -> int:
        """Return the id of the task's newest event, 0 before the first."""
        newest = self.filter(assessor__task=task).aggregate(newest=Max("pk"))["newest"]
        return newest or 0


class JudgmentEvent(models.Model):
    """One change of one label. A correction is a new event; an empty label takes one back."""

    class Means(models.TextChoices):
        KEY = "key", _("key")
        BUTTON = "button", _("button")
        UNDO = "undo", _("undo")
        IMPORT = "import", _("import")

    text = models.ForeignKey("judging.PoolText", models.PROTECT, related_name="events")
    assessor = models.ForeignKey(Assessor, models.PROTECT, related_name="events", db_index=False)
    batch = models.UUIDField()
    undoes = models.UUIDField(null=True, blank=True)
    label_before = models.CharField(max_length=11, choices=LABELS, blank=True)
    label = models.CharField(max_length=11, choices=LABELS, blank=True)
    distinct = ArrayField(models.TextField(), default=list, blank=True)
    means = models.CharField(max_length=6, choices=Means)
    by = models.ForeignKey("campaign.User", models.PROTECT, related_name="+")
    at = models.DateTimeField()

    objects: ClassVar[JudgmentEventManager] = JudgmentEventManager()

    class Meta:
        indexes = [models.Index(fields=["assessor", "batch"], name="judgment_events_of_a_batch")]

    def __str__(self) -> str:
        return f"{self.label_before}→{self.label}"
