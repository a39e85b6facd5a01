"""The questions of a task."""

from __future__ import annotations

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from campaign.formats.questions import QuestionType
from campaign.models.keys import among

QUESTION_TYPES: dict[str, Promise] = {
    QuestionType.FACTUAL: _("Factual"),
    QuestionType.DEFINITION: _("Definition"),
    QuestionType.YES_NO: _("Yes/no"),
    QuestionType.LIST: _("List"),
}


class QuestionQuerySet(models.QuerySet["Question"]):
    def in_order(self) -> QuestionQuerySet:
        return self.order_by("position")

    def in_use(self) -> QuestionQuerySet:
        """Questions that rows of any app rest on, so that they cannot be deleted."""
        used: set[int] = set()
        # One query a relation: PostgreSQL plans alternatives over millions of answers badly.
        for relation in Question._meta.related_objects:  # noqa: SLF001 -- Django's documented way
            if relation.on_delete is models.PROTECT:
                rows: QuerySet[models.Model] = QuerySet(relation.related_model)
                rests = Exists(rows.filter(**{relation.field.name: OuterRef("pk")}))
                used.update(self.filter(rests).values_list("pk", flat=True))
        return self.filter(among("pk", used))

    def standing(self) -> QuestionQuerySet:
        """Questions that count: the withdrawn ones are kept apart."""
        return self.filter(withdrawn_at=None)


class Question(models.Model):
    task = models.ForeignKey("campaign.Task", models.PROTECT, related_name="questions")
    identifier = models.CharField(max_length=100)
    position = models.PositiveIntegerField()
    type = models.CharField(max_length=10, choices=list(QUESTION_TYPES.items()))
    answer_type = models.CharField(max_length=100, blank=True)
    text = models.TextField()
    expected_count = models.PositiveSmallIntegerField(null=True, blank=True)
    language = models.CharField(max_length=20, blank=True)
    tags = ArrayField(models.TextField(), default=list, blank=True)
    known_answers = ArrayField(models.TextField(), default=list, blank=True)
    nil = models.BooleanField(default=False)
    withdrawn_at = models.DateTimeField(null=True, blank=True)
    withdrawn_by = models.ForeignKey(
        "campaign.User", models.PROTECT, related_name="+", null=True, blank=True
    )
    withdrawn_reason = models.TextField(blank=True)

    objects = QuestionQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                name="question_identifier_unique_in_task", fields=["task", "identifier"]
            ),
            models.CheckConstraint(
                name="a_withdrawn_question_says_who_and_why",
                condition=Q(withdrawn_at=None, withdrawn_by=None, withdrawn_reason="")
                | (Q(withdrawn_at__isnull=False, withdrawn_by__isnull=False))
                & ~Q(withdrawn_reason=""),
            ),
        ]

    def __str__(self) -> str:
        return self.identifier

    @property
    def is_list(self) -> bool:
        return self.type == QuestionType.LIST

    @property
    def is_withdrawn(self) -> bool:
        return self.withdrawn_at is not None
