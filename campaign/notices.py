"""Telling people by mail; without a mail server their messages are kept for the organizers."""

from __future__ import annotations

import logging

from django.conf import settings
from django.core.mail import EmailMessage
from django.db import transaction

logger = logging.getLogger(__name__)


def notify(*, to: str, subject: str, body: str) -> None:
    """Send a message once the change it tells of is committed; what cannot be sent is logged."""
    message = EmailMessage(subject, body, settings.DEFAULT_FROM_EMAIL, [to])
    transaction.on_commit(lambda: _send(message))


def _send(message: EmailMessage) -> None:
    try:
        message.send()
    except OSError:
        logger.exception("Not sent to %s: %s", message.to, message.subject)
