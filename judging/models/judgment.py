"""Judgments: events that are only ever added, and the current labels that follow from them."""

from __future__ import annotations

from collections.abc import Collection
from typing import ClassVar
from uuid import UUID

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Max, Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from campaign.models import Task
from campaign.models.rows import ask
from judging.decisions import Verdict
from judging.judgment_format import Label

LABELS = [
    (Label.CORRECT.value, pgettext_lazy("label", "Correct")),
    (Label.INEXACT.value, pgettext_lazy("label", "Inexact")),
    (Label.UNSUPPORTED.value, pgettext_lazy("label", "Not supported")),
    (Label.INCORRECT.value, pgettext_lazy("label", "Incorrect")),
]
VERDICTS = [
    (Verdict.RIGHT.value, _("right")),
    (Verdict.INEXACT.value, _("inexact")),
    (Verdict.WRONG.value, _("wrong")),
    (Verdict.CANNOT.value, _("cannot be judged")),
]
ADJUDICATION = "adjudication"


class AssessorQuerySet(models.QuerySet["Assessor"]):
    def counting(self) -> AssessorQuerySet:
        """Those whose labels enter scores and files: training and repeats stay apart."""
        return self.filter(purpose=Assessor.Purpose.JUDGING)

    def first_labels(self) -> AssessorQuerySet:
        """Those whose labels agreement is counted on: everyone but the adjudication."""
        return self.counting().exclude(name=ADJUDICATION)


class Assessor(models.Model):
    """The name under which somebody's judgments of a task are kept and exported."""

    class Purpose(models.TextChoices):
        JUDGING = "judging", _("judging")
        TRAINING = "training", _("training")
        REPEAT = "repeat", _("repeat")

    task = models.ForeignKey("campaign.Task", models.PROTECT, related_name="assessors")
    name = models.CharField(max_length=60)
    user = models.ForeignKey(
        "campaign.User", models.PROTECT, related_name="assessor_names", null=True, blank=True
    )

    # Somebody who trains, or is asked again, does so under a second name: no score sees it.
    purpose = models.CharField(max_length=8, choices=Purpose, default=Purpose.JUDGING)

    objects = AssessorQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(name="assessor_name_unique_in_task", fields=["task", "name"]),
            models.UniqueConstraint(
                name="one_assessor_name_per_person_and_purpose", fields=["task", "user", "purpose"]
            ),
        ]

    def __str__(self) -> str:
        return self.name


class JudgmentQuerySet(models.QuerySet["Judgment"]):
    def labelled(self) -> JudgmentQuerySet:
        """Leave out what cannot be judged, and answers whose support is still to be judged."""
        return self.exclude(label="")

    def counting(self, task: Task) -> JudgmentQuerySet:
        """Labels of the task that enter scores, files and agreement."""
        return self.labelled().filter(
            assessor__task=task, assessor__purpose=Assessor.Purpose.JUDGING
        )


class Judgment(models.Model):
    """What an assessor's latest event says of a pooled text; a projection of the events.

    Both facts are kept, the verdict on the string and the support by the document; the label
    follows from them and is empty while one is missing.
    """

    text = models.ForeignKey("judging.PoolText", models.PROTECT, related_name="judgments")
    assessor = models.ForeignKey(Assessor, models.PROTECT, related_name="judgments", db_index=False)
    verdict = models.CharField(max_length=7, choices=VERDICTS)
    is_supported = models.BooleanField(null=True)
    label = models.CharField(max_length=11, choices=LABELS, blank=True)
    distinct = ArrayField(models.TextField(), default=list, blank=True)
    # The first event in which this assessor judged this text: the order that `first` follows.
    first_event = models.ForeignKey("judging.JudgmentEvent", models.PROTECT, related_name="+")

    objects = JudgmentQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                name="one_current_label_per_assessor", fields=["assessor", "text"]
            ),
            models.CheckConstraint(
                name="what_cannot_be_judged_has_no_label",
                condition=~Q(verdict=Verdict.CANNOT.value) | Q(label=""),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.label or self.verdict}: {self.text_id}"


# The pooled texts of items, with what an assessor said of them and which groups they split.
TEXTS_AS_JUDGED = """judging_poolitem item
JOIN judging_pooltext text ON text.item_id = item.id AND text.pooled_at IS NOT NULL
LEFT JOIN judging_judgment judgment
  ON judgment.text_id = text.id AND judgment.assessor_id = %(assessor)s
LEFT JOIN judging_splitgroup split
  ON split.item_id = item.id AND split.assessor_id = %(assessor)s"""
