"""Scores and what they were computed from."""

from __future__ import annotations

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.utils.translation import gettext_lazy as _

from scoring.evaluation import KnownCount, Profile

PROFILES = [
    (Profile.STRICT.value, _("Strict")),
    (Profile.LENIENT_EXACTNESS.value, _("Accepts inexact")),
    (Profile.LENIENT_SUPPORT.value, _("Accepts not supported")),
    (Profile.LENIENT.value, _("Accepts both")),
]


class Scoring(models.Model):
    """One computation of every run of a task, and the evidence it was computed from."""

    task = models.ForeignKey("campaign.Task", models.CASCADE, related_name="scorings")
    profile = models.CharField(max_length=20, choices=PROFILES, default=Profile.STRICT)
    policy = models.CharField(max_length=10, default="majority")
    known_count = models.CharField(max_length=8, default=KnownCount.MAX)
    question_set_version = models.PositiveIntegerField()
    newest_event_id = models.BigIntegerField()
    run_ids = ArrayField(models.BigIntegerField())
    code_version = models.CharField(max_length=40)
    computed_at = models.DateTimeField()
    compared_at = models.DateTimeField(null=True, blank=True)
    # The official runs among them when they were compared: only these take ranks.
    compared_run_ids = ArrayField(models.BigIntegerField(), default=list)
    seed = models.PositiveIntegerField(null=True, blank=True)
    flips = models.PositiveIntegerField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                name="one_current_scoring_per_profile", fields=["task", "profile"]
            ),
        ]

    def __str__(self) -> str:
        return f"{self.task_id} {self.profile}"


class Score(models.Model):
    """The value of one measure for one run, over one subset of the questions."""

    scoring = models.ForeignKey(Scoring, models.CASCADE, related_name="scores")
    run = models.ForeignKey("campaign.Run", models.CASCADE, related_name="scores")
    measure = models.CharField(max_length=40)
    kind = models.CharField(max_length=16)
    subset = models.CharField(max_length=12)
    value = models.FloatField()
    questions = models.PositiveIntegerField()
    judged_share = models.FloatField(null=True)
    lower = models.FloatField()
    upper = models.FloatField()
    per_question = ArrayField(models.FloatField())
    interval_low = models.FloatField(null=True, blank=True)
    interval_high = models.FloatField(null=True, blank=True)
    rank_low = models.PositiveSmallIntegerField(null=True, blank=True)
    rank_high = models.PositiveSmallIntegerField(null=True, blank=True)
    tie_group = models.PositiveSmallIntegerField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                name="one_score_per_run_measure_and_subset",
                fields=["scoring", "run", "measure", "kind", "subset"],
            ),
        ]

    def __str__(self) -> str:
        return f"{self.run_id} {self.measure} {self.value:.4f}"
