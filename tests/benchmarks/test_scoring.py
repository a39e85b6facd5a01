"""The benchmark of scoring, on two runs of four questions."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.scoring import Size, Workload, measure, verify

SMALL = Size(runs=2, questions=4, answers=3)


def test_it_measures_what_it_verified(capsys: pytest.CaptureFixture[str]) -> None:
    measure(SMALL, rounds=1)
    assert capsys.readouterr().out.startswith("2 runs, 24 answers; values equal to 1e-09\n")


def test_a_wrong_value_is_not_measured(tmp_path: Path) -> None:
    workload = Workload(SMALL)
    workload.write(tmp_path)
    for labels in workload.qrels.values():
        labels.update({document: 1 - label for document, label in labels.items()})
    with pytest.raises(AssertionError, match="evaluate, run-0"):
        verify(workload, tmp_path)
