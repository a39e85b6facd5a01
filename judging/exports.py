"""Judgments as files: what the task's assessors said, in the forms that others read."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from tempfile import TemporaryFile
from typing import BinaryIO, cast

from campaign.models import Task
from judging.judgment_format import JudgmentLine, Kind, Label, write_judgments
from judging.models import Judgment
from judging.qrels_format import relevances_of, write_qrels
from judging.trec_format import JudgmentForm, write_trec_judgments

EXTENSIONS = {JudgmentForm.NATIVE: "tsv", JudgmentForm.TREC_QA: "txt", JudgmentForm.QRELS: "qrels"}


@dataclass(frozen=True, slots=True)
class JudgmentExport:
    """Which labels in which form; TREC QA holds one kind, the others hold both."""

    task: Task
    form: JudgmentForm
    kind: Kind = Kind.ANSWER

    def lines(self) -> Iterator[str]:
        """Yield the lines of the file.

        :raises Unwritable: if the form cannot hold an identifier or a text.
        """
        judgments = judgments_in_order(self.task)
        if self.form is JudgmentForm.TREC_QA:
            return write_trec_judgments(judgments, kind=self.kind)
        if self.form is JudgmentForm.QRELS:
            return write_qrels(relevances_of(judgments))
        return write_judgments(judgments)

    def write(self) -> BinaryIO:
        """Return the file, open at its beginning; nothing of it is kept once it is closed.

        It is written whole before the first byte leaves, so that a refusal can still be said.

        :raises Unwritable: if the form cannot hold an identifier or a text.
        """
        file = cast("BinaryIO", TemporaryFile())  # noqa: SIM115 -- whoever sends it closes it
        try:
            file.writelines(line.encode() for line in self.lines())
        except BaseException:
            file.close()
            raise
        file.seek(0)
        return file

    def name(self, day: str) -> str:
        """Return the file's name: campaign, task, form, kind where it holds one, and the day."""
        form = self.form.value if self.form is not JudgmentForm.TREC_QA else f"trec-qa-{self.kind}"
        slugs = f"{self.task.campaign.slug}-{self.task.slug}"
        return f"{slugs}-judgments-{form}-{day}.{EXTENSIONS[self.form]}"


def judgments_in_order(task: Task) -> Iterator[JudgmentLine]:
    """Yield every label that counts, question by question; of one text in the order of judging.

    Left out are training, what came back unannounced, and what cannot be judged. The order rests
    on texts alone, so that the file is the same wherever it was loaded.
    """
    rows = (
        Judgment.objects.counting(task)
        .order_by(
            "text__item__question__position",
            "text__item__kind",
            "text__item__key",
            "text__document",
            "text__text",
            "first_event",
        )
        .values_list(
            "text__item__question__identifier",
            "text__item__kind",
            "text__document",
            "text__text",
            "assessor__name",
            "label",
            "distinct",
        )
    )
    for number, row in enumerate(rows.iterator(chunk_size=5000), start=2):
        question, kind, document, text, assessor, label, distinct = row
        yield JudgmentLine(
            number, question, Kind(kind), document, text, assessor, Label(label), tuple(distinct)
        )
