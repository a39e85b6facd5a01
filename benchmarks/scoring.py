"""Scoring runs from judgments, in one process and as the command line, beside pytrec_eval.

20 runs × 500 questions × 5 answers, half of the questions factual (MRR, trec_eval's recip_rank)
and half lists (NIAP, trec_eval's map). Equer computes all its measures for answers, passages and
both, with the bounds by unjudged answers; pytrec_eval computes two numbers a question.
"""

from __future__ import annotations

import json
import random
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import pytrec_eval

from benchmarks import _pytrec_eval
from benchmarks._rounds import median_seconds, milliseconds, print_table, seconds_of
from campaign.formats.questions import QuestionType
from campaign.formats.run_answers import AnswerLine
from judging.judgment_format import JudgmentLine, Kind, Label
from judging.labels import JudgmentIndex
from scoring.evaluation import EvaluatedQuestion, Evidence, evaluate, rank_answers

TOLERANCE = 1e-9
ROOT = Path(__file__).resolve().parent.parent
ANSWERS_KNOWN = 12
EQUER = "import sys; from client.main import main; sys.exit(main())"

type Scores = Mapping[str, Mapping[str, float]]  # run, then recip_rank and map


class Size(NamedTuple):
    """How much there is to score."""

    runs: int = 20
    questions: int = 500
    answers: int = 5


class Workload:
    """Questions, judgments and runs, as Equer reads them and as trec_eval does."""

    def __init__(self, size: Size, *, seed: int = 2004) -> None:
        draw = random.Random(seed)  # noqa: S311 -- a workload, not a secret
        self.questions = {
            f"G{number}": QuestionType.LIST if number % 2 else QuestionType.FACTUAL
            for number in range(size.questions)
        }
        self.right = {
            question: frozenset(draw.sample(range(ANSWERS_KNOWN), draw.randint(1, 4)))
            for question in self.questions
        }
        self.runs = {
            f"run-{number}": {
                question: draw.sample(range(ANSWERS_KNOWN), size.answers)
                for question in self.questions
            }
            for number in range(size.runs)
        }

        # What both libraries take, made beforehand: neither is charged for it.
        self.evaluated = tuple(EvaluatedQuestion(*question) for question in self.questions.items())
        self.judged = [
            JudgmentLine(0, question, kind, _document(one), text(one), "a1", label)
            for question, right in self.right.items()
            for one in range(ANSWERS_KNOWN)
            for label in [Label.CORRECT if one in right else Label.INCORRECT]
            for kind, text in ((Kind.ANSWER, _answer), (Kind.PASSAGE, _passage))
        ]
        self.run_answers = {run: rank_answers(self.answers(run)) for run in self.runs}
        self.qrels = {
            question: {_document(one): int(one in right) for one in range(ANSWERS_KNOWN)}
            for question, right in self.right.items()
        }
        self.trec_runs = {
            run: {
                question: {_document(one): float(-rank) for rank, one in enumerate(ones)}
                for question, ones in answers.items()
            }
            for run, answers in self.runs.items()
        }

    def answers(self, run: str) -> list[AnswerLine]:
        """Return the lines of a run file."""
        return [
            AnswerLine(0, question, rank, _document(one), _answer(one), _passage(one), None)
            for question, ones in self.runs[run].items()
            for rank, one in enumerate(ones, start=1)
        ]

    def trec_measures(self) -> dict[str, str]:
        """Return which measure each question is scored by."""
        return {
            question: "map" if kind is QuestionType.LIST else "recip_rank"
            for question, kind in self.questions.items()
        }

    def write(self, folder: Path) -> None:
        """Write the files of both programs."""
        for run, answers in self.runs.items():
            lines = [answer[1:6] for answer in self.answers(run)]
            _write(folder / f"{run}.tsv", "\t", lines)
            trec = [
                (question, "Q0", _document(one), rank, -rank, run)
                for question, ones in answers.items()
                for rank, one in enumerate(ones, start=1)
            ]
            _write(folder / f"{run}.trec", " ", trec)
        _write(
            folder / "q.tsv", "\t", [(k, v, "", "?", "", "fr") for k, v in self.questions.items()]
        )
        _write(folder / "j.tsv", "\t", [line[1:7] for line in self.judged])
        qrels = [
            (q, 0, d, label) for q, labels in self.qrels.items() for d, label in labels.items()
        ]
        _write(folder / "qrels", " ", qrels)
        _write(folder / "measures", " ", list(self.trec_measures().items()))


def _document(one: int) -> str:
    return f"D{one}"


def _answer(one: int) -> str:
    return f"Réponse {one}"


