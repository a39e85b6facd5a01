"""Opening what people upload: a plain file, a gzip file, or a zip holding exactly one file.

What a file is follows from its first bytes, never from its name. Unpacking is bounded in size
and in ratio, so that a small archive cannot fill the memory or the disk.
"""

import gzip
import io
import stat
import struct
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path, PurePosixPath
from typing import BinaryIO

from campaign.formats.problems import Problem, error

MEBIBYTE = 1024 * 1024
FILE_LIMIT = 256 * MEBIBYTE
"""Unpacked bytes allowed for questions, runs and judgments."""
RATIO_LIMIT = 250
"""Unpacked bytes allowed for each packed byte; text of runs packs 5 to 30 times."""
RATIO_FREE = 16 * MEBIBYTE
"""Below this size the ratio is not looked at: a few repeated lines pack very well."""

DIRECTORY_LIMIT = 4 * MEBIBYTE
"""Bytes that zipfile may read at once: more is a directory of far more than one file."""

_GZIP = b"\x1f\x8b"
_ZIP = (b"PK\x03\x04", b"PK\x05\x06", b"PK\x07\x08")
_OTHER_ARCHIVES = {
    b"BZh": "bzip2",
    b"\xfd7zXZ\x00": "xz",
    b"7z\xbc\xaf\x27\x1c": "7z",
    b"\x28\xb5\x2f\xfd": "Zstandard",
    b"Rar!": "RAR",
    b"%PDF": "PDF",
}
_ENCRYPTED = 0x1
_METHODS = frozenset({zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED})
"""Those that unpack step by step; zipfile unpacks the others whole, whatever comes out."""
_OTHER_METHODS = {9: "Deflate64", 12: "bzip2", 14: "LZMA", 93: "Zstandard", 98: "PPMd"}
_DAMAGED = (
    zipfile.BadZipFile,
    zlib.error,
    struct.error,
    EOFError,
    NotImplementedError,
    OSError,
    OverflowError,
    ValueError,
)
"""What damaged archives make zipfile and gzip raise."""


