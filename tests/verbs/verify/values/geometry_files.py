"""Files of geometries, of which what is said is chosen."""

from __future__ import annotations

import io
import json
import struct
from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

import pyarrow as pa
import pyarrow.parquet as pq

from inlay.footers.footer.trailer import tail_of
from parquet_format.parquet import (
    BoundingBox,
    FileMetaData,
    GeographyType,
    GeometryType,
    GeospatialStatistics,
    KeyValue,
)

Value: TypeAlias = bytes | None


def point(*coordinates: float, kind: int = 1) -> bytes:
    return struct.pack(f"<BI{len(coordinates)}d", 1, kind, *coordinates)


def line(*coordinates: float) -> bytes:
    return struct.pack(f"<BII{len(coordinates)}d", 1, 2, len(coordinates) // 2, *coordinates)


def write(table: pa.Table, **options: Any) -> tuple[bytes, FileMetaData]:
    """What lies before the footer, and the footer."""
    out = io.BytesIO()
    pq.write_table(table, out, store_schema=False, **options)
    data = out.getvalue()
    size = int.from_bytes(data[-8:-4], "little")
    return data[: -8 - size], FileMetaData.decode(data[-8 - size : -8])


def native(
    values: Sequence[Value],
    box: BoundingBox | None = None,
    kinds: Sequence[int] = (),
    meaning: GeometryType | GeographyType | None = None,
    **options: Any,
) -> bytes:
    """A file of GEOMETRY in the column `g`."""
    body, footer = write(pa.table({"g": pa.array(values, pa.binary())}), **options)
    footer.schema[1].logicalType = meaning or GeometryType()
    for group in footer.row_groups:
        meta = group.columns[0].meta_data
        assert meta is not None
        meta.statistics = None
        meta.geospatial_statistics = GeospatialStatistics(bbox=box, geospatial_types=list(kinds))
    return body + tail_of(footer.encode())


def by_key(
    values: Sequence[Value],
    boxes: Sequence[Mapping[str, float] | None] | None = None,
    width: str = "double",
    **about: Any,
) -> bytes:
    """A file with the key `geo`: `boxes` are those of the column `box`, which is the covering of `g`."""
    columns: dict[str, Any] = {"g": pa.array(values, pa.binary())}
    column: dict[str, Any] = {"encoding": "WKB", "geometry_types": [], **about}
    if boxes is not None:
        edges = list(dict.fromkeys(edge for each in boxes if each is not None for edge in each))
        number = pa.float32() if width == "float" else pa.float64()
        columns["box"] = pa.array(boxes, pa.struct([(edge, number) for edge in edges]))
        column["covering"] = {"bbox": {edge: ["box", edge] for edge in edges}}
    body, footer = write(pa.table(columns))
    version = column.pop("version", "1.1.0")
    text = json.dumps({"version": version, "primary_column": "g", "columns": {"g": column}})
    footer.key_value_metadata = [KeyValue(key="geo", value=text)]
    return body + tail_of(footer.encode())


def square(x: float, y: float, right: float, top: float) -> dict[str, float]:
    return {"xmin": x, "ymin": y, "xmax": right, "ymax": top}
