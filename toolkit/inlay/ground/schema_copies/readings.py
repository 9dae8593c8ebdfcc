"""Pairs that say how values are to be read. Files that differ in them cannot become one, since one of them would be read
wrongly; the sources are in docs/described.md."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final, NamedTuple, TypeAlias

from inlay.ground.schema.meaning import find_meaning
from inlay.ground.schema.tree import SchemaTree
from parquet_format.parquet import DateType, SchemaElement, TimestampType, Type

Said: TypeAlias = Mapping[str, str]
"""The values of a file under the keys that matter; a key without a value is as good as none."""


class Dated(NamedTuple):
    """Whether the file has columns that calendars and time zones change."""

    dates: bool
    int96: bool


class Reading(NamedTuple):
    """`means` is what a reader makes of the values, equal for files that it reads alike."""

    keys: tuple[str, ...]
    means: Callable[[Said, Dated], object]
    what: str


SPARK_VERSION: Final = "org.apache.spark.version"
_SPARK_DATES: Final = "org.apache.spark.legacyDateTime"
_SPARK_INT96: Final = "org.apache.spark.legacyINT96"
_SPARK_ZONE: Final = "org.apache.spark.timeZone"
_HIVE: Final = ("writer.time.zone", "writer.date.proleptic", "writer.zone.conversion.legacy")
_ICEBERG_DELETES: Final = ("delete-type", "delete-field-ids")


def find_dated(schema: Sequence[SchemaElement]) -> Dated:
    leaves = [leaf.element for leaf in SchemaTree(schema).leaves]
    dates = any(isinstance(find_meaning(leaf), DateType | TimestampType) for leaf in leaves)
    return Dated(dates, any(leaf.type is Type.INT96 for leaf in leaves))


def _spark(said: Said, columns: Dated) -> object:
    return (
        _rebased(said, "3.0.0", _SPARK_DATES) if columns.dates else None,
        _rebased(said, "3.1.0", _SPARK_INT96) if columns.int96 else None,
    )


def _rebased(said: Said, first_without: str, legacy: str) -> object:
    """The calendar that Spark takes values to be of. It compares versions as text, so that is done here, too."""
    version = said.get(SPARK_VERSION)
    if version is None:
        return "by its configuration"
    if version < first_without or said.get(legacy) is not None:
        return ("the hybrid calendar", said.get(_SPARK_ZONE))
    return "the Gregorian calendar"


def _hive(said: Said, columns: Dated) -> object:
    return dict(said) if columns.dates or columns.int96 else None


def _as_said(said: Said, _columns: Dated) -> object:
    return dict(said)


READINGS: Final = (
    Reading(
        (SPARK_VERSION, _SPARK_DATES, _SPARK_INT96, _SPARK_ZONE),
        _spark,
        "Spark reads their dates and timestamps by different calendars",
    ),
    Reading(_HIVE, _hive, "Hive reads their dates and timestamps in different zones or calendars"),
    Reading(_ICEBERG_DELETES, _as_said, "Iceberg deletes other rows by each of them"),
)
READING_OF: Final[Mapping[str, Reading]] = {
    key: reading for reading in READINGS for key in reading.keys
}
