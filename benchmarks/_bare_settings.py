"""Settings of the bare step: those of the product, with nothing around a page but who asks."""

from __future__ import annotations

from config import settings  # noqa: TID251 -- this is a settings module itself

globals().update({name: value for name, value in vars(settings).items() if name.isupper()})

MIDDLEWARE = [
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "allauth.account.middleware.AccountMiddleware",  # which allauth insists on
]
ROOT_URLCONF = "benchmarks._bare_step"
