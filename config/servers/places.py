"""Where the embedded servers keep data and sockets, as whom they run, and who is using them."""

from __future__ import annotations

import contextlib
import fcntl
import hashlib
import os
import pwd
import secrets
import stat
import subprocess
import tempfile
from pathlib import Path
from typing import IO, Any

ROOT = Path(__file__).resolve().parent.parent.parent


class CannotStart(Exception):
    """What is wrong, in a sentence for the person at the terminal, and the way out."""


def var_folder() -> Path:
    return Path(os.environ.get("EQUER_VAR", "").strip() or ROOT / "var").absolute()


def make_folder(folder: Path) -> Path:
    """Create a folder that the account of the database may cross.

    :raises CannotStart: if it cannot be written.
    """
    missing = [path for path in (folder, *folder.parents) if not path.exists()]
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for path in missing:
            path.chmod(0o755)
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError as error:
        raise CannotStart(
            f"Cannot write to {folder} ({error.strerror}). "
            "Set EQUER_VAR to a folder of yours, for example EQUER_VAR=$HOME/equer-var."
        ) from error
    return folder


# --- accounts -----------------------------------------------------------------


def server_account() -> pwd.struct_passwd | None:
    """Return the account PostgreSQL runs as, None meaning our own: it refuses to run as root."""
    if os.geteuid() != 0:
        return None
    for name in ("postgres", "nobody"):
        with contextlib.suppress(KeyError):
            return pwd.getpwnam(name)
    raise CannotStart(
        "PostgreSQL refuses to run as root, and this machine has neither an account 'postgres' nor "
        "'nobody'. Run this as another user, or set DATABASE_URL to a server of yours."
    )


def identity(account: pwd.struct_passwd | None) -> dict[str, Any]:
    """Return what makes `subprocess` run a program as that account."""
    if account is None:
        return {"cwd": "/"}
    return {"user": account.pw_uid, "group": account.pw_gid, "extra_groups": [], "cwd": "/"}


def can_cross(path: Path, account: pwd.struct_passwd | None) -> bool:
    """Say whether that account can walk to `path` and execute or enter it."""
    if account is None:
        return os.access(path, os.X_OK)
    command = ["test", "-x", str(path)]
    return subprocess.run(command, check=False, **identity(account)).returncode == 0


def short_hash(*words: object) -> str:
    return hashlib.sha256("\0".join(map(str, words)).encode()).hexdigest()[:10]


def open_twin(var: Path) -> Path:
    """Return the folder in /var/tmp that holds data whose own folder the database cannot reach."""
    return Path("/var/tmp") / f"equer-{os.geteuid()}-{short_hash(var.resolve())}"  # noqa: S108


def make_open_folder(folder: Path) -> None:
    """Create a folder of ours that everybody may cross.

    :raises CannotStart: if somebody else made it first.
    """
    folder.mkdir(mode=0o755, exist_ok=True)
    if folder.is_symlink() or folder.lstat().st_uid != os.geteuid():
        raise CannotStart(f"{folder} belongs to somebody else: remove it.")
    folder.chmod(0o755)


# --- sockets --------------------------------------------------------------------


def sockets_folder(var: Path) -> Path:
    """Return the folder of the Unix sockets: short, since their paths end at 107 bytes."""
    return Path(tempfile.gettempdir()) / f"equer-{os.geteuid()}-{short_hash(var.resolve())}"


def make_sockets_folder(var: Path, account: pwd.struct_passwd | None) -> Path:
    """Create the folder of the sockets, closed to everybody else: it is the servers' only lock.

    :raises CannotStart: if somebody else made it first.
    """
    folder = sockets_folder(var)
    owners = {os.geteuid()} | ({account.pw_uid} if account else set())
    folder.mkdir(mode=0o700, exist_ok=True)
    status = folder.lstat()
    if not stat.S_ISDIR(status.st_mode) or status.st_uid not in owners:
        raise CannotStart(f"{folder} belongs to somebody else: remove it, or set TMPDIR elsewhere.")
    folder.chmod(0o700)
    if account:
        os.chown(folder, account.pw_uid, account.pw_gid)
    return folder


def remove_sockets_folder(var: Path) -> None:
    """Remove the folder of the sockets unless another server still has one there."""
    with contextlib.suppress(OSError):
        sockets_folder(var).rmdir()


# --- one user at a time -----------------------------------------------------------


class Claim:
    """A folder's lock: held while the process lives, with a note on who holds it."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._file: IO[str] | None = None

    def take(self, note: str, *, wait: bool = False) -> bool:
        """Take the lock; say whether we have it."""
        file = self.path.open("a+", encoding="utf-8")
        try:
            fcntl.flock(file, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
        except BlockingIOError:
            file.close()
            return False
        self._file = file
        self.write(note)
        return True

    def write(self, note: str) -> None:
        """Replace the note; only the holder may."""
        if self._file is None:
            raise RuntimeError("Take the claim first.")
        self._file.seek(0)
        self._file.truncate()
        self._file.write(note)
        self._file.flush()

    def holder(self) -> str:
        """Return the note of whoever holds or held the lock."""
        try:
            return self.path.read_text(encoding="utf-8").strip()
        except OSError:
            return ""

    def release(self) -> None:
        if self._file is not None:
            self._file.close()
            self._file = None


# --- the key ----------------------------------------------------------------------


def kept_key(path: Path) -> str:
    """Return the random key kept in a file only we can read; make it the first time."""
    with contextlib.suppress(FileNotFoundError):
        return path.read_text(encoding="ascii").strip()
    key = secrets.token_urlsafe(50)
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "w", encoding="ascii") as file:
        file.write(key + "\n")
    return key
