"""What is said below a field that cannot be taken."""

from __future__ import annotations

import pytest
from django import forms

from campaign.field_words import error_words
from tests.make import NOON


class SampleForm(forms.Form):
    count = forms.IntegerField(min_value=1, max_value=1200)
    weight = forms.FloatField(required=False)
    address = forms.SlugField(max_length=5)
    email = forms.EmailField()
    choice = forms.ChoiceField(choices=[("a", "A")])
    agrees = forms.BooleanField()
    told = forms.BooleanField(error_messages={"required": "Tick this box to sign."})
    note = forms.CharField(required=False)

    def clean_note(self) -> str:
        raise forms.ValidationError(
            self.cleaned_data["note"] or "Say %(what)s.", params={"what": NOON.year}
        )


def words(**data: str) -> dict[str, list[str]]:
    form = SampleForm(data)
    return {
        name: [word for error in errors for word in error_words(form.fields[name], error)]
        for name, errors in form.errors.as_data().items()
    }


def test_an_empty_field_says_what_to_do() -> None:
    assert words() == {
        "count": ["Fill this in."],
        "address": ["Fill this in."],
        "email": ["Fill this in."],
        "choice": ["Choose one."],
        "agrees": ["Tick this box."],
        "told": ["Tick this box to sign."],
        "note": [f"Say {NOON.year}."],
    }


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("count", "0", "Write 1 or more."),
        ("count", "1201", "Write 1,200 or less."),
        ("count", "x", "Write a whole number, in digits."),
        ("weight", "1,5", "Write a number in digits, with a point before decimals: 1.5."),
        (
            "address",
            "é",
            "Use letters without accents, digits and hyphens only: “general-2026”, for instance.",
        ),
        ("address", "abcdef", "Shorten it: at most 5 characters; it has 6."),
        ("email", "ada", "Write a whole address, such as ada@example.org."),
        ("choice", "b", "Choose one of the list."),
        ("note", "Of ours.", "Of ours."),
    ],
)
def test_a_wrong_value_says_what_to_write(name: str, value: str, said: str) -> None:
    assert words(**{name: value})[name] == [said]
