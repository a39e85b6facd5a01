import gzip
import io
import re
import zipfile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from campaign.formats.messages import problem_record
from campaign.formats.tables import Unwritable
from judging.judgment_format import JudgmentFile, JudgmentLine, Kind, Label, write_judgments
from judging.labels import Policy
from judging.qrels_format import Relevance, write_qrels
from judging.trec_format import (
    JudgmentForm,
    detect_judgment_format,
    read_judgments_of_any_form,
    read_trec_judgments,
    write_trec_judgments,
)

QUESTIONS = {"1.1", "1.3", "GL1"}
DOCS = Path(__file__).parents[2] / "docs"


def read(text: str, *, kind: Kind = Kind.ANSWER) -> JudgmentFile:
    source = io.BytesIO(text.encode())
    return read_trec_judgments(source, name="judged", questions=QUESTIONS, kind=kind)


def said(text: str, *, kind: Kind = Kind.ANSWER) -> list[tuple[str, str, int | None, int | None]]:
    problems = read(text, kind=kind).problems
    return [(p.code, p.severity.value, p.line, p.column) for p in problems]


def answer(line: int, document: str, text: str, label: Label, *distinct: str) -> JudgmentLine:
    return JudgmentLine(line, "1.3", Kind.ANSWER, document, text, "trec", label, distinct)


LISTED = """\
1.3 RUN-1 NYT19981215.0192 1 1 Wittamer of Brussels
1.3 RUN-1 APW20000908.0100   3 0   Godiva chocolate
1.3 RUN-2 APW20000908.0100 2 0 Godiva
1.3 RUN-2 NYT19990209.0202 -1 0 Nirvana
"""
JUDGED = [
    answer(1, "NYT19981215.0192", "Wittamer of Brussels", Label.CORRECT),
    answer(2, "APW20000908.0100", "Godiva chocolate", Label.INEXACT),
    answer(3, "APW20000908.0100", "Godiva", Label.UNSUPPORTED),
    answer(4, "NYT19990209.0202", "Nirvana", Label.INCORRECT),
]


def test_the_judged_list_of_a_run_is_read() -> None:
    file = read(LISTED)
    assert (file.judgments, list(file.problems)) == (JUDGED, [])


def test_columns_may_be_missing_from_all_lines() -> None:
    without_flag = re.sub(r"(?m)^(\S+ +\S+ +\S+ +\S+) +[01]", r"\1", LISTED)
    without_tag = re.sub(r"(?m)^(\S+) +\S+", r"\1", without_flag)
    assert read(without_flag).judgments == JUDGED
    assert read(without_tag).judgments == JUDGED
    assert list(read(without_tag).problems) == []


def test_a_line_a_run_may_repeat_a_judgment() -> None:
    assert read(LISTED + LISTED.replace("RUN-1", "RUN-3")).judgments == JUDGED
    assert said(LISTED + LISTED.replace("RUN-1", "RUN-3")) == []


def test_a_mark_in_one_run_tells_for_all() -> None:
    equal = "1.3 r1 D1 1 1 Godiva\n1.3 r1 D2 1 0 Wittamer\n1.3 r2 D2 1 1 Wittamer\n"
    assert said(equal) == []
    assert said(equal + "1.3 r2 D3 1 0 wittamer.\n1.3 r2 D4 1 0 Neuhaus\n") == [
        ("unclear-repeat", "warning", 5, 15)
    ]


def test_packed_files_and_line_ends() -> None:
    raw = LISTED.replace("\n", "\r\n").encode()
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("judged.txt", raw)
    for content in (gzip.compress(raw), packed.getvalue()):
        file = read_trec_judgments(io.BytesIO(content), name="judged.gz", questions=QUESTIONS)
        assert file.judgments == JUDGED


def test_other_encodings_need_a_word() -> None:
    raw = "1.3 r D1 1 1 Liège\n".encode("cp1252")
    file = read_trec_judgments(io.BytesIO(raw), name="j", questions=QUESTIONS)
    assert [problem.code for problem in file.problems] == ["not-utf8"]
    accepted = read_trec_judgments(
        io.BytesIO(raw), name="j", questions=QUESTIONS, accept_windows_1252=True
    )
    assert [judgment.text for judgment in accepted.judgments] == ["Liège"]


def test_named_distinct_answers_stand_in_the_tag() -> None:
    line = "1.3 distinct:C%C3%B4te%20d%27Ivoire D1 1 1 Côte d’Ivoire\n"
    assert read(line).judgments[0].distinct == ("Côte d'Ivoire",)


