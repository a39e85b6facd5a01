"""Writing problems and tables for people and for programs."""

import json
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from campaign.formats.messages import describe, problem_record, translate
from campaign.formats.names import run_name
from campaign.formats.problems import Problem, Severity
from campaign.formats.wordings import gettext_noop
from client.inputs import FileProblems

SEVERITIES = {
    Severity.ERROR: gettext_noop("error"),
    Severity.WARNING: gettext_noop("warning"),
}


def print_problems(files: Iterable[FileProblems], lang: str) -> None:
    """Write problems for people, on standard error."""
    for file in files:
        for problem in file.problems:
            print(_sentences(file, problem, lang), file=sys.stderr)


def _sentences(file: FileProblems, problem: Problem, lang: str) -> str:
    place = [str(file.path)]
    if problem.line is not None:
        place.append(translate("line {line}", lang).format(line=problem.line))
    if problem.column is not None:
        place.append(translate("column {column}", lang).format(column=problem.column))
    if problem.question:
        place.append(problem.question)
    text = describe(problem, lang)
    severity = translate(SEVERITIES[problem.severity], lang)
    head = translate("{place}: {severity}: {title} [{code}]", lang).format(
        place=", ".join(place), severity=severity, title=text.title, code=problem.code
    )
    lines = [head]
    if text.found:
        lines.append(f"    {text.found}")
    if text.expected:
        lines.append(
            "    " + translate("Expected: {expected}", lang).format(expected=text.expected)
        )
    if text.remedy:
        lines.append(f"    {text.remedy}")
    return "\n".join(lines)


def problem_records(
    files: Sequence[FileProblems], runs: Sequence[Path], lang: str
) -> list[dict[str, Any]]:
    """Return problems for programs; where several files could be meant, each says which it is.

    A run is named as in the scores, another file by its file name.
    """
    is_plain = len(runs) == 1 and all(file.path in runs for file in files)
    return [
        problem_record(problem, lang) | ({} if is_plain else _origin(file.path, runs))
        for file in files
        for problem in file.problems
    ]


def _origin(path: Path, runs: Sequence[Path]) -> dict[str, str]:
    return {"run": run_name(path)} if path in runs else {"file": path.name}


def print_json(value: object) -> None:
    """Write one JSON value on standard output, numbers as full doubles."""
    json.dump(value, sys.stdout, ensure_ascii=False, indent=1)
    print()


def print_table(header: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    """Write aligned columns on standard output."""
    lines = [header, *rows]
    widths = [max(len(line[column]) for line in lines) for column in range(len(header))]
    for line in lines:
        cells = [cell.ljust(width) for cell, width in zip(line, widths, strict=True)]
        print("  ".join(cells).rstrip())
