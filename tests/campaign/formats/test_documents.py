import gzip
import io
import json

import pytest

from campaign.formats import documents
from campaign.formats.documents import DocumentLine, read_documents
from campaign.formats.problems import ProblemList


def read(
    raw: str | bytes, *, accept_windows_1252: bool = False
) -> tuple[list[DocumentLine], ProblemList]:
    source = io.BytesIO(raw if isinstance(raw, bytes) else raw.encode())
    reader = read_documents(source, name="collection", accept_windows_1252=accept_windows_1252)
    return list(reader), reader.problems


def said(raw: str | bytes) -> list[tuple[str, int | None, int | None]]:
    return [(problem.code, problem.line, problem.column) for problem in read(raw)[1]]


ANGERS = {"id": "LEMONDE94-002276", "title": "Angers", "text": "La ville d’Angers."}


def test_json_lines_are_read() -> None:
    raw = json.dumps(ANGERS) + "\n\n" + json.dumps({"id": "D2", "text": "x\ty\nz"}) + "\n"
    found, problems = read(raw)
    assert found == [
        DocumentLine(1, "LEMONDE94-002276", "Angers", "La ville d’Angers."),
        DocumentLine(3, "D2", "", "x\ty\nz"),
    ]
    assert list(problems) == []


@pytest.mark.parametrize("header", ["", "id\ttitle\ttext\n"])
def test_tab_separated_text_is_read(header: str) -> None:
    found, problems = read(header + "D1\tAngers\tLa ville\r\nD2\t\tTours\u2028fin\n")
    assert [document[1:] for document in found] == [
        ("D1", "Angers", "La ville"),
        ("D2", "", "Tours\u2028fin"),
    ]
    assert list(problems) == []


def test_columns_may_come_in_any_order() -> None:
    assert read("id\ttext\ttitle\nD1\tLa ville\tAngers\n")[0] == [
        DocumentLine(2, "D1", "Angers", "La ville")
    ]


def test_gzip_is_read_and_a_byte_order_mark_dropped() -> None:
    found, problems = read(gzip.compress(b"\xef\xbb\xbfD1\t\tAngers\n"))
    assert found == [DocumentLine(1, "D1", "", "Angers")]
    assert [problem.code for problem in problems] == ["byte-order-mark"]


def test_documents_are_read_one_at_a_time() -> None:
    class Endless(io.RawIOBase):
        sent = 0

        def readable(self) -> bool:
            return True

        def seekable(self) -> bool:
            return True

        def seek(self, position: int, whence: int = 0) -> int:
            return position

        def read(self, size: int = -1) -> bytes:
            self.sent += 1
            return b"D%d\t\ttext\n" % self.sent

    reader = read_documents(Endless(), name="endless")  # type: ignore[arg-type]
    first = next(iter(reader))
    assert first.text == "text"


