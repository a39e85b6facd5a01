"""Two small decisions instead of four labels: is the string right, and does the document say so."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum

from judging.judgment_format import Kind, Label


class Verdict(StrEnum):
    """What an assessor says of a string against its question, or of a passage."""

    RIGHT = "right"
    INEXACT = "inexact"
    WRONG = "wrong"
    CANNOT = "cannot"


class Decision(StrEnum):
    """What one key or button says of the unit in front of the assessor."""

    RIGHT = "right"
    INEXACT = "inexact"
    UNSUPPORTED = "unsupported"
    WRONG = "wrong"
    CANNOT = "cannot"


_NEEDS_SUPPORT = frozenset({Verdict.RIGHT, Verdict.INEXACT})


@dataclass(frozen=True, slots=True)
class Opinion:
    """What is known of one unit: nothing, a verdict, or a verdict and whether it is supported."""

    verdict: Verdict | None = None
    is_supported: bool | None = None

    @property
    def needs_support(self) -> bool:
        """Whether the string is decided and the support is not."""
        return self.verdict in _NEEDS_SUPPORT and self.is_supported is None


UNKNOWN = Opinion()


def label_of(opinion: Opinion, kind: Kind, *, inexact_first: bool = False) -> Label | None:
    """Return the label that follows from an opinion, None while it is incomplete.

    Parameters
    ----------
    opinion : Opinion
    kind : Kind
        A passage needs no support: it is correct or incorrect.
    inexact_first : bool
        Whether *inexact* outranks *not supported*, a setting of the task.

    Examples
    --------
    >>> label_of(Opinion(Verdict.INEXACT, False), Kind.ANSWER)
    <Label.UNSUPPORTED: 'unsupported'>
    >>> label_of(Opinion(Verdict.RIGHT), Kind.ANSWER) is None
    True
    """
    if opinion.verdict is Verdict.WRONG:
        return Label.INCORRECT
    if opinion.verdict not in _NEEDS_SUPPORT:
        return None
    if kind is Kind.PASSAGE:
        return Label.CORRECT
    if opinion.is_supported is None:
        return None
    if not opinion.is_supported and not (inexact_first and opinion.verdict is Verdict.INEXACT):
        return Label.UNSUPPORTED
    return Label.INEXACT if opinion.verdict is Verdict.INEXACT else Label.CORRECT


def opinion_behind(label: Label, kind: Kind) -> Opinion:
    """Return the opinion that a label made elsewhere stands for.

    >>> opinion_behind(Label.UNSUPPORTED, Kind.ANSWER)
    Opinion(verdict=<Verdict.RIGHT: 'right'>, is_supported=False)
    """
    if label is Label.INCORRECT:
        return Opinion(Verdict.WRONG)
    if kind is Kind.PASSAGE:
        return Opinion(Verdict.RIGHT)
    verdict = Verdict.INEXACT if label is Label.INEXACT else Verdict.RIGHT
    return Opinion(verdict, label is not Label.UNSUPPORTED)


def verdict_on_group(opinions: Mapping[str, Opinion]) -> Verdict | None:
    """Return the verdict that all judged units of an answer group share, if they do.

    >>> verdict_on_group({"D1": Opinion(Verdict.RIGHT, True), "D2": UNKNOWN})
    <Verdict.RIGHT: 'right'>
    """
    verdicts = {one.verdict for one in opinions.values()} - {None, Verdict.CANNOT}
    return verdicts.pop() if len(verdicts) == 1 else None


def decide(
    decision: Decision,
    opinions: Mapping[str, Opinion],
    document: str | None,
    *,
    is_split: bool = False,
) -> dict[str, Opinion]:
    """Return what the units of one answer group are after a decision on one of them.

    Parameters
    ----------
    decision : Decision
    opinions : mapping of str to Opinion
        By document: every unit of the group, or the one unit of a passage.
    document : str or None
        The unit in front of the assessor. None decides on the string alone, its support unseen:
        so look-alikes are judged together, and what is left of a question.
    is_split : bool
        Whether the group is judged document by document: then only that unit changes, and
        without a document those whose string nobody decided yet.

    Returns
    -------
    dict of str to Opinion
        All units. The verdict holds for the whole group, the support for the unit alone. Where
        the string was decided before and this document was not, *right* says that it is
        supported and leaves the verdict as it was.

    Examples
    --------
    >>> decide(Decision.WRONG, {"D1": UNKNOWN, "D2": UNKNOWN}, "D1")["D2"].verdict
    <Verdict.WRONG: 'wrong'>
    >>> after = decide(Decision.INEXACT, {"D1": UNKNOWN, "D2": UNKNOWN}, "D1")
    >>> decide(Decision.RIGHT, after, "D2")["D2"]
    Opinion(verdict=<Verdict.INEXACT: 'inexact'>, is_supported=True)
    """
    group = None if is_split else verdict_on_group(opinions)
    here = _after(decision, UNKNOWN if document is None else opinions[document], group)
    if is_split:
        chosen = [
            one
            for one in opinions
            if one == document or (document is None and opinions[one].verdict is None)
        ]
    else:
        chosen = list(opinions)
    changed = {one: here if one == document else _follow(opinions[one], here) for one in chosen}
    return {**opinions, **changed}


def _is_open(opinion: Opinion) -> bool:
    return opinion.verdict is None or opinion.needs_support


def _after(decision: Decision, here: Opinion, group: Verdict | None) -> Opinion:
    if decision is Decision.CANNOT:
        return Opinion(Verdict.CANNOT)
    if decision is Decision.WRONG:
        return Opinion(Verdict.WRONG)
    if decision is Decision.INEXACT:
        return Opinion(Verdict.INEXACT, is_supported=True)
    known = here.verdict if here.verdict in _NEEDS_SUPPORT else group
    is_second_step = known in _NEEDS_SUPPORT and here.is_supported is None
    if decision is Decision.UNSUPPORTED:
        return Opinion(known if known in _NEEDS_SUPPORT else Verdict.RIGHT, is_supported=False)
    return Opinion(known if is_second_step else Verdict.RIGHT, is_supported=True)


def _follow(other: Opinion, here: Opinion) -> Opinion:
    """Return what another unit of the group is once the verdict on the string is known."""
    if here.verdict is Verdict.CANNOT:
        return here if _is_open(other) else other
    if here.verdict is Verdict.WRONG:
        return here
    return replace(other, verdict=here.verdict)
