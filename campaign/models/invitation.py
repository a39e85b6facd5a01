"""Invitations to a team: nobody belongs to one without having said yes."""

from __future__ import annotations

from django.db import models
from django.db.models import Q


class TeamInvitationQuerySet(models.QuerySet["TeamInvitation"]):
    def open(self) -> TeamInvitationQuerySet:
        return self.filter(answered_at=None)

    def to(self, email: str) -> TeamInvitationQuerySet:
        return self.filter(email=email.lower())


class TeamInvitation(models.Model):
    team = models.ForeignKey("campaign.Team", models.CASCADE, related_name="invitations")
    email = models.EmailField()
    invited_by = models.ForeignKey("campaign.User", models.PROTECT, related_name="+")
    invited_at = models.DateTimeField()
    answered_at = models.DateTimeField(null=True, blank=True)
    is_accepted = models.BooleanField(null=True, blank=True)

    objects = TeamInvitationQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                name="one_open_invitation_per_address",
                fields=["team", "email"],
                condition=Q(answered_at=None),
            ),
            models.CheckConstraint(
                name="an_answer_says_when",
                condition=Q(answered_at=None, is_accepted=None)
                | Q(answered_at__isnull=False, is_accepted__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.email} to {self.team_id}"
