"""The forms of accounts: allauth's, labelled in our words."""

from __future__ import annotations

from typing import Any

from allauth.account.forms import (
    ChangePasswordForm,
    LoginForm,
    ResetPasswordForm,
    ResetPasswordKeyForm,
    SignupForm,
)
from django import forms
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext_lazy as _

from campaign.forms import NameField


def _plain(form: forms.Form) -> None:
    """Leave labels above the fields: placeholders vanish as one writes."""
    for field in form.fields.values():
        field.widget.attrs.pop("placeholder", None)
    for name in ("email", "login"):
        if name in form.fields:
            form.fields[name].label = _("E-mail address")


class SignInForm(LoginForm):  # type: ignore[misc]
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _plain(self)
        self.fields["login"].widget.attrs["autofocus"] = True
        self.fields["password"].label = _("Password")
        self.fields["password"].help_text = ""
        self.fields.pop("remember", None)


class SignUpForm(SignupForm):  # type: ignore[misc]
    name = NameField(
        label=_("Name"),
        max_length=150,
        help_text=_("As others in your campaigns should read it."),
        widget=forms.TextInput(attrs={"autocomplete": "name"}),
    )
    field_order = ["name", "email", "password1"]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _plain(self)
        self.fields["password1"].label = _("Password")


class ForgottenPasswordForm(ResetPasswordForm):  # type: ignore[misc]
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _plain(self)


class NewPasswordForm(ResetPasswordKeyForm):  # type: ignore[misc]
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _plain(self)
        self.fields["password1"].label = _("New password")
        self.fields["password2"].label = _("New password, again")


class OtherPasswordForm(ChangePasswordForm):  # type: ignore[misc]
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _plain(self)
        self.fields["oldpassword"].label = _("Present password")
        self.fields["oldpassword"].help_text = format_html(
            '<a href="{}">{}</a>', reverse("account_reset_password"), _("Password forgotten")
        )
        self.fields["password1"].label = _("New password")
        self.fields["password2"].label = _("New password, again")
