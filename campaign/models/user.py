"""People who sign in."""

from __future__ import annotations

from typing import ClassVar

from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.db import models
from django.db.models import Q
from django.db.models.functions import Lower
from django.utils.translation import gettext_lazy as _

CONSOLE_EMAIL = "console@equer.invalid"


class UserManager(BaseUserManager["User"]):
    def create_user(self, *, email: str, name: str, password: str | None = None) -> User:
        """Create an account; without a password it can only be entered by an invitation."""
        user = self.model(email=self.normalize_email(email).lower(), name=name)
        user.set_password(password)
        user.full_clean(exclude=["password"])
        user.save()
        return user

    def get_by_natural_key(self, username: str | None) -> User:
        return self.get(email__iexact=username)

    def console(self) -> User:
        """Return the account under which the command line acts; nobody can sign in to it."""
        user, _created = self.get_or_create(
            email=CONSOLE_EMAIL,
            defaults={"name": "Command line", "is_active": False, "password": "!"},
        )
        return user


class User(AbstractBaseUser):
    """An account; what it may do in a campaign is its memberships and teams."""

    class Theme(models.TextChoices):
        SYSTEM = "system", _("as the device")
        LIGHT = "light", _("light")
        DARK = "dark", _("dark")

    email = models.EmailField(
        _("e-mail address"),
        unique=True,
        error_messages={"unique": _("There is already an account with this address.")},
    )
    name = models.CharField(_("name"), max_length=150)
    language = models.CharField(max_length=5, blank=True, default="")
    theme = models.CharField(max_length=6, choices=Theme, default=Theme.SYSTEM)
    opens_campaigns = models.BooleanField(default=False)
    is_active = models.BooleanField(default=True)
    joined_at = models.DateTimeField(auto_now_add=True)

    objects: ClassVar[UserManager] = UserManager()

    USERNAME_FIELD = "email"
    EMAIL_FIELD = "email"
    REQUIRED_FIELDS: ClassVar[list[str]] = ["name"]

    class Meta:
        constraints = [
            models.CheckConstraint(
                name="addresses_are_kept_in_lower_case", condition=Q(email=Lower("email"))
            ),
        ]

    def __str__(self) -> str:
        return self.name

    def get_username(self) -> str:
        return self.email

    def get_full_name(self) -> str:
        return self.name

    def has_usable_invitation(self) -> bool:
        return self.is_active and not self.has_usable_password()

    @property
    def initials(self) -> str:
        return "".join(word[0] for word in self.name.split()[:2]).upper()
