"""Naming any number of rows in one value."""

from __future__ import annotations

from collections.abc import Iterable

from django.db.models.expressions import RawSQL


def among(keys: Iterable[int]) -> RawSQL | list[int]:
    """Return keys as one value, for ``__in``: a statement takes no more than 65,535 values.

    For whatever grows with a campaign: its questions, texts and slots. For no keys nothing need
    be asked, and Django asks nothing.
    """
    values = list(keys)
    return RawSQL("SELECT unnest(%s::bigint[])", [values]) if values else values
