"""What assessors are told, and what they ask."""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from campaign.models import Task


class GuidelineManager(models.Manager["Guideline"]):
    def current(self, task: Task) -> Guideline | None:
        """Return the newest version of the task's guidelines, if there is one."""
        return self.filter(task=task).order_by("-version").first()


class Guideline(models.Model):
    """One version of a task's judging guidelines; a version never changes."""

    task = models.ForeignKey("campaign.Task", models.PROTECT, related_name="guidelines")
    version = models.PositiveSmallIntegerField()
    text_fr = models.TextField(_("guidelines in French"), blank=True)
    text_en = models.TextField(_("guidelines in English"), blank=True)
    change = models.TextField(_("what changed"), blank=True)
    published_at = models.DateTimeField()
    published_by = models.ForeignKey("campaign.User", models.PROTECT, related_name="+")

    objects: GuidelineManager = GuidelineManager()

    class Meta:
        constraints = [
            models.UniqueConstraint(name="one_guideline_per_version", fields=["task", "version"]),
            models.CheckConstraint(
                name="guidelines_say_something", condition=~Q(text_fr="", text_en="")
            ),
        ]

    def __str__(self) -> str:
        return f"{self.task_id} v{self.version}"

    @property
    def text(self) -> str:
        """Return the text in the reader's language, else in the other."""
        if (get_language() or "").startswith("fr"):
            return self.text_fr or self.text_en
        return self.text_en or self.text_fr


class DoubtQuerySet(models.QuerySet["Doubt"]):
    def standing(self) -> DoubtQuerySet:
        """Leave out what the assessor took back."""
        return self.filter(taken_back_at=None)

    def unanswered(self) -> DoubtQuerySet:
        """Leave out what was answered, and what a withdrawal of the question settled."""
        return self.standing().filter(replied_at=None, question__withdrawn_at=None)


class Doubt(models.Model):
    """Something an assessor cannot judge, or asks or notes beside a question."""

    class Kind(models.TextChoices):
        CANNOT = "cannot", _("cannot judge")
        COMMENT = "comment", _("comment")

    class Reason(models.TextChoices):
        UNCLEAR_QUESTION = "question", _("the question is unclear")
        UNREADABLE = "unreadable", _("the answer or document cannot be read")
        GUIDELINE_GAP = "guideline", _("the guidelines do not say")
        SPECIALIST = "specialist", _("it takes a specialist")
        OTHER = "other", _("another reason")

    class Outcome(models.TextChoices):
        ANSWERED = "answered", _("answered")
        PRECEDENT = "precedent", _("became a precedent")
        WITHDRAWN = "withdrawn", _("question withdrawn")

    assessor = models.ForeignKey("judging.Assessor", models.PROTECT, related_name="doubts")
    question = models.ForeignKey("campaign.Question", models.PROTECT, related_name="doubts")
    item = models.ForeignKey(
        "judging.PoolItem", models.PROTECT, related_name="doubts", null=True, blank=True
    )
    document = models.TextField(blank=True)
    kind = models.CharField(max_length=7, choices=Kind)
    reason = models.CharField(max_length=10, choices=Reason, blank=True)
    text = models.TextField(blank=True)
    batch = models.UUIDField()
    raised_at = models.DateTimeField()
    taken_back_at = models.DateTimeField(null=True, blank=True)
    reply = models.TextField(blank=True)
    outcome = models.CharField(max_length=9, choices=Outcome, blank=True)
    replied_at = models.DateTimeField(null=True, blank=True)
    replied_by = models.ForeignKey(
        "campaign.User", models.PROTECT, related_name="+", null=True, blank=True
    )

    objects = DoubtQuerySet.as_manager()

    class Meta:
        constraints = [
            models.CheckConstraint(
                name="who_cannot_judge_says_why", condition=~Q(kind="cannot") | ~Q(reason="")
            ),
            models.CheckConstraint(
                name="a_comment_says_something", condition=~Q(kind="comment") | ~Q(text="")
            ),
            models.CheckConstraint(
                name="a_reply_says_who_and_how",
                condition=Q(replied_at=None, replied_by=None, outcome="")
                | Q(replied_at__isnull=False, replied_by__isnull=False) & ~Q(outcome=""),
            ),
        ]

    def __str__(self) -> str:
        return self.text or self.get_reason_display()
