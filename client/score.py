"""`equer score`: the scores of runs from questions and judgments, as the server computes them."""

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from campaign.formats.messages import translate
from campaign.formats.names import run_name
from campaign.formats.questions import QuestionLine, QuestionType
from campaign.formats.runs import AnswerLine, RunFile, RunRules, read_run
from campaign.formats.wordings import gettext_noop
from client.inputs import (
    RANK_CEILING,
    FileProblems,
    InputsRefused,
    allowed_answers,
    check_run_names,
    load_questions,
    reading,
)
from client.options import one_of, whole_number
from client.reporting import print_json, print_problems, print_table
from judging.judgment_format import JudgmentLine, Kind
from judging.labels import JudgmentIndex, Policy
from judging.trec_format import read_judgments_of_any_form
from scoring.evaluation import (
    EvaluatedQuestion,
    Evidence,
    KnownCount,
    Profile,
    ScoreRow,
    evaluate,
    rank_answers,
)

COLUMNS = [
    gettext_noop("run"),
    gettext_noop("measure"),
    gettext_noop("kind"),
    gettext_noop("subset"),
    gettext_noop("value"),
    gettext_noop("questions"),
    gettext_noop("judged"),
]
INTERVAL_COLUMNS = [gettext_noop("bounds"), gettext_noop("interval")]


def add_arguments(parser: argparse.ArgumentParser, lang: str) -> None:
    """Declare the options of the command."""
    parser.add_argument(
        "--judgments", type=Path, required=True, help=translate("judgments file", lang)
    )
    for option, choices, default, text in (
        ("--profile", Profile, Profile.STRICT, gettext_noop("which labels count as right")),
        (
            "--policy",
            Policy,
            Policy.MAJORITY,
            gettext_noop("which label counts when assessors differ"),
        ),
        ("--r", KnownCount, KnownCount.MAX, gettext_noop("what R of list questions is taken from")),
    ):
        parser.add_argument(
            option,
            type=one_of(choices, lang),
            metavar="{" + ",".join(choices) + "}",
            default=default,
            help=translate(text, lang),
        )
    parser.add_argument(
        "--answers",
        type=whole_number(lang, least=1, most=RANK_CEILING),
        metavar="N",
        help=translate("answers allowed for each question, one for yes/no", lang),
    )
    parser.add_argument(
        "--intervals",
        action="store_true",
        help=translate("add the bounds by unjudged answers and a 95%% bootstrap interval", lang),
    )
    parser.add_argument(
        "--seed",
        type=whole_number(lang, least=0),
        metavar="N",
        default=0,
        help=translate("seed of the bootstrap", lang),
    )


def score(options: argparse.Namespace) -> int:
    """Score each run and write the scores.

    :raises InputsRefused:
    """
    check_run_names(options.runs)
    questions = load_questions(options.questions, accept_windows_1252=options.windows_1252)
    types = {question.identifier: question.type for question in questions.questions}
    judgments = reading(
        options.judgments,
        lambda source: read_judgments_of_any_form(
            source,
            name=source.name,
            questions=types,
            accept_windows_1252=options.windows_1252,
        ),
    )
    runs = [_read_run(path, types, options) for path in options.runs]
    paths = [options.questions, options.judgments, *options.runs]
    read = [questions.problems, judgments.problems, *(run.problems for run in runs)]
    files = [FileProblems(path, problems) for path, problems in zip(paths, read, strict=True)]
    if any(file.problems.refuses for file in files):
        raise InputsRefused([file for file in files if len(file.problems)])
    print_problems(files, options.lang)
    answers = [run.answers for run in runs]
    evidence = gather_evidence(questions.questions, judgments.judgments, answers, options.policy)
    rows = [
        evaluate(evidence, rank_answers(lines), profile=options.profile, known_count=options.r)
        for lines in answers
    ]
    _print_scores(rows, options)
    return 0


