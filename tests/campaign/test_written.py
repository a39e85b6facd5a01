"""Texts that people write in one language or two."""

from __future__ import annotations

import pytest
from django.utils.translation import override

from campaign.models.written import in_reader_language


@pytest.mark.parametrize(
    ("reader", "french", "english", "shown"),
    [
        ("fr", "Appel", "Call", ("Appel", "fr")),
        ("en", "Appel", "Call", ("Call", "en")),
        ("fr", "", "Call", ("Call", "en")),
        ("en", "Appel", "", ("Appel", "fr")),
    ],
)
def test_a_text_knows_the_language_it_is_shown_in(
    reader: str, french: str, english: str, shown: tuple[str, str]
) -> None:
    with override(reader):
        text = in_reader_language(french=french, english=english)

    assert (text, text.language) == shown
