"""Uploaded files: what is kept of them, their reports, and the pages that their names lead to."""

from __future__ import annotations

import html

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.db.models import CharField, PositiveSmallIntegerField
from django.test import Client
from django.urls import reverse

from campaign.formats import documents, questions
from campaign.models import Document, Event, Question, Role, Task, Team, Upload
from campaign.reports import ExcerptLine, Row, upload_report
from tests import make

pytestmark = pytest.mark.django_db


@pytest.fixture
def task() -> Task:
    return make.make_ready_task()


@pytest.fixture
def client(task: Task) -> Client:
    client = Client(headers={"accept-language": "en"})
    client.force_login(task.campaign.opened_by)
    return client


def place(task: Task, name: str, **rest: object) -> str:
    kwargs = {"campaign_slug": task.campaign.slug, "task_slug": task.slug, **rest}
    return reverse(name, kwargs=kwargs)


# --- bounds ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("model", "field", "limit"),
    [
        (Question, "identifier", questions.LAYOUT.limits["id"]),
        (Question, "answer_type", questions.LAYOUT.limits["answer_type"]),
        (Question, "language", questions.LAYOUT.limits["language"]),
        (Document, "identifier", documents.LIMITS["id"]),
    ],
)
def test_the_readers_know_the_bounds_of_the_columns(
    model: type[Question | Document], field: str, limit: int
) -> None:
    column = model._meta.get_field(field)  # noqa: SLF001 -- Django's documented way
    assert isinstance(column, CharField)
    assert column.max_length == limit


def test_the_expected_count_fits_its_column() -> None:
    column = Question._meta.get_field("expected_count")  # noqa: SLF001
    _, highest = connection.ops.integer_field_range(column.get_internal_type())
    assert isinstance(column, PositiveSmallIntegerField)
    assert highest is not None
    assert highest >= questions.MOST_EXPECTED


LONGEST = {
    "id": "x" * 100,
    "type": "list",
    "answer_type": "x" * 100,
    "text": "x" * 10_000,
    "expected_count": "9999",
    "language": "x" * 20,
    "tags": "x" * 1_000,
    "known_answers": "x" * 50_000,
    "nil": "0",
}


def test_the_longest_question_is_kept(task: Task) -> None:
    upload = make.load_questions(task, "\t".join(LONGEST.values()) + "\n", confirms_changes=True)
    assert upload.outcome == Upload.Outcome.ACCEPTED


@pytest.mark.parametrize(
    "column", ["id", "answer_type", "text", "language", "tags", "known_answers"]
)
def test_a_longer_one_is_refused(task: Task, column: str) -> None:
    row = LONGEST | {column: LONGEST[column] + "x"}
    upload = make.load_questions(task, "\t".join(row.values()) + "\n")
    assert "value-too-long" in {problem.code for problem in upload.listed_problems()}


def test_the_longest_document_name_is_kept_and_a_longer_one_refused(task: Task) -> None:
    kept = make.load_documents(task, f"{'x' * 200}\t{'x' * 2_000}\ttext\n")
    refused = make.load_documents(task, f"{'x' * 3_000}\t\ttext\n")
    assert (kept.outcome, refused.outcome) == ("accepted", "refused")


def test_half_a_character_in_a_name_is_refused(task: Task) -> None:
    upload = make.load_documents(task, '{"id": "D\\ud83d", "text": "x"}\n')
    assert [problem.code for problem in upload.listed_problems()] == ["half-character"]


def test_a_file_name_that_is_not_utf8_is_kept_readable(task: Task) -> None:
    upload = make.make_upload(task, "x", name="r\udce9ponses.tsv")
    assert upload.name == "r\\udce9ponses.tsv"


# --- pages of names ---------------------------------------------------------------------------

NAMES = ["a/b", "a#b", "a?b=c", "100%", "%2e%2e", "été", "a b", "a.b", "...", "a\\b", "a;b", "a+b"]


@pytest.mark.parametrize("name", NAMES)
def test_the_page_of_every_document_opens(task: Task, client: Client, name: str) -> None:
    make.load_documents(task, f"{name}\t\tUn texte entier.\n")

    response = client.get(place(task, "document-page", identifier=name))

    assert (response.status_code, "Un texte entier." in response.content.decode()) == (200, True)


@pytest.mark.parametrize("name", NAMES)
def test_the_pages_of_every_question_open(task: Task, client: Client, name: str) -> None:
    line = f"{name}\tfactual\t\tUne question entière ?\t\tfr\n"
    make.load_questions(task, line, confirms_changes=True)

    assessor = Client()
    assessor.force_login(make.make_member(task.campaign, Role.ASSESSOR))
    page = client.get(place(task, "question-withdraw", identifier=name))
    judged = assessor.get(place(task, "judge-question", identifier=name))
    restored = client.post(place(task, "question-restore", identifier=name))

    assert (page.status_code, judged.status_code, restored.status_code) == (200, 200, 302)


