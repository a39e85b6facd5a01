"""What a form field is drawn with."""

from __future__ import annotations

from typing import Any

from django import forms
from django.forms.utils import flatatt
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe


class LongSelect(forms.Select):
    """A choice among hundreds, written in one go: Django renders a template for each option."""

    def render(
        self, name: str, value: object, attrs: Any = None, renderer: object = None
    ) -> SafeString:
        chosen = "" if value is None else str(value)
        return format_html(
            '<select name="{}"{}>{}</select>',
            name,
            flatatt(self.build_attrs(self.attrs, attrs)),
            format_html_join(
                "\n",
                '<option value="{}"{}>{}</option>',
                (
                    (key, mark_safe(" selected") if key == chosen else "", label)
                    for key, label in self.choices
                ),
            ),
        )
