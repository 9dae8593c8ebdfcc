"""Types that the values are not of, geometries, Variants, keys of the file, second footers and second encodings."""

from __future__ import annotations

import json
import struct
import tempfile
from collections.abc import Sequence
from decimal import Decimal
from pathlib import Path
from typing import Any, Final

from inlay.changes.life_cycle.change_form import change_form
from inlay.changes.life_cycle.steps import add
from inlay.pages.encodings.payload import read_slot, renew
from parquet_format.encoding import ColumnEncoding
from parquet_format.parquet import (
    BoundingBox,
    DecimalType,
    EnumType,
    FileMetaData,
    GeographyType,
    GeometryType,
    GeospatialStatistics,
    IntType,
    JsonType,
    KeyValue,
    LogicalType,
    StringType,
    TimeType,
    TimeUnit,
    VariantType,
)
from tests.lies.kind import Edit, Kind, Query, edited
from tests.lies.parts import Parts
from tests.lies.true_files import (
    ROWS,
    annotated,
    element,
    pa,
    stated,
    true_file,
    true_table,
    without_bounds,
)
from tests.pages.encodings.files import add_all

POINTS: Final = [struct.pack("<BIdd", 1, 1, at, -at) for at in ROWS]
AROUND: Final = [struct.pack("<BIdd", 1, 1, x, 0) for x in (170, 175, -170, -165) * 2]


def _content(
    says: str,
    holds: str,
    values: Sequence[Any],
    kind: Any,
    logical: LogicalType,
    finding: str,
    query: Query | None = None,
) -> Kind:
    """The column has no logical type, and gets one. Its bounds go, for their order may change with the type."""
    return Kind(
        "contents",
        says,
        holds,
        true_file(values, kind, without_bounds),
        edited(annotated(logical)),
        finding=finding,
        query=query,
    )


def _precision(says: str, holds: str, precision: int, kind: Any, query: Query) -> Kind:
    """The last value has more digits than the type. (The number stands in the schema twice.)"""

    def edit(parts: Parts) -> None:
        logical = element(parts).logicalType
        assert isinstance(logical, DecimalType)
        logical.precision = element(parts).precision = precision

    values = [*map(Decimal, ROWS[:7]), Decimal(query.value)]
    true = true_file(values, kind, without_bounds, store_decimal_as_integer=True)
    return Kind("contents", says, holds, true, edited(edit), finding="value-range", query=query)


def _placed(parts: Parts) -> None:
    """GEOMETRY, with boxes and types that are right."""
    without_bounds(parts)
    annotated(GeometryType())(parts)
    for group in range(2):
        first, last = group * 4 + 1, group * 4 + 4
        box = BoundingBox(xmin=first, xmax=last, ymin=-last, ymax=-first)
        parts.chunk("c", group).meta.geospatial_statistics = GeospatialStatistics(
            bbox=box, geospatial_types=[1]
        )


def _geospatial(parts: Parts) -> GeospatialStatistics:
    statistics = parts.chunk("c").meta.geospatial_statistics
    assert statistics is not None
    return statistics


def _box(name: str, value: float) -> Edit:
    def edit(parts: Parts) -> None:
        setattr(_geospatial(parts).bbox, name, value)

    return edit


def _types(*codes: int) -> Edit:
    def edit(parts: Parts) -> None:
        _geospatial(parts).geospatial_types = list(codes)

    return edit


def _around(parts: Parts) -> None:
    """GEOGRAPHY, with boxes that cross the antimeridian."""
    without_bounds(parts)
    annotated(GeographyType())(parts)
    for group in range(2):
        parts.chunk("c", group).meta.geospatial_statistics = GeospatialStatistics(
            bbox=BoundingBox(xmin=170, xmax=-165, ymin=0, ymax=0), geospatial_types=[1]
        )


def _geometry(says: str, holds: str, edit: Edit, finding: str) -> Kind:
    true = true_file(POINTS, pa.binary(), _placed)
    return Kind("geometries", says, holds, true, edited(edit), finding=finding)


def _geo(*, types: str = "Point", right: float = 8.0, south: str = "ymin") -> KeyValue:
    """The key of GeoParquet, of the column `c`, and of its boxes in `box`."""
    names = {"xmin": "xmin", "ymin": south, "xmax": "xmax", "ymax": "ymax"}
    column = {
        "encoding": "WKB",
        "geometry_types": [types],
        "bbox": [1.0, -8.0, right, -1.0],
        "covering": {"bbox": {edge: ["box", name] for edge, name in names.items()}},
    }
    described = {"version": "1.1.0", "primary_column": "c", "columns": {"c": column}}
    return KeyValue(key="geo", value=json.dumps(described))


