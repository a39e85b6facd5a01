import io

import pytest

from campaign.formats.encodings import decode, read_upload
from campaign.formats.problems import ProblemList

type Places = list[tuple[str, str, int | None, int | None]]


def places(problems: ProblemList) -> Places:
    return [(p.code, p.severity.value, p.line, p.column) for p in problems]


def read(raw: bytes, *, accept_windows_1252: bool = False) -> tuple[str, Places]:
    text, problems = read_upload(
        io.BytesIO(raw), name="run.tsv", accept_windows_1252=accept_windows_1252
    )
    return text, places(problems)


def test_utf_8_is_read_whatever_the_locale() -> None:
    assert read("« Où ? »\n".encode()) == ("« Où ? »\n", [])


def test_the_first_bad_byte_is_located() -> None:
    raw = "GB1\tdéjà\n".encode() + "GB2\tdéjà vu\n".encode("cp1252")
    text, problems = decode(raw)
    assert (text, places(problems)) == ("", [("not-utf8", "error", 2, 6)])
    assert [problem.found for problem in problems] == ["0xE9"]


def test_windows_1252_is_read_once_confirmed() -> None:
    raw = "GB1\t“déjà” … 5 €\n".encode("cp1252")
    expected = ("GB1\t“déjà” … 5 €\n", [("read-as-windows-1252", "warning", 1, 5)])
    assert read(raw, accept_windows_1252=True) == expected


def test_confirming_changes_nothing_for_utf_8() -> None:
    assert read("déjà\n".encode(), accept_windows_1252=True) == ("déjà\n", [])


def test_what_is_neither_is_refused() -> None:
    raw = b"GB1\t\xe9\n\x81\n"
    text, problems = decode(raw, accept_windows_1252=True)
    assert (text, places(problems)) == ("", [("not-utf8", "error", 2, 1)])
    assert problems.errors[0].parameters == {"wording": "neither"}


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-be"])
def test_utf_16_is_refused_even_once_confirmed(encoding: str) -> None:
    raw = "\ufeffGB1\t1\n".encode(encoding) if encoding.endswith("be") else "GB1".encode(encoding)
    text, problems = decode(raw, accept_windows_1252=True)
    assert (text, problems.errors[0].found) == ("", "UTF-16")


def test_a_byte_order_mark_is_dropped_with_a_warning() -> None:
    assert read(b"\xef\xbb\xbfquestion\n") == (
        "question\n",
        [("byte-order-mark", "warning", 1, 1)],
    )


@pytest.mark.parametrize("raw", [b"", b"\n\n", b" \t\n"])
def test_an_empty_file_is_refused(raw: bytes) -> None:
    assert read(raw) == ("", [("empty-file", "error", None, None)])


def test_a_carriage_return_inside_a_field_is_a_line_break() -> None:
    text, problems = read(b"a\tb\rc\r\nd\te\r\n")
    assert (text, problems) == (
        "a\tb\rc\r\nd\te\r\n",
        [("line-break-in-field", "error", 1, 4)],
    )


def test_a_file_with_carriage_returns_only_is_one_problem() -> None:
    assert read(b"a\tb\rc\td\r") == ("", [("line-break-in-field", "error", 1, 4)])


@pytest.mark.parametrize("character", ["\u2028", "\u2029", "\x0b", "\x0c", "\x85", "\x1e"])
def test_other_line_separators_do_not_end_lines(character: str) -> None:
    _, problems = read(f"a{character}b\nc\x00d\n".encode())
    assert [problem for problem in problems if problem[0] == "nul-character"] == [
        ("nul-character", "error", 2, 2)
    ]


def test_control_characters_are_reported() -> None:
    assert read("a\x0bb\n\x07\x07\nc\x92d\n".encode())[1] == [
        ("control-character", "warning", 1, 2),
        ("control-character", "warning", 2, 1),
        ("control-character", "warning", 3, 2),
    ]


def test_an_archive_that_is_refused_gives_its_problem() -> None:
    assert read(b"PK\x03\x04nonsense") == ("", [("archive-damaged", "error", None, None)])
