"""An annotation that its type does not allow is a finding, and the values are read all the same."""

from __future__ import annotations

import io
from typing import Any, Final, cast

import pyarrow as pa
import pytest
from pyarrow import parquet

import inlay
from inlay.footers.footer.trailer import tail_of
from parquet_format.parquet import (
    BsonType,
    ColumnOrder,
    DateType,
    DecimalType,
    EnumType,
    Float16Type,
    GeographyType,
    GeometryType,
    IntType,
    JsonType,
    ListType,
    MapType,
    NullType,
    Statistics,
    StringType,
    TimestampType,
    TimeType,
    TimeUnit,
    UUIDType,
    VariantType,
)

pq = cast("Any", parquet)

VALUES: Final[dict[str, Any]] = {
    "boolean": pa.array([True, None]),
    "int32": pa.array([1, None], pa.int32()),
    "int64": pa.array([1, None]),
    "float": pa.array([1.5, None], pa.float32()),
    "double": pa.array([1.5, None]),
    "bytes": pa.array([b"abc", None]),
    **{
        f"bytes of {size}": pa.array([b"x" * size, None], pa.binary(size))
        for size in (1, 2, 3, 12, 16, 17)
    },
}
ANNOTATIONS: Final = [
    *(each() for each in (StringType, MapType, ListType, EnumType, DateType, NullType, JsonType)),
    *(each() for each in (BsonType, UUIDType, Float16Type, GeometryType, GeographyType)),
    VariantType(specification_version=1),
    DecimalType(scale=0, precision=5),
    DecimalType(scale=3, precision=60),
    IntType(bitWidth=8, isSigned=True),
    IntType(bitWidth=64, isSigned=False),
    TimeType(isAdjustedToUTC=True, unit=TimeUnit.MILLIS),
    TimestampType(isAdjustedToUTC=True, unit=TimeUnit.NANOS),
]


@pytest.mark.parametrize("order", [None, *(it for it in ColumnOrder)])
@pytest.mark.parametrize("name", VALUES)
def test_any_annotation(name: str, order: ColumnOrder | None) -> None:
    file = io.BytesIO()
    sorting = [pq.SortingColumn(0)]
    pq.write_table(
        pa.table({"c": VALUES[name]}), file, write_page_index=True, sorting_columns=sorting
    )
    data = file.getvalue()
    allowed = 0
    for annotation in ANNOTATIONS:
        metadata = inlay.read_metadata(data)
        metadata.schema[1] = metadata.schema[1].replace(logicalType=annotation, converted_type=None)
        metadata.column_orders = [order] if order is not None else None
        meta = metadata.row_groups[0].columns[0].meta_data
        assert meta is not None
        meta.statistics = (meta.statistics or Statistics()).replace(nan_count=0, distinct_count=1)
        changed = data[: inlay.open(data).offset] + tail_of(metadata.encode())
        verified = inlay.verify(changed, values=True)
        assert verified.audited is not None
        assert verified.audited.values == 1
        allowed += "annotation" not in {it.code for it in verified.findings}
    assert allowed < len(ANNOTATIONS) / 2
