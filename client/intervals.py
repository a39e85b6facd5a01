"""Bootstrap intervals of scores; the only module of the client that needs NumPy."""

from scoring.evaluation import ScoreRow
from scoring.measures import MEASURES
from scoring.measures.summary import bootstrap

_INDEPENDENT = {measure.short_name for measure in MEASURES if measure.is_independent}


def bootstrap_interval(row: ScoreRow, *, seed: int) -> list[float] | None:
    """Return the 95 % interval of a score, None where questions do not count independently."""
    if row.measure not in _INDEPENDENT:
        return None
    result = bootstrap([row.per_question], seed=seed)
    return [float(result.lower[0]), float(result.upper[0])]
