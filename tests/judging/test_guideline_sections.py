"""The sections of guidelines by label, in both languages."""

from __future__ import annotations

from pathlib import Path

import pytest

from judging.guideline_sections import sections_of
from judging.judgment_format import Label

DRAFTS = Path(__file__).parents[2] / "docs" / "guidelines"
ALL = ["part-1", *Label, "part-6"]


@pytest.mark.parametrize("language", ["fr", "en"])
def test_the_first_version_has_a_section_for_each_label_in_order(language: str) -> None:
    text = (DRAFTS / f"{language}.md").read_text(encoding="utf-8")
    assert [section.slug for section in sections_of(text)] == ALL


def test_a_heading_in_code_is_no_section() -> None:
    text = "```\n## Correct\n```\n## Incorrect\nNo."
    assert [section.slug for section in sections_of(text)] == ["part-1", "incorrect"]


def test_a_second_section_of_a_label_has_a_name_of_its_own() -> None:
    slugs = [section.slug for section in sections_of("## Correct\na\n## Correct, more\nb")]
    assert slugs == ["correct", "part-3"]