def _read_run(path: Path, types: dict[str, QuestionType], options: argparse.Namespace) -> RunFile:
    if options.answers is None:
        answers = dict.fromkeys(QuestionType, RANK_CEILING)
    else:
        answers = allowed_answers(options.answers)
    # Documents, passages and NIL are scored as found: what the task asked was checked at upload.
    rules = RunRules(answers, None, None, None, accepts_nil=True)
    return reading(
        path,
        lambda source: read_run(
            source,
            name=source.name,
            questions=types,
            documents=None,
            rules=rules,
            accept_windows_1252=options.windows_1252,
            accept_ranks_from_zero=options.ranks_from_zero,
        ),
    )


def gather_evidence(
    questions: Sequence[QuestionLine],
    judgments: Sequence[JudgmentLine],
    runs: Sequence[Sequence[AnswerLine]],
    policy: Policy,
) -> Evidence:
    """Return what `evaluate` needs, from the lines of files.

    No file says which kinds the task asks for: a kind is asked for if any run fills its column or
    any judgment is of that kind.
    """
    index = JudgmentIndex(judgments, policy)
    kinds = set(index.kinds)
    if any(answer.short_answer for answers in runs for answer in answers):
        kinds.add(Kind.ANSWER)
    if any(answer.passage for answers in runs for answer in answers):
        kinds.add(Kind.PASSAGE)
    evaluated = tuple(
        EvaluatedQuestion(
            question.identifier,
            question.type,
            question.expected_count,
            question.known_answers,
            question.nil,
        )
        for question in questions
    )
    return Evidence(evaluated, index, frozenset(kinds))


def _print_scores(rows: list[list[ScoreRow]], options: argparse.Namespace) -> None:
    intervals = [_intervals(scores, options) for scores in rows]
    names = [run_name(path) for path in options.runs]
    if options.json:
        runs = [
            {"run": name, "scores": list(map(_record, scores, added))}
            for name, scores, added in zip(names, rows, intervals, strict=True)
        ]
        head = {"profile": options.profile.value, "policy": options.policy.value}
        print_json(head | ({"seed": options.seed} if options.intervals else {}) | {"runs": runs})
        return
    columns = [*COLUMNS, *INTERVAL_COLUMNS] if options.intervals else COLUMNS
    lines = [
        [name, *_cells(row, added)]
        for name, scores, additions in zip(names, rows, intervals, strict=True)
        for row, added in zip(scores, additions, strict=True)
    ]
    print_table([translate(column, options.lang) for column in columns], lines)


def _record(row: ScoreRow, added: dict[str, Any]) -> dict[str, Any]:
    record: dict[str, Any] = {
        "measure": row.measure,
        "kind": row.kind,
        "subset": row.subset,
        "value": row.value,
        "questions": row.questions,
        "judged_share": row.judged_share,
    }
    if row.raised:
        record["raised"] = list(row.raised)
    return record | added


def _cells(row: ScoreRow, added: dict[str, Any]) -> list[str]:
    judged = "–" if row.judged_share is None else f"{row.judged_share:.3f}"
    cells = [row.measure, row.kind, row.subset, f"{row.value:.3f}", str(row.questions), judged]
    if added:
        cells.append(f"{added['lower']:.3f}–{added['upper']:.3f}")
        cells.append("{:.3f}–{:.3f}".format(*added["interval"]) if added["interval"] else "–")
    return cells


def _intervals(scores: list[ScoreRow], options: argparse.Namespace) -> list[dict[str, Any]]:
    """Return what --intervals adds to each score, nothing without it."""
    if not options.intervals:
        return [{} for _ in scores]
    # NumPy costs more than all the rest: only for those who ask.
    from client.intervals import bootstrap_interval  # noqa: PLC0415

    return [
        {
            "lower": row.lower,
            "upper": row.upper,
            "interval": bootstrap_interval(row, seed=options.seed),
        }
        for row in scores
    ]