@pytest.mark.parametrize("page", ["document-list?q=%00", "question-list?type=%00"])
def test_nul_in_a_query_finds_nothing(task: Task, client: Client, page: str) -> None:
    name, _, query = page.partition("?")
    response = client.get(f"{place(task, name)}?{query}")
    assert (response.status_code, list(response.context["page"])) == (200, [])


@pytest.mark.parametrize("query", ["page=%00", "page=" + "9" * 5_000, "q=%25&page=-1"])
def test_other_queries_are_answered(task: Task, client: Client, query: str) -> None:
    for name in ("document-list", "question-list"):
        assert client.get(f"{place(task, name)}?{query}").status_code == 200


# --- receipts and reports -----------------------------------------------------------------------


def test_the_receipt_keeps_its_order(task: Task) -> None:
    upload = make.submit(make.make_team(task), task)
    upload.refresh_from_db()
    assert list(upload.counts.items()) == [
        ("questions_answered", 4),
        ("questions", 4),
        ("answers", 6),
        ("short_answers", 6),
        ("passages", 6),
    ]


def test_nil_is_counted_where_the_task_accepts_it() -> None:
    task = make.make_ready_task(accepts_nil=True)
    assert make.submit(make.make_team(task), task).counts["nil"] == 0


def test_every_count_has_a_label(task: Task, client: Client) -> None:
    judgments = "".join(
        f"GF1\tanswer\tD1\t{label}\ta1\t{label}\n"
        for label in ("correct", "inexact", "unsupported", "incorrect")
    )
    Task.objects.filter(pk=task.pk).update(accepts_nil=True)
    task.refresh_from_db()
    uploads = [make.load_judgments(task, judgments), make.submit(make.make_team(task), task)]
    uploads += task.uploads.exclude(kind__in=["run", "judgments"])
    for upload in uploads:
        page = html.unescape(
            client.get(place(task, "upload-report", upload_id=upload.pk)).content.decode()
        )
        assert upload.counts
        assert [name for name in upload.counts if f"<dt>{name}</dt>" in page] == []


def excerpt_of(
    task: Task, content: str, code: str, *, accepts_windows_1252: bool = False
) -> list[ExcerptLine]:
    team = make.make_team(task)
    upload = make.submit(team, task, content, accepts_windows_1252=accepts_windows_1252)
    return upload_report(upload, code=code).excerpt


def test_the_excerpt_underlines_the_column_that_is_unknown(task: Task) -> None:
    header = "question\trank\tdocument\tshort_answer\tpasage\n"
    first, *_ = excerpt_of(task, header + "GF1\t1\tD1\tx\ty\n", "unknown-column")
    assert (first.before, first.marked, first.after) == (
        "question→rank→document→short_answer→",
        "pasage",
        "",
    )


def test_a_problem_of_a_line_underlines_the_line(task: Task) -> None:
    first, *_ = excerpt_of(task, "question\trank\nGF1\t1\n", "missing-column")
    assert (first.before, first.marked, first.after) == ("", "question→rank", "")


def test_a_mark_does_not_count_as_a_character(task: Task) -> None:
    first, *_ = excerpt_of(task, "\ufeffGX\t1\tD2\tx\ty\n" + make.RUN, "unknown-question")
    assert (first.before, first.marked) == ("", "GX")


def test_far_in_a_long_line_the_excerpt_is_cut_out(task: Task) -> None:
    line = f"GF1\t1\tD2\t{'x' * 5_000}\t{'p' * 251}\n"
    (first,) = excerpt_of(task, line, "passage-too-long")
    assert (first.before, first.marked, first.after) == ("…" + "p" * 80, "p", "")


def test_accepted_windows_1252_does_not_spoil_utf8(task: Task) -> None:
    line = "GX\t1\tD2\tété\ty\n"
    first, *_ = excerpt_of(task, line + make.RUN, "unknown-question", accepts_windows_1252=True)
    assert first.after == "→1→D2→été→y"


def test_the_titles_of_codes_name_no_instance(task: Task) -> None:
    team = make.make_team(task)
    upload = make.submit(team, task, "question\trank\nGF1\t1\n")
    assert upload_report(upload).codes == [("missing-column", "A column is missing.", 3)]


