"""A real worker's scores: equal to the client's on the same files, and whole after a kill."""

from __future__ import annotations

import json
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest
from django.utils import timezone

from campaign.actions.questions import withdraw_question
from campaign.formats.questions import QuestionLine, QuestionType, write_questions
from campaign.formats.runs import AnswerLine, write_run
from campaign.models import Answer, Job, Task
from client.main import main
from judging.judgment_format import write_judgments
from scoring.evidence import basis_of, judgment_lines
from scoring.models import Score, Scoring
from tests import make
from tests.conftest import RealWorker
from tests.scoring.random_campaigns import RandomCampaign, random_campaign, renamed_and_permuted

type Scores = dict[tuple[str, str, str, str], tuple[float, int, float | None]]


def wait_until(condition: Callable[[], bool], *, seconds: float = 60) -> None:
    deadline = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > deadline:
            pytest.fail(
                f"nothing within {seconds} s; jobs: {Counter(Job.objects.values_list('kind', 'state'))}"
            )
        time.sleep(0.02)


def load(campaign: RandomCampaign, slug: str, *, into: Task | None = None) -> Task:
    parent = into.campaign if into else None
    task = make.make_task(parent, slug, asks_documents=True, runs_per_team=9)
    make.load_questions(task, "\n".join(campaign.questions))
    make.load_documents(task, "id\ttitle\ttext\nD1\t\tun\nD2\t\tdeux\nD3\t\ttrois")
    team = make.make_team(task, f"Team {slug}")
    for name, lines in campaign.runs.items():
        upload = make.submit(team, task, "\n".join(lines), name=f"{name}.tsv")
        assert upload.outcome == "accepted", list(upload.listed_problems())
    upload = make.load_judgments(task, "\n".join(campaign.judgments))
    assert upload.outcome == "accepted", list(upload.listed_problems())
    for question in task.questions.filter(identifier__in=campaign.withdrawn):
        withdraw_question(
            question=question, reason="Faulty", by=task.campaign.opened_by, at=timezone.now()
        )
    task.refresh_from_db()
    return task


def export(task: Task, folder: Path) -> tuple[Path, Path, list[Path]]:
    """Write the task as the files that the client reads."""
    folder.mkdir()
    standing = list(task.questions.standing().in_order())
    names = {question.pk: question.identifier for question in standing}
    questions = folder / "questions.tsv"
    questions.write_text(
        "".join(
            write_questions(
                QuestionLine(
                    0,
                    question.identifier,
                    QuestionType(question.type),
                    question.answer_type,
                    question.text,
                    question.expected_count,
                    question.language,
                    tuple(question.tags),
                    tuple(question.known_answers),
                    question.nil,
                )
                for question in standing
            )
        )
    )
    judgments = folder / "judgments.tsv"
    kept = [line for line in judgment_lines(task) if line.question in names.values()]
    judgments.write_text("".join(write_judgments(kept)))
    runs = []
    for run in task.runs.order_by("tag"):
        answers = Answer.objects.filter(run=run, question__in=names).order_by("question", "rank")
        path = folder / f"{run.tag}.tsv"
        path.write_text(
            "".join(
                write_run(
                    AnswerLine(
                        0,
                        names[answer.question_id],
                        answer.rank,
                        answer.document,
                        answer.short_answer,
                        answer.passage,
                        answer.confidence,
                    )
                    for answer in answers
                )
            )
        )
        runs.append(path)
    return questions, judgments, runs


def scores_of_worker(task: Task, profile: str = "strict") -> Scores:
    rows = Score.objects.filter(scoring__task=task, scoring__profile=profile)
    return {
        (row.run.tag, row.measure, row.kind, row.subset): (
            row.value,
            row.questions,
            row.judged_share,
        )
        for row in rows.select_related("run")
    }


def scores_of_client(
    task: Task, folder: Path, capsys: pytest.CaptureFixture[str], profile: str = "strict"
) -> Scores:
    questions, judgments, runs = export(task, folder)
    code = main(
        [
            "score",
            "--questions",
            str(questions),
            "--judgments",
            str(judgments),
            "--profile",
            profile,
            "--json",
            *map(str, runs),
        ]
    )
    printed = capsys.readouterr()
    assert code == 0, printed.out + printed.err
    return {
        (run["run"], row["measure"], row["kind"], row["subset"]): (
            row["value"],
            row["questions"],
            row["judged_share"],
        )
        for run in json.loads(printed.out)["runs"]
        for row in run["scores"]
    }


