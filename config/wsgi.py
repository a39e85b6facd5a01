"""The WSGI application that gunicorn serves."""

import gc
import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

application = get_wsgi_application()

# What is loaded by now stays: collecting garbage need not look through it again, which takes
# longer than an answer.
gc.collect()
gc.freeze()
