"""Rows for spreadsheets: text that a program would run as a formula stays text."""

import csv
import io
from collections.abc import Iterable, Iterator, Sequence

_FORMULA_SIGNS = ("=", "+", "-", "@", "＝", "＋", "－", "＠", "\t", "\r", "\n")


def plain_cell(text: str) -> str:
    """Return a text that no spreadsheet takes for a formula; an apostrophe marks it as text.

    >>> plain_cell("=1+1"), plain_cell("Zola")
    ("'=1+1", 'Zola')
    """
    return f"'{text}" if text.lstrip(" \ufeff\u200b").startswith(_FORMULA_SIGNS) else text


def csv_lines(rows: Iterable[Sequence[str | int]]) -> Iterator[str]:
    r"""Yield rows as lines of CSV; numbers stay as they are.

    >>> list(csv_lines([["day", "texts"], ["=x", -3]]))
    ['day,texts\r\n', "'=x,-3\r\n"]
    """
    buffer = io.StringIO(newline="")
    writer = csv.writer(buffer)
    for row in rows:
        writer.writerow([plain_cell(cell) if isinstance(cell, str) else cell for cell in row])
        yield buffer.getvalue()
        buffer.seek(0)
        buffer.truncate()
