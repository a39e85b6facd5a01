"""Settings: one file; every difference between installations is an environment variable."""

from __future__ import annotations

import os
from pathlib import Path

from django.core.exceptions import ImproperlyConfigured
from django.utils.csp import CSP

from config import environment

BASE_DIR = Path(__file__).resolve().parent.parent
VAR = Path(environment.text("EQUER_VAR", str(BASE_DIR / "var")))

DEBUG = environment.flag("DEBUG", default=False)
# One-click sign-in and invented people: only where `./run demo` says so.
DEMO = environment.flag("EQUER_DEMO", default=False)

SECRET_KEY = os.environ.get("SECRET_KEY", "")
if len(SECRET_KEY) < 32:  # noqa: PLR2004
    raise ImproperlyConfigured(
        "SECRET_KEY must hold at least 32 random characters; "
        'python -c "import secrets; print(secrets.token_urlsafe(50))" makes one.'
    )
ALLOWED_HOSTS = environment.words("ALLOWED_HOSTS", "localhost,127.0.0.1,[::1]")
CSRF_TRUSTED_ORIGINS = environment.words("CSRF_TRUSTED_ORIGINS", "")

INSTALLED_APPS = [
    "config",
    "scoring",
    "judging",
    "campaign",
    "allauth",
    "allauth.account",
    "django_htmx",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.postgres",
    "django.contrib.staticfiles",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.middleware.csp.ContentSecurityPolicyMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "campaign.web.preferences_middleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "campaign.views.errors.refusals_middleware",
]

ROOT_URLCONF = "config.urls"
WSGI_APPLICATION = "config.wsgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.template.context_processors.tz",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "campaign.web.page_context",
            ],
            "builtins": [
                "django.templatetags.i18n",
                "django.templatetags.static",
                "django.templatetags.l10n",
                "campaign.templatetags.equer",
            ],
        },
    }
]

# --- data ---------------------------------------------------------------------

DATABASES = {
    "default": environment.database(
        environment.text("DATABASE_URL", "postgresql://equer@localhost:5432/equer")
    )
}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
MEDIA_ROOT = Path(environment.text("MEDIA_ROOT", str(VAR / "files")))
MEDIA_URL = ""  # uploaded files are only ever sent by a page that checked who asks

# --- jobs -----------------------------------------------------------------------

CELERY_BROKER_URL = environment.broker(
    environment.text("CELERY_BROKER_URL", "redis://localhost:6379/0")
)
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = False  # the lease of the job protects the work, not the broker
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
# All our schedules are plain intervals: nothing to remember, so no file that could be locked.
CELERY_BEAT_SCHEDULER = "celery.beat:Scheduler"
CELERY_BEAT_SCHEDULE = {
    "reap-jobs": {"task": "campaign.tasks.reap_jobs", "schedule": 2.0, "options": {"expires": 2}},
    "extend-pools": {
        "task": "judging.tasks.extend_pools",
        "schedule": 2.0,
        "options": {"expires": 2},
    },
    "draw-repeats": {"task": "judging.tasks.draw_repeats", "schedule": 3600.0},
    "compare-fresh": {
        "task": "scoring.tasks.compare_fresh",
        "schedule": 2.0,
        "options": {"expires": 2},
    },
    "refresh-stale": {
        "task": "scoring.tasks.refresh_stale",
        "schedule": 2.0,
        "options": {"expires": 2},
    },
}
JOB_LEASE_SECONDS = environment.whole_number("JOB_LEASE_SECONDS", default=6)

# --- people ---------------------------------------------------------------------

AUTH_USER_MODEL = "campaign.User"
AUTHENTICATION_BACKENDS = [
    "django.contrib.auth.backends.ModelBackend",
    "allauth.account.auth_backends.AuthenticationBackend",
]
ACCOUNT_ADAPTER = "campaign.accounts.AccountAdapter"
ACCOUNT_FORMS = {
    "login": "campaign.account_forms.SignInForm",
    "signup": "campaign.account_forms.SignUpForm",
    "reset_password": "campaign.account_forms.ForgottenPasswordForm",
    "reset_password_from_key": "campaign.account_forms.NewPasswordForm",
    "change_password": "campaign.account_forms.OtherPasswordForm",
}
ACCOUNT_USER_MODEL_USERNAME_FIELD = None
ACCOUNT_LOGIN_METHODS = {"email"}
ACCOUNT_SIGNUP_FIELDS = ["email*", "password1*"]
ACCOUNT_EMAIL_VERIFICATION = "mandatory"
ACCOUNT_EMAIL_SUBJECT_PREFIX = "[Equer] "
ACCOUNT_SESSION_REMEMBER = True
ALLAUTH_TRUSTED_PROXY_COUNT = environment.whole_number("TRUSTED_PROXIES", default=0)
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "home"
LOGOUT_REDIRECT_URL = "home"
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]

# Without a mail server every message is kept for the organizers and told in the log.
MAIL_SERVER = environment.mail(environment.text("EMAIL_URL", ""))
KEEPS_MAIL = MAIL_SERVER is None
MAILERS = {
    "default": {"BACKEND": "campaign.mail.KeptMail"}
    if MAIL_SERVER is None
    else {
        "BACKEND": "django.core.mail.backends.smtp.EmailBackend",
        "OPTIONS": {**MAIL_SERVER, "timeout": 10},
    }
}
DEFAULT_FROM_EMAIL = environment.text("MAIL_FROM", "equer@localhost")

# --- language and time ------------------------------------------------------------

LANGUAGE_CODE = "en"
LANGUAGES = [("fr", "Français"), ("en", "English")]
LOCALE_PATHS = [BASE_DIR / "locale"]
USE_I18N = True
USE_TZ = True
TIME_ZONE = "UTC"
FORMAT_MODULE_PATH = ["config.formats"]
USE_THOUSAND_SEPARATOR = True

# --- static files and security ------------------------------------------------------

STATIC_URL = "static/"
STATIC_ROOT = Path(environment.text("STATIC_ROOT", str(VAR / "static")))
STATICFILES_DIRS = [BASE_DIR / "static"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "config.static_files.StaticFiles"},
}
SECURE_CSP = {
    "default-src": [CSP.NONE],
    "script-src": [CSP.SELF],
    "style-src": [CSP.SELF],
    "img-src": [CSP.SELF],
    "font-src": [CSP.SELF],
    "connect-src": [CSP.SELF],
    "form-action": [CSP.SELF],
    "base-uri": [CSP.NONE],
    "frame-ancestors": [CSP.NONE],
}
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
# Behind TLS: cookies only over HTTPS, and the proxy's word on the scheme.
HTTPS = environment.flag("EQUER_HTTPS", default=False)
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = HTTPS
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if HTTPS else None
SECURE_HSTS_SECONDS = 31_536_000 if HTTPS else 0
CSRF_FAILURE_VIEW = "campaign.views.errors.csrf_failure"

MAX_UPLOAD_BYTES = environment.whole_number("MAX_UPLOAD_BYTES", default=200_000_000)
FILE_UPLOAD_HANDLERS = ["django.core.files.uploadhandler.TemporaryFileUploadHandler"]
DATA_UPLOAD_MAX_MEMORY_SIZE = 2_500_000

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"format": "%(asctime)s %(levelname)s %(name)s: %(message)s"}},
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "line"}},
    "root": {"handlers": ["console"], "level": environment.text("LOG_LEVEL", "WARNING")},
    # A page that is not open to somebody is no fault of ours: 403 and 404 stay out of the log.
    "loggers": {"django.request": {"level": "ERROR"}},
}