GOOD = "1.3 r D1 1 1 Wittamer\n"


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("9.9 r D1 1 0 Tours\n", ("unknown-question", "error", 2, 1)),
        ("1.3 r D1 4 0 Tours\n", ("unknown-judgment-code", "error", 2, 10)),
        ("1.3 r D1 right 0 Tours\n", ("unknown-judgment-code", "error", 2, 10)),
        ("1.3 r D1 1 2 Tours\n", ("unknown-distinct-flag", "error", 2, 12)),
        ("1.3 r D1 -1 1 Tours\n", ("distinct-not-right", "warning", 2, 13)),
        ("1.3 r D1 1 0 Tours\n", ("unclear-repeat", "warning", 2, 14)),
        ("1.3 r D1 -1 0\n", ("missing-text", "error", 2, 14)),
        ("1.3 r D1\n", ("column-count", "error", 2, None)),
        ("1.3 r D1 -1 0 a\tb\n", ("tab-in-text", "error", 2, 16)),
        ("1.3 r D1 -1 0 Wittamer\n", ("contradicting-judgment", "error", 2, 10)),
        ("1.3 distinct:a|b D2 1 1 Tours\n", ("several-distinct", "error", 2, 5)),
        ("1.3 r NIL 1 0\n", ("nil-judgment", "warning", 2, 14)),
        ("1.3 r NIL 1 0 NIL\n", ("nil-judgment", "warning", 2, 15)),
        (f"1.3 r D1 -1 0 {'T' * 50_001}\n", ("value-too-long", "error", 2, 15)),
        ("\n1.3 r D2 1 1 b\n", ("blank-line", "warning", 2, None)),
    ],
)
def test_what_is_wrong_is_said_where_it_stands(
    line: str, problem: tuple[str, str, int | None, int | None]
) -> None:
    found = said(GOOD + line)
    assert found == [problem]
    assert bool(read(GOOD + line).judgments) == (problem[1] == "warning")


def test_every_problem_is_listed_in_both_languages() -> None:
    wrong = (
        "1.3 r D1 9 0 a\n1.3 r D1 1 7 b\n1.3 r\n1.3 r D1 1 1 c\n1.3 r D1 1 1 d\n1.3 r D1 1 1 e\n"
    )
    problems = list(read(wrong).problems)
    assert [(p.code, p.line) for p in problems] == [
        ("unknown-judgment-code", 1),
        ("unknown-distinct-flag", 2),
        ("column-count", 3),
    ]
    for problem in problems:
        english, french = problem_record(problem, "en"), problem_record(problem, "fr")
        assert english["found"] == french["found"]
        assert english["remedy"] != french["remedy"]


def test_passages_are_right_or_wrong() -> None:
    assert read(GOOD, kind=Kind.PASSAGE).judgments[0].kind is Kind.PASSAGE
    assert said("1.3 r D1 3 0 Tours\n", kind=Kind.PASSAGE) == [
        ("label-not-for-passages", "error", 1, 10)
    ]


def test_an_empty_file() -> None:
    assert said("") == [("empty-file", "error", None, None)]


@pytest.mark.parametrize(
    "change",
    [{"question": "a b"}, {"document": "a b"}, {"document": "-"}, {"text": "a\tb"}],
)
def test_what_cannot_be_written(change: dict[str, str]) -> None:
    with pytest.raises(Unwritable):
        list(write_trec_judgments([JUDGED[0]._replace(**change)]))  # type: ignore[arg-type]


def test_the_label_that_counts_is_written() -> None:
    one = answer(1, "D1", "Godiva", Label.CORRECT)
    two = one._replace(assessor="a2", label=Label.INCORRECT)
    assert list(write_trec_judgments([one, two])) == []
    assert list(write_trec_judgments([one, two], policy=Policy.FIRST)) == [
        "1.3\tpool\tD1\t1\t1\tGodiva\n"
    ]
    settled = two._replace(assessor="adjudication", distinct=("Godiva",))
    assert list(write_trec_judgments([one, settled])) == [
        "1.3\tdistinct:Godiva\tD1\t-1\t0\tGodiva\n"
    ]


