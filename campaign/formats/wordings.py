"""What a message consists of; the tables beside this module hold the messages themselves."""

from typing import NamedTuple


class Wording(NamedTuple):
    """Message ids of one code, with {named} parameters."""

    title: str
    expected: str
    remedy: str


def gettext_noop(message: str) -> str:
    """Mark a message for extraction and return it as it is.

    >>> gettext_noop("The file is empty.")
    'The file is empty.'
    """
    return message
