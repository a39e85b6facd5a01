import io
from collections.abc import Mapping
from typing import Any

import pytest

from campaign.formats.problems import Problem
from campaign.formats.questions import QuestionType
from campaign.formats.runs import AnswerLine, RunCounts, RunFile, RunRules, read_run, write_run

QUESTIONS = {
    "GB1": QuestionType.FACTUAL,
    "GL2": QuestionType.LIST,
    "GD3": QuestionType.DEFINITION,
    "GY4": QuestionType.YES_NO,
}
DOCUMENTS = {"LEMONDE94-002276": "La  ville\nd’Angers.", "ATS.951127.0054": "Tours, ville."}
LIMITS = {**dict.fromkeys(QuestionType, 5), QuestionType.YES_NO: 1}
EQUER = RunRules(
    answers=LIMITS, passage_limit=20, asks_documents=True, asks_passages=True, accepts_nil=False
)
FREE = RunRules(
    answers=LIMITS, passage_limit=None, asks_documents=None, asks_passages=None, accepts_nil=True
)
D1, D2 = DOCUMENTS
ALL_ANSWERED = (
    f"GL2\t1\t{D1}\tAngers\tville\nGD3\t1\t{D1}\tville\tville\nGY4\t1\t{D1}\toui\tville\n"
)


def read(text: str | bytes, rules: RunRules = FREE, **rest: Any) -> RunFile:
    source = io.BytesIO(text if isinstance(text, bytes) else text.encode())
    given = {"documents": None, **rest}
    return read_run(source, name="run.tsv", questions=QUESTIONS, rules=rules, **given)


def said(file: RunFile) -> list[tuple[str, int | None, int | None, str | None]]:
    assert (file.answers == []) == file.problems.refuses
    return [(p.code, p.line, p.column, p.question) for p in file.problems]


def problem_of(line: str, rules: RunRules = EQUER, **rest: Any) -> Problem:
    """Return the only problem of a line beside answers to all other questions."""
    (problem,) = read(ALL_ANSWERED + line + "\n", rules, documents=DOCUMENTS, **rest).problems
    return problem


def test_a_sound_run_is_read() -> None:
    text = f"GB1\t1\t{D1}\tAngers\tla ville d’Angers\n" + ALL_ANSWERED
    file = read(text, EQUER, documents=DOCUMENTS)
    assert file.answers[0] == AnswerLine(1, "GB1", 1, D1, "Angers", "la ville d’Angers", None)
    assert said(file) == []
    assert file.counts == RunCounts(
        answers=4, questions_answered=4, questions=4, short_answers=4, passages=4, nil=0
    )


def test_columns_may_come_in_any_order_with_confidence() -> None:
    text = "question\tconfidence\tpassage\tshort_answer\tdocument\trank\n"
    text += "GB1\t-0.5\tp\ts\td\t3\nGB1\t\tp\tt\td\t1\n"
    assert read(text).answers == [
        AnswerLine(2, "GB1", 3, "d", "s", "p", -0.5),
        AnswerLine(3, "GB1", 1, "d", "t", "p", None),
    ]


def test_one_unknown_question_is_said_once_with_the_number_of_its_lines() -> None:
    file = read(f"GB1O\t1\t{D1}\ta\tb\nGB1O\t2\t{D1}\tc\tb\n" + ALL_ANSWERED)
    unanswered, problem = file.problems
    assert unanswered.code == "questions-unanswered"
    assert (problem.code, problem.line, problem.column) == ("unknown-question", 1, 1)
    assert problem.parameters == {"lines": 2, "wording": "suggestion", "suggestion": "GB1"}


def test_no_common_question_is_one_problem_with_two_of_each_side() -> None:
    text = "".join(f"dev-{number}\t1\t\ta\t\n" for number in range(500))
    (problem,) = read(text).problems
    assert (problem.code, problem.line, problem.found) == ("unknown-question", None, "dev-0, dev-1")
    assert problem.parameters == {
        "wording": "none-known",
        "unknown": 500,
        "known": 4,
        "examples": "GB1, GL2",
    }


def test_an_unknown_document_is_compared_with_look_alikes() -> None:
    problem = problem_of("GB1\t1\tlemonde94-002276\ta\tb")
    assert (problem.code, problem.line, problem.column) == ("unknown-document", 4, 7)
    assert (problem.question, problem.found) == ("GB1", "lemonde94-002276")
    assert problem.parameters == {"lines": 1, "wording": "suggestion", "suggestion": D1}
    assert problem_of("GB1\t1\tD9\ta\tb").parameters == {"lines": 1}


