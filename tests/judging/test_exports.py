"""Judgments leave and enter unchanged: native, TREC QA, qrels."""

from __future__ import annotations

import io
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from campaign.models import Role, Task, Upload
from judging.actions.assessors import assessor_of
from judging.actions.imports import read_judgment_upload
from judging.decisions import Decision
from judging.exports import JudgmentExport
from judging.judgment_format import Kind, Label, read_judgments
from judging.models import Assessor, Judgment
from judging.trec_format import JudgmentForm
from tests import make
from tests.cases import shared_case

pytestmark = pytest.mark.django_db

NATIVE = "question\tkind\tdocument\ttext\tassessor\tlabel\tdistinct\n"
LINES = NATIVE + (
    "GF1\tanswer\tD1\tÉmile Zola\ta2\tcorrect\t\n"
    "GF1\tanswer\tD1\tÉmile Zola\ta1\tinexact\t\n"
    "GF1\tanswer\tD1\tÉmile Zola\tadjudication\tcorrect\t\n"
    "GF1\tanswer\tD2\tBalzac\ta1\tincorrect\t\n"
    "GF1\tpassage\tD1\técrit par Émile Zola\ta1\tcorrect\t\n"
    "GL1\tanswer\tD2\tNantes\ta1\tcorrect\tNantes\n"
    "GL1\tanswer\tD2\tla ville de Nantes\ta1\tcorrect\tNantes\n"
    "GL1\tanswer\tD1\tTours\ta1\tunsupported\tTours\n"
)


def exported(task: Task, form: JudgmentForm = JudgmentForm.NATIVE, **more: Kind) -> str:
    with JudgmentExport(task, form, **more).write() as file:
        return file.read().decode()


@pytest.fixture
def task() -> Task:
    return make.make_ready_task()


def test_what_is_loaded_leaves_question_by_question_in_the_order_of_judging(task: Task) -> None:
    make.load_judgments(task, LINES)

    assert exported(task) == NATIVE + (
        "GF1\tanswer\tD2\tBalzac\ta1\tincorrect\t\n"
        "GF1\tanswer\tD1\tÉmile Zola\ta2\tcorrect\t\n"
        "GF1\tanswer\tD1\tÉmile Zola\ta1\tinexact\t\n"
        "GF1\tanswer\tD1\tÉmile Zola\tadjudication\tcorrect\t\n"
        "GF1\tpassage\tD1\técrit par Émile Zola\ta1\tcorrect\t\n"
        "GL1\tanswer\tD2\tla ville de Nantes\ta1\tcorrect\tNantes\n"
        "GL1\tanswer\tD2\tNantes\ta1\tcorrect\tNantes\n"
        "GL1\tanswer\tD1\tTours\ta1\tunsupported\tTours\n"
    )


def test_an_exported_file_gives_an_empty_task_the_same_labels(task: Task) -> None:
    make.load_judgments(task, LINES)
    other = make.make_ready_task(task.campaign, slug="other")

    upload = make.load_judgments(other, exported(task))

    assert (upload.outcome, list(upload.listed_problems())) == ("accepted", [])
    assert exported(other) == exported(task)
    fields = ("text__text", "assessor__name", "verdict", "is_supported", "label", "distinct")
    labels = [sorted(Judgment.objects.counting(one).values_list(*fields)) for one in (task, other)]
    assert labels[0] == labels[1]


def test_what_was_judged_here_leaves_without_training_and_doubts(task: Task) -> None:
    question = task.questions.get(identifier="GF1")
    user = make.make_user("Assessor")
    make.judge(make.make_pool_item(question, "Zola"), Label.CORRECT, user)
    make.judge(make.make_pool_item(question, "Sand"), Decision.CANNOT, user, reason="unreadable")
    trained = assessor_of(task=task, user=user, purpose=Assessor.Purpose.TRAINING)
    first = Judgment.objects.get(label="correct")
    Judgment.objects.create(
        text=first.text,
        assessor=trained,
        verdict="wrong",
        label="incorrect",
        first_event=first.first_event,
    )

    assert exported(task) == NATIVE + "GF1\tanswer\tD1\tZola\tassessor-1\tcorrect\t\n"


def test_trec_qa_holds_the_label_that_counts_and_marks_distinct_answers(task: Task) -> None:
    make.load_judgments(task, LINES)

    assert exported(task, JudgmentForm.TREC_QA) == (
        "GF1\tpool\tD2\t-1\t0\tBalzac\n"
        "GF1\tpool\tD1\t1\t1\tÉmile Zola\n"
        "GL1\tdistinct:Nantes\tD2\t1\t1\tla ville de Nantes\n"
        "GL1\tdistinct:Nantes\tD2\t1\t0\tNantes\n"
        "GL1\tdistinct:Tours\tD1\t2\t0\tTours\n"
    )
    assert exported(task, JudgmentForm.TREC_QA, kind=Kind.PASSAGE) == (
        "GF1\tpool\tD1\t1\t1\técrit par Émile Zola\n"
    )


def test_qrels_hold_the_documents_of_right_texts(task: Task) -> None:
    make.load_judgments(task, LINES)

    assert exported(task, JudgmentForm.QRELS) == "GF1 0 D2 0\nGF1 0 D1 1\nGL1 0 D2 1\nGL1 0 D1 0\n"


