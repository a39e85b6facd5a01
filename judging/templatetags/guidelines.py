"""How guidelines are written on a page."""

from __future__ import annotations

from django import template

from judging.guideline_sections import Section, sections_of

register = template.Library()


@register.filter
def sections(text: str) -> tuple[Section, ...]:
    """Cut guidelines at their headings."""
    return sections_of(text)
