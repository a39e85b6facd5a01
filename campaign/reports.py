"""What an upload's report shows: its problems in the reader's language, and where they stand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from django.utils.translation import get_language

from campaign.formats.archives import UploadRefused, open_upload
from campaign.formats.messages import ProblemText, describe
from campaign.formats.problems import Problem, Severity
from campaign.models import Upload

EXCERPT_LINES = 40
LINE_LIMIT = 400
PREVIEW_LINES = 10


@dataclass(frozen=True, slots=True)
class Shown:
    problem: Problem
    text: ProblemText

    @property
    def is_error(self) -> bool:
        return self.problem.severity is Severity.ERROR


@dataclass(frozen=True, slots=True)
class ExcerptLine:
    number: int
    before: str
    marked: str
    after: str

    @property
    def is_bad(self) -> bool:
        return bool(self.marked)


@dataclass(frozen=True, slots=True)
class UploadReport:
    shown: list[Shown]
    errors: int
    warnings: int
    codes: list[tuple[str, str, int]]
    code: str
    excerpt: list[ExcerptLine]
    preview: list[str]


def upload_report(upload: Upload, *, code: str = "") -> UploadReport:
    """Return the problems of an upload, all or those of one code, with the lines they stand in."""
    language = get_language() or "en"
    listed = [Shown(problem, describe(problem, language)) for problem in upload.listed_problems()]
    titles = {shown.problem.code: shown.text.title for shown in listed}
    counts = Counter(shown.problem.code for shown in listed)
    chosen = [shown for shown in listed if not code or shown.problem.code == code]
    return UploadReport(
        shown=chosen,
        errors=sum(shown.is_error for shown in listed),
        warnings=sum(not shown.is_error for shown in listed),
        codes=[(name, titles[name], count) for name, count in counts.most_common()],
        code=code,
        excerpt=_excerpt(upload, [shown.problem for shown in chosen]) if chosen else [],
        preview=_preview(upload) if "not-utf8" in titles else [],
    )


def _lines(upload: Upload, encoding: str, stop: int) -> Iterator[str]:
    try:
        with upload.open_file() as source, open_upload(source) as unpacked:
            for raw in islice(unpacked, stop):
                yield raw.rstrip(b"\r\n")[:LINE_LIMIT].decode(encoding, errors="replace")
    except (UploadRefused, OSError, EOFError):
        return


def _excerpt(upload: Upload, problems: list[Problem]) -> list[ExcerptLine]:
    columns: dict[int, int] = {}
    for problem in problems:
        if problem.line is not None:
            columns.setdefault(problem.line, problem.column or 0)
    wanted = sorted(columns)[: EXCERPT_LINES // 2]
    near = {line + step for line in wanted for step in (-1, 0, 1)}
    encoding = "cp1252" if upload.accepts_windows_1252 else "utf-8"
    excerpt = []
    for number, line in enumerate(_lines(upload, encoding, max(near, default=0)), start=1):
        if number in near:
            excerpt.append(_marked(number, line, columns.get(number) if number in wanted else None))
    return excerpt


def _marked(number: int, line: str, column: int | None) -> ExcerptLine:
    shown = line.replace("\t", "→")
    if column is None:
        return ExcerptLine(number, shown, "", "")
    start = max(column - 1, 0)
    tab = line.find("\t", start)
    end = len(line) if tab < 0 else max(tab, start + 1)
    marked = shown[start:end] or "¶"
    return ExcerptLine(number, shown[:start], marked, shown[end:])


def _preview(upload: Upload) -> list[str]:
    """Return the first lines that are not plain ASCII, read as Windows-1252."""
    lines = (line for line in _lines(upload, "cp1252", 5000) if not line.isascii())
    return list(islice(lines, PREVIEW_LINES))
