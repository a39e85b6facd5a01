"""Pooled text is untrusted: escaped, and what would not be seen is shown."""

import pytest

from judging.evidence_marks import Block, Span
from judging.templatetags.desk import evidence, pooled


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("<script>alert('Zola')</script>", "&lt;script&gt;alert(&#x27;Zola&#x27;)&lt;/script&gt;"),
        ("a\x00b\x1bc\x7f", "a␀b␛c␡"),
        ("Zo\u202ela", "Zo�la"),
        ("l’Étang\u00a0: «\u00a0oui\u00a0»", "l’Étang\u00a0: «\u00a0oui\u00a0»"),
        ("नी\u200dत", "नी\u200dत"),
    ],
)
def test_pooled_text_is_shown_and_nothing_else(text: str, shown: str) -> None:
    assert pooled(text) == shown


def test_marks_are_ours_and_texts_are_escaped() -> None:
    blocks = [Block((Span("<b>"), Span("Zola", "hit"), Span("&", "term")), is_passage=True)]

    assert evidence(blocks) == (
        '<p class="passage">&lt;b&gt;<mark class="hit">Zola</mark>'
        '<span class="term">&amp;</span></p>'
    )
