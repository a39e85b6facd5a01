"""`./run demo`: brings everything up, loads a small campaign, and serves until Ctrl-C."""

from __future__ import annotations

import contextlib
import io
import json
import os
import shutil
import time
import traceback
from argparse import ArgumentParser
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import BaseCommand, CommandError, call_command, get_commands
from django.db import connection, connections
from django.db.utils import OperationalError
from django.urls import NoReverseMatch, reverse

from campaign.models import Campaign
from config.servers import doors, places, probes, programs
from config.servers.places import CannotStart
from config.servers.postgres import Postgres, wait_for_predecessor
from config.servers.supervisor import Supervisor, stopping_on_signals
from scoring.demonstration import plan

HOST = "127.0.0.1"
PORT = 8000
HEALTHY_WITHIN_SECONDS = 30.0  # a worker on a cold machine takes its time


class Command(BaseCommand):
    help = "Run everything on this machine with a small campaign, until Ctrl-C."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--port", type=probes.port_number, help=f"port of the web server ({PORT})"
        )
        parser.add_argument("--reset", action="store_true", help="throw the demo's data away first")
        parser.add_argument("--once", action="store_true", help="start, probe every part, stop")

    def handle(self, *args: Any, **options: Any) -> None:
        claim = doors.demo_claim()
        note = {"door": "./run demo", "pid": os.getpid()}
        if not claim.take(json.dumps(note)):
            raise CommandError(_already_running(doors.who_holds(claim), doors.describe(claim)))
        port = options["port"] or (probes.free_port(HOST) if options["once"] else PORT)
        if refusal := probes.refusal_to_listen(HOST, port):
            other = probes.free_port(HOST)
            raise CommandError(f"{refusal} A free one: ./run demo --port {other}")
        address = f"http://{HOST}:{port}/"
        claim.write(json.dumps({**note, "url": address}))
        demo = Demo(doors.demo_folder(), address, self.stdout.write)
        try:
            with stopping_on_signals(), demo.told("The demo"):
                demo.run(port=port, reset=options["reset"], once=options["once"])
        except KeyboardInterrupt:
            self.stdout.write("Stopped. The data stay; ./run demo goes on with them.")
        except CannotStart as error:
            raise CommandError(str(error)) from error
        finally:
            claim.release()


