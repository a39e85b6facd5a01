import pytest
from hypothesis import given
from hypothesis import strategies as st

from campaign.formats.problems import ProblemList
from campaign.formats.tables import Layout, Table, Unwritable, format_line

LAYOUT = Layout(("question", "rank", "document"), ("confidence",))

type Records = list[tuple[int, tuple[str, ...]]]


def read(text: str) -> tuple[Records, list[tuple[str, int | None, str]]]:
    problems = ProblemList()
    records = list(Table(text, LAYOUT, problems).records())
    return records, [(problem.code, problem.line, problem.found) for problem in problems]


def test_without_header_columns_come_in_the_order_given() -> None:
    assert read("G1\t1\tD1\nG1\t2\tD2\n") == (
        [(1, ("G1", "1", "D1", "")), (2, ("G1", "2", "D2", ""))],
        [],
    )


def test_without_header_optional_columns_may_follow() -> None:
    assert read("G1\t1\tD1\t0.5") == ([(1, ("G1", "1", "D1", "0.5"))], [])


def test_with_header_columns_come_in_any_order() -> None:
    text = "question\tconfidence\tdocument\trank\nG1\t0.5\tD1\t1\n"
    assert read(text) == ([(2, ("G1", "1", "D1", "0.5"))], [])


def test_with_header_optional_columns_may_be_missing() -> None:
    assert read("question\tdocument\trank\nG1\tD1\t1\n") == ([(2, ("G1", "1", "D1", ""))], [])


def test_lines_may_end_with_crlf() -> None:
    assert read("question\trank\tdocument\r\nG1\t1\tD1\r\n") == (
        [(2, ("G1", "1", "D1", ""))],
        [],
    )


def test_a_quote_is_a_character() -> None:
    assert read('G1\t1\t"D1\nG1\t2\tD"2\n')[0][0] == (1, ("G1", "1", '"D1', ""))


def test_lines_end_at_line_feeds_only() -> None:
    assert read("G1\t1\tD\u20281\x85\x0c\n") == ([(1, ("G1", "1", "D\u20281\x85\x0c", ""))], [])


def test_unknown_repeated_and_missing_columns_are_all_said() -> None:
    assert read("question\tquestion\tdocument\tscore\nG1\tG1\tD1\t1\n") == (
        [(2, ("G1", "", "D1", ""))],
        [
            ("missing-column", 1, ""),
            ("repeated-column", 1, "question"),
            ("unknown-column", 1, "score"),
        ],
    )


def test_each_problem_of_the_header_says_where() -> None:
    problems = ProblemList()
    Table("question\tquestion\tdocument\tscore\nG1\tG1\tD1\t1\n", LAYOUT, problems)
    assert [(problem.code, problem.column) for problem in problems] == [
        ("missing-column", None),
        ("repeated-column", 10),
        ("unknown-column", 28),
    ]


def test_a_header_of_very_many_columns_is_read_in_no_time() -> None:
    text = "question\t" + "\t".join(map(str, range(200_000)))
    assert read(text)[1][-1] == ("more-problems", None, "199002")


def test_a_cell_has_a_limit_of_its_column_else_of_all() -> None:
    layout = Layout(("question", "text"), limits={"question": 5})
    problems = ProblemList()
    text = f"GB1234\tx\nGB1\t{'x' * 50_001}\nGB123\t{'x' * 50_000}\n"
    assert len(list(Table(text, layout, problems).records())) == 3
    assert [(p.code, p.line, p.column, p.parameters) for p in problems] == [
        ("value-too-long", 1, 1, {"length": 6, "limit": 5}),
        ("value-too-long", 2, 5, {"length": 50_001, "limit": 50_000}),
    ]


def test_the_other_kind_of_header_is_a_header() -> None:
    assert [code for code, *_ in read("id\trank\tdocument\nG1\t1\tD1\n")[1]] == [
        "missing-column",
        "unknown-column",
    ]


@pytest.mark.parametrize("header", ["rank\tquestion\tdocument", "Question\tRank\tDocument"])
def test_a_header_that_is_not_one_is_said_once(header: str) -> None:
    assert [code for code, *_ in read(header + "\n1\tG1\tD1\n")[1]] == ["header-not-recognised"]