class UploadRefused(Exception):
    """The file cannot be opened; `problem` says why."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem.code)
        self.problem = problem


class _Unpacked(io.RawIOBase):
    """The unpacked bytes, with an end to the size and to the ratio."""

    def __init__(self, packed: io.BufferedIOBase | BinaryIO, *, weight: int | None, limit: int):
        self._packed = packed
        self._weight = weight
        self._limit = limit
        self._read = 0

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: object, /) -> int:
        view = memoryview(buffer)  # type: ignore[arg-type]
        chunk = self._next(len(view))
        view[: len(chunk)] = chunk
        return len(chunk)

    def readall(self) -> bytes:
        # The inherited one reads 8 KiB at a time. What is not packed cannot swell: it is read whole.
        step = MEBIBYTE if self._weight is not None else self._limit + 1
        return b"".join(iter(lambda: self._next(step), b""))

    def _next(self, size: int) -> bytes:
        try:
            chunk = self._packed.read(size)
        except _DAMAGED as damage:
            raise _refusal(damage) from damage
        self._read += len(chunk)
        self._refuse_too_much()
        return chunk

    def _refuse_too_much(self) -> None:
        if self._read > self._limit:
            raise UploadRefused(
                error("file-too-large", parameters={"megabytes": self._limit // MEBIBYTE})
            )
        if self._weight is None or self._read < RATIO_FREE:
            return
        if self._read > self._weight * RATIO_LIMIT:
            found = f"{self._read // max(self._weight, 1)}:1"
            raise UploadRefused(
                error("archive-ratio", found=found, parameters={"ratio": RATIO_LIMIT})
            )


class _ZipSource:
    """A zip of which no directory of a million files is read: each would become an object."""

    def __init__(self, source: BinaryIO) -> None:
        self.seek, self.tell, self._read = source.seek, source.tell, source.read

    def seekable(self) -> bool:
        return True

    def read(self, size: int = -1) -> bytes:
        if size > DIRECTORY_LIMIT:
            raise UploadRefused(error("archive-file-count", parameters={"count": "…"}))
        return self._read(size if size >= 0 else DIRECTORY_LIMIT)


@contextmanager
def open_upload(source: BinaryIO | Path, *, limit: int = FILE_LIMIT) -> Iterator[BinaryIO]:
    """Open an upload for reading its unpacked bytes.

    Parameters
    ----------
    source : binary file or path
        A file that cannot seek is first read into memory.
    limit : int
        Unpacked bytes allowed.

    Yields
    ------
    binary file
        Reading it raises `UploadRefused` at the byte where it proves damaged or too large.

    Raises
    ------
    UploadRefused
        For a zip that does not hold exactly one harmless file, and for other kinds of archive.
    """
    if isinstance(source, Path):
        with source.open("rb") as opened, open_upload(opened, limit=limit) as unpacked:
            yield unpacked
        return
    if not source.seekable():
        source = io.BytesIO(source.read(limit + 1))
    start = source.read(8)
    source.seek(0)
    if start.startswith(_GZIP):
        stream: io.BufferedIOBase | BinaryIO = gzip.GzipFile(fileobj=source)
        raw = _Unpacked(stream, weight=_size(source), limit=limit)
    elif start.startswith(_ZIP):
        raw = _open_zip(source, limit)
    else:
        _refuse_other_archives(start)
        raw = _Unpacked(source, weight=None, limit=limit)
    unpacked = io.BufferedReader(raw, buffer_size=MEBIBYTE // 4)
    _refuse_nesting(unpacked, packed=start.startswith((_GZIP, *_ZIP)))
    yield unpacked


def unpacks_within(source: BinaryIO, *, size: int, lines: int) -> bool:
    r"""Whether an upload has at most so many bytes and line ends; no more of it is unpacked.

    One that cannot be unpacked has none.

    >>> packed = io.BytesIO(gzip.compress(b"a\n" * 9))
    >>> unpacks_within(packed, size=18, lines=9)
    True
    >>> unpacks_within(packed, size=17, lines=9), unpacks_within(packed, size=18, lines=8)
    (False, False)
    """
    found = 0
    try:
        with open_upload(source, limit=size) as unpacked:
            while block := unpacked.read(MEBIBYTE):
                found += block.count(b"\n")
    except UploadRefused as refusal:
        return refusal.problem.code != "file-too-large"
    return found <= lines


def _size(source: BinaryIO) -> int:
    size = source.seek(0, io.SEEK_END)
    source.seek(0)
    return size


def _refuse_other_archives(start: bytes) -> None:
    for magic, form in _OTHER_ARCHIVES.items():
        if start.startswith(magic):
            raise UploadRefused(error("other-format", found=form, parameters={"form": form}))


def _refuse_nesting(unpacked: "io.BufferedReader[_Unpacked]", *, packed: bool) -> None:
    if packed and unpacked.peek(4).startswith((_GZIP, *_ZIP)):
        raise UploadRefused(error("archive-nested"))


def _open_zip(source: BinaryIO, limit: int) -> _Unpacked:
    try:
        archive = zipfile.ZipFile(_ZipSource(source))
        member = _only_member(archive)
        if member.flag_bits & _ENCRYPTED:
            raise UploadRefused(error("archive-encrypted", found=member.filename))
        if member.compress_type not in _METHODS:
            number = member.compress_type
            raise UploadRefused(
                error("archive-method", found=_OTHER_METHODS.get(number, f"{number}"))
            )
        return _Unpacked(archive.open(member), weight=member.compress_size, limit=limit)  # type: ignore[arg-type]
    except _DAMAGED as damage:
        raise _refusal(damage) from damage


def _refusal(damage: Exception) -> Exception:
    # A number of the system's means that the disk failed, not that the archive is damaged.
    if isinstance(damage, OSError) and damage.errno is not None:
        return damage
    return UploadRefused(error("archive-damaged"))


def _only_member(archive: zipfile.ZipFile) -> zipfile.ZipInfo:
    members = archive.infolist()
    for member in members:
        if _leaves_folder(member):
            raise UploadRefused(error("archive-unsafe-path", found=member.orig_filename))
    files = [member for member in members if not member.is_dir() and not _is_residue(member)]
    names = {member.filename for member in files}
    if "[Content_Types].xml" in names or "mimetype" in names:
        form = "Excel, Word, OpenDocument"
        raise UploadRefused(error("other-format", found=form, parameters={"form": form}))
    if len(files) != 1:
        listed = ", ".join(sorted(names)[:5])
        raise UploadRefused(
            error("archive-file-count", found=listed, parameters={"count": len(files)})
        )
    return files[0]


def _leaves_folder(member: zipfile.ZipInfo) -> bool:
    # The name as written: `filename` is already cut at a NUL and turned round by zipfile.
    name = member.orig_filename
    path = PurePosixPath(name.replace("\\", "/"))
    is_link = stat.S_ISLNK(member.external_attr >> 16)
    return is_link or "\0" in name or ":" in name[:2] or path.is_absolute() or ".." in path.parts


def _is_residue(member: zipfile.ZipInfo) -> bool:
    # macOS adds a second "file" to every archive that its Finder makes.
    return member.filename.startswith("__MACOSX/") or member.filename.endswith(".DS_Store")
