"""A document collection: JSON Lines (`id`, `title`, `text`) or TSV (id, title, text), streamed."""

import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from math import inf
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

from campaign.formats.archives import MEBIBYTE, UploadRefused, open_upload
from campaign.formats.encodings import BYTE_ORDER_MARK, not_utf8
from campaign.formats.identifiers import NIL, identifier_problem
from campaign.formats.problems import Problem, ProblemList, error, warning
from campaign.formats.tables import (
    MOST_COLUMNS,
    Layout,
    cell_start,
    header_problems,
    meant_columns,
    value_too_long,
)

COLLECTION_LIMIT = 8 * 1024 * MEBIBYTE
LINE_LIMIT = 32 * MEBIBYTE
FIELDS = ("id", "title", "text")
LIMITS = {"id": 200, "title": 2_000}
"""Characters allowed; a text is as long as a line may be."""
LAYOUT = Layout(FIELDS)
_MOST_DIGITS = 400


class DocumentLine(NamedTuple):
    """One document as written in the file."""

    line: int
    identifier: str
    title: str
    text: str


class DocumentReader:
    """Documents one at a time; `problems` is complete once the iteration has ended.

    A collection is accepted whole or refused whole: look at `problems.refuses` after the last
    document, and undo what was stored.
    """

    def __init__(
        self, source: BinaryIO | Path, *, name: str, accept_windows_1252: bool, limit: int
    ) -> None:
        self.problems = ProblemList()
        self._source = source
        self._name = name
        self._accept_windows_1252 = accept_windows_1252
        self._limit = limit
        self._first_lines: dict[str, int] = {}
        self._ignored_fields: set[str] = set()
        self._columns: tuple[str, ...] = FIELDS
        self._lacking: frozenset[str] = frozenset()
        self._line = ""
        self._fallback_said = False

    def __iter__(self) -> Iterator[DocumentLine]:
        try:
            with open_upload(self._source, limit=self._limit) as unpacked:
                yield from self._documents(unpacked)
        except UploadRefused as refusal:
            self.problems.add(refusal.problem)
        if not self._first_lines and not self.problems.refuses:
            self.problems.add(error("empty-file", found=self._name))

    def _documents(self, unpacked: BinaryIO) -> Iterator[DocumentLine]:
        read: Callable[[int, str], DocumentLine | None] | None = None
        for number, line in self._lines(unpacked):
            if not line.strip():
                continue
            self._line = line
            if read is None:
                read = self._read_json if line.lstrip()[0] in "{[" else self._read_table_line
                if read == self._read_table_line and line.split("\t")[0] == FIELDS[0]:
                    self._check_header(line, number)
                    continue
            document = read(number, line)
            if document is not None and self._is_sound(document):
                yield document

    def _lines(self, unpacked: BinaryIO) -> Iterator[tuple[int, str]]:
        number = 0
        while raw := unpacked.readline(LINE_LIMIT):
            number += 1
            if len(raw) == LINE_LIMIT:
                parameters = {"megabytes": LINE_LIMIT // MEBIBYTE}
                self.problems.add(error("line-too-long", number, parameters=parameters))
                return
            if number == 1 and raw.startswith(BYTE_ORDER_MARK):
                self.problems.add(warning("byte-order-mark", 1, column=1))
                raw = raw[len(BYTE_ORDER_MARK) :]
            line = self._decode(raw, number)
            if line is None and self._looks_hopeless(number):
                return
            if line is not None:
                yield number, line.removesuffix("\n").removesuffix("\r")

    def _decode(self, raw: bytes, number: int) -> str | None:
        try:
            return raw.decode("utf-8")
        except UnicodeDecodeError as failure:
            problem = not_utf8(raw, failure.start, line=number)
        if self._accept_windows_1252:
            try:
                text = raw.decode("cp1252")
            except UnicodeDecodeError as failure:
                problem = not_utf8(raw, failure.start, line=number, wording="neither")
            else:
                self._say_fallback(number, problem.column)
                return text
        self.problems.add(problem)
        return None

    def _looks_hopeless(self, number: int) -> bool:
        # UTF-16 and images: nothing after the first line would make sense.
        return number == 1

    def _say_fallback(self, number: int, column: int | None) -> None:
        if not self._fallback_said:
            self._fallback_said = True
            self.problems.add(warning("read-as-windows-1252", number, column=column))

    def _check_header(self, line: str, number: int) -> None:
        cells = line.split("\t")
        found = list(header_problems(cells, LAYOUT))
        self.problems.extend(replace(problem, line=number) for problem in found)
        if len(cells) > MOST_COLUMNS:
            return
        self._columns = meant_columns(cells, LAYOUT) if found else tuple(cells)
        self._lacking = frozenset(FIELDS) - set(self._columns)

    def _read_table_line(self, number: int, line: str) -> DocumentLine | None:
        cells = line.split("\t")
        width = len(self._columns)
        named = dict.fromkeys(FIELDS, "") | dict(zip(self._columns, cells, strict=False))
        if len(cells) == width:
            return DocumentLine(number, named["id"], named["title"], named["text"])
        if self._columns.index("id") < len(cells):
            # Whose line it is can be told all the same.
            for problem in self._identifier_problems(number, named["id"]):
                self.problems.add(replace(problem, column=self._place("id")))
        parameters: dict[str, str | int] = {
            "expected": width,
            "columns": ", ".join(self._columns),
        }
        if len(cells) > width:
            parameters["wording"] = "too-many"
        self.problems.add(
            error("column-count", number, found=str(len(cells)), parameters=parameters)
        )
        return None

    def _read_json(self, number: int, line: str) -> DocumentLine | None:
        try:
            value = json.loads(line, object_pairs_hook=_unique_fields, parse_int=_whole_number)
        except json.JSONDecodeError as failure:
            at = {"column": failure.colno, "found": line[failure.pos : failure.pos + 40]}
            self.problems.add(error("not-json", number, **at))
            return None
        except _RepeatedField as repeated:
            self.problems.add(error("repeated-field", number, found=str(repeated)))
            return None
        except RecursionError:
            self.problems.add(error("not-json", number, column=1, found=line[:40]))
            return None
        if not isinstance(value, dict):
            self._refuse_type(number, "", value, "object")
            return None
        return self._document(number, value)

    def _document(self, number: int, value: dict[str, Any]) -> DocumentLine | None:
        for field in value:
            if field not in FIELDS and field not in self._ignored_fields:
                self._ignored_fields.add(field)
                place = self._place(field)
                self.problems.add(warning("field-ignored", number, column=place, found=field))
        texts = []
        for field in FIELDS:
            text = value.get(field, "" if field == "title" else None)
            if isinstance(text, str):
                texts.append(text)
            elif field not in value:
                self.problems.add(
                    error("missing-field", number, column=1, parameters={"field": field})
                )
            else:
                self._refuse_type(number, field, text, "text")
        return DocumentLine(number, *texts) if len(texts) == len(FIELDS) else None

    def _refuse_type(self, number: int, field: str, value: object, expected: str) -> None:
        parameters = {"field": field or "line", "type": expected}
        found = json.dumps(value, ensure_ascii=False)
        column = self._place(field) if field else 1
        self.problems.add(
            error("wrong-type", number, column=column, found=found, parameters=parameters)
        )

    def _is_sound(self, document: DocumentLine) -> bool:
        problems = [
            (field, problem)
            for field, problem in self._document_problems(document)
            if field not in self._lacking
        ]
        for field, problem in problems:
            self.problems.add(replace(problem, column=self._place(field)))
        return not problems

    def _place(self, field: str) -> int | None:
        """Return where the current line holds a field: its cell, or its name in JSON."""
        cells = self._line.split("\t")
        if not self._line.lstrip().startswith("{"):
            return cell_start(cells, self._columns.index(field))
        return self._line.find(json.dumps(field)) + 1 or None

    def _document_problems(self, document: DocumentLine) -> Iterator[tuple[str, Problem]]:
        number, identifier = document.line, document.identifier
        for problem in self._identifier_problems(number, identifier):
            yield "id", problem
        if not document.text.strip():
            yield "text", error("missing-text", number, found=identifier)
        for field, text in zip(FIELDS, document[1:], strict=True):
            limit = LIMITS.get(field, LINE_LIMIT)
            if len(text) > limit:
                yield field, value_too_long(text, limit, number)
            for problem in _unstorable(text, number):
                yield field, problem

    def _identifier_problems(self, number: int, identifier: str) -> Iterator[Problem]:
        problem = identifier_problem(identifier, number)
        first = self._first_lines.setdefault(identifier, number)
        if problem is not None:
            yield problem
        elif identifier == NIL:
            yield error("reserved-identifier", number, found=identifier)
        elif first != number:
            parameters = {"first": first}
            yield error("repeated-identifier", number, found=identifier, parameters=parameters)


class _RepeatedField(ValueError):
    pass


def _unique_fields(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    fields = dict(pairs)
    if len(fields) < len(pairs):
        names = [name for name, _ in pairs]
        raise _RepeatedField(next(name for name in names if names.count(name) > 1))
    return fields


def _whole_number(digits: str) -> int | float:
    # Python refuses thousands of digits; no field that is read holds a number anyway.
    return int(digits) if len(digits) <= _MOST_DIGITS else inf


def _unstorable(text: str, line: int) -> Iterator[Problem]:
    if "\0" in text:
        yield error("nul-character", line, found="U+0000")
    if not text.isascii() and not _encodes(text):
        yield error("half-character", line, found=ascii(text)[:80])


def _encodes(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def read_documents(
    source: BinaryIO | Path,
    *,
    name: str,
    accept_windows_1252: bool = False,
    limit: int = COLLECTION_LIMIT,
) -> DocumentReader:
    r"""Read a collection, one document at a time.

    Parameters
    ----------
    source : binary file or path
        JSON Lines or TSV, told apart by the first character; plain, gzip or zip.
    name : str
        Name of the file.
    accept_windows_1252 : bool
        Whether lines that are not UTF-8 are read as Windows-1252.
    limit : int
        Unpacked bytes allowed.

    Returns
    -------
    DocumentReader
        Iterate over it once; its `problems` are complete after the last document.

    Examples
    --------
    >>> import io
    >>> reader = read_documents(io.BytesIO(b'{"id": "D1", "text": "Angers"}\n'), name="d.jsonl")
    >>> list(reader), len(reader.problems)
    ([DocumentLine(line=1, identifier='D1', title='', text='Angers')], 0)
    """
    return DocumentReader(source, name=name, accept_windows_1252=accept_windows_1252, limit=limit)