def test_no_common_document_is_one_problem() -> None:
    text = "GB1\t1\tX1\ta\tb\nGL2\t1\tX2\tc\td\nGD3\t1\tX3\te\tf\nGY4\t1\tX1\toui\tg\n"
    (problem,) = read(text, EQUER, documents=DOCUMENTS).problems
    assert (problem.code, problem.line, problem.found) == ("unknown-document", None, "X1, X2")
    assert problem.parameters == {"wording": "none-known", "unknown": 3}


@pytest.mark.parametrize(
    ("line", "code", "column", "found", "parameters"),
    [
        (f"GB1\t\t{D1}\ta\tb", "missing-rank", 5, "", {}),
        (f"GB1\t1st\t{D1}\ta\tb", "rank-not-a-number", 5, "1st", {}),
        (f"GB1\t-1\t{D1}\ta\tb", "rank-not-a-number", 5, "-1", {}),
        (f"GB1\t1.0\t{D1}\ta\tb", "rank-not-a-number", 5, "1.0", {}),
        (f"GB1\t١\t{D1}\ta\tb", "rank-not-a-number", 5, "١", {}),
        (f"GB1\t6\t{D1}\ta\tb", "rank-out-of-range", 5, "6", {"limit": 5}),
        (f"GB1\t123456\t{D1}\ta\tb", "rank-out-of-range", 5, "123456", {"limit": 5}),
        (
            f"GB1\t1\t{D1}\ta\t" + "é" * 23,
            "passage-too-long",
            46,
            "23",
            {"length": 23, "limit": 20, "excess": 3},
        ),
        ("GB1\t1\tNIL\t\t", "nil-not-accepted", 7, "NIL", {}),
        ("GB1\t1\t\ta\tb", "missing-document", 7, "", {}),
        (f"GB1\t1\t{D1}\ta\t", "missing-passage", 26, "", {}),
    ],
)
def test_each_error_of_a_line_is_said(
    line: str, code: str, column: int, found: str, parameters: Mapping[str, int]
) -> None:
    problem = problem_of(line)
    assert (problem.code, problem.line, problem.question) == (code, 4, "GB1")
    assert (problem.column, problem.found, problem.parameters) == (column, found, parameters)
    assert problem.severity == "error"


def test_a_line_with_several_faults_has_several_problems() -> None:
    file = read(f"GB1\t9\tX\ta\t{'b' * 21}\n" + ALL_ANSWERED, EQUER, documents=DOCUMENTS)
    assert said(file) == [
        ("rank-out-of-range", 1, 5, "GB1"),
        ("unknown-document", 1, 7, "GB1"),
        ("passage-too-long", 1, 31, "GB1"),
    ]


def test_a_passage_of_exactly_the_limit_is_right_in_characters_not_bytes() -> None:
    text = f"GB1\t1\t{D1}\ta\t{'é' * 20}\n" + ALL_ANSWERED
    assert said(read(text, EQUER, documents=DOCUMENTS)) == []


def test_a_repeated_rank_is_offered_the_next_free_one() -> None:
    text = f"GB1\t1\t{D1}\ta\tv\nGB1\t1\t{D1}\tb\tv\nGB1\t2\t{D1}\tc\tv\nGB1\t1\t{D1}\td\tv\n"
    problems = read(text + ALL_ANSWERED, EQUER, documents=DOCUMENTS).problems
    assert [(p.code, p.line, p.column, p.found, p.parameters) for p in problems] == [
        ("repeated-rank", 2, 5, "1", {"first": 1, "limit": 5, "wording": "suggestion", "free": 3}),
        ("repeated-rank", 4, 5, "1", {"first": 1, "limit": 5, "wording": "suggestion", "free": 4}),
    ]


def test_a_repeated_rank_without_a_free_one_says_so() -> None:
    text = f"GY4\t1\t{D1}\tnon\tv\nGB1\t1\t{D1}\ta\tv\n" + ALL_ANSWERED
    (problem,) = read(text, EQUER, documents=DOCUMENTS).problems
    assert (problem.code, problem.parameters) == ("repeated-rank", {"first": 1, "limit": 1})


def test_a_yes_no_question_takes_one_answer() -> None:
    (problem,) = read(f"GY4\t2\t{D1}\tnon\tv\nGB1\t1\t{D1}\ta\tv\n" + ALL_ANSWERED).problems
    assert (problem.code, problem.parameters) == ("rank-out-of-range", {"limit": 1})


