"""`./run check`: everything that guards the project and is not a test, all of it, then a summary."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

from config.servers.places import ROOT

TYPED = ("campaign", "judging", "scoring", "client", "config", "tests", "benchmarks")
PROGRAMS = Path(sys.executable).parent
# Checks read the settings and never the database; the key only has to be long enough.
ENVIRONMENT = {
    "SECRET_KEY": "only-for-checks-" * 4,
    "DATABASE_POOL": "0",
    "DJANGO_SETTINGS_MODULE": "config.settings",
}
COMPOSE_ENVIRONMENT = {
    "SECRET_KEY": "only-for-checks-" * 4,
    "POSTGRES_PASSWORD": "only-for-checks",
    "ALLOWED_HOSTS": "localhost",
}


@dataclass(frozen=True)
class Check:
    """A command that must succeed."""

    name: str
    command: list[str]
    environment: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Outcome:
    """How a check ended."""

    check: Check
    passed: bool
    seconds: float
    output: str


def _program(name: str, *arguments: str) -> list[str]:
    return [str(PROGRAMS / name), *arguments]


def _django(*arguments: str) -> list[str]:
    # The missing database of a mere check is no reason for a warning.
    return [sys.executable, "-W", "ignore", "manage.py", *arguments]


def all_checks() -> list[Check]:
    """Return the checks that this machine can do, the longest first."""
    typed = [name for name in TYPED if any((ROOT / name).rglob("*.py"))]
    checks = [
        Check("types", _program("mypy", *typed, "conftest.py"), ENVIRONMENT),
        Check("missing migrations", _django("makemigrations", "--check", "--dry-run"), ENVIRONMENT),
        Check("import contracts", _program("lint-imports", "--no-cache"), ENVIRONMENT),
        Check("catalogues", _django("catalogues", "--check"), ENVIRONMENT),
        Check("templates", _django("check_templates"), ENVIRONMENT),
        Check("lint", _program("ruff", "check", ".")),
        Check("format", _program("ruff", "format", "--check", ".")),
    ]
    for compose in (["docker-compose"], ["docker", "compose"]):
        if _runs([*compose, "version"]):
            command = [*compose, "-f", "docker-compose.yml", "config", "-q"]
            checks.append(Check("docker-compose.yml", command, COMPOSE_ENVIRONMENT))
            break
    return checks


def _runs(command: list[str]) -> bool:
    if shutil.which(command[0]) is None:
        return False
    return subprocess.run(command, check=False, capture_output=True).returncode == 0


def perform(check: Check) -> Outcome:
    began_at = time.monotonic()
    answer = subprocess.run(
        check.command,
        check=False,
        cwd=ROOT,
        env={**os.environ, **check.environment},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    seconds = time.monotonic() - began_at
    return Outcome(check, answer.returncode == 0, seconds, answer.stdout.strip())


def main() -> int:
    with ThreadPoolExecutor(max_workers=os.cpu_count() or 1) as pool:
        outcomes = list(pool.map(perform, all_checks()))
    failed = [outcome for outcome in outcomes if not outcome.passed]
    lines = []
    for outcome in failed:
        lines += [f"--- {outcome.check.name}", outcome.output, ""]
    for outcome in outcomes:
        word = "ok    " if outcome.passed else "FAILED"
        lines.append(f"{word} {outcome.seconds:5.1f} s  {outcome.check.name}")
    names = ", ".join(outcome.check.name for outcome in failed)
    lines.append(f"Failed: {names}." if failed else "All checks pass.")
    sys.stdout.write("\n".join(lines) + "\n")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