def _passage(one: int) -> str:
    return f"… où l’on lit la réponse {one}, « dans un passage » qui a une longueur ordinaire …"


def _write(path: Path, separator: str, rows: Iterable[tuple[object, ...]]) -> None:
    lines = [separator.join(map(str, row)) + "\n" for row in rows]
    path.write_text("".join(lines), encoding="utf-8")


def score_here(workload: Workload) -> Scores:
    """Score every run in this process by Equer."""
    evidence = Evidence(workload.evaluated, JudgmentIndex(workload.judged), frozenset(Kind))
    scores = {}
    for run, answers in workload.run_answers.items():
        rows = evaluate(evidence, answers)
        scores[run] = _chosen((row.measure, row.kind, row.subset, row.value) for row in rows)
    return scores


def _chosen(rows: Iterable[tuple[str, str, str, float]]) -> dict[str, float]:
    names = {"MRR": "recip_rank", "NIAP": "map"}
    return {
        names[measure]: value
        for measure, kind, subset, value in rows
        if measure in names and kind == "answer" and subset == "all"
    }


def score_by_peer(workload: Workload) -> Scores:
    """Score every run in this process by pytrec_eval."""
    measures = workload.trec_measures()
    evaluator = pytrec_eval.RelevanceEvaluator(workload.qrels, set(_pytrec_eval.MEASURES))
    return {
        run: _pytrec_eval.means(evaluator.evaluate(answers), measures)
        for run, answers in workload.trec_runs.items()
    }


def score_by_command(workload: Workload, folder: Path) -> Scores:
    """Score every run by `equer score`."""
    files = [str(folder / f"{run}.tsv") for run in workload.runs]
    evidence = ["--questions", str(folder / "q.tsv"), "--judgments", str(folder / "j.tsv")]
    told = _output(["-c", EQUER, "score", *evidence, "--json", *files])
    return {
        run["run"]: _chosen(
            (row["measure"], row["kind"], row["subset"], row["value"]) for row in run["scores"]
        )
        for run in told["runs"]
    }


def score_by_peer_program(workload: Workload, folder: Path) -> Scores:
    """Score every run by the peer's program."""
    files = [str(folder / f"{run}.trec") for run in workload.runs]
    scores: Scores = _output(
        ["-m", "benchmarks._pytrec_eval", str(folder / "qrels"), str(folder / "measures"), *files]
    )
    return scores


def _output(arguments: list[str]) -> Any:
    answer = subprocess.run(  # noqa: S603 -- our own programs
        [sys.executable, *arguments], check=True, capture_output=True, cwd=ROOT
    )
    return json.loads(answer.stdout)


def verify(workload: Workload, folder: Path) -> None:
    """Check that all four ways give the same numbers."""
    expected = score_by_peer(workload)
    others = {
        "evaluate": score_here(workload),
        "equer score": score_by_command(workload, folder),
        "pytrec_eval's program": score_by_peer_program(workload, folder),
    }
    for name, scores in others.items():
        if scores.keys() != expected.keys():
            raise AssertionError(f"{name} scored {sorted(scores)}")
        for run, values in expected.items():
            for measure, value in values.items():
                if abs(scores[run][measure] - value) > TOLERANCE:
                    raise AssertionError(f"{name}, {run}, {measure}: not {value}")


def measure(size: Size, *, rounds: int) -> None:
    """Print the time of both programs and of both libraries, and their ratios."""
    workload = Workload(size)
    with tempfile.TemporaryDirectory(prefix="equer-bench-") as name:
        folder = Path(name)
        workload.write(folder)
        verify(workload, folder)
        seconds = median_seconds(
            {
                "evaluate": lambda: seconds_of(lambda: score_here(workload)),
                "pytrec_eval": lambda: seconds_of(lambda: score_by_peer(workload)),
                "equer score": lambda: seconds_of(lambda: score_by_command(workload, folder)),
                "pytrec_eval, whole process": lambda: seconds_of(
                    lambda: score_by_peer_program(workload, folder)
                ),
            },
            rounds=rounds,
        )
    answers = size.runs * size.questions * size.answers
    print(f"{size.runs} runs, {answers:,} answers; values equal to {TOLERANCE:g}")
    peers = {"evaluate": "pytrec_eval", "equer score": "pytrec_eval, whole process"}
    print_table(
        ("", "time", "ratio to the peer"),
        [
            (
                name,
                milliseconds(took),
                f"{took / seconds[peers[name]]:.2f}" if name in peers else "1",
            )
            for name, took in seconds.items()
        ],
    )


def main() -> int:
    measure(Size(), rounds=7)
    return 0


if __name__ == "__main__":
    sys.exit(main())
