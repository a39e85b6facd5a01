"""Taking in judgments that were made elsewhere."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from datetime import datetime
from uuid import uuid4

from django.conf import settings
from django.db import connection, transaction

from campaign.actions.documents import MANY_ROWS
from campaign.actions.reading import Reader, read_upload
from campaign.actions.uploads import close_upload, hold_upload
from campaign.formats.problems import Problem, error, warning
from campaign.models import Event, Task, Upload
from judging.actions.events import apply_changes
from judging.actions.inheritance import inherit_labels
from judging.actions.pools import Occurrence, add_to_pool
from judging.changes import Change
from judging.decisions import opinion_behind
from judging.judgment_format import JudgmentLine, Kind, Label
from judging.models import Assessor, Judgment, JudgmentEvent, PoolText
from judging.qrels_format import Passages
from judging.trec_format import ASSESSOR, read_judgments_of_any_form

type TextKey = tuple[int, str, str, str]

GIVEN = (
    "assessor__name",
    "text__item__question__identifier",
    "text__item__kind",
    "text__document",
    "text__text",
)


@transaction.atomic
def load_judgments(*, upload: Upload, at: datetime) -> Upload:
    """Read a judgments file; if it is right its labels join those of the task.

    Each assessor named in the file is kept under that name. A label that this assessor gave
    before is replaced, by a new event. A form that names no assessor and no kind is read under
    those that came with the upload.
    """
    if not hold_upload(upload=upload):
        return Upload.objects.get(pk=upload.pk)
    task = Task.objects.select_for_update().get(pk=upload.task_id)
    keys = dict(task.questions.values_list("identifier", "pk"))
    with upload.open_file() as source:
        file = read_judgments_of_any_form(
            source,
            name=upload.name,
            questions=keys.keys(),
            assessor=upload.hints.get("assessor") or ASSESSOR,
            kind=Kind(upload.hints.get("kind") or Kind.ANSWER),
            passages=lambda: _passages(task),
            accept_windows_1252=upload.accepts_windows_1252,
            limit=settings.MAX_UPLOAD_BYTES,
        )
    if task.is_judged(at):
        # What was signed, and perhaps published, rests on the labels as they are.
        file.problems.add(error("judging-closed"))
    file.problems.extend(_texts_no_run_gave(task, file.judgments))
    file.problems.extend(_labels_given_here(task, file.judgments, upload))
    labels = [line.label for line in file.judgments]
    counts = {label.value: labels.count(label) for label in Label if label in labels}
    if file.problems.refuses or upload.checks_only:
        return close_upload(
            upload=upload, problems=file.problems, counts=counts, accepted=Upload.Outcome.CHECKED
        )
    _store(task, file.judgments, keys, upload=upload, at=at)
    Event.objects.record(
        "load-judgments",
        by=upload.received_from,
        at=at,
        campaign=task.campaign,
        task=task,
        subject=upload.name,
        after={"sha256": upload.sha256, **counts},
    )
    return close_upload(
        upload=upload, problems=file.problems, counts=counts, accepted=Upload.Outcome.ACCEPTED
    )


def _texts_no_run_gave(task: Task, lines: list[JudgmentLine]) -> Iterator[Problem]:
    """Yield a warning if labels are of texts outside the pool; without a pool all are."""
    pooled = PoolText.objects.pooled().filter(item__question__task=task)
    columns = ("item__question__identifier", "item__kind", "document", "text")
    given = set(pooled.values_list(*columns).iterator())
    if not given:
        return
    outside = [
        line
        for line in lines
        if (line.question, line.kind.value, line.document, line.text) not in given
    ]
    yield from _together(warning, "judgments-outside-pool", outside, {"total": len(lines)})


def _labels_given_here(task: Task, lines: list[JudgmentLine], upload: Upload) -> Iterator[Problem]:
    """Yield what changes labels of people who judge here: an error until it is confirmed."""
    names = {line.assessor for line in lines}
    here = Assessor.objects.filter(task=task, user__isnull=False, name__in=names)
    rows = Judgment.objects.labelled().filter(assessor__in=list(here))
    given = {tuple(key): label for *key, label in rows.values_list(*GIVEN, "label").iterator()}
    changed = [
        line
        for line in lines
        if given.get(
            (line.assessor, line.question, line.kind.value, line.document, line.text), line.label
        )
        != line.label
    ]
    if upload.confirms_changes:
        yield from _together(warning, "labels-given-here", changed, {"wording": "confirmed"})
    else:
        yield from _together(error, "labels-given-here", changed, {})


def _together(
    kind: Callable[..., Problem],
    code: str,
    lines: list[JudgmentLine],
    parameters: dict[str, int | str],
) -> Iterator[Problem]:
    """Yield one problem of all these lines, at the first of them."""
    for first in lines[:1]:
        yield kind(
            code,
            first.line,
            question=first.question,
            found=first.text,
            parameters=parameters | {"count": len(lines)},
        )


def _store(
    task: Task, lines: list[JudgmentLine], keys: dict[str, int], *, upload: Upload, at: datetime
) -> None:
    add_to_pool(
        occurrences={
            Occurrence(keys[line.question], line.kind, line.document, line.text) for line in lines
        },
        pooled_at=None,
    )
    texts = _texts(task)
    assessors = _assessors(task, dict.fromkeys(line.assessor for line in lines))
    # In the order of the file: the policy `first` follows it.
    apply_changes(
        changes=[
            Change(
                assessors[line.assessor].pk,
                texts[keys[line.question], line.kind.value, line.document, line.text],
                opinion_behind(line.label, line.kind),
                line.label,
                line.distinct,
            )
            for line in lines
        ],
        means=JudgmentEvent.Means.IMPORT,
        batch=uuid4(),
        by=upload.received_from,
        at=at,
    )
    if len(lines) > MANY_ROWS:
        with connection.cursor() as cursor:
            cursor.execute("ANALYZE judging_judgment, judging_judgmentevent")
    inherit_labels(task=task, at=at)


def _assessors(task: Task, names: Iterable[str]) -> dict[str, Assessor]:
    known = {assessor.name: assessor for assessor in Assessor.objects.filter(task=task)}
    fresh = [Assessor(task=task, name=name) for name in names if name not in known]
    # The task's row is locked: nobody else gives a name meanwhile.
    return known | {assessor.name: assessor for assessor in Assessor.objects.bulk_create(fresh)}


def _passages(task: Task) -> Passages:
    rows = PoolText.objects.pooled().filter(item__question__task=task, item__kind=Kind.PASSAGE)
    found: dict[tuple[str, str], list[str]] = defaultdict(list)
    columns = ("item__question__identifier", "document", "text")
    for question, document, text in rows.order_by("pk").values_list(*columns).iterator():
        found[question, document].append(text)
    return found


def _texts(task: Task) -> dict[TextKey, int]:
    rows = PoolText.objects.filter(item__question__task=task)
    columns = ("item__question", "item__kind", "document", "text", "pk")
    return {tuple(key): text for *key, text in rows.values_list(*columns).iterator()}


def read_judgment_upload(
    *, upload: Upload, at: datetime, watch: Callable[[float], None] | None = None
) -> Upload:
    """Read an uploaded judgments file; a file that was read stays as it is."""
    readers: dict[str, Reader] = {Upload.Kind.JUDGMENTS: load_judgments}
    return read_upload(upload=upload, at=at, readers=readers, watch=watch)
