"""Importing a run through the real actions, beside a bare COPY of the same rows.

A run of 500 questions × 5 answers with passages is received in time, kept byte for byte, checked
against the questions and the collection, given one of its team's official places, and stored; the
peer copies the same rows into a table with the same key and does nothing else.
"""

from __future__ import annotations

import argparse
import io
import random
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from datetime import timedelta
from time import perf_counter
from types import ModuleType
from typing import Any, NamedTuple
from unittest.mock import patch

from django.db import connection, transaction
from django.utils import timezone

from benchmarks._rounds import (
    Contender,
    goal,
    median_seconds,
    milliseconds,
    print_table,
    seconds_of,
)
from benchmarks._scratch import scratch_database
from campaign.actions import runs
from campaign.actions.campaigns import open_campaign
from campaign.actions.passages import look_for_passages
from campaign.actions.reading import read_upload
from campaign.actions.tasks import open_task
from campaign.actions.teams import register_team
from campaign.actions.uploads import receive_upload
from campaign.models import Answer, Run, Upload, User

LIMIT = 1_000_000_000
LEAST_SHARE_OF_COPY = 0.4
SENTENCES_OF_A_DOCUMENT = 20  # some 2,700 characters, the mean of a newspaper collection
WORDS = [
    "la",
    "le",
    "un",
    "une",
    "de",
    "du",
    "des",
    "et",
    "en",
    "à",
    "par",
    "pour",
    "sur",
    "dans",
    "avec",
    "sans",
    "Loire",
    "Germinal",
    "Angoulême",
    "festival",
    "ministre",
    "député",
    "commission",
    "rapport",
    "enquête",
    "publique",
    "monde",
    "diplomatique",
    "société",
    "économie",
    "histoire",
    "première",
    "seconde",
    "année",
    "siècle",
    "président",
    "question",
    "réponse",
    "document",
    "journal",
    "auteur",
]
COLUMNS = "run_id, question_id, rank, document, short_answer, passage, confidence"


class Size(NamedTuple):
    """How much there is to import."""

    questions: int = 500
    answers: int = 5
    documents: int = 5_000


class Workload:
    """A task with its questions and documents, a team, and run files made from the documents."""

    def __init__(self, size: Size, *, seed: int = 2004) -> None:
        self.size = size
        draw = random.Random(seed)  # noqa: S311 -- a workload, not a secret
        self.documents = {f"LEMONDE96-{number:06}": _text(draw) for number in range(size.documents)}
        self.questions = [f"GF{number}" for number in range(1, size.questions + 1)]
        now = timezone.now()
        self.by = User.objects.create_user(email="bench@example.org", name="Bench")
        campaign = open_campaign(name="Bench", slug="bench", by=self.by, at=now)
        self.task = open_task(
            campaign=campaign,
            name="Bench",
            slug="bench",
            announced_at=now,
            released_at=now,
            closes_at=now + timedelta(days=1),
            answers_factual=size.answers,
            by=self.by,
            at=now,
        )
        self.team = register_team(
            campaign=campaign, name="Bench", affiliation="", members=[], by=self.by, at=now
        )
        self._load(Upload.Kind.DOCUMENTS, (f"{k}\t\t{v}" for k, v in self.documents.items()))
        self._load(Upload.Kind.QUESTIONS, (f"{k}\tfactual\t\tQui ?\t\tfr" for k in self.questions))
        self.task.refresh_from_db()
        self.files = 0

    def _load(self, kind: Upload.Kind, lines: Iterator[str]) -> None:
        upload = self.receive("\n".join(lines).encode(), kind)
        refuse_problems(read_upload(upload=upload, at=timezone.now()))

    def receive(self, content: bytes, kind: Upload.Kind) -> Upload:
        return receive_upload(
            task=self.task,
            kind=kind,
            source=io.BytesIO(content),
            name=f"{kind}.tsv",
            limit=LIMIT,
            by=self.by,
            at=timezone.now(),
            team=self.team if kind == Upload.Kind.RUN else None,
        )

    def run_file(self) -> bytes:
        """Return a run file that was never there before: known bytes are not written again."""
        self.files += 1
        draw = random.Random(self.files)  # noqa: S311 -- the same
        identifiers = list(self.documents)
        lines = ["question\trank\tdocument\tshort_answer\tpassage"]
        for question in self.questions:
            for rank in range(1, self.size.answers + 1):
                document = draw.choice(identifiers)
                text = self.documents[document]
                start = draw.randrange(len(text) - 250)
                passage = text[start : start + 250].strip()
                lines.append(f"{question}\t{rank}\t{document}\t{passage[:20].strip()}\t{passage}")
        return "\n".join(lines).encode()

    def submit(self, content: bytes) -> Upload:
        return read_upload(upload=self.receive(content, Upload.Kind.RUN), at=timezone.now())

    def forget_runs(self) -> None:
        with connection.cursor() as cursor:
            cursor.execute("TRUNCATE campaign_answer")
        Run.objects.all().delete()
        for upload in Upload.objects.filter(kind=Upload.Kind.RUN):
            upload.file.delete(save=False)
            upload.delete()


