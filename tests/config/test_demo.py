"""Tests of `./run demo` as its user meets it: alone on its folder, and gone when it is gone."""

from __future__ import annotations

import errno
import os
import re
import signal
import socket
import subprocess
import sys
import time
from argparse import ArgumentTypeError
from collections.abc import Iterator
from pathlib import Path

import pytest

from config.management.commands.demo import Demo
from config.servers import probes
from config.servers.places import ROOT, CannotStart
from scoring.demonstration import plan
from tests import processes
from tests.make import make_campaign

SET_FOR_TESTS = (
    "SECRET_KEY",
    "DATABASE_URL",
    "CELERY_BROKER_URL",
    "MEDIA_ROOT",
    "STATIC_ROOT",
    "DATABASE_POOL",
)
pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")


class Door:
    """`python -m config.servers` in a folder of its own."""

    def __init__(self, var: Path) -> None:
        kept = {name: value for name, value in os.environ.items() if name not in SET_FOR_TESTS}
        self.environment = {**kept, "EQUER_VAR": str(var), "PYTHONPATH": str(ROOT)}

    def command(self, *arguments: str) -> list[str]:
        return [sys.executable, "-m", "config.servers", *arguments]

    def answer(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            self.command(*arguments),
            check=False,
            capture_output=True,
            text=True,
            env=self.environment,
            timeout=120,
        )


@pytest.fixture(scope="module")
def door(module_var: Path) -> Door:
    return Door(module_var)


@pytest.fixture
def demo(door: Door) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """Start a demo; yield it and its address once it says that it serves."""
    port = probes.free_port("127.0.0.1")
    with subprocess.Popen(
        door.command("demo", "--port", str(port)),
        env=door.environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    ) as process:
        assert process.stdout is not None
        said = ""
        for line in process.stdout:
            said += line
            if line.startswith("Ctrl-C stops it"):
                break
        else:
            pytest.fail(said)
        yield process, f"http://127.0.0.1:{port}/"
        process.kill()


def _wait_until_well(address: str) -> None:
    """Wait until every part answers: on a busy machine a worker takes its time to start."""
    deadline = time.monotonic() + 60
    while not probes.is_well(report := probes.health(address)):
        assert time.monotonic() < deadline, report


@pytest.mark.parametrize("ending", [signal.SIGTERM, signal.SIGKILL])
def test_demo_leaves_no_process(
    demo: tuple[subprocess.Popen[str], str], ending: signal.Signals
) -> None:
    process, address = demo
    _wait_until_well(address)
    pids = processes.descendants(process.pid)
    assert len(pids) > 7  # database, broker, web server, worker, beat, and their own
    process.send_signal(ending)
    assert process.wait(30) == (-signal.SIGKILL if ending == signal.SIGKILL else 0)
    assert processes.left_after(pids) == []
    assert probes.fetch(address).status == 0


def _named(pids: list[int], word: str) -> list[int]:
    """Return the processes whose command holds a word."""
    commands = {pid: processes.command(pid) for pid in pids}
    return [pid for pid, command in commands.items() if word.encode() in command]


def test_demo_starts_beat_again_over_old_data(
    module_var: Path, demo: tuple[subprocess.Popen[str], str]
) -> None:
    process, address = demo
    (beat,) = _named(processes.descendants(process.pid), "beat")
    assert _named([beat], "worker") == []
    assert list((module_var / "demo").glob("beat-schedule*")) == []
    os.kill(beat, signal.SIGKILL)
    assert processes.left_after([beat]) == []
    deadline = time.monotonic() + 30
    while not (again := _named(processes.descendants(process.pid), "beat")):
        assert time.monotonic() < deadline
        time.sleep(0.1)
    assert again != [beat]
    _wait_until_well(address)


def test_doors_beside_a_running_demo(door: Door, demo: tuple[subprocess.Popen[str], str]) -> None:
    process, address = demo
    second = door.answer("demo")
    assert second.returncode == 1
    assert f"(process {process.pid}) is running at {address}." in second.stderr
    manage = door.answer("manage", "showmigrations", "--plan")
    assert manage.returncode == 0
    assert "[ ]" not in manage.stdout
    assert probes.fetch(address).status == 200
    pids = processes.descendants(process.pid)
    process.send_signal(signal.SIGINT)
    assert process.wait(30) == 0
    assert processes.left_after(pids) == []


def test_manage_without_a_running_demo(door: Door) -> None:
    answer = door.answer("manage", "check")
    assert (answer.returncode, answer.stderr) == (0, "")


def test_whoever_stops_reading_meets_no_traceback(door: Door) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    answer = subprocess.run(
        door.command("manage", "diffsettings", "--all"),
        check=False,
        stdout=writer,
        stderr=subprocess.PIPE,
        text=True,
        env=door.environment,
        timeout=120,
    )
    os.close(writer)
    assert (answer.returncode, answer.stderr) == (141, "")


def test_port_in_use_is_a_sentence(door: Door) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        answer = door.answer("demo", "--port", str(port))
    assert answer.returncode == 1
    assert re.fullmatch(
        rf"CommandError: Port {port} is in use\. A free one: \./run demo --port \d+\n",
        answer.stderr,
    )


@pytest.mark.parametrize("port", ["-1", "0", "99999", "65536", "８０００", "9" * 5000, "http"])
def test_port_that_cannot_be_one_is_a_sentence(port: str) -> None:
    with pytest.raises(ArgumentTypeError, match=f"^{port}: write a whole number from 1 to 65535.$"):
        probes.port_number(port)


def test_commands_refuse_such_a_port(door: Door) -> None:
    answer = door.answer("demo", "--port", "99999")
    assert (answer.returncode, answer.stdout) == (2, "")
    assert answer.stderr.endswith(
        "error: argument --port: 99999: write a whole number from 1 to 65535.\n"
    )


@pytest.mark.parametrize("host", ["192.0.2.1", "no such host", "a" * 70, "a..b"])
def test_host_that_is_not_ours_is_a_sentence(host: str) -> None:
    refusal = probes.refusal_to_listen(host, probes.free_port("127.0.0.1"))
    assert refusal == f"{host} is no address of this machine."


def test_port_for_the_administrator_is_a_sentence() -> None:
    ours = OSError(errno.EACCES, "Permission denied")
    assert probes.refusal(ours, "127.0.0.1", 80) == "Port 80 is for the administrator only."


def test_serve_refuses_an_empty_environment(door: Door) -> None:
    answer = door.answer("serve")
    assert answer.returncode == 1
    assert answer.stderr.startswith(
        "./run serve needs SECRET_KEY, DATABASE_URL, CELERY_BROKER_URL in the environment"
    )


@pytest.mark.django_db
def test_demo_refuses_a_database_with_real_campaigns(tmp_path: Path) -> None:
    demo = Demo(tmp_path, "http://127.0.0.1:8000/", lambda sentence: None)
    demo.refuse_real_campaigns()
    make_campaign()
    with pytest.raises(CannotStart, match="holds campaigns that are not the demo's"):
        demo.refuse_real_campaigns()
    make_campaign(slug=plan()["slug"])
    demo.refuse_real_campaigns()


@pytest.mark.django_db
def test_reset_refuses_a_database_that_is_not_the_demo_s(tmp_path: Path) -> None:
    demo = Demo(tmp_path, "http://127.0.0.1:8000/", lambda sentence: None)
    with pytest.raises(CannotStart, match="--reset only empties the demo's own database"):
        demo.throw_away()
