"""What guides the assessors of the demonstration: versions of the guidelines, doubts, replies."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime
from pathlib import Path
from typing import Any
from uuid import uuid4

from django.conf import settings

from campaign.models import Task, User
from judging.actions.assessors import assessor_of
from judging.actions.doubts import raise_comment, reply_to_doubt
from judging.actions.guidelines import publish_guideline
from judging.models import Doubt, PoolItem

FOLDER: Path = settings.BASE_DIR / "demonstration"
OFFERED: Path = settings.BASE_DIR / "docs" / "guidelines"

type Table = dict[str, Any]
type Instant = Callable[[str], datetime]


def guide_assessors(
    *, task: Task, written: Table, instant: Instant, by: User, people: Mapping[str, User]
) -> None:
    """Publish the task's guidelines, ask its doubts and answer those that have a reply."""
    for seen, version in enumerate(written.get("guidelines", ())):
        texts = {"text_fr": OFFERED / "fr.md", "text_en": OFFERED / "en.md"}
        if "folder" in version:
            folder = FOLDER / version["folder"]
            texts = {f"text_{one}": folder / f"guidelines.{one}.md" for one in ("fr", "en")}
        publish_guideline(
            task=task,
            change=version["change"],
            seen=seen,
            by=by,
            at=instant(version["published"]),
            **{name: path.read_text(encoding="utf-8").strip() for name, path in texts.items()},
        )
    for doubt in written.get("doubts", ()):
        _ask(task, doubt, instant, by=by, user=people[doubt["person"]])


def _ask(task: Task, written: Table, instant: Instant, *, by: User, user: User) -> None:
    question = task.questions.get(identifier=written["question"])
    item = PoolItem.objects.answers().get(question=question, texts__text=written["answer"])
    doubt = raise_comment(
        question=question,
        assessor=assessor_of(task=task, user=user),
        item=item,
        text=written["text"],
        key=uuid4(),
        at=instant(written["raised"]),
    )
    if "reply" in written:
        reply_to_doubt(
            doubt=doubt,
            reply=written["reply"],
            outcome=Doubt.Outcome(written["outcome"]),
            by=by,
            at=instant(written["replied"]),
        )
