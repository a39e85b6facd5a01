"""Bytes to text: UTF-8, or Windows-1252 once the uploader has confirmed a preview."""

import re
from pathlib import Path
from typing import BinaryIO

from campaign.formats.archives import FILE_LIMIT, MEBIBYTE, UploadRefused, open_upload
from campaign.formats.problems import Problem, ProblemList, error, warning

BYTE_ORDER_MARK = b"\xef\xbb\xbf"
_UTF16_MARKS = (b"\xff\xfe", b"\xfe\xff")
_SPECIAL_BYTES = bytes({*range(0x20), 0x7F} - {0x09, 0x0A})
_C1_START = b"\xc2"
_C1_BYTES = re.compile(rb"\xc2[\x80-\x9f]")
_SPECIAL_CHARACTERS = tuple(map(re.compile, ("\r", "\0", "[\x01-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]")))
MOST_TABS = 20
"""Tabs allowed for each line allowed, in a file of a MiB or more: no form has so many columns."""
LINE_LIMIT = 4
"""MiB of a line: the longest cells allowed, in all columns, are shorter."""
_LOOKED_AT = 1 << 16
_CACHED = 1 << 15
# Control characters that no text holds, and the five bytes that have no meaning there.
_NEVER_IN_WINDOWS_1252 = bytes({*range(9), 11, *range(14, 32), 0x81, 0x8D, 0x8F, 0x90, 0x9D})


def decode(raw: bytes, *, accept_windows_1252: bool = False) -> tuple[str, ProblemList]:
    """Decode a whole file.

    Parameters
    ----------
    raw : bytes
    accept_windows_1252 : bool
        Whether the uploader confirmed that a file which is not UTF-8 reads well as Windows-1252.

    Returns
    -------
    text : str
        Without byte order mark; empty if the bytes cannot be decoded.
    problems : ProblemList
        `not-utf8` with the line and column of the first bad byte, `byte-order-mark`,
        `read-as-windows-1252`.

    Examples
    --------
    >>> text, problems = decode("réponse".encode("latin-1"))
    >>> text, [(problem.code, problem.line, problem.column) for problem in problems]
    ('', [('not-utf8', 1, 2)])
    >>> decode("réponse".encode("latin-1"), accept_windows_1252=True)[0]
    'réponse'
    """
    problems = ProblemList()
    if raw.startswith(BYTE_ORDER_MARK):
        problems.add(warning("byte-order-mark", 1, column=1))
        raw = raw[len(BYTE_ORDER_MARK) :]
    try:
        return raw.decode("utf-8"), problems
    except UnicodeDecodeError as failure:
        problem = not_utf8(raw, failure.start)
    if raw.startswith(_UTF16_MARKS) or not accept_windows_1252:
        problems.add(problem)
        return "", problems
    try:
        text = raw.decode("cp1252")
    except UnicodeDecodeError as failure:
        # Five bytes have no meaning in Windows-1252: then it is neither.
        problems.add(not_utf8(raw, failure.start, wording="neither"))
        return "", problems
    problems.add(warning("read-as-windows-1252", problem.line, column=problem.column))
    return text, problems


def not_utf8(raw: bytes, position: int, *, line: int = 1, wording: str = "") -> Problem:
    """Return the problem of the first byte of `raw` that is not UTF-8.

    `line` is the number of the first line of `raw`.
    """
    if raw.startswith(_UTF16_MARKS):
        return error("not-utf8", line, column=1, found="UTF-16", parameters={"wording": "utf-16"})
    start = raw.rfind(b"\n", 0, position) + 1
    before = raw[start:position].decode("utf-8", errors="replace")
    if not reads_as_windows_1252(raw):
        wording = "neither"
    return error(
        "not-utf8",
        line + raw.count(b"\n", 0, position),
        column=len(before) + 1,
        found=f"0x{raw[position]:02X}",
        parameters={"wording": wording} if wording else {},
    )


def reads_as_windows_1252(raw: bytes) -> bool:
    r"""Whether bytes that are not UTF-8 can be text of Windows-1252, and not an image or UTF-16.

    >>> reads_as_windows_1252("réponse".encode("cp1252")), reads_as_windows_1252(b"\x89PNG\0")
    (True, False)
    """
    head = raw[:_LOOKED_AT]
    return len(head.translate(None, _NEVER_IN_WINDOWS_1252)) == len(head)


