"""Mail without a mail server: every message goes to the log and to a page of the organizers."""

from __future__ import annotations

import logging
from collections.abc import Sequence

from django.core.mail import EmailMessage
from django.core.mail.backends.base import BaseEmailBackend
from django.utils import timezone

from campaign.models import KeptMessage

logger = logging.getLogger(__name__)


class KeptMail(BaseEmailBackend):
    """Keeps what it is given; the settings choose it when no mail server is named."""

    def send_messages(self, email_messages: Sequence[EmailMessage]) -> int:
        for message in email_messages:
            logger.warning("Not sent, no mail server: to %s, %s", message.to, message.subject)
            KeptMessage.objects.bulk_create(
                KeptMessage(
                    to=address,
                    subject=str(message.subject)[:255],
                    body=str(message.body),
                    kept_at=timezone.now(),
                )
                for address in message.to
            )
        return len(email_messages)
