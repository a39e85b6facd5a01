"""A task of a campaign: its rules and the instants from which its stage is derived."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from enum import IntEnum
from functools import reduce
from operator import and_
from zoneinfo import ZoneInfo

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import F, Q
from django.utils.functional import Promise
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from campaign.formats.questions import QuestionType
from campaign.formats.runs import RunRules
from campaign.models.written import Written, in_reader_language


class Stage(IntEnum):
    """Where a task stands; never stored, always derived from its instants."""

    DRAFT = 0
    REGISTRATION = 1
    RELEASED = 2
    CLOSED = 3
    JUDGED = 4
    RESULTS_TO_TEAMS = 5
    PUBLIC = 6
    ARCHIVED = 7

    @property
    def label(self) -> Promise:
        return STAGE_LABELS[self]


STAGE_LABELS: dict[Stage, Promise] = {
    Stage.DRAFT: _("Draft"),
    Stage.REGISTRATION: _("Registration"),
    Stage.RELEASED: _("Runs open"),
    Stage.CLOSED: _("Judging"),
    Stage.JUDGED: _("Judging closed"),
    Stage.RESULTS_TO_TEAMS: _("Results to teams"),
    Stage.PUBLIC: _("Results public"),
    Stage.ARCHIVED: _("Archived"),
}

# Each stage and the field whose instant opens it.
INSTANTS: dict[Stage, str] = {
    Stage.REGISTRATION: "announced_at",
    Stage.RELEASED: "released_at",
    Stage.CLOSED: "closes_at",
    Stage.JUDGED: "judged_at",
    Stage.RESULTS_TO_TEAMS: "results_to_teams_at",
    Stage.PUBLIC: "results_public_at",
    Stage.ARCHIVED: "archived_at",
}

# Instants outside make no sense, and some zone could not show them.
EARLIEST = datetime(1990, 1, 1, tzinfo=UTC)
LATEST = datetime(2200, 1, 1, tzinfo=UTC)

MAX_ANSWERS = 100
answers_validators = [MinValueValidator(1), MaxValueValidator(MAX_ANSWERS)]


class TaskQuerySet(models.QuerySet["Task"]):
    def announced(self, *, at: datetime) -> TaskQuerySet:
        return self.filter(announced_at__lte=at)


class Task(models.Model):
    """One set of questions that teams answer, with its rules and its calendar."""

    campaign = models.ForeignKey("campaign.Campaign", models.PROTECT, related_name="tasks")
    slug = models.SlugField(_("address"), max_length=60)
    name = models.CharField(_("name"), max_length=120)
    name_en = models.CharField(_("name in English, if it differs"), max_length=120, blank=True)
    summary_fr = models.TextField(_("description in French"), blank=True)
    summary_en = models.TextField(_("description in English"), blank=True)
    time_zone = models.CharField(_("time zone"), max_length=60, default="Europe/Paris")

    announced_at = models.DateTimeField(_("announced on"), null=True, blank=True)
    released_at = models.DateTimeField(_("questions released on"), null=True, blank=True)
    closes_at = models.DateTimeField(_("runs close on"), null=True, blank=True)
    judged_at = models.DateTimeField(_("judging closed on"), null=True, blank=True)
    results_to_teams_at = models.DateTimeField(_("results to teams on"), null=True, blank=True)
    results_public_at = models.DateTimeField(_("results public on"), null=True, blank=True)
    archived_at = models.DateTimeField(_("archived on"), null=True, blank=True)

    answers_factual = models.PositiveSmallIntegerField(
        _("factual"), default=5, validators=answers_validators
    )
    answers_list = models.PositiveSmallIntegerField(
        _("list"), default=5, validators=answers_validators
    )
    answers_definition = models.PositiveSmallIntegerField(
        _("definition"), default=5, validators=answers_validators
    )
    answers_yes_no = models.PositiveSmallIntegerField(
        _("yes/no"), default=1, validators=answers_validators
    )
    asks_documents = models.BooleanField(_("each answer names a document"), default=True)
    asks_passages = models.BooleanField(_("each answer has a passage"), default=True)
    passage_limit = models.PositiveSmallIntegerField(
        _("passage limit"), default=250, validators=[MinValueValidator(1)]
    )
    accepts_nil = models.BooleanField(_("the answer may be NIL"), default=False)
    runs_per_team = models.PositiveSmallIntegerField(
        _("official runs per team"),
        default=2,
        validators=[MinValueValidator(1), MaxValueValidator(50)],
    )
    grace_hours = models.PositiveSmallIntegerField(_("grace period for repairs"), default=24)

    question_set_version = models.PositiveIntegerField(default=0)
    opened_at = models.DateTimeField()

    objects = TaskQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                name="task_address_unique_in_campaign", fields=["campaign", "slug"]
            ),
            models.CheckConstraint(
                name="task_releases_before_it_closes",
                condition=Q(released_at__lt=F("closes_at"))
                | Q(released_at=None)
                | Q(closes_at=None),
            ),
            models.CheckConstraint(
                name="instants_of_a_task_make_sense",
                condition=reduce(
                    and_,
                    (
                        Q(**{field: None}) | Q(**{f"{field}__range": (EARLIEST, LATEST)})
                        for field in INSTANTS.values()
                    ),
                ),
            ),
            models.CheckConstraint(
                name="teams_see_results_no_later_than_the_public",
                condition=Q(results_to_teams_at__lte=F("results_public_at"))
                | Q(results_public_at=None),
            ),
        ]

    def __str__(self) -> str:
        return self.title

    @property
    def title(self) -> str:
        """Return the name in the reader's language."""
        if (get_language() or "").startswith("fr"):
            return self.name
        return self.name_en or self.name

    @property
    def path(self) -> str:
        """Return ``campaign-slug/task-slug``, the name on the command line."""
        return f"{self.campaign.slug}/{self.slug}"

    @property
    def summary(self) -> Written:
        return in_reader_language(french=self.summary_fr, english=self.summary_en)

    @property
    def zone(self) -> ZoneInfo:
        return ZoneInfo(self.time_zone)

    def stage(self, at: datetime) -> Stage:
        """Return the stage that the task has reached, each one after the other.

        A later instant opens nothing by itself: results wait until judging is closed, whatever
        dates were planned for them.
        """
        reached = Stage.DRAFT
        for stage, field in INSTANTS.items():
            instant = getattr(self, field)
            if instant is None or instant > at:
                break
            reached = stage
        return reached

    def is_announced(self, at: datetime) -> bool:
        return self.stage(at) >= Stage.REGISTRATION

    def accepts_runs(self, at: datetime) -> bool:
        """Whether a file whose upload ends now counts as in time."""
        return self.stage(at) == Stage.RELEASED

    def accepts_repairs(self, at: datetime) -> bool:
        """Whether a file that arrived in time and was refused may still be replaced."""
        return self.closes_at is not None and self.closes_at <= at < self.closes_at + timedelta(
            hours=self.grace_hours
        )

    def accepts_teams(self, at: datetime) -> bool:
        return Stage.REGISTRATION <= self.stage(at) <= Stage.RELEASED

    def is_being_judged(self, at: datetime) -> bool:
        return Stage.RELEASED <= self.stage(at) <= Stage.CLOSED

    def is_judged(self, at: datetime) -> bool:
        return self.judged_at is not None and self.judged_at <= at

    def were_results_seen(self, at: datetime) -> bool:
        """Whether anybody but the organizers could read the results."""
        return self.stage(at) >= Stage.RESULTS_TO_TEAMS

    def answers_of(self, question_type: str) -> int:
        return int(getattr(self, "answers_" + question_type.replace("-", "_")))

    @property
    def run_rules(self) -> RunRules:
        return RunRules(
            answers={type_: self.answers_of(type_) for type_ in QuestionType},
            passage_limit=self.passage_limit if self.asks_passages else None,
            asks_documents=self.asks_documents,
            asks_passages=self.asks_passages,
            accepts_nil=self.accepts_nil,
        )
