import errno
import gzip
import io
import random
import stat
import zipfile
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest

from campaign.formats import archives
from campaign.formats.archives import UploadRefused, open_upload
from campaign.formats.problems import Problem

TEXT = "GB1\t1\tD1\tAngoulême\t\n".encode()


def unpack(raw: bytes, **limits: int) -> bytes:
    with open_upload(io.BytesIO(raw), **limits) as unpacked:
        return unpacked.read()


def refusal(raw: bytes, **limits: int) -> Problem:
    with pytest.raises(UploadRefused) as refused:
        unpack(raw, **limits)
    return refused.value.problem


def zipped(*members: tuple[str | zipfile.ZipInfo, bytes]) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members:
            archive.writestr(name, content)
    return packed.getvalue()


@pytest.mark.parametrize("raw", [TEXT, gzip.compress(TEXT, mtime=0), zipped(("run (1).tsv", TEXT))])
def test_plain_gzip_and_zip_give_the_same_bytes(raw: bytes) -> None:
    assert unpack(raw) == TEXT


def test_a_path_is_opened(tmp_path: Path) -> None:
    path = tmp_path / "submission-single (1).tsv"
    path.write_bytes(gzip.compress(TEXT))
    with open_upload(path) as unpacked:
        assert unpacked.read() == TEXT


def test_a_stream_that_cannot_seek_is_read() -> None:
    class Pipe(io.BytesIO):
        def seekable(self) -> bool:
            return False

    with open_upload(Pipe(gzip.compress(TEXT))) as unpacked:
        assert unpacked.read() == TEXT


def test_what_macos_adds_to_a_zip_is_passed_over() -> None:
    raw = zipped(("run/", b""), ("run/run.tsv", TEXT), ("__MACOSX/run/._run.tsv", b"\0"))
    assert unpack(raw) == TEXT


@pytest.mark.parametrize("names", [[], ["a.tsv", "b.tsv"], ["folder/"]])
def test_a_zip_must_hold_one_file(names: list[str]) -> None:
    problem = refusal(zipped(*((name, TEXT) for name in names)))
    files = [name for name in names if not name.endswith("/")]
    assert (problem.code, problem.parameters) == ("archive-file-count", {"count": len(files)})


@pytest.mark.parametrize("name", ["../run.tsv", "/etc/run.tsv", "a/../../b", "C:/run", "..\\run"])
def test_a_path_that_leaves_its_folder_is_refused(name: str) -> None:
    problem = refusal(zipped((name, TEXT)))
    assert (problem.code, problem.found) == ("archive-unsafe-path", name)


def test_a_link_is_refused() -> None:
    link = zipfile.ZipInfo("run.tsv")
    link.external_attr = (stat.S_IFLNK | 0o777) << 16
    assert refusal(zipped((link, b"/etc/passwd"))).code == "archive-unsafe-path"


def test_an_encrypted_member_is_refused() -> None:
    raw = bytearray(zipped(("run.tsv", TEXT)))
    raw[6] |= 1  # the flag in the member's own header
    raw[raw.index(b"PK\x01\x02") + 8] |= 1  # and in the directory
    assert refusal(bytes(raw)).code == "archive-encrypted"


def test_a_truncated_gzip_is_refused() -> None:
    assert refusal(gzip.compress(TEXT * 100)[:-20]).code == "archive-damaged"


def test_a_zip_with_wrong_content_is_refused() -> None:
    raw = zipped(("run.tsv", TEXT * 50))
    directory = raw.index(b"PK\x01\x02")
    wrong = raw[: directory + 16] + b"\0\0\0\0" + raw[directory + 20 :]
    assert refusal(wrong).code == "archive-damaged"
    assert refusal(raw[:-30]).code == "archive-damaged"


@pytest.mark.parametrize(
    ("method", "name"), [(zipfile.ZIP_BZIP2, "bzip2"), (zipfile.ZIP_LZMA, "LZMA")]
)
def test_a_zip_of_a_method_without_bounds_is_refused(method: int, name: str) -> None:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", method) as archive:
        archive.writestr("run.tsv", TEXT * 50)
    problem = refusal(packed.getvalue())
    assert (problem.code, problem.found) == ("archive-method", name)


@pytest.mark.parametrize("method", [zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2])
def test_whatever_is_damaged_is_a_refusal(method: int) -> None:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", method) as archive:
        archive.writestr("réponses.tsv", TEXT * 50)
    draw = random.Random(2004)
    for _ in range(300):
        raw = bytearray(packed.getvalue())
        for _ in range(3):
            raw[draw.randrange(4, len(raw))] = draw.randrange(256)
        with suppress(UploadRefused):
            unpack(bytes(raw))


def test_a_failing_disk_is_no_damaged_archive() -> None:
    class Failing(io.BytesIO):
        def read(self, size: int | None = -1, /) -> bytes:
            if self.tell():
                raise OSError(errno.EIO, "Input/output error")
            return super().read(size)

    with open_upload(Failing(TEXT)) as unpacked:
        assert unpacked.read(1) == TEXT[:1]
        with pytest.raises(OSError, match="Input/output"):
            unpacked.read()


def test_an_archive_in_an_archive_is_refused() -> None:
    assert refusal(gzip.compress(gzip.compress(TEXT))).code == "archive-nested"
    assert refusal(zipped(("run.zip", zipped(("run.tsv", TEXT))))).code == "archive-nested"


def test_a_bomb_is_refused_before_it_is_unpacked() -> None:
    bomb = gzip.compress(bytes(40 * archives.MEBIBYTE))
    problem = refusal(bomb)
    assert (problem.code, problem.parameters) == ("archive-ratio", {"ratio": 250})


def test_a_small_file_may_pack_very_well() -> None:
    same = TEXT * 100_000
    assert unpack(gzip.compress(same)) == same


def test_the_size_is_limited_plain_or_packed() -> None:
    raw = bytes(range(1, 256)) * 9000
    for packed in (raw, gzip.compress(raw)):
        problem = refusal(packed, limit=2 * archives.MEBIBYTE)
        assert (problem.code, problem.parameters) == ("file-too-large", {"megabytes": 2})


@pytest.mark.parametrize(
    ("start", "form"), [(b"BZh91AY", "bzip2"), (b"7z\xbc\xaf\x27\x1c", "7z"), (b"%PDF-1.7", "PDF")]
)
def test_other_archives_are_named(start: bytes, form: str) -> None:
    problem = refusal(start + bytes(100))
    assert (problem.code, problem.parameters) == ("other-format", {"form": form})


def test_a_workbook_is_named() -> None:
    raw = zipped(("[Content_Types].xml", b"<Types/>"), ("xl/workbook.xml", b"<w/>"))
    assert (refusal(raw).code, refusal(raw).found) == ("other-format", "Excel, Word, OpenDocument")


@pytest.mark.parametrize("pack", [bytes, gzip.compress])
def test_what_is_read_whole_is_what_is_read_in_pieces(pack: Callable[[bytes], bytes]) -> None:
    content = bytes(range(256)) * 12_000
    with open_upload(io.BytesIO(pack(content))) as whole:
        assert whole.read() == content
    with open_upload(io.BytesIO(pack(content))) as pieces:
        assert b"".join(iter(lambda: pieces.read(70_001), b"")) == content