@pytest.mark.parametrize("answer", ["yes", "NO", "Oui", "non"])
def test_four_words_answer_a_yes_no_question(answer: str) -> None:
    text = f"GY4\t1\t\t{answer}\t\nGB1\t1\t\ta\t\nGL2\t1\t\ta\t\nGD3\t1\t\ta\t\n"
    assert said(read(text)) == []


def test_other_words_do_not() -> None:
    text = "GY4\t1\t\tpeut-être\t\nGB1\t1\t\ta\t\nGL2\t1\t\ta\t\nGD3\t1\t\ta\t\n"
    assert said(read(text)) == [("not-yes-or-no", 1, 8, "GY4")]


def test_nil_is_an_answer_where_the_task_accepts_it() -> None:
    file = read("GB1\t1\tNIL\t\t\nGL2\t1\t\ta\t\nGD3\t1\t\ta\t\nGY4\t1\t\tnon\t\n")
    assert said(file) == []
    assert (file.counts.answers, file.counts.nil) == (4, 1)


def test_nil_needs_no_place_in_the_collection() -> None:
    rules = RunRules(LIMITS, 20, asks_documents=True, asks_passages=True, accepts_nil=True)
    text = "GB1\t1\tNIL\t\t\n" + ALL_ANSWERED
    assert said(read(text, rules, documents=DOCUMENTS)) == []


def test_nil_beside_an_answer_is_refused() -> None:
    text = "GB1\t1\tNIL\ta\t\nGL2\t1\t\ta\t\nGD3\t1\t\ta\t\nGY4\t1\t\tnon\t\n"
    assert said(read(text)) == [("nil-with-answer", 1, 7, "GB1")]


def test_what_the_task_does_not_ask_for_is_a_warning_once() -> None:
    rules = RunRules(LIMITS, None, asks_documents=False, asks_passages=False, accepts_nil=False)
    text = "GB1\t1\tD\ta\tp\nGL2\t1\tD\ta\tp\nGD3\t1\t\ta\t\nGY4\t1\t\tnon\tp\n"
    file = read(text, rules)
    assert [(p.code, p.severity, p.line, p.parameters) for p in file.problems] == [
        ("document-not-asked", "warning", 1, {"lines": 2}),
        ("passage-not-asked", "warning", 1, {"lines": 3}),
    ]


@pytest.mark.parametrize(
    "confidence", ["nan", "inf", "-Infinity", "high", "1_000", "1e999", "１", "٣"]
)
def test_a_confidence_is_a_finite_number(confidence: str) -> None:
    header = "question\trank\tdocument\tshort_answer\tpassage\tconfidence\n"
    file = read(header + f"GB1\t1\t\ta\t\t{confidence}\n")
    errors = [(p.code, p.line, p.column, p.found) for p in file.problems.errors]
    assert errors == [("score-not-a-number", 2, 11, confidence)]


def test_a_decimal_comma_is_recognised() -> None:
    problem = read("GB1\t1\t\ta\t\t0,5\n").problems.errors[0]
    assert problem.parameters == {"wording": "comma"}
    assert read("GB1\t1\t\ta\t\t0,５\n").problems.errors[0].parameters == {}


def test_negative_confidence_is_accepted() -> None:
    assert read("GB1\t1\t\ta\t\t-12.5\n").answers[0].confidence == -12.5


def test_ranks_from_zero_are_one_problem() -> None:
    text = "GB1\t0\t\ta\t\nGB1\t1\t\tb\t\nGL2\t0\t\ta\t\nGD3\t0\t\ta\t\nGY4\t0\t\tnon\t\n"
    assert said(read(text)) == [("ranks-from-zero", 1, None, None)]
    agreed = read(text, accept_ranks_from_zero=True)
    assert [(p.code, p.severity) for p in agreed.problems] == [("ranks-from-zero", "warning")]
    assert [answer.rank for answer in agreed.answers] == [1, 2, 1, 1, 1]


def test_ranks_that_are_all_zero_mean_the_order_of_the_lines() -> None:
    text = "GB1\t0\t\ta\t\nGB1\t0\t\tb\t\nGL2\t0\t\ta\t\nGD3\t0\t\ta\t\nGY4\t0\t\tnon\t\n"
    (problem,) = read(text).problems
    assert problem.parameters == {"wording": "all-zero"}
    agreed = read(text, accept_ranks_from_zero=True)
    assert [answer.rank for answer in agreed.answers] == [1, 2, 1, 1, 1]


def test_a_single_rank_zero_is_out_of_range() -> None:
    text = "GB1\t0\t\ta\t\nGL2\t1\t\ta\t\nGD3\t1\t\ta\t\nGY4\t1\t\tnon\t\n"
    assert said(read(text)) == [("rank-out-of-range", 1, 5, "GB1")]


