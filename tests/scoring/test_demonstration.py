"""The demonstration campaign: its files are right, and loading them tells a whole story."""

from __future__ import annotations

from collections import Counter
from functools import cache
from io import StringIO
from itertools import chain
from pathlib import Path

import pytest
from django.conf import LazySettings
from django.contrib.auth import authenticate
from django.core.management import CommandError, call_command
from django.utils import timezone

from campaign.formats.documents import DocumentLine, read_documents
from campaign.formats.questions import QuestionLine, QuestionType, read_questions
from campaign.formats.runs import RunFile, RunRules, read_run
from campaign.models import Campaign, Document, Question, Role, Run, Stage, Task, User
from campaign.permissions import member_of_task
from judging.agreement_report import agreement_report, disagreement_of, units_labelled_twice
from judging.assignment import holders_of
from judging.guideline_sections import sections_of
from judging.judgment_format import JudgmentLine, Kind, Label, read_judgments
from judging.models import Assessor, Doubt, Guideline, Judgment, PoolItem
from judging.shared_labels import shared_labels
from judging.work_done import work_done
from scoring.demonstration import FOLDER, PASSWORD, plan, sign_ins
from scoring.models import Scoring

RULES = RunRules(
    {kind: 1 if kind is QuestionType.YES_NO else 5 for kind in QuestionType},
    passage_limit=250,
    asks_documents=True,
    asks_passages=True,
    accepts_nil=False,
)
COLLECTIONS = {"general": "general", "medical": "medical", "web": "general"}
RUNS = sorted(FOLDER.glob("*/runs/*.tsv"))


@cache
def documents(folder: str) -> dict[str, DocumentLine]:
    path = FOLDER / COLLECTIONS[folder] / "documents.jsonl"
    reader = read_documents(path, name=path.name)
    found = {document.identifier: document for document in reader}
    assert list(reader.problems) == []
    return found


@cache
def questions(folder: str) -> dict[str, QuestionLine]:
    file = read_questions(FOLDER / folder / "questions.tsv", name="questions.tsv")
    assert list(file.problems) == []
    return {question.identifier: question for question in file.questions}


@cache
def judgments(folder: str) -> list[JudgmentLine]:
    path = FOLDER / folder / "judgments.tsv"
    file = read_judgments(path, name=path.name, questions=questions(folder))
    assert list(file.problems) == []
    return file.judgments


def read(path: Path, folder: str) -> RunFile:
    known = documents(folder)
    return read_run(
        path,
        name=path.name,
        questions={name: question.type for name, question in questions(folder).items()},
        documents=known,
        rules=RULES,
        document_texts=lambda named: {name: known[name].text for name in named if name in known},
    )


def labelled_by(folder: str, assessor: str) -> set[str]:
    return {line.question for line in judgments(folder) if line.assessor == assessor}


# --- files ----------------------------------------------------------------------


def test_counts_are_those_promised() -> None:
    assert (len(questions("general")), len(questions("medical"))) == (60, 25)
    assert len(documents("general")) + len(documents("medical")) >= 95
    assert Counter(path.parent.parent.name for path in RUNS) == {"general": 8, "medical": 4}
    kinds = {team["sector"] for team in plan()["teams"]}
    assert (len(plan()["teams"]), kinds) == (5, {"private", "public"})


@pytest.mark.parametrize("folder", ["general", "medical", "web"])
def test_each_task_asks_all_four_types(folder: str) -> None:
    asked = questions(folder).values()
    assert {question.type for question in asked} == set(QuestionType)
    assert all(question.expected_count for question in asked if question.type == QuestionType.LIST)


def test_documents_are_short() -> None:
    texts = [
        document.text for name in ("general", "medical") for document in documents(name).values()
    ]
    assert all(75 <= len(text.split()) <= 190 for text in texts)


@pytest.mark.parametrize("folder", ["general", "medical", "web"])
def test_french_spaces_and_apostrophes_are_typographic(folder: str) -> None:
    texts = chain(
        (document.text for document in documents(folder).values()),
        (question.text for question in questions(folder).values()),
    )
    wrong = ["'", " ;", " :", " ?", " !", " %", "« ", " »", "..."]
    assert [text for text in texts if any(mark in text for mark in wrong)] == []


@pytest.mark.parametrize("path", RUNS, ids=lambda path: f"{path.parent.parent.name}-{path.stem}")
def test_runs_are_accepted_with_few_warnings(path: Path) -> None:
    folder = path.parent.parent.name
    file = read(path, folder)
    assert not file.problems.refuses
    assert {problem.code for problem in file.problems} <= {"questions-unanswered"}
    assert all(answer.passage in documents(folder)[answer.document].text for answer in file.answers)