def _with_key(pair: KeyValue) -> Edit:
    def edit(parts: Parts) -> None:
        parts.footer.key_value_metadata = [pair]

    return edit


def _covered(parts: Parts) -> None:
    _with_key(_geo())(parts)


def _geo_lie(says: str, holds: str, finding: str, **lie: Any) -> Kind:
    boxes = [{"xmin": at, "ymin": -at, "xmax": at, "ymax": -at} for at in map(float, ROWS)]
    table = pa.table({"row": pa.array(ROWS, pa.int64()), "c": POINTS, "box": boxes})
    return Kind(
        "geometries",
        says,
        holds,
        true_table(table, without_bounds, _covered),
        edited(_with_key(_geo(**lie))),
        finding=finding,
    )


def _variants(values: Sequence[bytes | None], typed: Sequence[int | None]) -> Any:
    """A struct as one of a shredded Variant."""
    metadata = pa.array([b"\1\0\0"] * 8, pa.binary())
    fields = [
        pa.field("metadata", pa.binary(), nullable=False),
        pa.field("value", pa.binary()),
        pa.field("typed_value", pa.int64()),
    ]
    arrays = [metadata, pa.array(values, pa.binary()), pa.array(typed, pa.int64())]
    return pa.StructArray.from_arrays(arrays, fields=fields)


def _said_variant(parts: Parts) -> None:
    annotated(VariantType(specification_version=1))(parts)


def _bound_of_typed(parts: Parts) -> None:
    parts.chunk("c.typed_value").statistics.max_value = struct.pack("<q", 7)


SHREDDED: Final = _variants([None] * 8, list(ROWS))
BOTH: Final = _variants([None] * 7 + [b"\x0c\7"], list(ROWS))
TORN: Final = _variants([b"\x0c\1"] * 7 + [b"\x0c"], [None] * 8)
"""Each a Variant of INT8, and the last without its byte."""


def _pandas(stop: int) -> Edit:
    described = {
        "index_columns": [{"kind": "range", "name": None, "start": 0, "stop": stop, "step": 1}],
        "column_indexes": [],
        "columns": [],
        "pandas_version": "3.0.0",
    }
    return _with_key(KeyValue(key="pandas", value=json.dumps(described)))


