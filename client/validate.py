"""`equer validate`: the checks of an upload, before the upload."""

import argparse
from collections.abc import Container, Mapping
from pathlib import Path

from campaign.formats.messages import translate
from campaign.formats.names import run_name
from campaign.formats.questions import QuestionType
from campaign.formats.runs import RunRules, read_run
from campaign.formats.wordings import gettext_noop
from client.inputs import (
    RANK_CEILING,
    FileProblems,
    InputsRefused,
    allowed_answers,
    check_run_names,
    load_identifiers,
    load_questions,
    reading,
)
from client.options import whole_number
from client.reporting import print_json, print_problems, problem_records

ACCEPTED, REFUSED = 0, 2
ACCEPTANCE, REFUSAL = gettext_noop("{name}: accepted"), gettext_noop("{name}: refused")


def add_arguments(parser: argparse.ArgumentParser, lang: str) -> None:
    """Declare the options of the command."""
    parser.add_argument(
        "--documents",
        type=Path,
        metavar="IDS",
        help=translate("document identifiers, one a line", lang),
    )
    parser.add_argument(
        "--answers",
        type=whole_number(lang, least=1, most=RANK_CEILING),
        default=5,
        metavar="N",
        help=translate("answers allowed for each question, one for yes/no", lang),
    )
    parser.add_argument(
        "--passage-limit",
        type=whole_number(lang, least=0),
        default=250,
        metavar="N",
        help=translate("characters allowed in a passage, 0 for no limit", lang),
    )
    parser.add_argument(
        "--nil",
        action="store_true",
        help=translate("accept NIL; by default if a question is marked nil", lang),
    )


def validate(options: argparse.Namespace) -> int:
    """Check each run and say what is wrong with it.

    :raises InputsRefused:
    """
    check_run_names(options.runs)
    questions = load_questions(options.questions, accept_windows_1252=options.windows_1252)
    documents = None if options.documents is None else load_identifiers(options.documents)
    rules = RunRules(
        answers=allowed_answers(options.answers),
        passage_limit=options.passage_limit or None,
        asks_documents=None if documents is None else True,
        asks_passages=None,
        accepts_nil=options.nil or any(question.nil for question in questions.questions),
    )
    types = {question.identifier: question.type for question in questions.questions}
    files = [_check(path, types, documents, rules, options) for path in options.runs]
    if options.json:
        print_json(problem_records(files, options.runs, options.lang))
    else:
        print_problems(files, options.lang)
        _print_outcomes(files, options.lang)
    return REFUSED if any(file.problems.refuses for file in files) else ACCEPTED


def _check(
    path: Path,
    types: Mapping[str, QuestionType],
    documents: Container[str] | None,
    rules: RunRules,
    options: argparse.Namespace,
) -> FileProblems:
    try:
        run = reading(
            path,
            lambda source: read_run(
                source,
                name=source.name,
                questions=types,
                documents=documents,
                rules=rules,
                accept_windows_1252=options.windows_1252,
                accept_ranks_from_zero=options.ranks_from_zero,
            ),
        )
    except InputsRefused as refusal:  # the other runs are checked all the same
        return refusal.files[0]
    return FileProblems(path, run.problems)


def _print_outcomes(files: list[FileProblems], lang: str) -> None:
    for file in files:
        outcome = REFUSAL if file.problems.refuses else ACCEPTANCE
        print(translate(outcome, lang).format(name=run_name(file.path)))
