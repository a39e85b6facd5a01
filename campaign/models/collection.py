"""The documents in which the answers of a task are found."""

from __future__ import annotations

from django.db import models


class Document(models.Model):
    """One document; its identifier is matched as it is, never against a pattern."""

    task = models.ForeignKey("campaign.Task", models.CASCADE, related_name="documents")
    identifier = models.CharField(max_length=200)
    title = models.TextField(blank=True)
    text = models.TextField()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                name="document_identifier_unique_in_task", fields=["task", "identifier"]
            ),
        ]

    def __str__(self) -> str:
        return self.identifier