def test_an_empty_answer_holds_its_rank_with_a_warning() -> None:
    file = read(ALL_ANSWERED + "GB1\t1\t\t\t\nGB1\t2\t\tb\t\n")
    assert said(file) == [("empty-answer", 4, None, "GB1")]
    assert [answer.rank for answer in file.answers if answer.question == "GB1"] == [1, 2]
    assert file.counts.answers == 4


def test_a_passage_without_short_answer_is_fine() -> None:
    assert said(read(f"GB1\t1\t{D1}\t\tville\n" + ALL_ANSWERED, EQUER)) == []


def test_the_same_answer_and_document_twice_is_a_warning() -> None:
    text = f"GB1\t1\t{D1}\ta\tv\nGB1\t2\t{D2}\ta\tv\nGB1\t3\t{D1}\ta\tw\n" + ALL_ANSWERED
    (problem,) = read(text, EQUER, documents=DOCUMENTS).problems
    assert (problem.code, problem.severity, problem.line) == ("repeated-answer", "warning", 3)
    assert problem.parameters == {"first": 1}


def test_the_same_document_at_several_ranks_is_fine() -> None:
    text = f"GB1\t1\t{D1}\ta\tv\nGB1\t2\t{D1}\tb\tv\n" + ALL_ANSWERED
    assert said(read(text, EQUER, documents=DOCUMENTS)) == []


def test_unanswered_questions_are_listed_in_the_order_of_the_task() -> None:
    (problem,) = read("GL2\t1\t\ta\t\n").problems
    assert (problem.code, problem.severity, problem.line) == (
        "questions-unanswered",
        "warning",
        None,
    )
    assert problem.found == "GB1, GD3, GY4"
    assert problem.parameters == {"count": 3, "total": 4, "questions": "GB1, GD3, GY4"}


def test_a_passage_outside_its_document_is_a_warning() -> None:
    asked: list[frozenset[str]] = []

    def texts(named: frozenset[str]) -> Mapping[str, str]:
        asked.append(named)
        return {name: DOCUMENTS[name] for name in named if name in DOCUMENTS}

    text = f"GB1\t1\t{D1}\ta\tla ville\nGB1\t2\t{D1}\tb\tville d’Angers.\n" + ALL_ANSWERED
    (problem,) = read(text, EQUER, documents=DOCUMENTS, document_texts=texts).problems
    assert (problem.code, problem.line, problem.found) == ("passage-not-in-document", 1, "la ville")
    assert problem.parameters == {"document": D1}
    assert asked == [frozenset({D1})]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ('{"question": "GB1", "answers": []}\n', "other-format"),
        ("GB1 Q0 LEMONDE94-002276 1 0.9 lexi1\n" * 2500, "other-format"),
        ("question\trank\tdocument\tshort_answer\tpassage\n", "no-records"),
        ("question\trank\tdocument\tshort_answer\n", "missing-column"),
        ("question\trank\tdocument\tshort_answer\tpassage\tnote\n", "unknown-column"),
        ("", "empty-file"),
        ("GB1\t1\tD1\tdéjà\tvu\n".encode("cp1252"), "not-utf8"),
        ("GB1\r1\rD1\ra\rb\r", "line-break-in-field"),
    ],
)
def test_a_hopeless_file_has_one_problem(text: str | bytes, code: str) -> None:
    assert [problem.code for problem in read(text).problems] == [code]


def test_windows_1252_is_read_once_confirmed() -> None:
    file = read("GB1\t1\t\tdéjà vu\t\n".encode("cp1252"), accept_windows_1252=True)
    assert file.answers[0].short_answer == "déjà vu"


def test_a_hopeless_file_of_thousands_of_lines_keeps_a_thousand_problems() -> None:
    text = "".join(f"GB1\t{rank}\t\ta{rank}\t\n" for rank in range(6, 10_006))
    file = read(text)
    assert len(file.problems.errors) == 1001
    assert file.problems.omitted == 9_000


def test_what_is_written_reads_the_same() -> None:
    text = "question\trank\tdocument\tshort_answer\tpassage\tconfidence\n"
    text += f'GB1\t1\t{D1}\t"Angers"\tville\t14.60628173238232\nGL2\t2\t\t\u2028x\t\t\n'
    assert "".join(write_run(read(text).answers)) == text


def test_confidence_is_written_only_where_there_is_one() -> None:
    assert list(write_run([AnswerLine(1, "GB1", 1, "", "a", "", None)])) == [
        "question\trank\tdocument\tshort_answer\tpassage\n",
        "GB1\t1\t\ta\t\n",
    ]