class Demo:
    """One run of the demo; every step prints how long it took."""

    def __init__(self, folder: Path, address: str, write: Callable[[str], object]) -> None:
        self.folder = folder
        self.address = address
        self.write = write
        self.supervisor = Supervisor(self.say)
        now = time.time()
        self.began_at = float(os.environ.get("EQUER_BEGAN_AT") or now)
        self.step_began_at = now

    def say(self, sentence: str) -> None:
        self.write(sentence)

    def done(self, step: str) -> None:
        now = time.time()
        self.say(f"{now - self.step_began_at:7.1f} s  {step}")
        self.step_began_at = now

    def run(self, *, port: int, reset: bool, once: bool) -> None:
        """Bring everything up, then probe it or serve; stop everything at the end."""
        if reset:
            self.throw_away()
        with contextlib.ExitStack() as stack:
            self.start_servers(stack)
            self.prepare()
            stack.callback(self.supervisor.stop)
            self.start_programs(port)
            self.load()
            probes.wait_for(self.address, self.supervisor.look)
            self.done("web server answers")
            if once:
                self.probe()
            else:
                self.welcome()
                connections.close_all()
                self.supervisor.watch()
        self.done("stopped")
        self.say(f"{time.time() - self.began_at:7.1f} s  in all; every part works")

    @property
    def owns_its_database(self) -> bool:
        return bool(connection.settings_dict["HOST"] == str(places.sockets_folder(self.folder)))

    def refuse_real_campaigns(self) -> None:
        """Keep people with a known password out of a database that somebody works with.

        :raises CannotStart: if it holds campaigns, and not the demo's.
        """
        table = Campaign._meta.db_table  # noqa: SLF001 -- documented by Django
        if self.owns_its_database or table not in _tables():
            return
        campaigns = Campaign.objects.all()
        if campaigns.exists() and not campaigns.filter(slug=plan()["slug"]).exists():
            raise CannotStart(
                "The database of DATABASE_URL holds campaigns that are not the demo's: unset it, or "
                "name an empty one."
            )

    def throw_away(self) -> None:
        """Remove the demo's data, and only those: never a database of somebody's."""
        if not self.owns_its_database:
            raise CannotStart("--reset only empties the demo's own database: unset DATABASE_URL.")
        twin = places.open_twin(self.folder)
        for data in (*self.folder.glob("postgres-*"), *twin.glob("postgres-*")):
            wait_for_predecessor(data)
        shutil.rmtree(twin, ignore_errors=True)
        for path in self.folder.iterdir():
            if path.is_dir():
                shutil.rmtree(path)
        self.done("old data thrown away")

    def start_servers(self, stack: contextlib.ExitStack) -> None:
        for server in doors.embedded_servers(self.folder):
            stack.callback(server.stop)
            server.start()
            self.supervisor.watch_vital(server.process)
            what = f"PostgreSQL {server.version}" if isinstance(server, Postgres) else "broker"
            self.done(what)

    def prepare(self) -> None:
        with self.told("The migrations"):
            self.refuse_real_campaigns()
            call_command("migrate", verbosity=0, interactive=False)
        self.done("migrations")
        with self.told("Collecting the static files"):
            call_command("collectstatic", verbosity=0, interactive=False)
        self.done("static files")

    def start_programs(self, port: int) -> None:
        """Start worker, beat and web server: they get ready while the data are loaded."""
        logs = self.folder / "log"
        environment = dict(os.environ)
        self.supervisor.add(programs.worker(log=logs / "worker.log", environment=environment))
        self.supervisor.add(programs.beat(log=logs / "beat.log", environment=environment))
        self.supervisor.add(
            programs.web_server(host=HOST, port=port, log=logs / "web.log", environment=environment)
        )

    def load(self) -> None:
        if "load_demonstration" in get_commands():
            with self.told("Loading the demonstration"):
                call_command("load_demonstration", stdout=io.StringIO())
            self.done("demonstration campaign")

    @contextlib.contextmanager
    def told(self, what: str) -> Iterator[None]:
        """Turn what goes wrong into a sentence; the traceback goes to a log."""
        try:
            yield
        except CannotStart:
            raise
        except OperationalError as error:
            raise CannotStart(f"{what}: cannot reach the database ({error}).") from error
        except Exception as error:
            log = self.folder / "log" / "demo.log"
            log.parent.mkdir(exist_ok=True)
            log.write_text(traceback.format_exc(), encoding="utf-8")
            raise CannotStart(
                f"{what} failed ({type(error).__name__}: {error}); {log} says where. "
                "If the data are of another version: ./run demo --reset."
            ) from error

    def welcome(self) -> None:
        self.say(f"{time.time() - self.began_at:7.1f} s  in all")
        self.say(f"\nEquer runs at {self.address}")
        self.say(f"The demonstration in five minutes, role by role: {self.address}tour/")
        if "demonstration_sign_ins" in get_commands():
            answer = io.StringIO()
            call_command("demonstration_sign_ins", stdout=answer)
            self.say(answer.getvalue().rstrip())
        self.say(f"Ctrl-C stops it and keeps the data ({self.folder}).")

    def probe(self) -> None:
        """Ask every part for a sign of life.

        :raises CannotStart: with the list of what failed.
        """
        report: dict[str, object] = {}

        def ask_health() -> str:
            deadline = time.monotonic() + HEALTHY_WITHIN_SECONDS
            while not probes.is_well(report) and time.monotonic() < deadline:
                self.supervisor.look()
                report.update(probes.health(self.address))
            return "" if report else "/health says nothing"

        asked: dict[str, Callable[[], str]] = {
            "first page": lambda: probes.page_works(self.address, "/"),
            "static files": lambda: probes.static_files_work(self.address),
            "sign-in page": lambda: probes.page_works(self.address, _sign_in_path()),
            "health": ask_health,
            "database": lambda: probes.part_works(report, "database"),
            "broker": lambda: probes.part_works(report, "broker"),
            "worker ran a job": lambda: probes.part_works(report, "worker"),
            "worker is a process of its own": lambda: probes.worker_is_apart(report),
            "beat says when to look": lambda: probes.part_works(report, "beat"),
        }
        faults = {}
        for name, question in asked.items():
            try:
                fault = question()
            except Exception as error:  # a question that cannot be put is a fault like another
                fault = f"{type(error).__name__}: {error}"
            if fault:
                faults[name] = fault
            self.done(f"probe: {name}" + (f" FAILED: {fault}" if fault else ""))
        if faults:
            logs = "\n".join(
                f"The end of {log}:\n{child.last_lines()}"
                for child in self.supervisor.children
                if (log := child.log)
            )
            raise CannotStart(f"Failed: {', '.join(faults)}.\n{logs}")


def _tables() -> list[str]:
    with connection.cursor() as cursor:
        return connection.introspection.table_names(cursor)


def _sign_in_path() -> str:
    try:
        return reverse(settings.LOGIN_URL)
    except NoReverseMatch:
        return "/sign-in"


def _already_running(holder: dict[str, object], description: str) -> str:
    if url := holder.get("url"):
        return f"{description} at {url}. Ctrl-C in its terminal stops it."
    return f"{description}: wait for it, or stop it."
