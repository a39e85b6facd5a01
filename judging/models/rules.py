"""How a task is judged: what its organizers set."""

from __future__ import annotations

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from campaign.models import Task

MAX_DEPTH = 100
A_YEAR = 365
RULES = "SELECT * FROM judging_judgingrules WHERE task_id = %s"


class JudgingRulesManager(models.Manager["JudgingRules"]):
    def of(self, task: Task) -> JudgingRules:
        """Return the rules of the task: those that were set, else the usual ones."""
        if not JudgingRules.task.field.remote_field.is_cached(task):
            found = next(iter(self.raw(RULES, [task.pk])), None)
            (found or JudgingRules()).task = task  # which knows them from now on
        return task.judging_rules


class JudgingRules(models.Model):
    """The settings of one task's judging. A task without a row is judged by the defaults."""

    task = models.OneToOneField(
        "campaign.Task", models.CASCADE, related_name="judging_rules", primary_key=True
    )
    pool_depth = models.PositiveSmallIntegerField(
        _("depth of the pool"),
        null=True,
        blank=True,
        validators=[MinValueValidator(1), MaxValueValidator(MAX_DEPTH)],
    )
    pool_runs_per_team = models.PositiveSmallIntegerField(
        _("runs per team in the pool"),
        null=True,
        blank=True,
        validators=[MinValueValidator(1), MaxValueValidator(MAX_DEPTH)],
    )
    inexact_first = models.BooleanField(_("inexact outranks not supported"), default=False)
    offers_rest = models.BooleanField(_("“the rest is incorrect” may be used"), default=True)
    assigns_questions = models.BooleanField(_("questions are assigned"), default=False)
    disagreement_threshold = models.FloatField(
        _("highest disagreement"),
        default=0.05,
        validators=[MinValueValidator(0), MaxValueValidator(1)],
    )
    repeat_share = models.FloatField(
        _("share of decisions that come back"),
        default=0.02,
        validators=[MinValueValidator(0), MaxValueValidator(1)],
    )
    repeat_days = models.PositiveSmallIntegerField(
        _("days before they come back"), default=5, validators=[MaxValueValidator(A_YEAR)]
    )

    # How questions were last given: weights and specialists' tags by person, size and seed of
    # the sample that is judged twice. What arrives later is given in the same way.
    shares = models.JSONField(default=dict, blank=True)
    # Whose labels training compares with, where nothing was adjudicated.
    training_reference = models.ForeignKey(
        "judging.Assessor", models.PROTECT, related_name="+", null=True, blank=True
    )

    objects: JudgingRulesManager = JudgingRulesManager()

    class Meta:
        constraints = [
            models.CheckConstraint(
                name="shares_of_judging_rules_are_shares",
                condition=Q(disagreement_threshold__range=(0, 1), repeat_share__range=(0, 1)),
            ),
        ]

    def __str__(self) -> str:
        return str(self.task)

    @property
    def specialists(self) -> frozenset[int]:
        """Return the people who judge what their specialty asks for: no pace is shown to them."""
        return frozenset(int(user) for user, tags in self.shares.get("tags", {}).items() if tags)
