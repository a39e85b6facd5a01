"""How guidelines are written on a page."""

from __future__ import annotations

import re

from django import template
from django.utils.safestring import SafeString, mark_safe

from campaign.templatetags.equer import markdown
from judging.guideline_sections import Section, sections_of

register = template.Library()

_HEADING_TAG = re.compile(r"(</?h)([1-5])(?=>)")


@register.filter
def sections(text: str) -> tuple[Section, ...]:
    """Cut guidelines at their headings."""
    return sections_of(text)


@register.filter
def below_title(text: str) -> SafeString:
    """Show Markdown whose headings stand below the one of the page or drawer."""
    html = markdown(text)
    # HTML in the text was escaped: these tags are the renderer's.
    return mark_safe(_HEADING_TAG.sub(lambda tag: f"{tag[1]}{int(tag[2]) + 1}", html))  # noqa: S308
