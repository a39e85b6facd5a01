"""Settling disagreements, and the signed act that closes judging."""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from judging.models.judgment import LABELS


class Adjudication(models.Model):
    """The decision on one unit on which assessors differ; a later one takes its place.

    The label itself is a judgment of the assessor named `adjudication`.
    """

    class Reason(models.TextChoices):
        OVERSIGHT = "oversight", _("oversight")
        GUIDELINE_GAP = "guideline", _("gap in the guidelines")
        AMBIGUOUS = "ambiguous", _("ambiguous question")
        DOCUMENT = "document", _("depends on the document")
        SLIP = "slip", _("slip on the screen")

    item = models.ForeignKey("judging.PoolItem", models.PROTECT, related_name="adjudications")
    document = models.TextField(blank=True)
    label = models.CharField(max_length=11, choices=LABELS)
    reason = models.CharField(max_length=9, choices=Reason)
    comment = models.TextField(blank=True)
    is_precedent = models.BooleanField(default=False)
    batch = models.UUIDField(unique=True)
    decided_at = models.DateTimeField()
    decided_by = models.ForeignKey("campaign.User", models.PROTECT, related_name="+")

    def __str__(self) -> str:
        return f"{self.label}: {self.item_id}"


class ClosingAct(models.Model):
    """The signed statement with which judging of a task was closed."""

    task = models.ForeignKey("campaign.Task", models.PROTECT, related_name="closing_acts")
    signed_at = models.DateTimeField()
    signed_by = models.ForeignKey("campaign.User", models.PROTECT, related_name="+")
    # Units labelled twice, and the share of them on which the first labels differ, with bounds.
    units = models.PositiveIntegerField()
    disagreement = models.FloatField(null=True)
    low = models.FloatField(null=True)
    high = models.FloatField(null=True)
    threshold = models.FloatField()
    undecided = models.PositiveIntegerField(default=0)
    remark = models.TextField(blank=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                name="a_disagreement_has_its_bounds",
                condition=Q(disagreement=None, low=None, high=None)
                | Q(disagreement__isnull=False, low__isnull=False, high__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.task_id} {self.signed_at:%Y-%m-%d}"
