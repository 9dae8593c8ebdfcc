"""The rows of a scan, of values that JSON has."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from math import isfinite
from typing import TYPE_CHECKING, Any, Final, TypeAlias, cast

if TYPE_CHECKING:
    import pyarrow as pa

PlainRow: TypeAlias = dict[str, Any]

_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)


def list_plain_rows(batch: pa.RecordBatch) -> list[PlainRow]:
    """The rows of a batch; bytes in hexadecimal, maps as objects, moments and infinities as text."""
    import pyarrow as pa

    # Moments are cast: for a `datetime`, pyarrow would import pandas.
    is_moment = [pa.types.is_timestamp(type_) for type_ in batch.schema.types]
    types = [
        pa.int64() if moment else type_
        for type_, moment in zip(batch.schema.types, is_moment, strict=True)
    ]
    plain = pa.schema(list(zip(batch.schema.names, types, strict=True)))
    rows = batch.cast(plain).to_pylist()
    for name, moment in zip(batch.schema.names, is_moment, strict=True):
        if moment:
            for row in rows:
                if row[name] is not None:
                    row[name] = (_EPOCH + timedelta(microseconds=row[name])).isoformat()
    return [plain_value(row) for row in rows]


def plain_value(value: Any) -> Any:
    """Bytes are hexadecimal, maps objects, infinities text."""
    match value:
        case dict():
            fields = cast("dict[str, Any]", value)
            return {name: plain_value(value) for name, value in fields.items()}
        case list():
            elements: list[Any] = [*cast("Any", value)]
            if elements and isinstance(elements[0], tuple):
                return dict(elements)  # a map of Arrow
            return [plain_value(element) for element in elements]
        case bytes():
            return f"0x{value.hex()}"
        case float():
            return value if isfinite(value) else str(value)
        case _:
            return value