# What an item inherits for a new spelling is no change of what the assessor said.
LATEST_ACT_ON_TEXT = """(
    SELECT id, batch FROM judging_judgmentevent
    WHERE text_id = text.id AND assessor_id = %(assessor)s AND means <> 'inherited'
    ORDER BY id DESC LIMIT 1
) latest"""
VERSIONS = f"""
SELECT DISTINCT ON (text.item_id) text.item_id, latest.batch
FROM judging_pooltext text CROSS JOIN LATERAL {LATEST_ACT_ON_TEXT}
WHERE text.item_id = ANY (%(items)s)
ORDER BY text.item_id, latest.id DESC
"""  # noqa: S608 -- a part of the statement


class JudgmentEventManager(models.Manager["JudgmentEvent"]):
    def versions(self, assessor: Assessor, items: Collection[int]) -> dict[int, UUID]:
        """Return the batch that last changed each of the items, by the item's key."""
        return dict(ask(VERSIONS, {"assessor": assessor.pk, "items": list(items)})())

    def latest_of(self, task: Task) -> int:
        """Return the id of the newest event that scores rest on, 0 before the first."""
        assessors = Assessor.objects.counting().filter(task=task)
        newest = self.filter(assessor__in=assessors).aggregate(newest=Max("pk"))["newest"]
        return newest or 0


class JudgmentEvent(models.Model):
    """One change of one judgment. A correction is a new event; an empty verdict takes one back."""

    class Means(models.TextChoices):
        KEY = "key", _("key")
        BUTTON = "button", _("button")
        BRACKET = "bracket", _("together with look-alikes")
        REST = "rest", _("the rest")
        UNDO = "undo", _("undo")
        REDO = "redo", _("redo")
        CONFLICT = "conflict", _("choice between two")
        IMPORT = "import", _("import")
        INHERITED = "inherited", _("inherited from its group")
        REOPENED = "reopened", _("reopened")
        ADJUDICATION = "adjudication", _("adjudication")

    text = models.ForeignKey(
        "judging.PoolText", models.PROTECT, related_name="events", db_index=False
    )
    assessor = models.ForeignKey(Assessor, models.PROTECT, related_name="events", db_index=False)
    batch = models.UUIDField()
    undoes = models.UUIDField(null=True, blank=True)
    verdict_before = models.CharField(max_length=7, choices=VERDICTS, blank=True)
    is_supported_before = models.BooleanField(null=True)
    label_before = models.CharField(max_length=11, choices=LABELS, blank=True)
    distinct_before = ArrayField(models.TextField(), default=list, blank=True)
    verdict = models.CharField(max_length=7, choices=VERDICTS, blank=True)
    is_supported = models.BooleanField(null=True)
    label = models.CharField(max_length=11, choices=LABELS, blank=True)
    distinct = ArrayField(models.TextField(), default=list, blank=True)
    means = models.CharField(max_length=12, choices=Means)
    by = models.ForeignKey("campaign.User", models.PROTECT, related_name="+")
    at = models.DateTimeField()
    # What the browser says: when the key was pressed, and how long the person looked, in ms.
    client_at = models.DateTimeField(null=True, blank=True)
    active_ms = models.PositiveIntegerField(null=True, blank=True)
    guideline = models.ForeignKey(
        "judging.Guideline", models.PROTECT, related_name="+", null=True, blank=True
    )

    objects: ClassVar[JudgmentEventManager] = JudgmentEventManager()

    class Meta:
        indexes = [
            models.Index(fields=["assessor", "batch"], name="judgment_events_of_a_batch"),
            models.Index(fields=["text", "assessor", "id"], name="judgment_events_of_a_text"),
        ]

    def __str__(self) -> str:
        return f"{self.label_before}→{self.label}"


class JudgmentBatch(models.Model):
    """One act of an assessor, stored whole or not at all, and the answer it was given.

    The same key and body again are given the same answer; another body is refused.
    """

    assessor = models.ForeignKey(Assessor, models.PROTECT, related_name="batches", db_index=False)
    key = models.UUIDField()
    body_digest = models.CharField(max_length=32)
    answer = models.JSONField()
    received_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(name="one_batch_per_key", fields=["assessor", "key"]),
        ]

    def __str__(self) -> str:
        return str(self.key)