@pytest.mark.parametrize(
    ("raw", "expected"),
    [
        ('{"id": "D1", "text": "a"}\n{"id": "D2", "text" "b"}\n', [("not-json", 2, 21)]),
        ('{"id": "D1", "text": "a"}\n["D2", "b"]\n', [("wrong-type", 2, 1)]),
        ('{"id": 1, "text": "a"}\n', [("wrong-type", 1, 2)]),
        ('{"id": "D1", "text": null}\n', [("wrong-type", 1, 14)]),
        ('{"id": "D1", "title": ["a"], "text": "b"}\n', [("wrong-type", 1, 14)]),
        ('{"id": ' + "1" * 5_000 + ', "text": "a"}\n', [("wrong-type", 1, 2)]),
        ('{"id": ' + "[" * 9_000 + "]" * 9_000 + ', "text": "a"}\n', [("wrong-type", 1, 2)]),
        ('{"text": "a"}\n', [("missing-field", 1, 1)]),
        ('{"id": "D1", "id": "D2", "text": "a"}\n', [("repeated-field", 1, None)]),
        ('{"id": "D1", "text": "a", "url": "x"}\n' * 1, [("field-ignored", 1, 27)]),
        ('{"id": "D1", "text": "a\\u0000b"}\n', [("nul-character", 1, 14)]),
        ('{"id": "D1", "text": "a\\ud83d"}\n', [("half-character", 1, 14)]),
        ('{"id": "D\\ud83d", "text": "a"}\n', [("half-character", 1, 2)]),
        ('{"id": "D1\\t", "text": "a"}\n', [("blank-around-identifier", 1, 2)]),
        ('{"id": "D\\t1", "text": "a"}\n', [("control-in-identifier", 1, 2)]),
        ("[" * 100_000 + "\n", [("not-json", 1, 1)]),
        ("\t\ttext\n", [("missing-identifier", 1, 1)]),
        ("NIL\t\ttext\n", [("reserved-identifier", 1, 1)]),
        ("D1\t\t \n", [("missing-text", 1, 5)]),
        ("D1\t\ta\nD2\t\tb\nD1\t\tc\n", [("repeated-identifier", 3, 1)]),
        ("D1\ta\nD2\ta\tb\tc\n", [("column-count", 1, None), ("column-count", 2, None)]),
        ("id\ttext\tname\nD1\ta\tb\n", [("missing-column", 1, None), ("unknown-column", 1, 9)]),
        (
            "id\ttitel\ttext\nD1\t\tx\nD1\tx\nD2\t\t\n",
            [
                ("missing-column", 1, None),
                ("unknown-column", 1, 4),
                ("column-count", 3, None),
                ("repeated-identifier", 3, 1),
                ("missing-text", 4, 5),
            ],
        ),
        (
            "id\ttitle\ttext\turl\nD1\t\tx\tu\nD1\t\t\tu\n",
            [
                ("unknown-column", 1, 15),
                ("repeated-identifier", 3, 1),
                ("missing-text", 3, 5),
            ],
        ),
        ("id\ttitle\tbody\nD1\t\tx\n", [("missing-column", 1, None), ("unknown-column", 1, 10)]),
        (
            "D1\t\tx\nD1\nD2\t\tx\ty\nD2\t\tz\n",
            [
                ("column-count", 2, None),
                ("repeated-identifier", 2, 1),
                ("column-count", 3, None),
                ("repeated-identifier", 4, 1),
            ],
        ),
        ("a/../b\t\ttext\n", [("unaddressable-identifier", 1, 1)]),
        ("D" * 201 + "\t\ttext\n", [("value-too-long", 1, 1)]),
        ("D1\t" + "x" * 2_001 + "\ttext\n", [("value-too-long", 1, 4)]),
        ("D1\t\ta\nD2\t\tdéjà\n".encode("cp1252"), [("not-utf8", 2, 6)]),
        ("", [("empty-file", None, None)]),
        (gzip.compress(b"D1\t\ttext\n" * 99, mtime=0)[:-9], [("archive-damaged", None, None)]),
    ],
)
def test_each_problem_is_said(
    raw: str | bytes, expected: list[tuple[str, int | None, int | None]]
) -> None:
    assert said(raw) == expected


def test_a_field_that_is_not_used_is_said_once() -> None:
    line = json.dumps({**ANGERS, "url": "x"})
    other = json.dumps({"id": "D2", "text": "a", "url": "y"})
    found, problems = read(f"{line}\n{other}\n")
    assert (len(found), [problem.line for problem in problems]) == (2, [1])


def test_what_is_wrong_is_not_yielded() -> None:
    found, problems = read("D1\t\ta\nD1\t\tb\nD2\t\tc\n")
    assert ([document.line for document in found], problems.refuses) == ([1, 3], True)


def test_windows_1252_is_read_once_confirmed() -> None:
    raw = "D1\t\tdéjà\nD2\t\tœuvre\n".encode("cp1252")
    found, problems = read(raw, accept_windows_1252=True)
    assert [document.text for document in found] == ["déjà", "œuvre"]
    assert [(problem.code, problem.line) for problem in problems] == [("read-as-windows-1252", 1)]


def test_what_is_neither_is_refused_even_once_confirmed() -> None:
    _, problems = read(b"D1\t\ta\nD2\t\t\x81\n", accept_windows_1252=True)
    assert [(problem.code, problem.line) for problem in problems] == [("not-utf8", 2)]


def test_utf_16_is_one_problem() -> None:
    assert said("D1\t\ta\nD2\t\tb\n".encode("utf-16")) == [("not-utf8", 1, 1)]


def test_a_line_has_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(documents, "LINE_LIMIT", 100)
    assert said("D1\t\ta\nD2\t\t" + "b" * 200 + "\n") == [("line-too-long", 2, None)]
