"""Naming any number of rows in one value."""

from __future__ import annotations

from collections.abc import Iterable

from django.db.models.expressions import RawSQL


def among(keys: Iterable[int]) -> RawSQL:
    """Return keys as one value, for ``__in``: a statement takes no more than 65,535 values.

    For whatever grows with a campaign: its questions, texts and slots.
    """
    return RawSQL("SELECT unnest(%s::bigint[])", [list(keys)])
