from campaign.formats.problems import (
    FOUND_LIMIT,
    PARAMETER_LIMIT,
    Problem,
    ProblemList,
    Severity,
    error,
    warning,
)


def test_a_problem_survives_json() -> None:
    problem = error(
        "passage-too-long",
        7,
        column=31,
        question="GB350",
        found="a" * 10,
        parameters={"limit": 250, "excess": 4},
    )
    assert Problem.from_json(problem.to_json()) == problem
    assert problem.to_json() == {
        "code": "passage-too-long",
        "severity": "error",
        "line": 7,
        "column": 31,
        "question": "GB350",
        "found": "aaaaaaaaaa",
        "parameters": {"limit": 250, "excess": 4},
    }


def test_what_was_found_is_cut() -> None:
    problem = error("missing-text", found="é" * 1000)
    assert problem.found == "é" * (FOUND_LIMIT - 1) + "…"


def test_no_part_of_a_problem_grows_with_the_file() -> None:
    endless = "x" * 1_000_000
    problem = error("missing-text", found=endless, question=endless, parameters={"before": endless})
    assert (problem.question or "")[-2:] == "x…"
    assert len(str(problem.to_json())) < PARAMETER_LIMIT + 2 * FOUND_LIMIT + 200


def test_what_a_database_cannot_hold_is_made_visible() -> None:
    problem = error(
        "unknown-question", 1, question="G\0", found="G\0\ud83d", parameters={"a": "\0"}
    )
    assert (problem.question, problem.found, problem.parameters) == ("G␀", "G␀\\ud83d", {"a": "␀"})


def test_problems_come_in_line_order_whole_file_first() -> None:
    problems = ProblemList(
        [
            error("repeated-rank", 9),
            warning("questions-unanswered"),
            error("rank-out-of-range", 2, column=30),
            error("unknown-question", 2, column=1),
        ]
    )
    assert [(problem.line, problem.column) for problem in problems] == [
        (None, None),
        (2, 1),
        (2, 30),
        (9, None),
    ]


def test_only_errors_refuse() -> None:
    problems = ProblemList([warning("empty-answer", 2)])
    assert not problems.refuses
    problems.add(error("missing-rank", 3))
    assert problems.refuses
    assert [problem.code for problem in problems.errors] == ["missing-rank"]
    assert [problem.code for problem in problems.warnings] == ["empty-answer"]


def test_the_thousand_and_first_problem_is_counted_only() -> None:
    problems = ProblemList(error("missing-rank", line) for line in range(1, 20_001))
    *first, last = problems
    assert [problem.line for problem in first] == list(range(1, 1001))
    assert (last.code, last.severity, last.found) == ("more-problems", Severity.ERROR, "19000")
    assert last.parameters == {"errors": 19_000, "warnings": 0}
    assert (len(problems), problems.omitted) == (1001, 19_000)


def test_a_flood_of_warnings_hides_no_error() -> None:
    problems = ProblemList(warning("empty-answer", line) for line in range(1, 3000))
    problems.add(error("missing-rank", 5000))
    problems.add(error("no-records"))
    assert [problem.code for problem in problems.errors] == ["no-records", "missing-rank"]
    assert problems.omitted == 1999


def test_lists_of_one_file_come_back_as_one() -> None:
    first = ProblemList([error("missing-rank", line) for line in (1, 5, 9)], limit=2)
    second = ProblemList([warning("empty-answer", line) for line in (3, 4, 6)], limit=2)

    together = ProblemList.from_json(first.to_json(), second.to_json())

    assert list(ProblemList.from_json(first.to_json())) == list(first)
    assert [(p.code, p.line) for p in together] == [
        ("missing-rank", 1),
        ("empty-answer", 3),
        ("empty-answer", 4),
        ("missing-rank", 5),
        ("more-problems", None),
    ]
    assert list(together)[-1].parameters == {"errors": 1, "warnings": 1}
