"""What changes a judgment, and what an event says of the one in force."""

from __future__ import annotations

from dataclasses import dataclass

from judging.decisions import UNKNOWN, Opinion, Verdict
from judging.judgment_format import Label
from judging.models import Judgment, JudgmentEvent


@dataclass(frozen=True, slots=True)
class Change:
    """What an assessor says of one text from now on; no verdict takes it back.

    ``assessor`` and ``text`` are the keys of their rows.
    """

    assessor: int
    text: int
    opinion: Opinion = UNKNOWN
    label: Label | None = None
    distinct: tuple[str, ...] = ()


def reversed_change(event: JudgmentEvent) -> Change:
    """Return the change that restores what was before an event."""
    verdict, label = event.verdict_before, event.label_before
    return Change(
        event.assessor_id,
        event.text_id,
        Opinion(Verdict(verdict) if verdict else None, event.is_supported_before),
        Label(label) if label else None,
        tuple(event.distinct_before),
    )


def is_in_force(event: JudgmentEvent, judgment: Judgment | None) -> bool:
    """Whether what an event said is what its assessor says now."""
    if judgment is None:
        return not event.verdict
    said = (judgment.verdict, judgment.is_supported, judgment.label, judgment.distinct)
    return said == (event.verdict, event.is_supported, event.label, event.distinct)