def read_upload(
    source: BinaryIO | Path,
    *,
    name: str,
    accept_windows_1252: bool = False,
    limit: int = FILE_LIMIT,
    most_lines: int | None = None,
) -> tuple[str, ProblemList]:
    r"""Read an upload whole: unpack it, decode it, look for characters that do not belong in text.

    Parameters
    ----------
    source : binary file or path
        Plain, gzip, or a zip holding one file.
    name : str
        Name of the file, for the problem of an empty file; any name is accepted.
    accept_windows_1252 : bool
        See `decode`.
    limit : int
        Unpacked bytes allowed.
    most_lines : int or None
        Lines allowed, None for any number. They are counted while the file is unpacked: what is
        refused for their number was never in memory.

    Returns
    -------
    text : str
        Empty if the file cannot be unpacked, decoded or cut into lines.
    problems : ProblemList

    Examples
    --------
    >>> import io
    >>> text, problems = read_upload(io.BytesIO(b"GB1\t1\n"), name="run.tsv")
    >>> text, len(problems)
    ('GB1\t1\n', 0)
    """
    try:
        with open_upload(source, limit=limit) as unpacked:
            raw = unpacked.read() if most_lines is None else _read_lines(unpacked, most_lines)
    except UploadRefused as refusal:
        return "", ProblemList([refusal.problem])
    if not raw.strip():
        return "", ProblemList([error("empty-file", found=name)])
    text, problems = decode(raw, accept_windows_1252=accept_windows_1252)
    # Bytes are looked at first: it is ten times faster than a search in the text.
    if _has_special_bytes(raw):
        problems.extend(special_characters(text))
    if _has_old_line_ends(text):
        # One huge "line": what a reader would say about it helps nobody.
        return "", problems
    return text, problems


def _read_lines(unpacked: BinaryIO, most_lines: int) -> bytes:
    blocks: list[bytes] = []
    size = lines = tabs = since_line_end = 0
    most_tabs = most_lines * MOST_TABS
    while block := unpacked.read(MEBIBYTE):
        size += len(block)
        lines += block.count(b"\n")
        if size >= MEBIBYTE:  # a smaller file holds few enough, whatever it holds
            tabs += block.count(b"\t")
        since_line_end = 0 if b"\n" in block else since_line_end + len(block)
        if since_line_end > LINE_LIMIT * MEBIBYTE:
            parameters = {"megabytes": LINE_LIMIT}
            raise UploadRefused(error("line-too-long", lines + 1, parameters=parameters))
        blocks.append(block)
        if lines > most_lines or tabs > most_tabs:
            # What is left is counted, so that the number found is the file's.
            blocks.clear()
    for code, found, most in (
        ("too-many-lines", lines, most_lines),
        ("too-many-tabs", tabs, most_tabs),
    ):
        if found > most:
            raise UploadRefused(error(code, found=str(found), parameters={"limit": most}))
    return b"".join(blocks)


def _has_special_bytes(raw: bytes) -> bool:
    # One search a value, in blocks that stay in the processor's cache meanwhile: twice as fast as
    # one pass that looks every byte up. Most files do not hold the byte that begins a C1 character.
    blocks = (raw[start : start + _CACHED] for start in range(0, len(raw), _CACHED))
    if any(value in block for block in blocks for value in _SPECIAL_BYTES):
        return True
    return _C1_START in raw and _C1_BYTES.search(raw) is not None


def _has_old_line_ends(text: str) -> bool:
    return "\n" not in text and "\r" in text.rstrip("\r")


def special_characters(text: str) -> list[Problem]:
    r"""List control characters and line breaks inside fields, at most one problem a line each.

    A carriage return belongs to the end of a line only; NUL cannot be stored; other control
    characters pass with a warning.

    >>> [(p.code, p.line, p.column) for p in special_characters("a\rb\r\nc\x0bd")]
    [('line-break-in-field', 1, 2), ('control-character', 2, 2)]
    """
    problems: list[Problem] = []
    for number, line in enumerate(text.split("\n"), 1):
        # The first of each kind says it: a line may hold millions.
        inside = line.removesuffix("\r")
        found = filter(None, (kind.search(inside) for kind in _SPECIAL_CHARACTERS))
        problems.extend(
            _special_character(match.group(), number, match.start() + 1) for match in found
        )
    return problems


def _special_character(character: str, line: int, column: int) -> Problem:
    found = f"U+{ord(character):04X}"
    if character == "\r":
        return error("line-break-in-field", line, column=column, found=found)
    if character == "\0":
        return error("nul-character", line, column=column, found=found)
    return warning("control-character", line, column=column, found=found)
