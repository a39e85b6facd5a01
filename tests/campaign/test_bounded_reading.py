"""What is read in a request, and what is read at all, is bounded by what it unpacks to."""

from __future__ import annotations

import gzip
import io
import time
import tracemalloc
import zipfile

import pytest
from django.conf import LazySettings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from campaign.formats.archives import MEBIBYTE, RATIO_FREE
from campaign.formats.questions import QuestionType, read_questions
from campaign.formats.runs import RunFile, RunRules, read_run
from campaign.intake import LINES_AT_ONCE, READ_AT_ONCE
from campaign.models import Job, Task, Upload
from campaign.reports import upload_report
from judging.judgment_format import read_judgments
from tests import make

RULES = RunRules(dict.fromkeys(QuestionType, 5), 250, None, None, accepts_nil=False)


def read(raw: bytes, *, questions: int = 1) -> RunFile:
    names = [f"GF{number}" for number in range(questions)]
    types = dict.fromkeys(names, QuestionType.FACTUAL)
    return read_run(io.BytesIO(raw), name="a.tsv", questions=types, documents=None, rules=RULES)


def found(file: RunFile) -> list[tuple[str, str, dict[str, object]]]:
    return [(one.code, one.found, dict(one.parameters)) for one in file.problems]


def packed_lines(line: bytes, *, megabytes: int) -> bytes:
    """Return lines packed as one gzip file, never whole in memory; no ratio refuses them."""
    block = line * (MEBIBYTE // len(line))
    kept = io.BytesIO()
    with gzip.GzipFile(fileobj=kept, mode="wb", compresslevel=1) as packed:
        for _ in range(megabytes):
            packed.write(block)
    return kept.getvalue()


@pytest.mark.parametrize(
    ("line", "code"),
    [
        (b"a\n", "too-many-lines"),
        (b"\n", "too-many-lines"),
        (b"GF0\t1\tD1\tAngers\tune ville nomm\xc3\xa9e Angers\n", "too-many-lines"),
        (b"\t", "line-too-long"),
        (b"\x01", "line-too-long"),
        (b"\r", "line-too-long"),
    ],
)
def test_what_unpacks_to_much_is_refused_before_it_is_split(line: bytes, code: str) -> None:
    raw = packed_lines(line, megabytes=200)
    tracemalloc.start()
    started = time.monotonic()
    try:
        file = read(raw)
        _now, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()

    assert [one.code for one in file.problems] == [code]
    assert peak < 40 * MEBIBYTE
    assert time.monotonic() - started < 20


def test_a_run_may_have_ten_times_the_lines_that_are_asked_for() -> None:
    line = b"GF0\t1\tD1\tAngers\t\n"
    assert "too-many-lines" not in {one.code for one in read(line * 10_000).problems}
    assert found(read(line * 10_001)) == [("too-many-lines", "10001", {"limit": 10_000})]
    assert "too-many-lines" not in {one.code for one in read(line * 10_001, questions=201).problems}
    assert found(read(line * 10_051, questions=201)) == [
        ("too-many-lines", "10051", {"limit": 10_050})
    ]


def test_a_line_has_no_thousand_columns() -> None:
    raw = (b"\t" * 10_000 + b"\n") * 201
    assert found(read(raw)) == [("too-many-tabs", "2010000", {"limit": 200_000})]


def test_questions_and_judgments_have_bounds_too() -> None:
    questions = read_questions(io.BytesIO(b"a\n" * 100_001), name="q.tsv")
    judgments = read_judgments(io.BytesIO(b"a\n" * 100_001), name="j.tsv", questions={"GF0"})
    assert [
        [(one.code, one.found) for one in file.problems] for file in (questions, judgments)
    ] == [[("too-many-lines", "100001")]] * 2


def test_a_line_of_control_characters_is_read_in_a_moment() -> None:
    started = time.monotonic()
    file = read(b"GF0\t1\tD1\tAngers\t" + b"\x01\r" * 1_000_000 + b"\n")
    assert time.monotonic() - started < 2
    codes = [one.code for one in file.problems]
    assert [codes.count(code) for code in ("control-character", "line-break-in-field")] == [1, 1]


def test_a_zip_with_a_huge_directory_is_refused_unread() -> None:
    kept = io.BytesIO()
    with zipfile.ZipFile(kept, "w") as archive:
        archive.writestr("run.tsv", "x")
    raw = bytearray(kept.getvalue())
    start, end = raw.index(b"PK\x01\x02"), raw.index(b"PK\x05\x06")
    entry, tail = bytes(raw[start:end]), raw[end:]
    directory = entry * (5 * MEBIBYTE // len(entry))
    tail[12:16] = len(directory).to_bytes(4, "little")
    file = read(bytes(raw[:start]) + directory + bytes(tail))
    assert [one.code for one in file.problems] == ["archive-file-count"]


# --- in the request -----------------------------------------------------------------------------


@pytest.fixture
def task(db: None) -> Task:
    return make.make_ready_task()


def send(task: Task, raw: bytes) -> Upload:
    """Send a run file by the page, and return its upload."""
    member = make.make_user("Ada")
    team = make.make_team(task, member=member)
    client = Client()
    client.force_login(member)
    kwargs = {"campaign_slug": task.campaign.slug, "task_slug": task.slug}
    file = SimpleUploadedFile("a.tsv.gz", raw)
    response = client.post(reverse("run-upload", kwargs=kwargs), {"team": team.pk, "file": file})
    assert response.status_code == 302
    return Upload.objects.newest_first()[0]


def test_a_small_packed_file_is_read_in_the_request(task: Task) -> None:
    assert send(task, gzip.compress(make.RUN.encode())).outcome == "accepted"


@pytest.mark.parametrize(
    "raw",
    [
        gzip.compress(b"GF1 1\t" * (READ_AT_ONCE // 6 + 1)),
        gzip.compress(b"GF1\t1\n" * (LINES_AT_ONCE + 1)),
        b"GF1\t1\n" * (LINES_AT_ONCE + 1),
    ],
)
def test_a_small_file_that_unpacks_to_much_is_left_to_a_worker(task: Task, raw: bytes) -> None:
    assert len(raw) < READ_AT_ONCE

    upload = send(task, raw)

    job = Job.objects.get(subject_id=upload.pk)
    assert (upload.outcome, job.kind, job.state) == (
        "waiting",
        "campaign.tasks.read_upload",
        "queued",
    )


def test_nothing_larger_than_an_upload_may_be_is_unpacked(
    task: Task, settings: LazySettings
) -> None:
    settings.MAX_UPLOAD_BYTES = 3 * MEBIBYTE
    raw = gzip.compress(b"x" * (4 * MEBIBYTE))
    uploads = [
        make.submit(make.make_team(task), task, raw),
        make.load_questions(task, raw),  # type: ignore[arg-type]
        make.load_judgments(task, raw),  # type: ignore[arg-type]
    ]
    assert 4 * MEBIBYTE < RATIO_FREE
    assert [
        [(one.code, dict(one.parameters)) for one in upload.listed_problems()] for upload in uploads
    ] == [[("file-too-large", {"megabytes": 3})]] * 3


def test_the_report_of_one_long_line_reads_its_start(task: Task) -> None:
    upload = make.submit(make.make_team(task), task, b"GF1\t1\n" + b"x" * 3_000_000 + b"\nGF1\t2\n")
    report = upload_report(upload)
    assert [(line.number, line.is_bad) for line in report.excerpt] == [
        (1, True),
        (2, True),
        (3, True),
    ]
    assert report.excerpt[2].marked == "GF1→2"
