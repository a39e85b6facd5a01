"""Files that tell how far they have been read."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, BinaryIO


class WatchedFile:
    r"""A binary file that calls back with the share of its bytes that was read.

    >>> import io
    >>> shares = []
    >>> file = WatchedFile(io.BytesIO(b"abcd"), size=4, tell=shares.append)
    >>> file.read(1), file.read(), file.read(), shares
    (b'a', b'bcd', b'', [0.25, 1.0, 1.0])
    """

    def __init__(self, file: BinaryIO, *, size: int, tell: Callable[[float], None]) -> None:
        self._file = file
        self._size = size
        self._tell = tell

    def read(self, count: int = -1, /) -> bytes:
        block = self._file.read(count)
        self._tell(min(self._file.tell() / max(self._size, 1), 1.0))
        return block

    def __getattr__(self, name: str) -> Any:
        return getattr(self._file, name)

    def __enter__(self) -> WatchedFile:
        return self

    def __exit__(self, *exception: object) -> None:
        self._file.close()
