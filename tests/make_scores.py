"""Builders of scores."""

from __future__ import annotations

from datetime import UTC, datetime

from campaign.models import Run, Task
from scoring.models import Score, Scoring

NOON = datetime(2026, 11, 30, 12, tzinfo=UTC)


def make_scoring(task: Task) -> Scoring:
    return Scoring.objects.create(
        task=task,
        question_set_version=1,
        newest_event_id=0,
        run_ids=[],
        code_version="0",
        computed_at=NOON,
    )


def make_score(run: Run, value: float = 0.5) -> Score:
    return Score.objects.create(
        scoring=make_scoring(run.task),
        run=run,
        measure="MRR",
        kind="answer",
        subset="all",
        value=value,
        questions=1,
        judged_share=1.0,
        lower=value,
        upper=value,
        per_question=[value],
    )
