"""What changed between two versions of a text."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from judging.text_changes import LineChange, Piece, changes_between

texts = st.lists(st.text("abc d.é", max_size=8), max_size=6).map("\n".join)


def test_words_that_changed_are_marked_in_their_line() -> None:
    assert changes_between("# A\n\nToo long.\nKept.", "# A\nToo short.\n\nKept.") == (
        LineChange(
            "changed", 2, (Piece("Too "), Piece("long", "del"), Piece("short", "ins"), Piece("."))
        ),
    )


def test_blank_lines_and_spaces_at_the_ends_are_no_change() -> None:
    assert changes_between("a\nb", "\n a \n\n\nb\n") == ()


def test_lines_without_a_likeness_are_added_and_gone() -> None:
    found = changes_between("Zola.\nKept.", "Kept.\nAnother thing entirely.")
    assert [(one.sign, one.number) for one in found] == [("gone", 1), ("added", 2)]


@given(texts, texts)
def test_both_texts_can_be_read_from_what_changed(before: str, after: str) -> None:
    """Kept lines aside, what is gone and what was added is exactly what differs."""
    changed = changes_between(before, after)
    lines = {text: [x.strip() for x in text.splitlines() if x.strip()] for text in (before, after)}
    gone = ["".join(p.text for p in one.pieces if p.mark != "ins") for one in changed]
    added = ["".join(p.text for p in one.pieces if p.mark != "del") for one in changed]
    kept = sorted(lines[before])
    for text in filter(None, gone):
        kept.remove(text)
    assert sorted([*kept, *filter(None, added)]) == sorted(lines[after])