def _text(draw: random.Random) -> str:
    return " ".join(
        " ".join(draw.choices(WORDS, k=18)).capitalize() + "."
        for _ in range(SENTENCES_OF_A_DOCUMENT)
    )


def refuse_problems(upload: Upload) -> None:
    if upload.outcome != Upload.Outcome.ACCEPTED:
        raise AssertionError(f"{upload} was {upload.outcome}: {upload.problems[:3]}")


def verify(workload: Workload) -> None:
    """Check that the rows stored are those of the file and that the file is kept byte for byte."""
    content = workload.run_file()
    upload = workload.submit(content)
    refuse_problems(upload)
    if not upload.run.is_official:
        raise AssertionError("the run is late: its team's official places were not counted")
    with upload.open_file() as kept:
        if kept.read() != content:
            raise AssertionError("the file kept is not the file received")
    stored = Answer.objects.filter(run=upload.run).order_by("question_id", "rank")
    columns = ("question__identifier", "rank", "document", "short_answer", "passage")
    rows = sorted("\t".join(map(str, row)) for row in stored.values_list(*columns))
    if rows != sorted(content.decode().split("\n")[1:]):
        raise AssertionError("the rows stored are not those of the file")
    workload.forget_runs()


class BareCopy:
    """The peer: the same rows by COPY into a table with the same key, and nothing else."""

    def __init__(self, workload: Workload) -> None:
        upload = workload.submit(workload.run_file())
        self.rows = list(Answer.objects.filter(run=upload.run).values_list(*COLUMNS.split(", ")))
        with connection.cursor() as cursor:
            cursor.execute("CREATE TABLE bare (LIKE campaign_answer INCLUDING ALL)")
            with cursor.copy(f"COPY campaign_answer ({COLUMNS}) TO STDOUT") as copy:
                self.block = b"".join(bytes(block) for block in copy)
        workload.forget_runs()

    def forget(self) -> None:
        with connection.cursor() as cursor:
            cursor.execute("TRUNCATE bare")

    def write_rows(self) -> None:
        with (
            transaction.atomic(),
            connection.cursor() as cursor,
            cursor.copy(f"COPY bare ({COLUMNS}) FROM STDIN") as copy,
        ):
            copy.set_types(["int8", "int8", "int2", "text", "text", "text", "float8"])
            for row in self.rows:
                copy.write_row(row)

    def write_block(self) -> None:
        with (
            transaction.atomic(),
            connection.cursor() as cursor,
            cursor.copy(f"COPY bare ({COLUMNS}) FROM STDIN") as copy,
        ):
            copy.write(self.block)


