"""``add_organizer EMAIL``: give an account the right to open campaigns."""

from argparse import ArgumentParser
from typing import Any

from django.contrib.auth.tokens import default_token_generator
from django.core.management.base import BaseCommand
from django.urls import reverse

from campaign.models import User


class Command(BaseCommand):
    help = "Open an account that may open campaigns, and print the address to enter it."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("email", metavar="EMAIL")
        parser.add_argument("--name", default="")

    def handle(self, *args: Any, **options: Any) -> None:
        email: str = options["email"]
        user = User.objects.filter(email__iexact=email).first() or User.objects.create_user(
            email=email, name=options["name"] or email.partition("@")[0]
        )
        user.opens_campaigns = True
        user.save(update_fields=["opens_campaigns"])
        token = default_token_generator.make_token(user)
        path = reverse("invitation", kwargs={"user_id": user.pk, "token": token})
        self.stdout.write(f"{email} may open campaigns. To choose a password, open {path}")
