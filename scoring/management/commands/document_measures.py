"""``document_measures [--check]``: write docs/measures.md from the table of measures."""

from __future__ import annotations

import inspect
import re
from argparse import ArgumentParser
from collections.abc import Callable, Iterator
from math import isfinite
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from campaign.formats.questions import QuestionType
from scoring import measures
from scoring.evaluation import RIGHT_LABELS
from scoring.measures import MEASURES, Measure, ScoredKind

INTRODUCTION = """\
# Measures

<!-- Written by `./run manage document_measures`; edit the docstrings in scoring/measures/. -->

Every score is the mean, over all questions of a subset, of one value a question. Questions without
an answer count; withdrawn questions do not. An answer without a final label counts as wrong, and
each score says what share of the answers was judged and between which bounds it would lie if all
unjudged answers were wrong, or right.

A **profile** says which labels of short answers count as right. A passage is right if it is correct.

{profiles}

A score is computed for each kind of answer (`answer`, `passage`, and `answer+passage`: the short
answer counts only if its passage is right), for each question type that the measure applies to, and
for all these types together.

On a list question an answer that names the same distinct answer as an earlier right one is a
**repeat**: it keeps its rank and gains nothing. **R**, the number of answers to be found, is what the
judgments and the question's known answers hold (`known`), what the question states (`expected`), or
the larger of the two (`max`, the default); it is raised to what a run found where that is more.

{measures}
"""
_SECTION = re.compile(r"^(\w+)\n-+\n", re.MULTILINE)
_HEADINGS = {"Parameters": "Takes", "Returns": "Gives", "Raises": "Refuses"}


class Command(BaseCommand):
    help = "Write docs/measures.md from the table of measures and the docstrings of its functions."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--check", action="store_true", help="change nothing; fail if stale")

    def handle(self, *args: Any, **options: Any) -> None:
        path = Path(settings.BASE_DIR) / "docs" / "measures.md"
        written = document()
        if not options["check"]:
            path.write_text(written, encoding="utf-8")
        elif not path.exists() or path.read_text(encoding="utf-8") != written:
            raise CommandError(
                "docs/measures.md is stale: ./run manage document_measures renews it."
            )


def document() -> str:
    """Return the whole page."""
    return INTRODUCTION.format(
        profiles=_table(
            ("profile", "counts as right"),
            [
                (f"`{profile}`", ", ".join(label.value for label in sorted(labels)))
                for profile, labels in RIGHT_LABELS.items()
            ],
        ),
        measures="\n\n".join("\n".join(_measure(measure)) for measure in MEASURES),
    )


def definition_of(measure: Measure) -> Callable[..., Any]:
    """Return the pure function behind a row of the table, whose docstring defines the measure.

    :raises LookupError: if the row calls none, or several.
    """
    called: Any = measure.function
    for cell in called.__closure__ or ():
        called = cell.cell_contents
    found = [
        function
        for name in called.__code__.co_names
        if inspect.isfunction(function := getattr(measures, name, None))
        and function.__module__.startswith(f"{measures.__name__}.")
    ]
    if len(found) != 1:
        raise LookupError(measure.name)
    return found[0]


def _measure(measure: Measure) -> Iterator[str]:
    short, name = measure.short_name, measure.name
    yield f"## {short}" if short == name else f"## {short}: {name}"
    yield ""
    low, high = measure.range
    facts = [
        ("questions", _listed(QuestionType, measure.question_types)),
        ("kinds", _listed(ScoredKind, measure.kinds)),
        ("range", f"{low:g} to {high:g}, {measure.direction} is better"),
        ("source", measure.source),
    ]
    if measure.confidence_range is not None:
        lowest, highest = measure.confidence_range
        numbers = f"from {lowest:g} to {highest:g}" if isfinite(highest) else "of any size"
        facts.append(("needs", f"a confidence {numbers} with every answer at rank 1"))
    if not measure.is_independent:
        facts.append(("values", "each depends on the other questions, too"))
    yield _table(("", ""), facts)
    yield ""
    yield from _docstring(inspect.getdoc(definition_of(measure)) or "")


def _listed(every: type[QuestionType] | type[ScoredKind], some: frozenset[Any]) -> str:
    return ", ".join(one.value for one in every if one in some)


def _docstring(text: str) -> Iterator[str]:
    opening, *rest = _SECTION.split(text)
    yield opening.strip()
    for heading, body in zip(rest[::2], rest[1::2], strict=True):
        if heading in _HEADINGS:
            yield ""
            yield f"**{_HEADINGS[heading]}**"
            yield ""
            yield from _entries(body)
        elif heading == "Examples":
            yield ""
            yield f"```pycon\n{body.strip()}\n```"


def _entries(body: str) -> Iterator[str]:
    """Turn ``name : type`` and its indented description into one item each."""
    for entry in re.split(r"\n(?=\S)", body.strip()):
        first, *rest = entry.split("\n")
        said = " ".join(line.strip() for line in rest if line.strip())
        name, colon, kind = first.partition(" : ")
        head = f"`{name}`, {kind}" if colon else first
        yield f"- {head}: {said}" if said else f"- {head}"


def _table(header: tuple[str, str], rows: list[tuple[str, str]]) -> str:
    lines = [header, ("---", "---"), *rows]
    return "\n".join(f"| {first} | {second} |" for first, second in lines)
