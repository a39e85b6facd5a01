"""Builders: one plain function per model, with defaults that surprise nobody."""

from __future__ import annotations

import hashlib
import io
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID, uuid4

from django.utils import timezone
from django.utils.text import slugify

from campaign.actions.accounts import verify_address
from campaign.actions.campaigns import open_campaign
from campaign.actions.jobs import Lease, claim_job, queue_job
from campaign.actions.reading import read_upload
from campaign.actions.tasks import open_task
from campaign.actions.teams import register_team
from campaign.actions.uploads import receive_upload
from campaign.models import (
    Answer,
    Campaign,
    Document,
    Event,
    Job,
    KeptMessage,
    Membership,
    Question,
    Role,
    Run,
    Stage,
    Task,
    Team,
    TeamInvitation,
    Upload,
    User,
    Waiver,
)
from judging.actions.assessors import assessor_of
from judging.actions.imports import read_judgment_upload
from judging.actions.judgments import record_batch, undo_of_last
from judging.actions.pools import Occurrence, add_to_pool
from judging.actions.splits import split_group
from judging.batches import Batch, Choice
from judging.decisions import Decision
from judging.judgment_format import Kind, Label
from judging.models import (
    Assessor,
    Judgment,
    JudgmentBatch,
    JudgmentEvent,
    PoolItem,
    PoolText,
    SplitGroup,
)
from tests import make_assignment, make_guidance, make_scores

NOON = datetime(2026, 11, 30, 12, tzinfo=UTC)
DAY = timedelta(days=1)
PASSWORD = "correct horse battery"

# Builders that are kept in modules of their own.
make_judging_rules = make_assignment.make_judging_rules
make_slot = make_assignment.make_slot
make_adjudication = make_guidance.make_adjudication
make_closing_act = make_guidance.make_closing_act
make_doubt = make_guidance.make_doubt
make_guideline = make_guidance.make_guideline
make_score = make_scores.make_score
make_scoring = make_scores.make_scoring

QUESTIONS = (
    "id\ttype\tanswer_type\ttext\texpected_count\tlanguage\n"
    "GF1\tfactual\tperson\tQui a écrit Germinal ?\t\tfr\n"
    "GD1\tdefinition\tperson\tQui est Zola ?\t\tfr\n"
    "GB1\tyes-no\t\tGerminal est-il un roman ?\t\tfr\n"
    "GL1\tlist\tplace\tCitez deux villes de la Loire.\t2\tfr\n"
)
DOCUMENTS = (
    "id\ttitle\ttext\n"
    "D1\tLa mine\tGerminal fut écrit par Émile Zola, romancier.\n"
    "D2\tLa Loire\tLa Loire arrose Nantes et Tours.\n"
)
RUN = (
    "question\trank\tdocument\tshort_answer\tpassage\n"
    "GF1\t1\tD2\tBalzac\tLa Loire arrose\n"
    "GF1\t2\tD1\tÉmile Zola\técrit par Émile Zola\n"
    "GD1\t1\tD1\tromancier\tÉmile Zola, romancier\n"
    "GB1\t1\tD1\toui\tGerminal fut écrit\n"
    "GL1\t1\tD2\tNantes\tNantes et Tours\n"
    "GL1\t2\tD2\tTours\tNantes et Tours\n"
)


def make_user(name: str = "Camille", *, email: str = "", **fields: Any) -> User:
    user = User.objects.create_user(
        email=email or f"{slugify(name)}@example.org", name=name, password=PASSWORD
    )
    for field, value in fields.items():
        setattr(user, field, value)
    user.save()
    verify_address(user=user)
    return user


def make_campaign(slug: str = "lanterne", **fields: Any) -> Campaign:
    organizer = User.objects.filter(email="organizer@example.org").first() or make_user("Organizer")
    fields = {"announced_at": NOON, "name": slug, **fields}
    return open_campaign(slug=slug, by=organizer, at=NOON, **fields)


def make_task(campaign: Campaign | None = None, slug: str = "general", **fields: Any) -> Task:
    """Make a task whose runs are open now, from yesterday to tomorrow."""
    campaign = campaign or make_campaign()
    now = timezone.now()
    fields = {
        "announced_at": now - 2 * DAY,
        "released_at": now - DAY,
        "closes_at": now + DAY,
        "name": slug,
        **fields,
    }
    return open_task(campaign=campaign, slug=slug, by=campaign.opened_by, at=NOON, **fields)


