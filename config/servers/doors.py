"""What `./run` opens: each door sets the environment before Django reads it."""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

from config.servers import places
from config.servers.broker import Broker, broker_url
from config.servers.places import ROOT, CannotStart, Claim
from config.servers.postgres import Postgres, database_url

# --- environments -----------------------------------------------------------------


def demo_folder() -> Path:
    return places.var_folder() / "demo"


def demo_claim() -> Claim:
    """Return the lock of the demo's data: beside its folder, which `--reset` removes."""
    return Claim(places.make_folder(places.var_folder()) / "demo.lock")


def embedded_environment(folder: Path) -> dict[str, str]:
    """Return the variables that point at the embedded servers and files of a folder."""
    places.make_folder(folder)
    return {
        "SECRET_KEY": places.kept_key(folder / "secret-key"),
        "DATABASE_URL": database_url(folder),
        "CELERY_BROKER_URL": broker_url(folder),
        "MEDIA_ROOT": str(folder / "files"),
        "STATIC_ROOT": str(folder / "static"),
        # Commands and the supervisor need one connection; the web server turns its pool on.
        "DATABASE_POOL": "0",
    }


def fill_environment(defaults: Mapping[str, str]) -> None:
    """Set what the caller left unset or empty."""
    for name, value in defaults.items():
        if not os.environ.get(name, "").strip():
            os.environ[name] = value


def embedded_servers(folder: Path) -> list[Postgres | Broker]:
    """Return the embedded servers that the environment points at, not started."""
    servers: list[Postgres | Broker] = []
    if os.environ.get("DATABASE_URL") == database_url(folder):
        servers.append(Postgres(folder))
    if os.environ.get("CELERY_BROKER_URL") == broker_url(folder):
        servers.append(Broker(folder))
    return servers


@contextlib.contextmanager
def running(servers: list[Postgres | Broker]) -> Iterator[None]:
    """Run servers for the duration of a block; stop them in reverse."""
    with contextlib.ExitStack() as stack:
        for server in servers:
            stack.callback(server.stop)
            server.start()
        yield


# --- doors --------------------------------------------------------------------------


def run_django(arguments: list[str]) -> int:
    """Run a management command in this process; a setting that makes no sense is a sentence."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    from django.core.exceptions import ImproperlyConfigured  # noqa: PLC0415 -- after the environment
    from django.core.management import execute_from_command_line  # noqa: PLC0415

    try:
        execute_from_command_line(["./run manage", *arguments])
    except ImproperlyConfigured as error:
        raise CannotStart(str(error)) from error
    return 0


def _is_known(word: str) -> bool:
    return word.partition("=")[0] in {"--port", "--reset", "--once", "--help", "-h"}


def demo(arguments: list[str]) -> int:
    unknown = [word for word in arguments if word.startswith("-") and not _is_known(word)]
    if unknown:
        sys.stderr.write(
            f"./run demo knows no {unknown[0]}; it takes --port N, --reset and --once.\n"
        )
        return 2
    os.environ["EQUER_DEMO"] = "1"
    fill_environment(embedded_environment(demo_folder()))
    return run_django(["demo", *arguments])


def serve(arguments: list[str]) -> int:
    missing = [
        name
        for name in ("SECRET_KEY", "DATABASE_URL", "CELERY_BROKER_URL")
        if not os.environ.get(name, "").strip()
    ]
    if missing:
        raise CannotStart(
            f"./run serve needs {', '.join(missing)} in the environment (.env.example says what "
            "they are). ./run demo needs nothing."
        )
    fill_environment({"DATABASE_POOL": "0"})
    return run_django(["serve", *arguments])


def manage(arguments: list[str]) -> int:
    """Run a command on the database of the environment, else on the demo's, running or not."""
    if os.environ.get("DATABASE_URL", "").strip():
        return run_django(arguments)
    folder = demo_folder()
    os.environ["EQUER_DEMO"] = "1"
    fill_environment(embedded_environment(folder))
    claim = demo_claim()
    note = json.dumps({"door": f"./run manage {' '.join(arguments[:1])}", "pid": os.getpid()})
    if not claim.take(note):
        if who_holds(claim).get("door") == "./run demo":
            return run_django(arguments)
        sys.stderr.write(f"Waiting: {describe(claim)}.\n")
        claim.take(note, wait=True)
    with running(embedded_servers(folder)):
        return run_django(arguments)


def bench(arguments: list[str]) -> int:
    """Run the named benchmark, else all, on embedded servers of their own."""
    folder = places.var_folder() / "bench"
    fill_environment(embedded_environment(folder))
    scripts = sorted(path.stem for path in (ROOT / "benchmarks").glob("[!_]*.py"))
    chosen = [[arguments[0], *arguments[1:]]] if arguments else [[script] for script in scripts]
    if not chosen or chosen[0][0] not in scripts:
        raise CannotStart(f"Benchmarks: {', '.join(scripts) or 'none yet'}.")
    claim = Claim(folder / "lock")
    if not claim.take(json.dumps({"door": "./run bench", "pid": os.getpid()})):
        raise CannotStart(f"{describe(claim)}: wait for it.")
    with running(embedded_servers(folder)):
        codes = [
            subprocess.run(
                [sys.executable, "-m", f"benchmarks.{name}", *rest], check=False, cwd=ROOT
            ).returncode
            for name, *rest in chosen
        ]
    return max(codes)


def who_holds(claim: Claim) -> dict[str, object]:
    """Return what the holder of a claim wrote about itself."""
    with contextlib.suppress(ValueError):
        note = json.loads(claim.holder())
        if isinstance(note, dict):
            return note
    return {}


def describe(claim: Claim) -> str:
    """Say who holds a claim."""
    holder = who_holds(claim)
    return f"{holder.get('door', 'Another process')} (process {holder.get('pid', '?')}) is running"


DOORS = {"demo": demo, "serve": serve, "manage": manage, "bench": bench}