def test_one_run_states_its_confidence_and_one_gives_passages_only() -> None:
    files = {path.stem: read(path, "general") for path in RUNS if "general" in path.parts}
    sure = [name for name, file in files.items() if any(a.confidence for a in file.answers)]
    silent = [name for name, file in files.items() if not file.counts.short_answers]
    assert (len(sure), len(silent)) == (1, 1)


@pytest.mark.parametrize("folder", ["general", "medical"])
def test_judgments_cover_all_that_runs_gave_to_the_judged_questions(folder: str) -> None:
    judged = labelled_by(folder, "assessor-1")
    labelled = {
        (line.question, line.kind, line.document, line.text)
        for line in judgments(folder)
        if line.assessor == "assessor-1"
    }
    given = set()
    for path in (FOLDER / folder / "runs").glob("*.tsv"):
        for answer in read(path, folder).answers:
            unit = (answer.question, Kind.PASSAGE, answer.document, answer.passage)
            given |= {unit, (*unit[:1], Kind.ANSWER, answer.document, answer.short_answer)}
    assert {unit for unit in given if unit[0] in judged and unit[3]} == labelled


def test_medical_is_judged_and_general_is_partly_judged() -> None:
    assert labelled_by("medical", "assessor-1") == set(questions("medical"))
    assert len(labelled_by("medical", "assessor-2")) == len(questions("medical")) // 5
    assert len(labelled_by("general", "assessor-1")) == round(0.6 * len(questions("general")))
    assert len(labelled_by("general", "assessor-2")) == len(questions("general")) // 4


def test_two_assessors_differ_here_and_there_and_one_disagreement_is_open() -> None:
    labels: dict[tuple[str, str, str, str], dict[str, str]] = {}
    for line in judgments("general"):
        unit = (line.question, line.kind.value, line.document, line.text)
        labels.setdefault(unit, {})[line.assessor] = line.label
    both = [given for given in labels.values() if {"assessor-1", "assessor-2"} <= given.keys()]
    differing = [given for given in both if given["assessor-1"] != given["assessor-2"]]
    assert 0.03 <= len(differing) / len(both) < 0.05
    left = [
        unit
        for unit, given in labels.items()
        if given.get("assessor-2", given["assessor-1"]) != given["assessor-1"]
        and "adjudication" not in given
    ]
    assert [(unit[0], unit[3]) for unit in left] == [
        ("GF207", "plus de 120\N{NO-BREAK SPACE}mètres")
    ]


def test_right_answers_of_lists_are_named() -> None:
    for folder in ("general", "medical"):
        right = [
            line
            for line in judgments(folder)
            if questions(folder)[line.question].type == QuestionType.LIST
            and line.label == "correct"
        ]
        assert right
        assert all(line.distinct for line in right)


def test_the_faulty_run_has_seven_different_problems_and_its_mended_version_none() -> None:
    faulty = read(FOLDER / "web" / "faulty-run.tsv", "web").problems
    assert sorted(problem.code for problem in faulty) == [
        "column-count",
        "not-yes-or-no",
        "passage-too-long",
        "rank-out-of-range",
        "repeated-rank",
        "unknown-document",
        "unknown-question",
    ]
    assert len(read(FOLDER / "web" / "faulty-run-mended.tsv", "web").problems) == 0


def test_the_folder_is_small_and_holds_no_score() -> None:
    files = [path for path in FOLDER.rglob("*") if path.is_file()]
    assert sum(path.stat().st_size for path in files) < 3_000_000
    assert {path.suffix for path in files} == {".toml", ".md", ".jsonl", ".tsv"}


# --- loading --------------------------------------------------------------------


def load() -> str:
    said = StringIO()
    call_command("load_demonstration", stdout=said)
    return said.getvalue()


def test_outside_the_demo_loading_is_refused(settings: LazySettings) -> None:
    settings.DEMO = False
    with pytest.raises(CommandError, match="--anyway"):
        call_command("load_demonstration")
    with pytest.raises(CommandError, match="demo only"):
        call_command("demonstration_sign_ins")


@pytest.mark.django_db
def test_outside_the_demo_nobody_can_sign_in(settings: LazySettings) -> None:
    settings.DEMO = False
    call_command("load_demonstration", anyway=True, stdout=StringIO())
    assert not any(user.has_usable_password() for user in User.objects.all())


