from judging.models.judgment import ADJUDICATION, LABELS, Assessor, Judgment, JudgmentEvent
from judging.models.pool import KINDS, PoolItem, PoolText

__all__ = [
    "ADJUDICATION",
    "KINDS",
    "LABELS",
    "Assessor",
    "Judgment",
    "JudgmentEvent",
    "PoolItem",
    "PoolText",
]