@pytest.mark.parametrize("name", ["nq301", "yodaqa"])
def test_a_real_campaign_enters_and_leaves_unchanged(name: str) -> None:
    folder = shared_case(f"campaigns/{name}")
    task = make.make_task(asks_documents=False, asks_passages=False)
    make.load_questions(task, (folder / "questions.tsv").read_text())
    content = (folder / "judgments.tsv").read_text()
    upload = make.load_judgments(task, content)
    assert upload.outcome == "accepted"
    left = exported(task)

    other = make.make_task(task.campaign, slug="other", asks_documents=False, asks_passages=False)
    make.load_questions(other, (folder / "questions.tsv").read_text())
    make.load_judgments(other, left)

    assert exported(other) == left
    names = set(task.questions.values_list("identifier", flat=True))
    files = [
        read_judgments(io.BytesIO(text.encode()), name="j.tsv", questions=names).judgments
        for text in (content, left)
    ]
    assert sorted(one._replace(line=0) for one in files[0]) == sorted(
        one._replace(line=0) for one in files[1]
    )


# --- other forms come in ---------------------------------------------------------------

TREC = "GF1 lexi1 D1 1 Émile Zola\nGF1 lexi1 D2 -1 Balzac\nGF1 lexi2 D1 3 l'auteur\n"


def test_trec_judgments_are_kept_under_the_name_that_was_said(task: Task) -> None:
    upload = make.make_upload(task, TREC, kind=Upload.Kind.JUDGMENTS, hints={"assessor": "nist"})
    read = read_judgment_upload(upload=upload, at=make.NOON)

    assert read.outcome == "accepted"
    assert exported(task) == NATIVE + (
        "GF1\tanswer\tD2\tBalzac\tnist\tincorrect\t\n"
        "GF1\tanswer\tD1\tl'auteur\tnist\tinexact\t\n"
        "GF1\tanswer\tD1\tÉmile Zola\tnist\tcorrect\t\n"
    )


def test_qrels_are_refused_with_the_reason(task: Task) -> None:
    upload = make.load_judgments(task, "GF1 0 D1 1\n")

    assert upload.outcome == "refused"
    assert [one.code for one in upload.listed_problems()] == ["relevance-of-documents"]


def test_qrels_judge_passages_by_document_and_leave_as_they_came(task: Task) -> None:
    question = task.questions.get(identifier="GF1")
    make.make_pool_item(question, "écrit par Zola", kind=Kind.PASSAGE)
    make.make_pool_item(question, "un roman de Zola", kind=Kind.PASSAGE)
    make.make_pool_item(question, "par Balzac", kind=Kind.PASSAGE, document="D2")
    upload = make.make_upload(
        task,
        "GF1 0 D1 1\nGF1 0 D2 0\n",
        kind=Upload.Kind.JUDGMENTS,
        hints={"assessor": "nist", "kind": "passage"},
    )
    read = read_judgment_upload(upload=upload, at=make.NOON)

    assert read.outcome == "accepted"
    of_nist = [line for line in exported(task).splitlines() if "\tnist\t" in line]
    assert sorted(of_nist) == [
        "GF1\tpassage\tD1\tun roman de Zola\tnist\tcorrect\t",
        "GF1\tpassage\tD1\técrit par Zola\tnist\tcorrect\t",
        "GF1\tpassage\tD2\tpar Balzac\tnist\tincorrect\t",
    ]


def test_the_command_takes_trec_judgments_of_passages(task: Task, tmp_path: Path) -> None:
    path = tmp_path / "trec.txt"
    path.write_text("GF1 t D1 1 écrit par Zola\n")
    quiet = {"stdout": StringIO(), "stderr": StringIO()}

    call_command("load_judgments", task.path, path, assessor="nist", kind="passage", **quiet)

    assert exported(task) == NATIVE + "GF1\tpassage\tD1\técrit par Zola\tnist\tcorrect\t\n"
    with pytest.raises(CommandError, match="--assessor"):
        call_command("load_judgments", task.path, path, assessor="a\tb", **quiet)


# --- pages ----------------------------------------------------------------------------


def signed_in(task: Task) -> tuple[Client, str]:
    client = Client(headers={"accept-language": "en"})
    client.force_login(task.campaign.opened_by)
    return client, f"/campaigns/{task.campaign.slug}/{task.slug}/judging/"


def test_the_page_gives_files_named_by_task_and_day(task: Task) -> None:
    make.load_judgments(task, LINES)
    client, judging = signed_in(task)

    answer = client.get(f"{judging}judgments/trec-qa/?kind=passage")

    assert b"".join(answer.streaming_content).decode() == (  # type: ignore[attr-defined]
        "GF1\tpool\tD1\t1\t1\técrit par Émile Zola\n"
    )
    name = answer.headers["Content-Disposition"]
    assert name.startswith('attachment; filename="lanterne-general-judgments-trec-qa-passage-20')
    assert name.endswith('.txt"')
    assert client.get(f"{judging}judgments/other/").status_code == 404
    assert client.get(f"{judging}judgments/native/?kind=x").status_code == 404


def test_a_form_that_cannot_hold_an_identifier_says_so(task: Task) -> None:
    make.load_judgments(task, "GF1\tanswer\tD 1\tZola\ta1\tcorrect\n")
    client, judging = signed_in(task)

    answer = client.get(f"{judging}judgments/qrels/", follow=True)

    assert "this form has no place for “D 1”" in answer.content.decode()


def test_the_form_takes_a_name_for_a_trec_file(task: Task) -> None:
    client, judging = signed_in(task)
    file = io.BytesIO(TREC.encode())
    file.name = "judged.txt"

    refused = client.post(judging, {"file": file, "assessor": "a\tb", "kind": "answer"})
    file.seek(0)
    client.post(judging, {"file": file, "assessor": "nist", "kind": "answer"})

    assert refused.status_code == 422
    assert set(Assessor.objects.filter(task=task).values_list("name", flat=True)) == {"nist"}


def test_an_assessor_takes_no_file_of_judgments(task: Task) -> None:
    client = Client()
    client.force_login(make.make_member(task.campaign, Role.ASSESSOR))
    _organizer, judging = signed_in(task)
    assert client.get(f"{judging}judgments/native/").status_code == 403