def _with_second_footer(data: bytes) -> bytes:
    """A FlatBuffers footer beside the Thrift footer."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "a.parquet"
        path.write_bytes(data)
        change_form(str(path), add)
        return path.read_bytes()


def _second_footer() -> bytes:
    return _with_second_footer(true_file(ROWS, pa.int64())())


def _second_footer_lies(parts: Parts) -> None:
    thrift = Parts.of(true_file(ROWS, pa.int64())())
    stated("max_value", struct.pack("<q", 7))(thrift)
    parts.footer.extension = Parts.of(_with_second_footer(thrift.joined())).footer.extension


def _with_second_encoding(values: Sequence[int]) -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "a.parquet"
        path.write_bytes(true_file(values, pa.int64(), without_bounds)())
        add_all(path)
        return path.read_bytes()


SWAPPED: Final = [*ROWS[:6], 8, 7]


def _second_encoding_lies(data: bytes) -> bytes:
    """The second copy is that of other values, with its own CRCs."""
    other = _with_second_encoding(SWAPPED)
    footer, encoding = _said_second(data)
    _, swapped = _said_second(other)
    start, end = encoding.offset, encoding.offset + encoding.length
    assert (swapped.offset, swapped.length) == (encoding.offset, encoding.length)
    swapped.original = encoding.original
    meta = footer.row_groups[-1].columns[1].meta_data
    assert meta is not None
    renew(meta, swapped)
    body = data[: -8 - int.from_bytes(data[-8:-4], "little")]
    thrift = footer.encode()
    size = len(thrift).to_bytes(4, "little")
    return body[:start] + other[start:end] + body[end:] + thrift + size + b"PAR1"


def _said_second(data: bytes) -> tuple[FileMetaData, ColumnEncoding]:
    footer = Parts.of(data).footer
    meta = footer.row_groups[-1].columns[1].meta_data
    said = read_slot(meta) if meta is not None else None
    assert said is not None
    assert said.encoding is not None
    return footer, said.encoding


CONTENTS: Final = {
    "string-no-utf8": _content(
        "STRING",
        "bytes FF, no UTF-8",
        [b"a"] * 7 + [b"\xff"],
        pa.binary(),
        StringType(),
        "value-text",
    ),
    "json-none": _content(
        "JSON", "`{`", [b"{}"] * 7 + [b"{"], pa.binary(), JsonType(), "value-json"
    ),
    "enum-no-utf8": _content(
        "ENUM", "bytes FF, no UTF-8", [b"a"] * 7 + [b"\xff"], pa.binary(), EnumType(), "value-text"
    ),
    "decimal-beyond-precision": _precision(
        "DECIMAL(3, 2)", "99.99", 3, pa.decimal128(4, 2), Query("=", "99.99", "decimal")
    ),
    "decimal-bytes-beyond-precision": _precision(
        "DECIMAL(21, 2)", "10^20", 21, pa.decimal128(23, 2), Query("=", str(10**20), "decimal")
    ),
    "time-beyond-a-day": _content(
        "TIME",
        "25 hours",
        [at * 3_600_000_000 for at in (*ROWS[:7], 25)],
        pa.int64(),
        TimeType(isAdjustedToUTC=False, unit=TimeUnit.MICROS),
        "value-range",
    ),
    "time-negative": _content(
        "TIME",
        "an hour before midnight, as -1 hour",
        [at * 3_600_000_000 for at in (*ROWS[:7], -1)],
        pa.int64(),
        TimeType(isAdjustedToUTC=False, unit=TimeUnit.MICROS),
        "value-range",
    ),
    "int8-beyond-its-width": _content(
        "INT(8, signed)",
        "300",
        [*ROWS[:7], 300],
        pa.int32(),
        IntType(bitWidth=8, isSigned=True),
        "value-range",
        Query("=", "7"),
    ),
    "uint16-beyond-its-width": _content(
        "INT(16, unsigned)",
        "70,000",
        [*ROWS[:7], 70_000],
        pa.int32(),
        IntType(bitWidth=16, isSigned=False),
        "value-range",
        Query("=", "7"),
    ),
    "geometry-xmax": _geometry("xmax 7", "8", _box("xmax", 7), "value-box"),
    "geometry-ymin": _geometry("ymin -7", "-8", _box("ymin", -7), "value-box"),
    "geometry-types": _geometry("polygons", "points", _types(3), "value-geometry-types"),
    "geometry-types-z": _geometry("points with z", "points", _types(1001), "value-geometry-types"),
    "geography-across-180": Kind(
        "geometries",
        "x from 170, across 180, to -170",
        "-165 too",
        true_file(AROUND, pa.binary(), _around),
        edited(_box("xmax", -170)),
        finding="value-box",
    ),
    "geo-bbox": _geo_lie("`bbox` of `geo` ends at x 7", "8", "value-geo-box", right=7.0),
    "geo-geometry-types": _geo_lie(
        "`geometry_types`: Polygon", "points", "value-geo-types", types="Polygon"
    ),
    "geo-covering": _geo_lie(
        "the least y is in `box.xmin`", "in `box.ymin`", "value-covering", south="xmin"
    ),
    "variant-bound": Kind(
        "Variants",
        "max 7 of typed_value",
        "8",
        true_file(SHREDDED, None, _said_variant),
        edited(_bound_of_typed),
        finding="value-bounds",
    ),
    "variant-both": Kind(
        "Variants",
        "VARIANT",
        "a struct with both `value` and `typed_value`",
        true_file(BOTH),
        edited(_said_variant),
        finding="value-shredding",
    ),
    "variant-torn": Kind(
        "Variants",
        "VARIANT",
        "a value that ends early",
        true_file(TORN),
        edited(_said_variant),
        finding="value-variant",
    ),
    "second-footer": Kind(
        "second footers",
        "max 7 in the FlatBuffers footer",
        "8, as in the Thrift footer",
        _second_footer,
        edited(_second_footer_lies),
        finding="disagree",
        query=Query("=", "8"),
    ),
    "second-encoding": Kind(
        "second encodings",
        "8, 7 in the second encoding",
        "7, 8, in the first",
        lambda: _with_second_encoding(list(ROWS)),
        _second_encoding_lies,
        finding="value-second-encoding",
        query=Query("=", "8"),
    ),
    "pandas-index": Kind(
        "keys of the file",
        "an index of 9 rows in `pandas`",
        "8 rows",
        true_file(ROWS, pa.int64(), _pandas(8)),
        edited(_pandas(9)),
    ),
}
