"""What is said below a field that cannot be taken: the act that mends, in our words."""

from __future__ import annotations

from django import forms
from django.core.exceptions import ValidationError
from django.utils.formats import number_format
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

WORDS: dict[str, tuple[tuple[type[forms.Field], str | Promise], ...]] = {
    "required": (
        (forms.BooleanField, _("Tick this box.")),
        (forms.FileField, _("Choose a file.")),
        (forms.ChoiceField, _("Choose one.")),
        (forms.ModelChoiceField, _("Choose one.")),
        (forms.Field, _("Fill this in.")),
    ),
    "invalid": (
        (forms.FloatField, _("Write a number in digits, with a point before decimals: 1.5.")),
        (forms.IntegerField, _("Write a whole number, in digits.")),
        (
            forms.SlugField,
            _(
                "Use letters without accents, digits and hyphens only: “general-2026”, for instance."
            ),
        ),
        (forms.EmailField, _("Write a whole address, such as ada@example.org.")),
    ),
    "min_value": ((forms.Field, _("Write %(limit_value)s or more.")),),
    "max_value": ((forms.Field, _("Write %(limit_value)s or less.")),),
    "max_length": (
        (
            forms.Field,
            _("Shorten it: at most %(limit_value)s characters; it has %(show_value)s."),
        ),
    ),
    "invalid_choice": ((forms.Field, _("Choose one of the list.")),),
}
"""By Django's code, then by the first kind of field that fits."""


def error_words(field: forms.Field, error: ValidationError) -> list[str]:
    """Return what to do about an error: the form's own words, else ours in place of Django's."""
    code = str(error.code)
    if _is_of_the_form(field, code):
        return list(error.messages)
    for kind, words in WORDS.get(code, ()):
        if isinstance(field, kind):
            params = {name: _written(value) for name, value in (error.params or {}).items()}
            return [str(words) % params]
    return list(error.messages)


def _is_of_the_form(field: forms.Field, code: str) -> bool:
    defaults: dict[str, object] = {}
    for kind in reversed(type(field).__mro__):
        if kind.__module__.startswith("django."):
            defaults |= vars(kind).get("default_error_messages", {})
    return str(field.error_messages.get(code)) != str(defaults.get(code))


def _written(value: object) -> str:
    return number_format(value, 0) if isinstance(value, int) else str(value)
