"""Who holds which role, in a whole campaign or in one task of it."""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _


class Role(models.TextChoices):
    ORGANIZER = "organizer", _("organizer")
    QUESTION_EDITOR = "question-editor", _("question editor")
    ASSESSOR = "assessor", _("assessor")
    ADJUDICATOR = "adjudicator", _("adjudicator")
    PARTICIPANT = "participant", _("participant")


class MembershipQuerySet(models.QuerySet["Membership"]):
    def covering(self, task: object) -> MembershipQuerySet:
        """Roles held in the task itself or in its whole campaign."""
        return self.filter(Q(task=None) | Q(task=task))


class Membership(models.Model):
    """A role of a person. Participants are members of teams and need no row here."""

    campaign = models.ForeignKey("campaign.Campaign", models.CASCADE, related_name="memberships")
    task = models.ForeignKey(
        "campaign.Task", models.CASCADE, related_name="memberships", null=True, blank=True
    )
    user = models.ForeignKey("campaign.User", models.PROTECT, related_name="memberships")
    role = models.CharField(max_length=20, choices=Role)
    granted_by = models.ForeignKey("campaign.User", models.PROTECT, related_name="+")
    granted_at = models.DateTimeField()

    objects = MembershipQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                name="one_membership_per_role",
                fields=["campaign", "task", "user", "role"],
                nulls_distinct=False,
            ),
            models.CheckConstraint(
                name="participants_belong_to_teams", condition=~Q(role=Role.PARTICIPANT)
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user_id} {self.role}"


class Waiver(models.Model):
    """The public act by which a member of a competing team keeps a role in that task."""

    task = models.ForeignKey("campaign.Task", models.CASCADE, related_name="waivers")
    user = models.ForeignKey("campaign.User", models.PROTECT, related_name="waivers")
    reason = models.TextField(_("reason"))
    granted_by = models.ForeignKey("campaign.User", models.PROTECT, related_name="+")
    granted_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(name="one_waiver_per_person", fields=["task", "user"]),
        ]

    def __str__(self) -> str:
        return f"{self.user_id} in {self.task_id}"
