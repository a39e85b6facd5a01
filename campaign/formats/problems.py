"""What is wrong with a file: one typed list that page, API and command line show alike."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import chain
from typing import Any

FOUND_LIMIT = 200
"""Characters of the offending text, and of the question's identifier, that a problem keeps."""
PARAMETER_LIMIT = 10_000
"""Characters of each parameter that a problem keeps: a thousand problems must fit in a row."""


class Severity(StrEnum):
    """An error refuses the file, a warning does not."""

    ERROR = "error"
    WARNING = "warning"


OMITTED = {Severity.ERROR: "errors", Severity.WARNING: "warnings"}
"""How the problem `more-problems` names its counts."""


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing to mend, or to know, about a file.

    Parameters
    ----------
    code : str
        Stable kebab-case name; `messages` turns it into a sentence.
    severity : Severity
    line : int or None
        1-based; None for the whole file.
    column : int or None
        1-based character of the line; None for the whole line or file.
    question : str or None
        Identifier of the question concerned.
    found : str
        The offending text, cut at `FOUND_LIMIT` characters.
    parameters : mapping
        Values named by the sentences of the code.
    """

    code: str
    severity: Severity
    line: int | None = None
    column: int | None = None
    question: str | None = None
    found: str = ""
    parameters: Mapping[str, str | int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        object.__setattr__(self, "found", _storable(self.found, FOUND_LIMIT))
        if self.question is not None:
            object.__setattr__(self, "question", _storable(self.question, FOUND_LIMIT))
        parameters = {
            name: _storable(value, PARAMETER_LIMIT) if isinstance(value, str) else value
            for name, value in self.parameters.items()
        }
        object.__setattr__(self, "parameters", parameters)

    def to_json(self) -> dict[str, Any]:
        """Return plain values for a JSON column; `from_json` reads them back.

        >>> problem = Problem("missing-text", Severity.ERROR, line=3)
        >>> Problem.from_json(problem.to_json()) == problem
        True
        """
        return {
            "code": self.code,
            "severity": self.severity.value,
            "line": self.line,
            "column": self.column,
            "question": self.question,
            "found": self.found,
            "parameters": dict(self.parameters),
        }

    @classmethod
    def from_json(cls, values: Mapping[str, Any]) -> "Problem":
        """Read what `to_json` wrote."""
        return cls(**{**values, "severity": Severity(values["severity"])})


def _storable(text: str, limit: int) -> str:
    """Return text that a database and a JSON document can hold, whatever the file held."""
    if len(text) <= limit and text.isascii() and "\0" not in text:
        return text
    if len(text) > limit:
        text = text[: limit - 1] + "…"
    return text.replace("\0", "␀").encode("utf-8", "backslashreplace").decode("utf-8")


def error(code: str, line: int | None = None, **rest: Any) -> Problem:
    """Return a problem that refuses the file; `rest` as in `Problem`."""
    return Problem(code, Severity.ERROR, line, **rest)


def warning(code: str, line: int | None = None, **rest: Any) -> Problem:
    """Return a problem that lets the file pass; `rest` as in `Problem`."""
    return Problem(code, Severity.WARNING, line, **rest)


class ProblemList:
    """All problems of one file, in line order, within bounded memory.

    The first `limit` errors and the first `limit` warnings about lines are kept; the rest is
    counted, and a last problem `more-problems` says how many there are. Problems of the whole
    file are always kept. Errors and warnings have limits of their own so that a flood of
    warnings never hides the reason of a refusal.

    >>> problems = ProblemList([warning("empty-answer", 2)], limit=1)
    >>> problems.refuses
    False
    >>> problems.extend([error("missing-text", 5), error("missing-text", 9)])
    >>> [(p.code, p.line) for p in problems]
    [('empty-answer', 2), ('missing-text', 5), ('more-problems', None)]
    >>> problems.refuses, problems.omitted, len(problems)
    (True, 1, 3)
    """

    LIMIT = 1000

    def __init__(self, problems: Iterable[Problem] = (), *, limit: int = LIMIT) -> None:
        self._limit = limit
        self._kept: list[Problem] = []
        self._seen: Counter[Severity] = Counter()
        self._omitted: Counter[Severity] = Counter()
        self.extend(problems)

    @classmethod
    def from_json(cls, *lists: Iterable[Mapping[str, Any]]) -> "ProblemList":
        """Read what `to_json` wrote; several lists of one file become one, within their bounds.

        >>> some, more = (ProblemList([warning("a", n), warning("b", 9)], limit=1) for n in (2, 1))
        >>> [(p.code, p.line, p.found) for p in ProblemList.from_json(some.to_json(), more.to_json())]
        [('a', 1, ''), ('a', 2, ''), ('more-problems', None, '2')]
        """
        together = cls()
        for problem in map(Problem.from_json, chain(*lists)):
            if problem.code == "more-problems":
                for severity, name in OMITTED.items():
                    together._omitted[severity] += int(problem.parameters[name])
            else:
                together._kept.append(problem)
        return together

    def add(self, problem: Problem) -> None:
        """Take one problem in."""
        if problem.line is not None:
            self._seen[problem.severity] += 1
            if self._seen[problem.severity] > self._limit:
                self._omitted[problem.severity] += 1
                return
        self._kept.append(problem)

    def extend(self, problems: Iterable[Problem]) -> None:
        """Take several problems in."""
        for problem in problems:
            self.add(problem)

    @property
    def refuses(self) -> bool:
        """Whether the file must be refused: there is at least one error."""
        return any(problem.severity is Severity.ERROR for problem in self._kept)

    @property
    def errors(self) -> list[Problem]:
        """The errors kept, in line order."""
        return [problem for problem in self if problem.severity is Severity.ERROR]

    @property
    def warnings(self) -> list[Problem]:
        """The warnings kept, in line order."""
        return [problem for problem in self if problem.severity is Severity.WARNING]

    @property
    def omitted(self) -> int:
        """How many problems were counted but not kept."""
        return self._omitted.total()

    def __iter__(self) -> Iterator[Problem]:
        yield from sorted(self._kept, key=lambda problem: (problem.line or 0, problem.column or 0))
        if self.omitted:
            yield self._more_problems()

    def __len__(self) -> int:
        return len(self._kept) + bool(self.omitted)

    def __repr__(self) -> str:
        return f"ProblemList({list(self)!r})"

    def to_json(self) -> list[dict[str, Any]]:
        """Return plain values for a JSON column, in line order."""
        return [problem.to_json() for problem in self]

    def _more_problems(self) -> Problem:
        errors = self._omitted[Severity.ERROR]
        severity = Severity.ERROR if errors else Severity.WARNING
        counts = {name: self._omitted[severity] for severity, name in OMITTED.items()}
        return Problem("more-problems", severity, found=str(self.omitted), parameters=counts)
