"""The pool: what the runs gave, brought together so that nothing is judged twice."""

from __future__ import annotations

from django.db import models
from django.db.models import Exists, F, OuterRef, Q
from django.db.models.functions import MD5
from django.utils.translation import gettext_lazy as _

from judging.judgment_format import Kind

KINDS = [(Kind.ANSWER.value, _("short answer")), (Kind.PASSAGE.value, _("passage"))]


class PoolItemQuerySet(models.QuerySet["PoolItem"]):
    def answers(self) -> PoolItemQuerySet:
        return self.filter(kind=Kind.ANSWER)

    def passages(self) -> PoolItemQuerySet:
        return self.filter(kind=Kind.PASSAGE)

    def pooled(self) -> PoolItemQuerySet:
        """Items that a run gave: imported judgments may speak of others."""
        return self.filter(
            Exists(PoolText.objects.filter(item=OuterRef("pk"), pooled_at__isnull=False))
        )


class PoolItem(models.Model):
    """What is judged at once: an answer group, or a passage unit of one document."""

    question = models.ForeignKey(
        "campaign.Question", models.PROTECT, related_name="pool_items", db_index=False
    )
    kind = models.CharField(max_length=7, choices=KINDS)
    document = models.TextField(blank=True)
    key = models.TextField()
    normalisation_version = models.PositiveSmallIntegerField()
    # A name for pages: made of the item's text alone, so that it tells no order.
    token = models.CharField(max_length=16)

    objects = PoolItemQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                F("question"),
                F("kind"),
                MD5("document"),
                MD5("key"),
                name="one_pool_item_per_key",
            ),
            models.CheckConstraint(
                name="an_answer_group_spans_documents", condition=Q(kind="passage") | Q(document="")
            ),
        ]

    def __str__(self) -> str:
        return self.key

    @property
    def is_passage(self) -> bool:
        return self.kind == Kind.PASSAGE


class PoolTextQuerySet(models.QuerySet["PoolText"]):
    def pooled(self) -> PoolTextQuerySet:
        """Texts that a run gave: imported judgments may speak of others."""
        return self.filter(pooled_at__isnull=False)


class PoolText(models.Model):
    """One raw text of an item, in one document."""

    item = models.ForeignKey(PoolItem, models.PROTECT, related_name="texts", db_index=False)
    document = models.TextField(blank=True)
    text = models.TextField()
    pooled_at = models.DateTimeField(null=True, blank=True)

    objects = PoolTextQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                F("item"), MD5("document"), MD5("text"), name="one_pool_text_per_document"
            ),
        ]

    def __str__(self) -> str:
        return self.text
