"""Rows per decision on a real pool: its labels given again through the pages and endpoints."""

from __future__ import annotations

import html
import io
import json
import os
import re
import sys
from collections import Counter, defaultdict
from pathlib import Path
from typing import NamedTuple
from uuid import uuid4

from django.core.management import call_command
from django.test import Client
from django.utils import timezone

from benchmarks._assessors import add_assessors, fill_pool
from benchmarks._rounds import goal, print_table
from benchmarks._scratch import scratch_database
from campaign.models import Answer, Task, User
from judging.models import JudgingRules, JudgmentBatch

GROUPED, WITH_REST = 2.5, 3.5  # rows per decision
OK = 200
DECISIONS = {
    "correct": "right",
    "inexact": "inexact",
    "unsupported": "unsupported",
    "incorrect": "wrong",
}
ROW = re.compile(r'data-item="(?P<item>\w+)"[^>]* data-texts="(?P<texts>[^"]*)"')


class Row(NamedTuple):
    """One answer group as the page shows it."""

    item: str
    texts: tuple[str, ...]


def load_campaign(folder: Path) -> Task:
    """Load a real campaign's questions and runs, and fill the pool with its first ranks."""
    quiet, path = {"stdout": io.StringIO(), "stderr": io.StringIO()}, "nq301/main"
    call_command(
        "open_task", path, documents=False, passages=False, answers=20, runs_per_team=9, **quiet
    )
    call_command("load_questions", path, folder / "questions.tsv", **quiet)
    for run in sorted((folder / "runs").iterdir()):
        call_command("load_run", path, run, team=run.stem, **quiet)
    task = Task.objects.get(campaign__slug="nq301")
    JudgingRules.objects.create(task=task, pool_depth=1)
    fill_pool(task, at=timezone.now())
    return task


def labels_in(path: Path) -> dict[tuple[str, str], str]:
    """Return the first label of each text of each question."""
    labels: dict[tuple[str, str], str] = {}
    for line in path.read_text(encoding="utf-8").splitlines()[1:]:
        question, kind, _document, text, _assessor, label = line.split("\t")[:6]
        if kind == "answer":
            labels.setdefault((question, text), label)
    return labels


class Replay:
    """An assessor's script that labels as people did, through the pages and their endpoints."""

    def __init__(self, task: Task, labels: dict[tuple[str, str], str], user: User) -> None:
        self.task, self.labels = task, labels
        self.client = Client(headers={"accept": "application/json", "x-assessor": str(user.pk)})
        self.client.force_login(user)

    def rows(self, identifier: str) -> list[Row]:
        page = self.client.get(self._address("question", identifier)).content.decode()
        found = (match.groupdict() for match in ROW.finditer(page))
        return [Row(one["item"], tuple(json.loads(html.unescape(one["texts"])))) for one in found]

    def judge(self, identifier: str, *, uses_rest: bool) -> set[str]:
        """Judge what has a label; return the texts that were covered."""
        labelled = [
            (row, labels[0])
            for row in self.rows(identifier)
            if (labels := self._labels(identifier, row))
        ]
        rest = [row for row, label in labelled if label == "incorrect"]
        for row, label in labelled:
            if not (uses_rest and label == "incorrect"):
                self._send(identifier, [row], DECISIONS[label], "key")
        if uses_rest and rest:
            self._send(identifier, rest, "wrong", "rest")
        return {text for row, _label in labelled for text in row.texts}

    def _labels(self, identifier: str, row: Row) -> list[str]:
        keys = ((identifier, text) for text in row.texts)
        return [self.labels[key] for key in keys if key in self.labels]

    def _send(self, identifier: str, rows: list[Row], decision: str, means: str) -> None:
        choices = [
            {"item": row.item, "document": None, "decision": decision, "seen": ""} for row in rows
        ]
        act = {"key": str(uuid4()), "means": means, "choices": choices}
        response = self.client.post(
            self._address("act", identifier), json.dumps(act), content_type="application/json"
        )
        if response.status_code != OK:
            raise AssertionError(response.content)

    def _address(self, page: str, identifier: str) -> str:
        return f"/campaigns/{self.task.campaign.slug}/{self.task.slug}/judge/{page}/{identifier}/"


def rows_per_decision(task: Task, folder: Path, questions: int | None = None) -> dict[str, float]:
    """Return raw rows judged per request that decided, by grouping alone and with the rest key."""
    labels = labels_in(folder / "judgments.tsv")
    given: dict[str, Counter[str]] = defaultdict(Counter)
    rows = Answer.objects.filter(run__task=task, rank=1)
    for identifier, text in rows.values_list("question__identifier", "short_answer"):
        given[identifier][text] += 1
    ratios = {}
    ways = ("safe grouping alone", "with the rest key")
    for name, user in zip(ways, add_assessors(task, 2), strict=True):
        replay = Replay(task, labels, user)
        covered = 0
        for identifier in list(given)[:questions]:
            texts = replay.judge(identifier, uses_rest=name == ways[1])
            covered += sum(given[identifier][text] for text in texts)
        # Counted by what the server stored, not by what was sent.
        decisions = JudgmentBatch.objects.filter(assessor__user=user).count()
        ratios[name] = covered / decisions
    return ratios


def main() -> int:
    folder = Path(os.environ.get("EQUER_CASES", ".")) / "cases/campaigns/nq301"
    if not folder.is_dir():
        print("EQUER_CASES must name the folder with cases/campaigns/nq301")
        return 1
    with scratch_database():
        call_command("collectstatic", interactive=False, verbosity=0)
        ratios = rows_per_decision(load_campaign(folder), folder)
    print_table(
        ("nq301, first ranks", "rows per decision"),
        [(name, f"{value:.2f}") for name, value in ratios.items()],
    )
    reached = [
        goal("rows per decision by safe grouping", ratios["safe grouping alone"], at_least=GROUPED),
        goal("rows per decision with the rest", ratios["with the rest key"], at_least=WITH_REST),
    ]
    return 0 if all(reached) else 1


if __name__ == "__main__":
    sys.exit(main())