def test_one_of_equal_answers_is_marked() -> None:
    lines = [
        answer(1, "D1", "RFA", Label.CORRECT, "Germany"),
        answer(2, "D2", "Allemagne", Label.CORRECT, "Germany"),
        answer(3, "D2", "Zaïre", Label.INEXACT),
        answer(4, "", "zaïre.", Label.CORRECT),
    ]
    assert "".join(write_trec_judgments(lines)) == (
        "1.3\tdistinct:Germany\tD1\t1\t1\tRFA\n"
        "1.3\tdistinct:Germany\tD2\t1\t0\tAllemagne\n"
        "1.3\tpool\tD2\t3\t0\tZaïre\n"
        "1.3\tpool\t-\t1\t1\tzaïre.\n"
    )


TEXTS = st.text(st.characters(exclude_categories=["Cc", "Cs"]), min_size=1).filter(str.strip)
NAMES = TEXTS.map(str.strip).filter(lambda name: "|" not in name)
LINES = st.builds(
    JudgmentLine,
    line=st.just(0),
    question=st.sampled_from(sorted(QUESTIONS)),
    kind=st.just(Kind.ANSWER),
    document=st.sampled_from(["", "D1", "1", "ATS.951127.0054"]),
    text=TEXTS,
    assessor=st.just("trec"),
    label=st.sampled_from(Label),
    distinct=st.lists(NAMES, max_size=1).map(tuple),
)
POOLS = st.lists(LINES, min_size=1, max_size=6, unique_by=lambda line: line[1:5])


@given(POOLS)
def test_native_to_trec_to_native_keeps_answers(pool: list[JudgmentLine]) -> None:
    numbered = [judgment._replace(line=line) for line, judgment in enumerate(pool, 1)]
    written = "".join(write_trec_judgments(numbered))
    file = read(written)
    assert file.judgments == numbered
    assert "".join(write_trec_judgments(file.judgments)) == written
    assert detect_judgment_format(written) is JudgmentForm.TREC_QA


@given(POOLS)
def test_the_form_of_what_is_written_natively_is_told(pool: list[JudgmentLine]) -> None:
    lines = list(write_judgments(pool))
    assert detect_judgment_format("".join(lines)) is JudgmentForm.NATIVE
    assert detect_judgment_format("".join(lines[1:])) is JudgmentForm.NATIVE


@given(st.lists(st.integers(-127, 127), min_size=1, max_size=5))
def test_the_form_of_qrels_is_told(relevances: list[int]) -> None:
    lines = [Relevance(0, "1.1", f"D{place}", found) for place, found in enumerate(relevances)]
    assert detect_judgment_format("".join(write_qrels(lines))) is JudgmentForm.QRELS


@pytest.mark.parametrize(
    ("text", "form"),
    [
        (LISTED, JudgmentForm.TREC_QA),
        ("1894 XIE19960320.0081 -1 Denver\n1894 XIE19960320.0081 1 1998\n", JudgmentForm.TREC_QA),
        ("301 0 CR93E-10279 0\n301 Q0 CR93E-1 2\n", JudgmentForm.QRELS),
        ("# comment\n301 0 CR93E-10279 0\n", JudgmentForm.QRELS),
        ("question\tkind\tdocument\ttext\tassessor\tlabel\n", JudgmentForm.NATIVE),
        ("GB1 Q0 D1 1 0.9 lexi1\n", JudgmentForm.NATIVE),
        ('{"question": "GB1"}\n', JudgmentForm.NATIVE),
        ("", JudgmentForm.NATIVE),
        ("some text\n", JudgmentForm.NATIVE),
    ],
)
def test_forms_are_told_apart(text: str, form: JudgmentForm) -> None:
    assert detect_judgment_format(text) is form


def test_one_door_takes_every_form() -> None:
    def through(text: str) -> JudgmentFile:
        return read_judgments_of_any_form(
            io.BytesIO(text.encode()), name="file", questions=QUESTIONS
        )

    assert through(LISTED).judgments == JUDGED
    native = "".join(write_judgments(JUDGED))
    assert through(native).judgments == [line._replace(line=line.line + 1) for line in JUDGED]
    refused = through("1.3 0 D1 1\n").problems
    assert [(p.code, p.severity.value) for p in refused] == [("relevance-of-documents", "error")]


def test_the_example_of_the_page_is_canonical() -> None:
    page = (DOCS / "formats.md").read_text(encoding="utf-8")
    example = re.search(r"```judgments\.trec\n(.*?)```", page, re.DOTALL)
    assert example is not None
    written = example.group(1)
    assert "\t" in written
    assert "".join(write_trec_judgments(read(written).judgments)) == written
