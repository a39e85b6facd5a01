"""Statements about rows that are made once, or sent ahead: the ORM makes each one anew, and waits.

Columns stay with the models: what is written here is made of their fields.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from typing import Any

from django.core.exceptions import ObjectDoesNotExist
from django.db import connection
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import Field, Model
from django.db.models.query import RawQuerySet

type Asked = Callable[[], list[tuple[Any, ...]]]
type Fields = list[Field[Any, Any]]


def insert(row: Model, *, unless: str = "") -> bool:
    """Add a new row and give it its key.

    ``unless`` is an ``ON CONFLICT`` clause; if it keeps the row out, the answer is False.
    """
    statement, fields = _insertion(type(row), unless)
    with connection.cursor() as cursor:
        cursor.execute(statement, _values(row, fields, cursor.db, add=True))
        made = cursor.fetchone()
    if made is None:
        return False
    row.pk, row._state.adding, row._state.db = made[0], False, cursor.db.alias
    return True


def add(row: Model, *, unless: str = "") -> None:
    """Add a new row whose key nobody needs: sent ahead, it is not waited for."""
    statement, fields = _insertion(type(row), unless)
    with connection.cursor() as cursor:
        cursor.execute(statement, _values(row, fields, cursor.db, add=True))


def update(row: Model, *names: str) -> None:
    """Write the named fields of a row that is there.

    :raises ObjectDoesNotExist: if it is not there.
    """
    statement, fields = _change(type(row), names)
    with connection.cursor() as cursor:
        cursor.execute(statement, [*_values(row, fields, cursor.db, add=False), row.pk])
        if cursor.fetchone() is None:
            raise ObjectDoesNotExist(row)


@contextmanager
def sent_ahead() -> Iterator[None]:
    """Send statements without waiting for their answers: what reads an answer waits for it."""
    connection.ensure_connection()
    with connection.wrap_database_errors, connection.connection.pipeline():
        yield


def ask(query: str, values: Sequence[Any] | Mapping[str, Any]) -> Asked:
    """Send a query; what it returns gives the rows, once."""
    cursor = connection.cursor()
    cursor.execute(query, values)

    def rows() -> list[tuple[Any, ...]]:
        with cursor:
            found: list[tuple[Any, ...]] = cursor.fetchall()
        return found

    return rows


def first[M: Model](rows: RawQuerySet[M]) -> M | None:
    """Return the first row of a statement, None if it found none."""
    return next(iter(rows), None)


def columns(model: type[Model], *, of: str) -> str:
    """Return what a query selects to give whole rows of a model that it calls ``of``."""
    return ", ".join(f"{of}.{_column(field)}" for field in model._meta.concrete_fields)


def loaded[M: Model](model: type[M], row: Sequence[Any]) -> M:
    """Return a row that was asked for by its ``columns``; JSON is not read."""
    names = [field.attname for field in model._meta.concrete_fields]
    return model.from_db(connection.alias, names, row)


def cut(row: Sequence[Any], *models: type[Model]) -> Iterator[Sequence[Any]]:
    """Yield what a row holds of each model, whose ``columns`` were asked for in this order."""
    start = 0
    for model in models:
        end = start + len(model._meta.concrete_fields)
        yield row[start:end]
        start = end


@cache
def _insertion(model: type[Model], unless: str) -> tuple[str, Fields]:
    fields = [field for field in model._meta.concrete_fields if not field.primary_key]
    names, marks = ", ".join(map(_column, fields)), ", ".join(["%s"] * len(fields))
    statement = f"INSERT INTO {_table(model)} ({names}) VALUES ({marks}) {unless} RETURNING id"
    return statement, fields


@cache
def _change(model: type[Model], names: tuple[str, ...]) -> tuple[str, Fields]:
    by_name = {field.name: field for field in model._meta.concrete_fields}
    fields = [by_name[name] for name in names]
    changes = ", ".join(f"{_column(field)} = %s" for field in fields)
    return f"UPDATE {_table(model)} SET {changes} WHERE id = %s RETURNING id", fields


def _values(
    row: Model, fields: Iterable[Field[Any, Any]], database: BaseDatabaseWrapper, *, add: bool
) -> list[Any]:
    return [field.get_db_prep_save(field.pre_save(row, add), database) for field in fields]


def _table(model: type[Model]) -> str:
    return connection.ops.quote_name(model._meta.db_table)


def _column(field: Field[Any, Any]) -> str:
    return connection.ops.quote_name(str(field.column))
