"""`equer`: score and validate runs without the server."""

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

from campaign.formats.messages import LANGUAGES, translate
from campaign.formats.wordings import gettext_noop
from client.inputs import InputsRefused
from client.reporting import print_json, print_problems, problem_records

REFUSED = 2
# As a shell says it of a program that a signal ended.
INTERRUPTED, NOBODY_READS = 130, 141


class Command(NamedTuple):
    """One subcommand; its module is imported only when it is called."""

    summary: str
    load: Callable[[], "Loaded"]


class Loaded(NamedTuple):
    """What a subcommand's module offers."""

    add_arguments: Callable[[argparse.ArgumentParser, str], None]
    act: Callable[[argparse.Namespace], int]


def _load_score() -> Loaded:
    from client.score import add_arguments, score  # noqa: PLC0415

    return Loaded(add_arguments, score)


def _load_validate() -> Loaded:
    from client.validate import add_arguments, validate  # noqa: PLC0415

    return Loaded(add_arguments, validate)


COMMANDS: dict[str, Command] = {
    "score": Command(gettext_noop("score runs from judgments"), _load_score),
    "validate": Command(gettext_noop("check runs before sending them"), _load_validate),
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit code: 0 done, 2 refused input."""
    given = sys.argv[1:] if arguments is None else list(arguments)
    lang = _language(given)
    parser = argparse.ArgumentParser(
        prog="equer", description=translate("Evaluate question-answering runs.", lang)
    )
    commands = parser.add_subparsers(dest="command", required=True)
    for name, command in COMMANDS.items():
        summary = translate(command.summary, lang)
        subparser = commands.add_parser(name, help=summary, description=summary)
        if name in given:
            loaded = command.load()
            _add_shared_arguments(subparser, lang)
            loaded.add_arguments(subparser, lang)
            subparser.set_defaults(act=loaded.act)
    options = parser.parse_args(given)
    try:
        code = _act(options)
        sys.stdout.flush()
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        _forget_what_is_left()
        return NOBODY_READS
    return code


def _act(options: argparse.Namespace) -> int:
    try:
        return int(options.act(options))
    except InputsRefused as refusal:
        if options.json:
            print_json(problem_records(refusal.files, options.runs, options.lang))
        else:
            print_problems(refusal.files, options.lang)
        return REFUSED


def _forget_what_is_left() -> None:
    """Send what is still to be written nowhere: `head` has seen enough and is gone."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    for stream in (sys.stdout, sys.stderr):
        os.dup2(nowhere, stream.fileno())


def _language(arguments: Sequence[str]) -> str:
    """Return the language asked for, or the locale's, before the options are declared."""
    for position, argument in enumerate(arguments[:-1]):
        if argument == "--lang" and arguments[position + 1] in LANGUAGES:
            return arguments[position + 1]
    for variable in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if value := os.environ.get(variable):
            return "fr" if value.startswith("fr") else "en"
    return "en"


def _add_shared_arguments(parser: argparse.ArgumentParser, lang: str) -> None:
    parser.add_argument(
        "runs", nargs="+", type=Path, metavar="RUN", help=translate("run files", lang)
    )
    parser.add_argument(
        "--questions", type=Path, required=True, help=translate("question file", lang)
    )
    parser.add_argument("--json", action="store_true", help=translate("write JSON", lang))
    parser.add_argument(
        "--lang", choices=LANGUAGES, default=lang, help=translate("language of messages", lang)
    )
    parser.add_argument(
        "--windows-1252",
        action="store_true",
        help=translate("read files that are not UTF-8 as Windows-1252", lang),
    )
    parser.add_argument(
        "--ranks-from-zero",
        action="store_true",
        help=translate("renumber ranks that start at 0", lang),
    )


if __name__ == "__main__":
    sys.exit(main())
