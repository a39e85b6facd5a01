"""`./run serve`: web server, worker and beat on one machine, on servers of yours."""

from __future__ import annotations

import os
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import BaseCommand, CommandError, call_command
from django.db import DEFAULT_DB_ALIAS, connections
from django.db.migrations.executor import MigrationExecutor
from django.db.utils import OperationalError

from config.servers import places, probes, programs
from config.servers.places import CannotStart
from config.servers.supervisor import Supervisor, stopping_on_signals


class Command(BaseCommand):
    help = "Serve on the database and broker of the environment, until SIGTERM."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--host", default="127.0.0.1")
        parser.add_argument("--port", type=probes.port_number, default=8000)

    def handle(self, *args: Any, **options: Any) -> None:
        host, port = options["host"], options["port"]
        self.refuse_what_is_not_ready(host, port)
        call_command("collectstatic", verbosity=0, interactive=False)
        supervisor = Supervisor(self.stdout.write)
        try:
            with stopping_on_signals():
                try:
                    self.start(supervisor, host, port)
                    supervisor.watch()
                finally:
                    supervisor.stop()
        except KeyboardInterrupt:
            self.stdout.write("Stopped.")
        except CannotStart as error:
            raise CommandError(str(error)) from error

    def refuse_what_is_not_ready(self, host: str, port: int) -> None:
        if settings.DEMO or settings.DEBUG:
            raise CommandError("EQUER_DEMO and DEBUG let everybody in: unset them to serve.")
        if refusal := probes.refusal_to_listen(host, port):
            raise CommandError(f"{refusal} Choose another with --host or --port.")
        try:
            executor = MigrationExecutor(connections[DEFAULT_DB_ALIAS])
            behind = executor.migration_plan(executor.loader.graph.leaf_nodes())
        except OperationalError as error:
            raise CommandError(f"Cannot reach the database of DATABASE_URL: {error}") from error
        finally:
            connections.close_all()
        if behind:
            raise CommandError(
                f"The database lacks {len(behind)} migrations: back it up, then ./run manage migrate."
            )

    def start(self, supervisor: Supervisor, host: str, port: int) -> None:
        logs = places.make_folder(Path(settings.VAR)) / "log"
        environment = dict(os.environ)
        supervisor.add(programs.worker(log=logs / "worker.log", environment=environment))
        supervisor.add(programs.beat(log=logs / "beat.log", environment=environment))
        web = programs.web_server(
            host=host, port=port, log=logs / "web.log", environment=environment
        )
        supervisor.add(web)
        address = f"http://{programs.socket_address(host, port)}/"
        probes.wait_for(address, supervisor.look)
        self.stdout.write(f"Equer serves at {address}; logs in {logs}.")
