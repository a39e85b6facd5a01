"""Teams and the tasks they enter."""

from __future__ import annotations

from django.db import models
from django.db.models.functions import Lower
from django.utils.translation import gettext_lazy as _

from campaign.models.user import User


class TeamQuerySet(models.QuerySet["Team"]):
    def listed(self) -> TeamQuerySet:
        """Teams by name, each with its members by name."""
        members = models.Prefetch("members", User.objects.order_by("name", "pk"))
        return self.order_by("name", "pk").prefetch_related(members)


class Team(models.Model):
    class Sector(models.TextChoices):
        PUBLIC = "public", _("public")
        PRIVATE = "private", _("private")

    campaign = models.ForeignKey("campaign.Campaign", models.PROTECT, related_name="teams")
    name = models.CharField(_("team name"), max_length=80)
    affiliation = models.CharField(_("laboratory or company"), max_length=160, blank=True)
    sector = models.CharField(_("sector"), max_length=7, choices=Sector, default=Sector.PUBLIC)
    members = models.ManyToManyField("campaign.User", related_name="teams", blank=True)
    tasks = models.ManyToManyField("campaign.Task", related_name="teams", blank=True)
    registered_by = models.ForeignKey("campaign.User", models.PROTECT, related_name="+")
    registered_at = models.DateTimeField()

    objects = TeamQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                "campaign",
                Lower("name"),
                name="team_name_unique_in_campaign",
                violation_error_message=_("A team of this campaign has this name already."),
            ),
        ]

    def __str__(self) -> str:
        return self.name
