"""The values of partitions: texts of directories as the types that their columns have."""

from __future__ import annotations

from datetime import datetime, time, tzinfo
from decimal import Decimal, InvalidOperation
from typing import Any

import pyarrow as pa

from inlay.ground.files.entries import FileEntry
from inlay_spark.rows.conform import find_same_name
from inlay_spark.rows.errors import UnreadableError
from inlay_spark.rows.partition_types import parse_date, parse_moment, parse_number


def read_partition_value(field: pa.Field[Any], entry: FileEntry, zone: tzinfo | None) -> Any:
    """The scalar for the rows of a file. A local time is one of `zone`.

    Raises UnreadableError, with the file, for a text that is not a value of the type, and for a local time without a zone.
    """
    partition = entry.partition
    text = partition[find_same_name(field.name, list(partition)) or field.name]
    if text is None:
        return pa.scalar(None, field.type)
    try:
        return pa.scalar(_parse(text, field.type, zone), field.type)
    except (pa.ArrowException, ValueError, InvalidOperation):
        where = f"{entry.path}: the partition {field.name} is {text!r}"
        if zone is None and parse_moment(text, None) is not None:
            raise UnreadableError(f"{where}, a time without a zone\n  try: {SAY_ZONE}") from None
        raise UnreadableError(f"{where}, and {field.type} is asked for") from None


SAY_ZONE = (
    ".option('timeZone', 'Europe/Berlin'), since Spark does not tell a source in Python the zone of the session; "
    "inlay_spark.read does"
)


def _parse(text: str, type_: pa.DataType, zone: tzinfo | None) -> Any:
    if pa.types.is_timestamp(type_) and getattr(type_, "tz", None) is not None:
        moment = parse_moment(text, zone)
        if moment is None and (day := parse_date(text)) is not None:
            moment = datetime.combine(day, time(), zone)
        if moment is not None:
            if zone is None:
                raise ValueError(text)
            return moment
    if pa.types.is_floating(type_):
        number = parse_number(text)
        if number is not None:
            return number
    if pa.types.is_decimal(type_):
        return Decimal(text)
    return pa.scalar(text, pa.string()).cast(type_).as_py()
