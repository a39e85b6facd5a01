"""What the runs and measures of one evidence share, and that sharing changes nothing."""

from __future__ import annotations

from judging.judgment_format import Kind
from scoring.evaluation import EvaluatedQuestion, Profile, evaluate
from tests.scoring.test_evaluation import (
    FACTUAL,
    LIST,
    C,
    W,
    X,
    answer,
    evidence_of,
    passage,
    passages,
    ranked,
)


def test_the_share_judged_is_counted_once_for_all_measures() -> None:
    questions = [EvaluatedQuestion("F1", FACTUAL), EvaluatedQuestion("L1", LIST)]
    judgments = [answer("F1", "a", C), answer("L1", "b", W)]
    run = {"F1": ranked("a", "x"), "L1": ranked("b", "c", "d", "")}
    rows = evaluate(evidence_of(questions, judgments), run)
    assert {(row.subset, row.judged_share) for row in rows} == {
        ("factual", 1 / 2),
        ("list", 1 / 3),
        ("all", 1 / 2),
        ("all", 1 / 3),
        ("all", 2 / 5),
    }


def test_one_type_alone_is_all() -> None:
    questions = [EvaluatedQuestion("F1", FACTUAL), EvaluatedQuestion("F2", FACTUAL)]
    rows = evaluate(evidence_of(questions, [answer("F1", "a", C)]), {"F1": ranked("b", "a")})
    alone = [row for row in rows if row.subset == "factual"]
    assert [row for row in rows if row.subset == "all"] == [
        row._replace(subset="all") for row in alone
    ]


def test_evidence_serves_many_runs_and_profiles_without_mixing_them() -> None:
    questions = [EvaluatedQuestion("L1", LIST, None, ("known",)), EvaluatedQuestion("L2", LIST)]
    judgments = [answer("L1", "a", C), answer("L1", "b", X), passage("L2", "p", C)]
    runs = [{"L1": ranked("a", "b")}, {"L1": ranked("b")}, {"L2": passages("p", "q")}]
    shared = evidence_of(questions, judgments, frozenset(Kind))
    for profile in (Profile.STRICT, Profile.LENIENT, Profile.STRICT):
        for run in runs:
            alone = evidence_of(questions, judgments, frozenset(Kind))
            assert evaluate(shared, run, profile=profile) == evaluate(alone, run, profile=profile)