def put_at_stage(task: Task, stage: Stage) -> Task:
    """Move the task's instants so that it stands at the stage now."""
    fields = (
        "announced_at",
        "released_at",
        "closes_at",
        "judged_at",
        "results_to_teams_at",
        "results_public_at",
        "archived_at",
    )
    now = timezone.now()
    for number, field in enumerate(fields, start=1):
        setattr(task, field, now + (number - stage.value - 0.5) * DAY)
    task.save()
    return task


def make_membership(
    campaign: Campaign, role: Role, *, task: Task | None = None, user: User | None = None
) -> Membership:
    return Membership.objects.create(
        campaign=campaign,
        task=task,
        user=user or make_user(role.value.title()),
        role=role,
        granted_by=campaign.opened_by,
        granted_at=NOON,
    )


def make_member(campaign: Campaign, role: Role, *, task: Task | None = None) -> User:
    return make_membership(campaign, role, task=task).user


def make_waiver(task: Task, user: User) -> Waiver:
    return Waiver.objects.create(
        task=task,
        user=user,
        reason="No other specialist",
        granted_by=task.campaign.opened_by,
        granted_at=NOON,
    )


def make_team(task: Task, name: str = "Vésale", *, member: User | None = None) -> Team:
    by = task.campaign.opened_by
    team = register_team(
        campaign=task.campaign,
        name=name,
        affiliation="Université",
        members=[member] if member else [],
        by=by,
        at=NOON,
    )
    team.tasks.add(task)
    return team


def make_team_invitation(team: Team, email: str = "ada@example.org") -> TeamInvitation:
    return TeamInvitation.objects.create(
        team=team, email=email, invited_by=team.registered_by, invited_at=NOON
    )


def make_upload(
    task: Task,
    content: str | bytes,
    *,
    kind: Upload.Kind = Upload.Kind.QUESTIONS,
    name: str = "file.tsv",
    at: datetime | None = None,
    by: User | None = None,
    **rest: Any,
) -> Upload:
    """Store a file without reading it."""
    raw = content.encode() if isinstance(content, str) else content
    return receive_upload(
        task=task,
        kind=kind,
        source=io.BytesIO(raw),
        name=name,
        limit=10_000_000,
        by=by or task.campaign.opened_by,
        at=at or timezone.now(),
        **rest,
    )


def load_questions(task: Task, content: str = QUESTIONS, **rest: Any) -> Upload:
    upload = read_upload(upload=make_upload(task, content, **rest), at=timezone.now())
    task.refresh_from_db()
    return upload


def load_documents(task: Task, content: str | bytes = DOCUMENTS, **rest: Any) -> Upload:
    kind = Upload.Kind.DOCUMENTS
    upload = make_upload(task, content, kind=kind, name="documents.tsv", **rest)
    return read_upload(upload=upload, at=timezone.now())


def load_judgments(task: Task, content: str) -> Upload:
    upload = make_upload(task, content, kind=Upload.Kind.JUDGMENTS, name="judgments.tsv")
    return read_judgment_upload(upload=upload, at=timezone.now())


def submit(
    team: Team,
    task: Task,
    content: str | bytes = RUN,
    *,
    name: str = "vesale-1.tsv",
    at: datetime | None = None,
    **rest: Any,
) -> Upload:
    """Upload and read a run file of the team."""
    upload = make_upload(task, content, kind=Upload.Kind.RUN, name=name, team=team, at=at, **rest)
    return read_upload(upload=upload, at=at or timezone.now())


def make_run(team: Team, task: Task, content: str = RUN, *, name: str = "vesale-1.tsv") -> Run:
    return submit(team, task, content, name=name).run


def make_ready_task(campaign: Campaign | None = None, **fields: Any) -> Task:
    """Make a task with the default questions and documents."""
    task = make_task(campaign, **fields)
    load_questions(task)
    if task.asks_documents:
        load_documents(task)
    return task


def make_question(task: Task, identifier: str = "GF9") -> Question:
    return Question.objects.create(
        task=task, identifier=identifier, position=99, type="factual", text="Quand ?"
    )


def make_document(task: Task, identifier: str = "D9") -> Document:
    return Document.objects.create(task=task, identifier=identifier, text="Un texte.")


def make_answer(run: Run, question: Question, rank: int = 1) -> Answer:
    return Answer.objects.create(
        run=run, question=question, rank=rank, document="", short_answer="Zola", passage=""
    )


