"""Leaderboards as files."""

from __future__ import annotations

import csv
import io
import json

from scoring.leaderboard import Leaderboard, as_records

FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r")


def write_board(board: Leaderboard, kind: str) -> str:
    """Return the leaderboard as ``csv`` or ``json``, one record per run and column."""
    records = as_records(board)
    if kind == "json":
        return json.dumps({"scored_from": _provenance(board), "rows": records}, indent=1)
    text = io.StringIO(newline="")
    if records:
        writer = csv.DictWriter(text, records[0].keys(), lineterminator="\n")
        writer.writeheader()
        writer.writerows({name: _inert(cell) for name, cell in row.items()} for row in records)
    return text.getvalue()


def _inert(cell: object) -> object:
    """Keep a spreadsheet from running a name of a team or run as a formula."""
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(FORMULA_STARTS) else cell


def _provenance(board: Leaderboard) -> dict[str, object] | None:
    scoring = board.scoring
    if scoring is None:
        return None
    return {
        "profile": scoring.profile,
        "policy": scoring.policy,
        "known_count": scoring.known_count,
        "question_set_version": scoring.question_set_version,
        "judgments_up_to_event": scoring.newest_event_id,
        "code_version": scoring.code_version,
        "seed": scoring.seed,
        "flips": scoring.flips,
        "computed_at": scoring.computed_at.isoformat(),
    }