def test_wrong_numbers_of_columns_are_said_and_the_rest_is_read() -> None:
    assert read("G1\t1\tD1\nG1\t2\nG1\t3\tD3\tx\nG1\t4\tD4\n") == (
        [(1, ("G1", "1", "D1", "")), (4, ("G1", "4", "D4", ""))],
        [("column-count", 2, "2"), ("column-count", 3, "4")],
    )


def test_a_blank_line_is_passed_over_and_those_at_the_end_are_nothing() -> None:
    assert read("G1\t1\tD1\n\nG1\t2\tD2\n\n\n") == (
        [(1, ("G1", "1", "D1", "")), (3, ("G1", "2", "D2", ""))],
        [("blank-line", 2, "")],
    )


@pytest.mark.parametrize(
    ("text", "form"),
    [
        ('[{"question": "G1"}]\n', "JSON"),
        ("G1 Q0 LEMONDE94-002276 1 0.9 lexi1\n", "TREC"),
        ("G1\tQ0\tLEMONDE94-002276\t1\t0.9\tlexi1\n", "TREC"),
        ("G1 Q0 LEMONDE94-002276 1 0.9 lexi1 in Angers\n", "TREC QA 1999"),
        ("question,rank,document\nG1,1,D1\n", "CSV"),
        ("<top>\n<num> Number: 1\n", "TREC QA (<top>)"),
        ('<?xml version="1.0"?>\n<trecqa>\n', "XML"),
        ("G1 lexi1 D1 in Angers\nG2 lexi1 D2 in Tours\n", "text without tabs"),
    ],
)
def test_another_format_is_named_once(text: str, form: str) -> None:
    assert read(text * 100)[1] == [("other-format", 1, form)]


def test_a_cell_is_located() -> None:
    table = Table("question\tdocument\trank\nGB12\tD1\t1\n", LAYOUT, ProblemList())
    assert [table.place(2, name) for name in ("question", "document", "rank")] == [1, 6, 9]
    assert table.place(2, "confidence") == 1


@pytest.mark.parametrize("cell", ["a\tb", "a\nb", "a\rb"])
def test_what_a_line_cannot_hold_is_not_written(cell: str) -> None:
    with pytest.raises(Unwritable):
        format_line(["G1", cell])


@pytest.mark.parametrize(
    "text",
    [
        "G1\t1\nD1\tG1\t1\tD1\n",  # as many cells as two lines of three have
        "G1\t1\tD1\tx\nG1\t2\n",
        "G1\t1\tD1\n\nG1\t2\tD2\n",
        "G1\t1\tD1\nG1\t2\n\tD2\n",
        "question\trank\tdocument\nG1\t1\n",
        "question\trank\tdocument\n",
        "",
    ],
)
def test_columns_are_not_cut_at_once_from_lines_of_several_widths(text: str) -> None:
    assert Table(text, LAYOUT, ProblemList()).sound_columns() is None


def test_columns_are_not_cut_at_once_if_a_cell_may_be_too_long() -> None:
    layout = Layout(("question", "rank"), limits={"question": 10})

    def columns(question: str) -> object:
        return Table(f"G1\t1\n{question}\t1\nG3\t1", layout, ProblemList()).sound_columns()

    assert columns("G23") == (range(1, 4), [["G1", "G23", "G3"], ["1", "1", "1"]])
    assert columns("G" * 11) is None


cells = st.sampled_from(["\t", "\t", "\n", "\r\n", "\r", "a", "b", "\u2028", "œ"])


@given(st.lists(cells, max_size=14), st.booleans())
def test_columns_cut_at_once_are_the_records(parts: list[str], has_header: bool) -> None:  # noqa: FBT001
    problems = ProblemList()
    head = "question\trank\tdocument\n" if has_header else ""
    table = Table(head + "".join(parts), LAYOUT, problems)
    said = len(problems)
    cut, records = table.sound_columns(), list(table.records())

    if cut is None:
        assert len(problems) > said or not records
    else:
        assert list(zip(cut[0], zip(*cut[1], strict=True), strict=True)) == records
        assert len(problems) == said
