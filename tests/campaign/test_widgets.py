"""Our widgets write what Django's own widgets write, faster."""

from __future__ import annotations

import pytest
from django import forms
from django.test.html import parse_html
from django.utils.translation import gettext_lazy

from campaign.widgets import LongSelect

CHOICES = [("", "Any"), ("a", "A & B"), ('"b"', gettext_lazy("Open")), ("c", "<c>")]


@pytest.mark.parametrize("value", [None, "", "a", '"b"', "unknown"])
def test_a_long_select_is_a_select(value: str | None) -> None:
    attributes = {"id": "id_zone", "required": True, "aria-describedby": "help"}
    ours = LongSelect(attrs={"class": "input"}, choices=CHOICES)
    theirs = forms.Select(attrs={"class": "input"}, choices=CHOICES)
    assert parse_html(ours.render("zone", value, attributes)) == parse_html(
        theirs.render("zone", value, attributes)
    )