def make_job(kind: str = "campaign.tasks.probe", *, task: Task | None = None, **rest: Any) -> Job:
    job = queue_job(kind=kind, task=task, at=timezone.now(), **rest)
    if job is None:
        raise RuntimeError("the same job is waiting already")
    return job


def make_lease(task: Task, kind: str = "tests") -> Lease:
    lease = claim_job(job_id=make_job(kind, task=task).pk)
    if lease is None:
        raise RuntimeError("the job was taken")
    return lease


def make_kept_message() -> KeptMessage:
    return KeptMessage.objects.create(
        to="ada@example.org", subject="Confirm", body="https://…", kept_at=NOON
    )


def make_event(campaign: Campaign, verb: str = "edit-campaign") -> Event:
    Event.objects.record(verb, by=campaign.opened_by, at=NOON, campaign=campaign)
    return campaign.events.latest("pk")


def make_pool_item(
    question: Question, text: str = "Zola", *, kind: Kind = Kind.ANSWER, document: str = "D1"
) -> PoolItem:
    add_to_pool(
        occurrences={Occurrence(question.pk, kind, document, text)}, pooled_at=timezone.now()
    )
    return PoolItem.objects.get(texts__text=text, texts__document=document, question=question)


def make_pool_text(question: Question, text: str = "Zola") -> PoolText:
    return PoolText.objects.get(item=make_pool_item(question, text))


def make_assessor(task: Task, user: User | None = None) -> Assessor:
    return assessor_of(task=task, user=user or make_user("Assessor"))


DECISIONS = {
    Label.CORRECT: Decision.RIGHT,
    Label.INEXACT: Decision.INEXACT,
    Label.UNSUPPORTED: Decision.UNSUPPORTED,
    Label.INCORRECT: Decision.WRONG,
}


def record(question: Question, batch: Batch, by: User) -> dict[str, Any]:
    """Record an act as the person who judges would."""
    assessor = assessor_of(task=question.task, user=by)
    return record_batch(question=question, assessor=assessor, batch=batch, by=by, at=timezone.now())


def judge(
    item: PoolItem,
    decision: Decision | Label,
    by: User,
    *,
    document: str | None = "D1",
    key: UUID | None = None,
    seen: UUID | None = None,
    **more: Any,
) -> list[JudgmentEvent]:
    """Decide on one unit as its assessor would, seeing its newest version; return the events."""
    assessor = assessor_of(task=item.question.task, user=by)
    newest = JudgmentEvent.objects.versions(assessor, [item.pk]).get(item.pk)
    chosen = DECISIONS[decision] if isinstance(decision, Label) else decision
    choice = Choice(item.token, document, chosen, seen or newest, more.pop("distinct", None))
    batch = Batch(key or uuid4(), more.pop("means", "key"), (choice,), **more)
    record_batch(question=item.question, assessor=assessor, batch=batch, by=by, at=timezone.now())
    return list(JudgmentEvent.objects.filter(assessor=assessor, batch=batch.key).order_by("pk"))


def undo(task: Task, by: User, *, key: UUID | None = None) -> bool:
    """Take back what the person decided last; tell whether there was anything."""
    batch = undo_of_last(task=task, user=by, key=key or uuid4())
    if batch is None:
        return False
    record(task.questions.in_order()[0], batch, by)
    return True


def make_judgment_event(
    question: Question, label: Label = Label.CORRECT, *, by: User | None = None
) -> JudgmentEvent:
    [event] = judge(make_pool_item(question), label, by or make_user("Assessor"))
    return event


def make_judgment(question: Question, label: Label = Label.CORRECT) -> Judgment:
    event = make_judgment_event(question, label)
    return Judgment.objects.get(text=event.text, assessor=event.assessor)


def make_judgment_batch(question: Question) -> JudgmentBatch:
    judge(make_pool_item(question), Label.CORRECT, make_user("Assessor"))
    return JudgmentBatch.objects.latest("pk")


def make_split_group(question: Question) -> SplitGroup:
    item, assessor = make_pool_item(question), make_assessor(question.task)
    split_group(item=item, assessor=assessor, is_split=True, at=NOON)
    return SplitGroup.objects.get(item=item, assessor=assessor)


def digest(content: str) -> str:
    return hashlib.sha256(content.encode()).hexdigest()
