"""The benchmark of the import, on a run of six answers."""

from __future__ import annotations

import pytest

from benchmarks.import_run import Size, Workload, measure, shares_of_an_import, verify
from campaign.models import Answer, Run, Upload

SMALL = Size(questions=3, answers=2, documents=4)
pytestmark = pytest.mark.django_db


def test_it_measures_what_it_verified(capsys: pytest.CaptureFixture[str]) -> None:
    assert measure(SMALL, rounds=1) > 0
    assert capsys.readouterr().out.startswith("6 answers, 4 documents; values verified\n")


def test_no_part_of_an_import_is_missed_or_counted_twice() -> None:
    shares = shares_of_an_import(Workload(SMALL))
    assert min(shares.values()) > 0


def test_nothing_stays_of_a_run() -> None:
    workload = Workload(SMALL)
    verify(workload)
    assert not Answer.objects.exists()
    assert not Run.objects.exists()
    assert not Upload.objects.filter(kind=Upload.Kind.RUN).exists()


def test_a_refused_run_is_not_measured() -> None:
    workload = Workload(SMALL)
    workload.questions.append("unknown")
    with pytest.raises(AssertionError, match="unknown-question"):
        verify(workload)