@pytest.mark.django_db
def test_loading_tells_the_whole_story_once(settings: LazySettings) -> None:
    settings.DEMO = True
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.PBKDF2PasswordHasher"]
    assert "is loaded" in load()
    now = timezone.now()
    campaign = Campaign.objects.get()
    tasks = {task.slug: task for task in campaign.tasks.all()}
    assert {slug: task.stage(now) for slug, task in tasks.items()} == {
        "generale": Stage.CLOSED,
        "medicale": Stage.PUBLIC,
        "web": Stage.RELEASED,
    }
    assert {slug: task.runs.official().count() for slug, task in tasks.items()} == {
        "generale": 8,
        "medicale": 4,
        "web": 0,
    }
    withdrawn = Question.objects.get(withdrawn_at__isnull=False)
    assert Document.objects.filter(task=withdrawn.task).count() == len(documents("general"))
    told = [name for name in documents("general") if name in withdrawn.withdrawn_reason]
    assert len(told) == 2  # the two documents that contradict each other
    check_guidance(tasks["generale"])
    check_judging(tasks["generale"])
    check_accounts(tasks)
    nothing_is_computed()
    assert "already" in load()
    assert Campaign.objects.count() == 1


def check_judging(general: Task) -> None:
    names = Assessor.objects.filter(task=general, user__isnull=False).order_by("name")
    assert list(names.values_list("name", "user__name")) == [
        ("assessor-1", "Nadia Cherfaoui"),
        ("assessor-2", "Guillaume Pradel"),
    ]
    [pair] = agreement_report(shared_labels(general))
    assert [(kind.kind, kind.units, kind.differing) for kind in pair.kinds] == [
        ("answer", 168, 13),
        ("passage", 231, 4),
    ]
    value = disagreement_of(units_labelled_twice(shared_labels(general))).value
    assert value == pytest.approx(17 / 399)


def check_guidance(general: Task) -> None:
    versions = Guideline.objects.filter(task=general).order_by("version")
    assert [(one.version, bool(one.change)) for one in versions] == [(1, False), (2, True)]
    for text in (versions[1].text_fr, versions[1].text_en):
        assert [one.slug for one in sections_of(text)] == ["part-1", *Label, "part-6"]
    doubts = Doubt.objects.filter(question__task=general).order_by("raised_at")
    assert [one.outcome for one in doubts] == ["precedent", "answered", ""]


def check_accounts(tasks: dict[str, Task]) -> None:
    listed = {one.email: one for one in sign_ins()}
    assert set(User.objects.values_list("email", flat=True)) == set(listed)
    for email, one in listed.items():
        user = authenticate(username=email, password=PASSWORD)
        assert isinstance(user, User)
        assert user.name == one.name
    assert User.objects.get(opens_campaigns=True).email == next(iter(listed))
    said = StringIO()
    call_command("demonstration_sign_ins", stdout=said)
    assert all(email in said.getvalue() for email in listed)
    waived = User.objects.get(waivers__task=tasks["medicale"])
    assert member_of_task(waived, tasks["medicale"]).roles == {Role.ORGANIZER, Role.PARTICIPANT}
    assert member_of_task(waived, tasks["generale"]).roles == {Role.PARTICIPANT}


def nothing_is_computed() -> None:
    """Only the general task has a pool: its questions could not be shared out without."""
    assert Scoring.objects.count() == 0
    task = Task.objects.get(slug="generale")
    elsewhere = PoolItem.objects.pooled().exclude(question__task=task)
    assert not elsewhere.exists()
    assert not Run.objects.filter(pooled_at__isnull=False).exclude(task=task).exists()
    shared_out(task)


def shared_out(task: Task) -> None:
    """See a third of the task judged twice, and what was judged with who judged it."""
    standing = set(task.questions.standing().values_list("pk", flat=True))
    holders = {
        one: people for one, people in holders_of(task, work_done(task)).items() if one in standing
    }
    assert standing == set(holders)
    assert Counter(len(set(people)) for people in holders.values()) == {1: 39, 2: 20}
    for assessor in Assessor.objects.filter(task=task, user__isnull=False):
        judged = Judgment.objects.filter(assessor=assessor, text__item__question__in=standing)
        questions = judged.values_list("text__item__question", flat=True).distinct()
        assert all(assessor.user_id in holders[question] for question in questions)
        assert len([one for one in holders if assessor.user_id in holders[one]]) > len(questions)
