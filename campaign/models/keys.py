"""Naming any number of rows in one value."""

from __future__ import annotations

from collections.abc import Iterable

from django.contrib.postgres.fields import ArrayField
from django.db.models import BigIntegerField, BooleanField, F, Func, Q, Value


def among(field: str, keys: Iterable[int]) -> Func | Q:
    """Return the condition that a field holds one of the keys, as ``__in`` does, in one value.

    For whatever grows with a campaign: its questions, texts and slots. A statement takes no more
    than 65,535 values. For no keys nothing need be asked, and Django asks nothing.
    """
    values = list(keys)
    if not values:
        return Q(pk__in=[])
    array = Value(values, output_field=ArrayField(BigIntegerField()))
    return Func(
        F(field),
        array,
        template="%(expressions)s)",
        arg_joiner=" = ANY (",
        output_field=BooleanField(),
    )
