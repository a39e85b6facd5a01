"""The scoring peer as a program: `recip_rank` and `map` of TREC runs by pytrec_eval, as JSON."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from math import fsum
from pathlib import Path

import pytrec_eval

MEASURES = ("recip_rank", "map")

type PerQuery = Mapping[str, Mapping[str, float]]


def means(per_query: PerQuery, queries: Mapping[str, str]) -> dict[str, float]:
    """Return the mean of each query's own measure, over all queries that have it."""
    return {
        measure: fsum(
            per_query.get(query, {}).get(measure, 0.0)
            for query, wanted in queries.items()
            if wanted == measure
        )
        / sum(wanted == measure for wanted in queries.values())
        for measure in MEASURES
    }


def main(qrels: Path, queries: Path, *runs: Path) -> None:
    wanted = dict(line.split() for line in queries.read_text(encoding="utf-8").splitlines())
    with qrels.open(encoding="utf-8") as source:
        evaluator = pytrec_eval.RelevanceEvaluator(pytrec_eval.parse_qrel(source), set(MEASURES))
    scores = {}
    for path in runs:
        with path.open(encoding="utf-8") as source:
            scores[path.stem] = means(evaluator.evaluate(pytrec_eval.parse_run(source)), wanted)
    json.dump(scores, sys.stdout)


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:]))
