FROM python:3.13-slim

ENV PYTHONUNBUFFERED=1 \
    DATABASE_POOL=0 \
    EQUER_VAR=/srv/var \
    STATIC_ROOT=/srv/static
WORKDIR /srv/equer

COPY requirements/run.lock requirements/run.lock
RUN pip install --no-cache-dir --require-hashes -r requirements/run.lock

COPY . .
# The key of this one command is thrown away with it; the image holds none.
RUN SECRET_KEY="$(python -c 'import secrets; print(secrets.token_urlsafe(50))')" \
        python manage.py collectstatic --noinput \
    && useradd --system --uid 10001 equer \
    && mkdir -p /srv/var/files \
    && chown -R equer /srv/var

USER equer
EXPOSE 8000
CMD ["python", "-m", "gunicorn", "config.wsgi", "--bind", "0.0.0.0:8000", \
     "--worker-class", "gthread", "--threads", "4", "--preload", "--no-control-socket", \
     "--worker-tmp-dir", "/dev/shm", "--timeout", "60"]
