"""Tests of config.servers: what it starts it stops, however it ends."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from config.servers import places
from config.servers.broker import Broker
from config.servers.children import Child
from config.servers.places import CannotStart, Claim
from config.servers.postgres import Postgres
from config.servers.supervisor import FORGIVEN_DEATHS, Supervisor
from tests import processes

SLEEPER = [sys.executable, "-c", "import time; time.sleep(60)"]


@pytest.fixture
def children() -> Iterator[list[Child]]:
    """Collect processes that must be gone after the test."""
    started: list[Child] = []
    yield started
    for child in started:
        child.kill()


# --- servers ----------------------------------------------------------------------------


def test_postgres_keeps_its_data_over_a_restart(var: Path) -> None:
    for expected in (0, 1):
        server = Postgres(var, durable=False)
        try:
            server.start()
            with psycopg.connect(server.url) as connection:
                connection.execute("CREATE TABLE IF NOT EXISTS kept (number int)")
                counted = connection.execute("SELECT count(*) FROM kept").fetchone()
                connection.execute("INSERT INTO kept VALUES (1)")
        finally:
            server.stop()
        assert counted == (expected,)


def test_postgres_starts_after_being_killed(var: Path) -> None:
    server = Postgres(var)
    server.start()
    assert server.process is not None
    server.process.kill()
    again = Postgres(var)
    try:
        again.start()
    finally:
        again.stop()
    assert again.process is not None
    assert again.process.exit_code == 0


def test_postgres_refuses_data_of_another_version(var: Path) -> None:
    (var / "postgres-9").mkdir(parents=True)
    (var / "postgres-9" / "PG_VERSION").write_text("9\n", encoding="ascii")
    with pytest.raises(CannotStart, match=r"data in .* are of PostgreSQL 9, .*--reset"):
        Postgres(var).start()


def test_broker_answers_on_its_socket_and_nowhere_else(var: Path) -> None:
    broker = Broker(var)
    try:
        broker.start()
        assert broker.socket.is_socket()
        assert broker.url == f"redis+socket://{broker.socket}"
        assert len(str(broker.socket)) < 100
    finally:
        broker.stop()
    assert broker.process is not None
    assert not broker.process.is_running


def test_sockets_folder_of_somebody_else_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    places.sockets_folder(tmp_path / "var").symlink_to(elsewhere)
    with pytest.raises(CannotStart, match="belongs to somebody else"):
        places.make_sockets_folder(tmp_path / "var", None)


def test_folder_that_cannot_be_written_is_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="ascii")
    with pytest.raises(CannotStart, match="Set EQUER_VAR to a folder of yours"):
        places.make_folder(tmp_path / "file" / "var")


def test_key_is_random_kept_and_closed(tmp_path: Path) -> None:
    key = places.kept_key(tmp_path / "key")
    assert places.kept_key(tmp_path / "key") == key
    assert places.kept_key(tmp_path / "other") != key
    assert len(key) >= 50
    assert (tmp_path / "key").stat().st_mode & 0o777 == 0o600


def test_claim_is_held_by_one(tmp_path: Path) -> None:
    first, second = Claim(tmp_path / "lock"), Claim(tmp_path / "lock")
    assert first.take("first")
    assert not second.take("second")
    assert second.holder() == "first"
    first.release()
    assert second.take("second")
    assert second.holder() == "second"
    second.release()


# --- processes --------------------------------------------------------------------------


def test_child_that_ignores_goodbye_is_killed_with_its_session(
    tmp_path: Path, children: list[Child]
) -> None:
    stubborn = (
        "import signal, subprocess, sys, time; signal.signal(signal.SIGTERM, signal.SIG_IGN);"
        f"print(subprocess.Popen({SLEEPER!r}).pid, flush=True); time.sleep(60)"
    )
    child = Child("Stubborn", [sys.executable, "-c", stubborn], log=tmp_path / "log")
    children.append(child)
    child.start()
    child.wait_until(lambda: bool(child.last_lines()), seconds=10)
    grandchild = int(child.last_lines())
    child.stop(patience=0.2)
    assert child.exit_code == -signal.SIGKILL
    assert processes.left_after([grandchild]) == []


def test_child_that_dies_at_once_says_why(tmp_path: Path, children: list[Child]) -> None:
    child = Child("Unlucky", [sys.executable, "-c", "exit('no luck')"], log=tmp_path / "log")
    children.append(child)
    child.start()
    with pytest.raises(CannotStart, match=r"(?s)Unlucky ended \(1\).*no luck"):
        child.wait_until(lambda: False, seconds=10)


def test_missing_program_is_a_sentence(tmp_path: Path) -> None:
    child = Child("Nothing", [str(tmp_path / "nothing")], log=tmp_path / "log")
    with pytest.raises(CannotStart, match="Cannot start Nothing"):
        child.start()


def test_supervisor_restarts_five_times_then_gives_up(
    tmp_path: Path, children: list[Child]
) -> None:
    said: list[str] = []
    supervisor = Supervisor(said.append)
    child = Child("The sleeper", SLEEPER, log=tmp_path / "log")
    children.append(child)
    supervisor.add(child)
    pids = {child.pid}
    for _ in range(FORGIVEN_DEATHS):
        os.kill(child.pid, signal.SIGKILL)
        assert processes.left_after([child.pid]) == []
        supervisor.look()
        assert child.is_running
        pids.add(child.pid)
    assert len(pids) == FORGIVEN_DEATHS + 1
    assert [sentence.split(".")[0] for sentence in said] == [
        "The sleeper ended (-9), starting it again"
    ] * FORGIVEN_DEATHS
    os.kill(child.pid, signal.SIGKILL)
    assert processes.left_after([child.pid]) == []
    with pytest.raises(CannotStart, match="6 times in ten minutes: everything stops"):
        supervisor.look()


def test_supervisor_counts_each_process_for_itself(tmp_path: Path, children: list[Child]) -> None:
    supervisor = Supervisor(lambda sentence: None)
    for name in ("The sleeper", "The other sleeper"):
        child = Child(name, SLEEPER, log=tmp_path / name)
        children.append(child)
        supervisor.add(child)
    for _ in range(FORGIVEN_DEATHS):
        for child in children:
            os.kill(child.pid, signal.SIGKILL)
        assert processes.left_after([child.pid for child in children]) == []
        supervisor.look()
    assert [child.is_running for child in children] == [True, True]


def test_supervisor_stops_when_a_server_dies(tmp_path: Path, children: list[Child]) -> None:
    supervisor = Supervisor(lambda sentence: None)
    child = Child("The server", SLEEPER, log=tmp_path / "log")
    children.append(child)
    child.start()
    supervisor.watch_vital(child)
    supervisor.look()
    child.kill()
    with pytest.raises(CannotStart, match="everything stops"):
        supervisor.look()


OWNER = """
import sys, time
from pathlib import Path
from config.servers.broker import Broker
from config.servers.children import Child
from config.servers.postgres import Postgres

var = Path(sys.argv[1])
servers = [Postgres(var, durable=False), Broker(var)]
for server in servers:
    server.start()
child = Child("sleeper", [sys.executable, "-c", "import time; time.sleep(60)"], log=var / "log/s")
child.start()
print(*[server.process.pid for server in servers], child.pid, flush=True)
time.sleep(60)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="the kernel's goodbye is Linux's")
def test_killed_owner_leaves_no_process(var: Path) -> None:
    command = [sys.executable, "-c", OWNER, str(var)]
    with subprocess.Popen(command, cwd=places.ROOT, stdout=subprocess.PIPE, text=True) as owner:
        assert owner.stdout is not None
        pids = [int(word) for word in owner.stdout.readline().split()]
        assert len(pids) == 3
        assert processes.alive(pids) == pids
        owner.kill()
    assert processes.left_after(pids) == []