class Shares:
    """Seconds spent in the parts of one import, by the names of the functions that do them."""

    PARTS: tuple[tuple[ModuleType, str], ...] = (
        (runs, "read_run"),
        (runs, "_known_documents"),
        (runs, "copy_answers"),
    )

    def __init__(self) -> None:
        self.seconds: dict[str, float] = {}

    @contextmanager
    def watching(self) -> Iterator[None]:
        """Time every call of the parts; a part that was renamed is an error, not a zero."""
        with ExitStack() as stack:
            for module, name in self.PARTS:
                stack.enter_context(patch.object(module, name, self._timed(getattr(module, name))))
            yield

    def _timed(self, function: Callable[..., Any]) -> Callable[..., Any]:
        def timed(*arguments: Any, **options: Any) -> Any:
            began_at = perf_counter()
            answer = function(*arguments, **options)
            seconds = perf_counter() - began_at
            self.seconds[function.__name__] = self.seconds.get(function.__name__, 0.0) + seconds
            return answer

        return timed


def shares_of_an_import(workload: Workload) -> dict[str, float]:
    """Return the seconds of each part of one import; together they are the whole."""
    content, kept = workload.run_file(), []
    storing = seconds_of(lambda: kept.append(workload.receive(content, Upload.Kind.RUN)))
    shares = Shares()
    with shares.watching():
        reading = seconds_of(lambda: read_upload(upload=kept[0], at=timezone.now()))
    workload.forget_runs()
    part = shares.seconds
    looked_up = part["_known_documents"]
    return {
        "receive: digest, file, row": storing,
        "parse and check": part["read_run"] - looked_up,
        "wait for documents looked up": looked_up,
        "COPY": part["copy_answers"],
        "run, event, report, commit": reading - part["read_run"] - part["copy_answers"],
    }


def contenders(workload: Workload, bare: BareCopy) -> dict[str, Contender]:
    """Return the import and its peers; what they stored is forgotten off the clock."""

    def import_run() -> float:
        content = workload.run_file()
        seconds = seconds_of(lambda: workload.submit(content))
        workload.forget_runs()
        return seconds

    def copy(write: Callable[[], None]) -> Contender:
        def contender() -> float:
            seconds = seconds_of(write)
            bare.forget()
            return seconds

        return contender

    return {
        "import": import_run,
        "bare COPY, row by row": copy(bare.write_rows),
        "bare COPY, one block": copy(bare.write_block),
    }


def looking_for_passages(workload: Workload) -> Contender:
    """Return what the worker does once the run is received: no part of the import."""

    def contender() -> float:
        upload = workload.submit(workload.run_file())
        seconds = seconds_of(lambda: look_for_passages(upload=upload))
        if upload.passage_problems != []:
            raise AssertionError(f"passages of {upload} were not found")
        workload.forget_runs()
        return seconds

    return contender


def measure(size: Size, *, rounds: int) -> float:
    """Print rows a second and shares of time; return the import's speed beside the bare COPY's."""
    workload = Workload(size)
    verify(workload)
    bare = BareCopy(workload)
    seconds = median_seconds(contenders(workload, bare), rounds=rounds)
    rows = size.questions * size.answers
    print(f"{rows:,} answers, {size.documents:,} documents; values verified")
    whole = seconds["import"]
    print_table(
        ("", "time", "rows/s", "import is"),
        [
            (name, milliseconds(took), f"{rows / took:,.0f}", f"{took / whole:.2f}")
            for name, took in seconds.items()
        ],
    )
    looking = median_seconds({"passages": looking_for_passages(workload)}, rounds=rounds)[
        "passages"
    ]
    print(f"afterwards a worker looks for the passages: {milliseconds(looking)}")
    shares = shares_of_an_import(workload)
    total = sum(shares.values())
    print_table(
        ("share of one import", "time", ""),
        [(name, milliseconds(took), f"{took / total:.0%}") for name, took in shares.items()],
    )
    return seconds["bare COPY, row by row"] / whole


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    for name, default in Size()._asdict().items():
        parser.add_argument(f"--{name}", type=int, default=default)
    parser.add_argument("--rounds", type=int, default=25)
    options = vars(parser.parse_args())
    rounds = options.pop("rounds")
    with scratch_database():
        ratio = measure(Size(**options), rounds=rounds)
    return 0 if goal("import / bare COPY", ratio, at_least=LEAST_SHARE_OF_COPY) else 1


if __name__ == "__main__":
    sys.exit(main())
