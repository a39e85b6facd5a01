from judging.models.adjudication import Adjudication, ClosingAct
from judging.models.assignment import Slot, SplitGroup
from judging.models.guideline import Doubt, Guideline
from judging.models.judgment import (
    ADJUDICATION,
    LABELS,
    Assessor,
    Judgment,
    JudgmentBatch,
    JudgmentEvent,
)
from judging.models.pool import KINDS, PoolItem, PoolText
from judging.models.rules import JudgingRules

__all__ = [
    "ADJUDICATION",
    "KINDS",
    "LABELS",
    "Adjudication",
    "Assessor",
    "ClosingAct",
    "Doubt",
    "Guideline",
    "JudgingRules",
    "Judgment",
    "JudgmentBatch",
    "JudgmentEvent",
    "PoolItem",
    "PoolText",
    "Slot",
    "SplitGroup",
]
