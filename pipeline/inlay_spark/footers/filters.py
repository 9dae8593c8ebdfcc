"""Filters of Spark that a listing can answer: on the path, the size, the time, and partitions.

What they leave out is never opened. Spark applies none of them again, so each has to be exact.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import Any, Final

from pyspark.sql.datasource import (
    DataSourceReader,
    EqualNullSafe,
    EqualTo,
    Filter,
    GreaterThan,
    GreaterThanOrEqual,
    In,
    IsNotNull,
    IsNull,
    LessThan,
    LessThanOrEqual,
    Not,
    StringContains,
    StringEndsWith,
    StringStartsWith,
)

from inlay.ground.files.entries import FileEntry

_OF_ENTRY: Final = ("path", "file_size", "mtime")


class Pushdown:
    """The method `pushFilters` of a reader, which Spark may not see where pushing down is off.

    With `spark.sql.python.filterPushdown.enabled` false, its default, Spark refuses every reader that has
    a `pushFilters` of its own, and a reader cannot ask. What Spark looks at is `__func__`.
    """

    __func__ = staticmethod(DataSourceReader.pushFilters)

    def __init__(self, partitions: Iterable[str]) -> None:
        self.accepted: list[Filter] = []
        self._columns = {*_OF_ENTRY, *partitions}

    def __call__(self, filters: list[Filter]) -> Iterator[Filter]:
        for filter_ in filters:
            if _is_answered_by_listing(filter_, self._columns):
                self.accepted.append(filter_)
            else:
                yield filter_

    def keeps(self, entry: FileEntry) -> bool:
        return all(_holds(filter_, entry) is True for filter_ in self.accepted)


def _is_answered_by_listing(filter_: Filter, columns: set[str]) -> bool:
    if isinstance(filter_, Not):
        return _is_answered_by_listing(filter_.child, columns)
    if not isinstance(filter_, _KNOWN) or len(filter_.attribute) != 1:
        return False
    name = filter_.attribute[0]
    if name not in columns:
        return False
    if isinstance(filter_, IsNull | IsNotNull):
        return True
    kinds: type | tuple[type, ...] = str
    if name == "file_size":
        kinds = int
    elif name == "mtime":
        kinds = datetime
    values = filter_.value if isinstance(filter_, In) else [filter_.value]
    return all(
        isinstance(value, kinds) and not (isinstance(value, datetime) and value.tzinfo is None)
        for value in values
    )


_KNOWN: Final = (
    EqualTo,
    EqualNullSafe,
    GreaterThan,
    GreaterThanOrEqual,
    LessThan,
    LessThanOrEqual,
    In,
    IsNull,
    IsNotNull,
    StringContains,
    StringEndsWith,
    StringStartsWith,
)


def _holds(filter_: Filter, entry: FileEntry) -> bool | None:
    """With the three values of SQL."""
    if isinstance(filter_, Not):
        inner = _holds(filter_.child, entry)
        return None if inner is None else not inner
    assert isinstance(filter_, _KNOWN)
    value = _value(entry, filter_.attribute[0])
    match filter_:
        case IsNull():
            return value is None
        case IsNotNull():
            return value is not None
        case EqualNullSafe():
            return bool(value == _comparable(filter_.value))
        case _ if value is None:
            return None
        case In():
            return value in map(_comparable, filter_.value)
        case StringContains():
            return filter_.value in value
        case StringStartsWith():
            return bool(value.startswith(filter_.value))
        case StringEndsWith():
            return bool(value.endswith(filter_.value))
        case _:
            return _compare(filter_, value, _comparable(filter_.value))


def _compare(filter_: Filter, own: Any, value: Any) -> bool:
    match filter_:
        case EqualTo():
            return bool(own == value)
        case GreaterThan():
            return bool(own > value)
        case GreaterThanOrEqual():
            return bool(own >= value)
        case LessThan():
            return bool(own < value)
        case _:
            return bool(own <= value)


def _value(entry: FileEntry, name: str) -> Any:
    match name:
        case "path":
            return entry.path
        case "file_size":
            return entry.size
        case "mtime":
            return entry.mtime
        case _:
            return entry.partition.get(name)


def _comparable(value: Any) -> Any:
    """A time as a listing has it, in microseconds."""
    if isinstance(value, datetime):
        seconds = int(value.replace(microsecond=0).timestamp())
        return seconds * 1_000_000 + value.microsecond
    return value
