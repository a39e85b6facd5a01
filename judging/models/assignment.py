"""Who judges which question, and in which tab."""

from __future__ import annotations

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q


class SlotQuerySet(models.QuerySet["Slot"]):
    def standing(self) -> SlotQuerySet:
        """Leave out the slots that were given to somebody else, and withdrawn questions."""
        return self.filter(released_at=None, question__withdrawn_at=None)


class Slot(models.Model):
    """One assessor's place at one question; one browser tab at a time holds its lease."""

    assessor = models.ForeignKey(
        "judging.Assessor", models.PROTECT, related_name="slots", db_index=False
    )
    question = models.ForeignKey("campaign.Question", models.PROTECT, related_name="slots")
    # The order in which this assessor meets the questions.
    position = models.PositiveIntegerField(default=0)
    assigned_at = models.DateTimeField()
    # The second place at a question of the secret sample: nothing tells the assessor.
    is_double = models.BooleanField(default=False)
    # What comes back unannounced; empty stands for the whole question.
    items = ArrayField(models.BigIntegerField(), default=list, blank=True)
    released_at = models.DateTimeField(null=True, blank=True)
    lease_tab = models.UUIDField(null=True, blank=True)
    lease_until = models.DateTimeField(null=True, blank=True)

    objects = SlotQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(name="one_slot_per_question", fields=["assessor", "question"]),
            models.CheckConstraint(
                name="a_lease_names_its_tab_and_ends",
                condition=Q(lease_tab=None, lease_until=None)
                | Q(lease_tab__isnull=False, lease_until__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.assessor_id}@{self.question_id}"


class SplitGroup(models.Model):
    """An answer group that one assessor judges document by document."""

    assessor = models.ForeignKey(
        "judging.Assessor", models.PROTECT, related_name="split_groups", db_index=False
    )
    item = models.ForeignKey("judging.PoolItem", models.PROTECT, related_name="splits")
    split_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(name="one_split_per_group", fields=["assessor", "item"]),
        ]

    def __str__(self) -> str:
        return f"{self.assessor_id}/{self.item_id}"
