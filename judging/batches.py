"""What an assessor's browser sends: one act, read and checked before anything is looked up."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from judging.decisions import Decision

MEANS = frozenset({"key", "button", "bracket", "rest", "undo", "redo", "conflict"})
REVERSING = frozenset({"undo", "redo"})
LONGEST_BATCH = 5000
LONGEST_LOOK = 86_400_000  # a day, in ms: whatever a browser says beyond is not a look
LONGEST_NAME = 500
LONGEST_NOTE = 4000


class Malformed(ValueError):
    """What came is not an act of the judging page."""


class Choice(NamedTuple):
    """One decision on one unit, and the version of its group that the assessor saw.

    Without a document it is about the string alone. ``distinct`` is None where the names of distinct answers stay as they are.
    """

    item: str
    document: str | None
    decision: Decision
    seen: UUID | None = None
    distinct: tuple[str, ...] | None = None


class Batch(NamedTuple):
    """One act: decisions, or the reversal of an earlier act."""

    key: UUID
    means: str
    choices: tuple[Choice, ...] = ()
    reverses: UUID | None = None
    # The slot that the page was made for, none where questions are not assigned.
    place: int | None = None
    reason: str = ""
    note: str = ""
    client_at: datetime | None = None
    active_ms: int | None = None

    @property
    def digest(self) -> str:
        """Return a short name of everything that the act says."""
        return hashlib.blake2b(repr(self).encode(), digest_size=16).hexdigest()


def read_batch(body: bytes) -> Batch:
    """Return the act that a request's body holds.

    Raises
    ------
    Malformed
        If it is not JSON, or a part is missing, of another kind, or longer than any page sends.

    Examples
    --------
    >>> key = "7d1f0e5c-8a39-4f4c-9d57-6a2b8a1c0d11"
    >>> choices = [{"item": "a1", "document": "D1", "decision": "right", "seen": ""}]
    >>> body = json.dumps({"key": key, "means": "key", "choices": choices})
    >>> read_batch(body.encode()).choices[0].decision
    <Decision.RIGHT: 'right'>
    """
    try:
        sent = json.loads(body)
        return _batch(sent)
    except Malformed:
        raise
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as fault:
        raise Malformed(str(fault)) from fault


def _batch(sent: Mapping[str, object]) -> Batch:
    choices = sent.get("choices") or []
    if not isinstance(choices, list) or len(choices) > LONGEST_BATCH:
        raise Malformed("choices")
    batch = Batch(
        key=UUID(_text(sent["key"])),
        means=_text(sent["means"]),
        choices=tuple(_choice(one) for one in choices),
        reverses=_version(sent.get("reverses")),
        place=int(_text(sent["place"])) if sent.get("place") else None,
        reason=_text(sent.get("reason", "")),
        note=_text(sent.get("note", ""), LONGEST_NOTE),
        client_at=_instant(sent.get("at")),
        active_ms=_duration(sent.get("active")),
    )
    is_reversal = batch.means in REVERSING
    if batch.means not in MEANS or is_reversal != (batch.reverses is not None):
        raise Malformed("means")
    if is_reversal == bool(batch.choices):
        raise Malformed("choices")
    return batch


def _choice(sent: Mapping[str, object]) -> Choice:
    names, document = sent.get("distinct"), sent.get("document", "")
    if names is not None and not isinstance(names, list):
        raise Malformed("distinct")
    return Choice(
        item=_text(sent["item"]),
        document=None if document is None else _text(document, LONGEST_NOTE),
        decision=Decision(_text(sent["decision"])),
        seen=_version(sent.get("seen")),
        distinct=None if names is None else tuple(_text(name).strip() for name in names),
    )


def _text(value: object, longest: int = LONGEST_NAME) -> str:
    if not isinstance(value, str) or len(value) > longest or "\0" in value:
        raise Malformed("text")
    return value


def _version(value: object) -> UUID | None:
    return UUID(_text(value)) if value else None


def _instant(value: object) -> datetime | None:
    if not value:
        return None
    at = datetime.fromisoformat(_text(value))
    if at.tzinfo is None:
        raise Malformed("at")
    return at


def _duration(value: object) -> int | None:
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int | float) or not value >= 0:
        raise Malformed("active")
    return int(min(value, LONGEST_LOOK))
