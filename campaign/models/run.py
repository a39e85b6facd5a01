"""Runs and their answers."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from campaign.models.team import Team


class RunQuerySet(models.QuerySet["Run"]):
    def standing(self) -> RunQuerySet:
        """Leave out the runs that their team withdrew."""
        return self.filter(withdrawn_at=None)

    def official(self) -> RunQuerySet:
        return self.standing().filter(is_official=True)

    def holding_places(self, *, closes_at: datetime | None) -> RunQuerySet:
        """Keep the runs that take official places; one in time keeps its own if withdrawn afterwards."""
        kept = Q(is_late=False, withdrawn_at__gte=closes_at) if closes_at else Q(pk=None)
        return self.filter(Q(is_official=True) | kept)

    def of_teams(self, teams: Iterable[Team]) -> RunQuerySet:
        return self.filter(team__in=teams)

    def newest_first(self) -> RunQuerySet:
        return self.order_by("-received_at", "-pk")


class Run(models.Model):
    """One system's answers to the questions of a task. Immutable: a new file is a new run."""

    task = models.ForeignKey("campaign.Task", models.PROTECT, related_name="runs")
    team = models.ForeignKey("campaign.Team", models.PROTECT, related_name="runs")
    upload = models.OneToOneField("campaign.Upload", models.PROTECT, related_name="run")
    tag = models.CharField(_("run name"), max_length=60)
    received_at = models.DateTimeField()
    submitted_by = models.ForeignKey("campaign.User", models.PROTECT, related_name="+")
    is_late = models.BooleanField(default=False)
    is_official = models.BooleanField(default=False)
    withdrawn_at = models.DateTimeField(null=True, blank=True)
    withdrawn_by = models.ForeignKey(
        "campaign.User", models.PROTECT, related_name="+", null=True, blank=True
    )
    answers_count = models.PositiveIntegerField(default=0)
    questions_answered = models.PositiveIntegerField(default=0)
    passages_count = models.PositiveIntegerField(default=0)
    has_confidence = models.BooleanField(default=False)
    # Set by judging, which sits above and pulls: the version of the pool that holds the run.
    pooled_at = models.DateTimeField(null=True, blank=True)

    objects = RunQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(name="run_tag_unique_in_task", fields=["task", "tag"]),
            models.CheckConstraint(
                name="late_or_withdrawn_runs_are_never_official",
                condition=Q(is_official=False) | Q(is_late=False, withdrawn_at=None),
            ),
            models.CheckConstraint(
                name="a_withdrawn_run_says_who",
                condition=Q(withdrawn_at=None, withdrawn_by=None)
                | Q(withdrawn_at__isnull=False, withdrawn_by__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return self.tag

    @property
    def is_contrastive(self) -> bool:
        return not (self.is_official or self.is_late or self.is_withdrawn)

    @property
    def is_withdrawn(self) -> bool:
        return self.withdrawn_at is not None


class Answer(models.Model):
    """One ranked response. One key, no other index or constraint: COPY writes it as fast."""

    pk = models.CompositePrimaryKey("run_id", "question_id", "rank")
    run = models.ForeignKey(
        Run, models.CASCADE, related_name="answers", db_constraint=False, db_index=False
    )
    question = models.ForeignKey(
        "campaign.Question",
        models.PROTECT,
        related_name="answers",
        db_constraint=False,
        db_index=False,
    )
    rank = models.PositiveSmallIntegerField()
    document = models.TextField()
    short_answer = models.TextField()
    passage = models.TextField()
    confidence = models.FloatField(null=True)

    def __str__(self) -> str:
        return f"{self.run_id}/{self.question_id}#{self.rank}"
