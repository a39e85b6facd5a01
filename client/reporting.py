"""Writing problems and tables for people and for programs."""

import json
import sys
from collections.abc import Iterable, Sequence
from typing import Any

from campaign.formats.messages import describe, problem_record, translate
from campaign.formats.names import run_name
from campaign.formats.problems import Problem
from client.inputs import FileProblems


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
    severity = translate(problem.severity.value, lang)
    lines = [f"{', '.join(place)}: {severity}: {text.title} [{problem.code}]"]
    if text.found:
        lines.append(f"    {text.found}")
    if text.expected:
        lines.append(
            "    " + translate("Expected: {expected}", lang).format(expected=text.expected)
        )
    if text.remedy:
        lines.append(f"    {text.remedy}")
    return "\n".join(lines)


def problem_records(files: Sequence[FileProblems], lang: str) -> list[dict[str, Any]]:
    """Return problems for programs; with several files each says which run it belongs to."""
    return [
        problem_record(problem, lang) | ({"run": run_name(file.path)} if len(files) > 1 else {})
        for file in files
        for problem in file.problems
    ]


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
