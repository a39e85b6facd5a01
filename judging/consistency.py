"""What in the labels of one person looks inconsistent: to be looked at, not to be counted."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from django.db.models import Count, Exists, OuterRef, Q, QuerySet

from campaign.formats.questions import QuestionType
from campaign.models import Task
from campaign.models.keys import among
from judging.decisions import Verdict
from judging.distinct_answers import words_of
from judging.judgment_format import Kind, Label
from judging.models import Assessor, Judgment, JudgmentEvent, SplitGroup

QUICK_MS = 1000
LONG_RUN = 25
RIGHT = (Verdict.RIGHT.value, Verdict.INEXACT.value)
BY_HAND = (JudgmentEvent.Means.KEY, JudgmentEvent.Means.BUTTON)


class Finding(NamedTuple):
    """One item to look at; `inside` is a string that a passage holds, `number` a length or ms."""

    assessor: str
    item: int
    said: tuple[str, ...] = ()
    inside: str = ""
    number: int = 0
    last_item: int = 0


def consistency_report(task: Task) -> dict[str, list[Finding]]:
    """Return the findings by what is looked for, in the order in which they are shown."""
    correct, incorrect = _passages_against_answers(task)
    return {
        "strings": list(_strings_with_several_verdicts(task)),
        "supports": list(_strings_never_supported(task)),
        "correct-passages": correct,
        "incorrect-passages": incorrect,
        "quick": list(_quick_decisions(task)),
        "runs": list(_long_runs(task)),
    }


def _first_labels(task: Task) -> QuerySet[Judgment]:
    return Judgment.objects.filter(
        assessor__in=Assessor.objects.first_labels().filter(task=task),
        text__item__question__withdrawn_at=None,
    )


def _groups(task: Task) -> QuerySet[Judgment]:
    answers = _first_labels(task).filter(text__item__kind=Kind.ANSWER)
    return answers.exclude(verdict=Verdict.CANNOT)


def _strings_with_several_verdicts(task: Task) -> Iterator[Finding]:
    """Yield strings that one person finds right here and wrong there, without having split them."""
    split = SplitGroup.objects.filter(assessor=OuterRef("assessor"), item=OuterRef("text__item"))
    groups = _groups(task).exclude(Exists(split)).values("assessor__name", "text__item")
    apart = groups.annotate(verdicts=Count("verdict", distinct=True)).filter(verdicts__gt=1)
    found = {(row["assessor__name"], row["text__item"]) for row in apart}
    rows = _groups(task).filter(among("text__item", {item for _, item in found}))
    said: dict[tuple[str, int], set[str]] = defaultdict(set)
    for name, item, label in rows.exclude(label="").values_list(
        "assessor__name", "text__item", "label"
    ):
        said[name, item].add(label)
    for name, item in sorted(found):
        yield Finding(name, item, tuple(one for one in Label if one in said[name, item]))


def _strings_never_supported(task: Task) -> Iterator[Finding]:
    """Yield right strings that no document supports, in one person's view."""
    right = _groups(task).filter(verdict__in=RIGHT)
    rows = right.values_list("assessor__name", "text__item").annotate(
        documents=Count("text__document", distinct=True),
        refused=Count("pk", filter=Q(is_supported=False)),
        others=Count("pk", filter=~Q(is_supported=False) | Q(is_supported=None)),
    )
    for name, item, documents, refused, others in rows.order_by("assessor__name", "text__item"):
        if refused and not others:
            yield Finding(name, item, (Label.UNSUPPORTED,), number=documents)


class _Judged(NamedTuple):
    assessor: str
    question: int
    item: int
    kind: str
    document: str
    text: str
    verdict: str
    label: str


def _passages_against_answers(task: Task) -> tuple[list[Finding], list[Finding]]:
    """Return correct passages that hold wrong answers alone, incorrect ones that hold a right one.

    Yes-no questions are left out: *yes* stands in many passages.
    """
    rows = _first_labels(task).exclude(text__item__question__type=QuestionType.YES_NO)
    ordered = rows.order_by("assessor__name", "text__item__question__position", "text__item", "pk")
    judged = (
        _Judged(*row)
        for row in ordered.values_list(
            "assessor__name",
            "text__item__question",
            "text__item",
            "text__item__kind",
            "text__document",
            "text__text",
            "verdict",
            "label",
        )
    )
    correct: list[Finding] = []
    incorrect: list[Finding] = []
    for _place, group in groupby(judged, key=lambda one: (one.assessor, one.question)):
        members = list(group)
        passages = [one for one in members if one.kind == Kind.PASSAGE]
        if passages:
            answers = [one for one in members if one.kind == Kind.ANSWER]
            _compare(passages, answers, correct, incorrect)
    return _once(correct), _once(incorrect)


def _compare(
    passages: Iterable[_Judged],
    answers: Sequence[_Judged],
    correct: list[Finding],
    incorrect: list[Finding],
) -> None:
    right = {words_of(one.text): one.text for one in answers if one.verdict in RIGHT}
    wrong = {words_of(one.text): one.text for one in answers if one.verdict == Verdict.WRONG}
    backed: dict[str, dict[str, str]] = defaultdict(dict)
    for one in answers:
        if one.label == Label.CORRECT:
            backed[one.document][words_of(one.text)] = one.text
    for one in passages:
        text = f" {words_of(one.text)} "
        if one.label == Label.CORRECT and not _held(text, right):
            inside = _held(text, wrong)
            if inside:
                correct.append(Finding(one.assessor, one.item, (one.label,), inside))
        elif one.label == Label.INCORRECT:
            inside = _held(text, backed[one.document])
            if inside:
                incorrect.append(Finding(one.assessor, one.item, (one.label,), inside))


def _held(padded: str, strings: dict[str, str]) -> str:
    """Return the longest of the strings that a passage holds as whole words."""
    held = [words for words in strings if words and f" {words} " in padded]
    return strings[max(held, key=len)] if held else ""


def _once(findings: Iterable[Finding]) -> list[Finding]:
    return list({(one.assessor, one.item): one for one in findings}.values())


def _acts(task: Task) -> QuerySet[JudgmentEvent]:
    """Return one event of each decision that somebody made by hand."""
    people = Assessor.objects.first_labels().filter(task=task)
    acts = JudgmentEvent.objects.filter(assessor__in=people, means__in=BY_HAND)
    return acts.order_by("assessor", "batch", "pk").distinct("assessor", "batch")


def _quick_decisions(task: Task) -> Iterator[Finding]:
    quick = _acts(task).filter(active_ms__lt=QUICK_MS)
    rows = quick.values_list(
        "assessor__name", "text__item", "label", "verdict", "active_ms", named=True
    )
    for row in sorted(rows, key=lambda one: (one.active_ms, one.assessor__name)):
        said = (row.label,) if row.label else ()
        yield Finding(row.assessor__name, row.text__item, said, number=row.active_ms or 0)


def _long_runs(task: Task) -> Iterator[Finding]:
    """Yield stretches of one and the same key, the longest first."""
    rows = _acts(task).values_list("pk", "assessor__name", "text__item", "label", "verdict")
    ordered = sorted(rows, key=lambda row: (row[1], row[0]))
    stretches = (list(group) for _key, group in groupby(ordered, key=lambda row: (row[1], row[3:])))
    found = [
        Finding(run[0][1], run[0][2], (run[0][3],), number=len(run), last_item=run[-1][2])
        for run in stretches
        if len(run) >= LONG_RUN and run[0][3]
    ]
    yield from sorted(found, key=lambda one: -one.number)
