"""What an upload's report shows: its problems in the reader's language, and where they stand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from io import BytesIO
from itertools import islice
from typing import BinaryIO

from django.utils.translation import get_language

from campaign.formats.archives import MEBIBYTE, UploadRefused, open_upload
from campaign.formats.documents import read_documents
from campaign.formats.encodings import reads_as_windows_1252
from campaign.formats.messages import ProblemText, describe, title_of
from campaign.formats.problems import Problem, Severity
from campaign.formats.questions import read_questions
from campaign.models import QUESTION_TYPES, Upload

EXCERPT_LINES = 40
LINE_LIMIT = 400
READ_LIMIT = 100_000
"""Bytes of a line that are looked at; what is shown is cut out around the problem."""
LEAD = 80
PREVIEW_LINES = 10
FIRST_ROWS = 10
"""Rows of a right file that show that it was read as it was meant."""
HEAD_LINES = 50
"""Lines in which the first rows are, unless most are blank."""


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
class Row:
    """A question or a document as it was read; `about` is its type, or its title."""

    identifier: str
    text: str
    about: str
    language: str = ""


@dataclass(frozen=True, slots=True)
class UploadReport:
    shown: list[Shown]
    errors: int
    warnings: int
    codes: list[tuple[str, str, int]]
    code: str
    excerpt: list[ExcerptLine]
    preview: list[str]
    rows: list[Row]


def upload_report(upload: Upload, *, code: str = "") -> UploadReport:
    """Return the problems of an upload, all or those of one code, with the lines they stand in."""
    language = get_language() or "en"
    listed = [Shown(problem, describe(problem, language)) for problem in upload.listed_problems()]
    counts = Counter(shown.problem.code for shown in listed)
    chosen = [shown for shown in listed if not code or shown.problem.code == code]
    return UploadReport(
        shown=chosen,
        errors=_errors(listed),
        warnings=sum(not shown.is_error for shown in listed),
        codes=[(name, title_of(name, language), count) for name, count in counts.most_common()],
        code=code,
        excerpt=_excerpt(upload, [shown.problem for shown in chosen]) if chosen else [],
        preview=_preview(upload) if any(_may_be_windows_1252(shown) for shown in listed) else [],
        rows=list(islice(_rows(upload, listed), FIRST_ROWS)) if upload.is_right else [],
    )


def _errors(listed: list[Shown]) -> int:
    """Count the errors: those listed, and those of which the list only says how many."""
    more = [shown.problem for shown in listed if shown.problem.code == "more-problems"]
    omitted = sum(int(problem.parameters.get("errors", 0)) for problem in more)
    listed_errors = sum(s.is_error for s in listed if s.problem.code != "more-problems")
    return listed_errors + omitted


def _may_be_windows_1252(shown: Shown) -> bool:
    # UTF-16, images and the like have wordings of their own: no other reading helps them.
    return shown.problem.code == "not-utf8" and "wording" not in shown.problem.parameters


def _lines(upload: Upload, *encodings: str, stop: int) -> Iterator[str]:
    """Yield the first lines, each in the first encoding that it is in, else in the last."""
    try:
        with upload.open_file() as source, open_upload(source) as unpacked:
            for raw in islice(_starts(unpacked), stop):
                yield _decoded(raw.rstrip(b"\r\n"), *encodings)
    except (UploadRefused, OSError, EOFError):
        return


def _starts(unpacked: BinaryIO) -> Iterator[bytes]:
    """Yield what is looked at of each line: one may be as long as the file."""
    while start := unpacked.readline(READ_LIMIT):
        yield start
        while len(start) == READ_LIMIT and not start.endswith(b"\n"):
            start = unpacked.readline(READ_LIMIT)


def _decoded(raw: bytes, *encodings: str) -> str:
    for encoding in encodings:
        with suppress(UnicodeDecodeError):
            return raw.decode(encoding)
    return raw.decode(encodings[-1], errors="replace")


def _excerpt(upload: Upload, problems: list[Problem]) -> list[ExcerptLine]:
    columns: dict[int, int | None] = {}
    for problem in problems:
        if problem.line is not None:
            columns.setdefault(problem.line, problem.column)
    wanted = sorted(columns)[: EXCERPT_LINES // 2]
    near = {line + step for line in wanted for step in (-1, 0, 1)}
    encodings = ["utf-8-sig", "cp1252"] if upload.accepts_windows_1252 else ["utf-8-sig"]
    excerpt = []
    lines = _lines(upload, *encodings, stop=max(near, default=0))
    for number, line in enumerate(lines, start=1):
        if number in near:
            start, end = _mark(line, columns[number]) if number in wanted else (0, 0)
            excerpt.append(_excerpt_line(number, line.replace("\t", "→"), start, end))
    return excerpt


def _mark(line: str, column: int | None) -> tuple[int, int]:
    """Return where the cell at a column starts and ends; without a column, the line."""
    if column is None:
        return 0, max(len(line), 1)
    start = column - 1
    tab = line.find("\t", start)
    return start, max(tab if tab >= 0 else len(line), start + 1)


def _excerpt_line(number: int, shown: str, start: int, end: int) -> ExcerptLine:
    first = start - LEAD if start > LINE_LIMIT - LEAD else 0
    last = first + LINE_LIMIT
    before = ("…" if first else "") + shown[first:start]
    marked = shown[start : min(end, last)] or ("¶" if end > start else "")
    after = shown[end:last] + ("…" if len(shown) > last else "")
    return ExcerptLine(number, before, marked, after)


def _preview(upload: Upload) -> list[str]:
    """Return the first lines that are not plain ASCII, read as Windows-1252."""
    lines = _lines(upload, "cp1252", stop=5000)
    shown = list(islice((line for line in lines if not line.isascii()), PREVIEW_LINES))
    # Past a first line that could be text, an image betrays itself.
    is_text = all(reads_as_windows_1252(line.encode("cp1252", "replace")) for line in shown)
    return [line[:LINE_LIMIT] for line in shown] if is_text else []


def _rows(upload: Upload, listed: list[Shown]) -> Iterator[Row]:
    """Yield the first rows of a file of questions or documents, as they were read."""
    try:
        if upload.kind == Upload.Kind.QUESTIONS:
            yield from _question_rows(upload, listed)
        elif upload.kind == Upload.Kind.DOCUMENTS:
            with upload.open_file() as source:
                accepts = upload.accepts_windows_1252
                for line in read_documents(source, name=upload.name, accept_windows_1252=accepts):
                    yield Row(line.identifier, line.text[:LINE_LIMIT], line.title)
    except (UploadRefused, OSError):
        return


def _question_rows(upload: Upload, listed: list[Shown]) -> Iterator[Row]:
    # One character decides how the whole file is read, and it may be below these lines.
    is_old = any(shown.problem.code == "read-as-windows-1252" for shown in listed)
    with upload.open_file() as source, open_upload(source) as unpacked:
        head = b"".join(unpacked.readline(MEBIBYTE) for _ in range(HEAD_LINES))
    text = head.decode("cp1252" if is_old else "utf-8-sig", errors="replace")
    for line in read_questions(BytesIO(text.encode()), name=upload.name).questions:
        yield Row(line.identifier, line.text, str(QUESTION_TYPES[line.type]), line.language)
