"""Changes of a footer, for files in which one thing is not true."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from parquet_format.parquet import (
    FileMetaData,
    SizeStatistics,
)
from tests.verbs.verify.files import Change, meta_of

if TYPE_CHECKING:
    pass


class Lie(NamedTuple):
    change: Change
    code: str
    at: str
    said: str


def field(name: str, value: object, column: str = "price", group: int = 1) -> Change:
    """A change of a field of ColumnMetaData."""
    return lambda footer: setattr(meta_of(footer, group, column), name, value)


def statistic(name: str, value: object, column: str = "price", group: int = 1) -> Change:
    return lambda footer: setattr(meta_of(footer, group, column).statistics, name, value)


def chunk(name: str, value: object) -> Change:
    return lambda footer: setattr(footer.row_groups[1].columns[1], name, value)


def group(name: str, value: object) -> Change:
    return lambda footer: setattr(footer.row_groups[1], name, value)


def element(at: int, **values: object) -> Change:
    def change(footer: FileMetaData) -> None:
        for name, value in values.items():
            setattr(footer.schema[at], name, value)

    return change


def i64(value: int) -> bytes:
    return value.to_bytes(8, "little")


def levels(*counts: int, column: str = "price") -> Change:
    """Of size statistics with these definition levels alone."""
    return field("size_statistics", SizeStatistics(definition_level_histogram=[*counts]), column)


def levels_of_tags(*highest: int) -> Change:
    """With so many values of the last levels, and the rest at the first one."""

    def change(footer: FileMetaData) -> None:
        meta = meta_of(footer, 1, "tags")
        rest = meta.num_values - sum(highest)
        counts = [rest, *([0] * (3 - len(highest))), *highest]
        meta.size_statistics = SizeStatistics(definition_level_histogram=counts)

    return change


def no_bounds(column: str, *names: str) -> Change:
    names = names or ("min_value", "max_value", "min", "max")
    return all_of(*(statistic(name, None, column) for name in names))


def all_of(*changes: Change) -> Change:
    def change(footer: FileMetaData) -> None:
        for each in changes:
            each(footer)

    return change


COLUMNS = "row_groups[1].columns"


PLACE = "row_groups[1].columns[1]"


META = f"{PLACE}.meta_data"