def is_fresh(task: Task) -> bool:
    basis = basis_of(task)
    scoring = Scoring.objects.filter(task=task, profile="lenient").first()
    return scoring is not None and (
        scoring.question_set_version,
        scoring.newest_event_id,
        tuple(scoring.run_ids),
    ) == (basis.question_set_version, basis.newest_event_id, basis.run_ids)


@pytest.mark.django_db(transaction=True)
def test_worker_and_client_agree_on_fifty_random_campaigns(
    worker: RealWorker, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    first = load(random_campaign(0), "task-0")
    tasks = [
        first,
        *(load(random_campaign(seed), f"task-{seed}", into=first) for seed in range(1, 50)),
    ]
    wait_until(lambda: all(is_fresh(task) for task in tasks), seconds=120)

    for number, task in enumerate(tasks):
        profile = ("strict", "lenient", "lenient-exactness", "lenient-support")[number % 4]
        client = scores_of_client(task, tmp_path / task.slug, capsys, profile)
        assert client, task.slug
        assert scores_of_worker(task, profile) == client, task.slug


@pytest.mark.django_db(transaction=True)
def test_names_and_order_do_not_change_a_score(
    worker: RealWorker, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    first = load(random_campaign(100), "task-100")
    pairs = []
    for seed in range(101, 111):
        campaign = random_campaign(seed)
        task = load(campaign, f"task-{seed}", into=first)
        pairs.append(
            (task, load(renamed_and_permuted(campaign, seed), f"other-{seed}", into=first))
        )
    wait_until(lambda: all(is_fresh(task) for pair in pairs for task in pair), seconds=120)

    for task, other in pairs:
        assert scores_of_worker(other) == scores_of_worker(task)
        assert scores_of_client(other, tmp_path / other.slug, capsys) == scores_of_worker(other)


def big_task() -> Task:
    """Make a task whose scoring takes a worker some seconds."""
    task = make.make_task(asks_documents=False, runs_per_team=99)
    names = [f"Q{number:03}" for number in range(300)]
    head = "id\ttype\tanswer_type\ttext\texpected_count\tlanguage"
    make.load_questions(
        task, "\n".join([head, *(f"{name}\tfactual\t\tQuestion ?\t\tfr" for name in names)])
    )
    team = make.make_team(task)
    for run in range(24):
        lines = ["question\trank\tdocument\tshort_answer\tpassage"]
        for number, name in enumerate(names):
            lines.extend(
                f"{name}\t{rank}\t\tanswer {(number + rank * run) % 7}\tpassage {rank * run % 5}"
                for rank in range(1, 6)
            )
        upload = make.submit(team, task, "\n".join(lines), name=f"run-{run}.tsv")
        assert upload.outcome == "accepted"
    judged = ["question\tkind\tdocument\ttext\tassessor\tlabel"]
    for name in names:
        judged.extend(f"{name}\tanswer\t\tanswer {n}\ta\tincorrect" for n in range(1, 7))
        judged.append(f"{name}\tanswer\t\tanswer 0\ta\tcorrect")
    make.load_judgments(task, "\n".join(judged))
    task.refresh_from_db()
    return task


@pytest.fixture
def longer_lease(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a worker on a busy machine renew in time: a lease lost to slowness is another attempt."""
    monkeypatch.setenv("JOB_LEASE_SECONDS", "15")


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("longer_lease")
def test_a_killed_worker_costs_seconds_and_no_row(worker: RealWorker) -> None:
    worker.kill()
    task = big_task()
    jobs = Job.objects.filter(kind="scoring.tasks.score_task")
    worker.start()
    wait_until(
        lambda: jobs.filter(progress__gt=0, progress__lt=1, state="running").exists(), seconds=180
    )
    worker.kill()
    job = jobs.get()
    killed_at = timezone.now()
    assert (job.attempt, job.state, Score.objects.count()) == (1, "running", 0)
    assert 0 < job.progress < 1

    worker.start()
    wait_until(lambda: jobs.filter(state="done").exists(), seconds=180)

    job.refresh_from_db()
    assert (job.attempt, job.state) == (2, "done")
    assert job.started_at is not None
    assert (job.started_at - killed_at).total_seconds() < 60
    disturbed = rows(task)
    Scoring.objects.all().delete()
    jobs.all().delete()
    wait_until(lambda: jobs.filter(state="done", attempt=1).exists(), seconds=180)
    assert rows(task) == disturbed
    assert disturbed


def rows(task: Task) -> list[tuple[object, ...]]:
    return list(
        Score.objects.filter(scoring__task=task)
        .order_by("scoring__profile", "run", "measure", "kind", "subset")
        .values_list(
            "scoring__profile",
            "run",
            "measure",
            "kind",
            "subset",
            "value",
            "judged_share",
            "lower",
            "upper",
            "per_question",
        )
    )
