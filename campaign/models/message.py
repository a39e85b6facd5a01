"""Messages that could not be sent, because this installation has no mail server."""

from __future__ import annotations

from django.db import models


class KeptMessage(models.Model):
    """A message kept for the organizers, who pass it on by other means."""

    to = models.EmailField()
    subject = models.CharField(max_length=255)
    body = models.TextField()
    kept_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.to}: {self.subject}"