def test_only_what_may_be_windows_1252_is_previewed_as_such(task: Task) -> None:
    team = make.make_team(task)
    latin = make.submit(team, task, "GF1\t1\tD1\tdéjà\tvu\n".encode("cp1252"))
    others = [make.RUN.encode("utf-16"), b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\xff", b"\x8d\xff\n"]
    refused = [make.submit(team, task, raw) for raw in others]
    refused += [make.load_documents(task, raw) for raw in others]

    assert upload_report(latin).preview == ["GF1\t1\tD1\tdéjà\tvu"]
    assert [upload_report(upload).preview for upload in refused] == [[]] * 6
    assert {upload.outcome for upload in refused} == {"refused"}


def test_every_error_is_counted_though_not_all_are_listed(task: Task, client: Client) -> None:
    upload = make.submit(make.make_team(task), task, "GF1\t1\n" * 1_234)

    page = client.get(place(task, "upload-report", upload_id=upload.pk)).content.decode()

    assert upload_report(upload).errors == 1_234
    assert "File refused: 1,234 problems to mend" in page


def test_a_check_is_called_one_and_stands_apart(task: Task) -> None:
    member = make.make_user("Ada")
    team = make.make_team(task, member=member)
    upload = make.submit(team, task, make.RUN.replace("GD1", "GD7"), checks_only=True)
    client = Client(headers={"accept-language": "en"})
    client.force_login(member)

    report = client.get(place(task, "upload-report", upload_id=upload.pk)).content.decode()
    runs = client.get(place(task, "run-list"))

    assert "Check: 1 problem to mend" in report
    assert "This report and the file are kept." in report
    assert place(task, "run-upload") in report
    assert (list(runs.context["refused"]), list(runs.context["checks"])) == ([], [upload])


def test_the_report_of_a_right_file_shows_its_first_rows(task: Task, client: Client) -> None:
    lines = "".join(f"GF{n}\tfactual\t\tQuestion {n} ?\t\tfr\n" for n in range(1, 15))
    header = "id\ttype\n"
    questions = make.load_questions(task, "\n" + lines, checks_only=True, confirms_changes=True)
    documents = make.load_documents(task, "".join(f"T{n}\tTitre\tTexte {n}\n" for n in range(15)))
    refused = make.load_questions(task, header + lines)

    page = client.get(place(task, "upload-report", upload_id=questions.pk)).content.decode()
    rows = [[row.identifier for row in upload_report(one).rows] for one in (questions, documents)]

    assert (questions.outcome, documents.outcome, refused.outcome) == (
        "checked",
        "accepted",
        "refused",
    )
    assert rows == [[f"GF{n}" for n in range(1, 11)], [f"T{n}" for n in range(10)]]
    assert upload_report(documents).rows[0] == Row("T0", "Texte 0", "Titre")
    assert upload_report(refused).rows == []
    assert ("Question 10 ?" in page, "Question 11 ?" in page) == (True, False)


def test_first_rows_are_read_as_the_whole_file_was(task: Task) -> None:
    far = "".join(f"GF{n}\tfactual\t\tQuestion ?\t\tfr\n" for n in range(2, 99))
    raw = "GF1\tfactual\t\té ?\t\tfr\n".encode() + far.encode() + b"GF0\tfactual\t\t\xe9 ?\t\tfr\n"
    upload = make.load_questions(task, raw, accepts_windows_1252=True, confirms_changes=True)  # type: ignore[arg-type]
    assert upload.outcome == "accepted"
    assert upload_report(upload).rows[0].text == task.questions.get(identifier="GF1").text == "Ã© ?"


# --- load_run -------------------------------------------------------------------------------------


def load_run(task: Task, content: str, **options: object) -> None:
    folder = make.make_upload(task, content).file.storage.path("")
    path = f"{folder}/vesale-1.tsv"
    with open(path, "w", encoding="utf-8") as file:  # noqa: PTH123 -- a path of the storage
        file.write(content)
    options = {"team": "Nobody", "verbosity": 0, **options}
    call_command("load_run", task.path, path, **options)


def test_a_refused_file_registers_no_team(task: Task) -> None:
    with pytest.raises(SystemExit):
        load_run(task, make.RUN.replace("GD1", "GD7"))
    assert not Team.objects.exists()
    assert not Event.objects.filter(verb__in=["register-team", "enter-task"]).exists()


def test_a_file_that_is_only_checked_registers_no_team(task: Task) -> None:
    load_run(task, make.RUN, checks_only=True)
    assert not Team.objects.exists()


def test_a_refused_file_does_not_enter_a_team_in_the_task(task: Task) -> None:
    team = make.make_team(task, "Nobody")
    team.tasks.clear()
    with pytest.raises(SystemExit):
        load_run(task, make.RUN.replace("GD1", "GD7"))
    assert not team.tasks.exists()


def test_the_refusal_of_a_team_of_the_task_is_kept(task: Task) -> None:
    team = make.make_team(task, "Nobody")
    with pytest.raises(SystemExit):
        load_run(task, make.RUN.replace("GD1", "GD7"))
    assert team.uploads.get().is_refused


def test_an_accepted_file_registers_the_team(task: Task) -> None:
    load_run(task, make.RUN)
    assert Team.objects.get().runs.get().is_official


@pytest.mark.parametrize("options", [{"team": "x" * 81}, {"team": ""}, {"tag": "x" * 61}])
def test_names_are_checked_before_anything_is_kept(task: Task, options: dict[str, str]) -> None:
    with pytest.raises(CommandError, match=r"^--(team|tag): "):
        load_run(task, make.RUN, **options)
    assert not Team.objects.exists()


@pytest.mark.parametrize(
    "page", ["documents/%00/", "questions/withdraw/%00/", "judge/question/%00/"]
)
def test_nul_in_an_address_leads_nowhere(task: Task, client: Client, page: str) -> None:
    base = reverse("task-page", args=[task.campaign.slug, task.slug])
    assert {client.get(base + page).status_code, client.post(base + page).status_code} <= {404, 405}
