"""Files of geometries whose key, types and coverings are chosen."""

from __future__ import annotations

import io
import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, TypeAlias

import pyarrow as pa

import inlay
from inlay.footers.footer.trailer import tail_of
from parquet_format.parquet import FileMetaData, GeometryType, KeyValue, SchemaElement
from tests.verbs.verify.values.geometry_files import point, square, write

Boxes: TypeAlias = Sequence[Mapping[str, float | None] | None]

LAMBERT: Final = {
    "type": "ProjectedCRS",
    "name": "RGF93 v1 / Lambert-93",
    "id": {"authority": "EPSG", "code": 2154},
}
CRS84: Final = {
    "type": "GeographicCRS",
    "name": "WGS 84 (CRS84)",
    "id": {"authority": "OGC", "code": "CRS84"},
}
WGS84: Final = {
    "type": "GeographicCRS",
    "name": "WGS 84",
    "id": {"authority": "EPSG", "code": 4326},
}


def key_of(**about: Any) -> str:
    """The key `geo` of one column `g`; `version` and `primary` are of the whole."""
    version, primary = about.pop("version", "1.1.0"), about.pop("primary", "g")
    column = {"encoding": "WKB", "geometry_types": [], **about}
    return json.dumps({"version": version, "primary_column": primary, "columns": {"g": column}})


def geo_file(
    values: Sequence[bytes | None],
    boxes: Boxes | None = None,
    *,
    width: str = "double",
    rows: int = 1 << 20,
    edit: Callable[[FileMetaData], None] | None = None,
    **about: Any,
) -> bytes:
    """GeoParquet: `g` with the covering `box`, if there are boxes. `edit` changes the footer at last."""
    columns: dict[str, Any] = {"g": pa.array(values, pa.binary())}
    if boxes is not None:
        number = pa.float32() if width == "float" else pa.float64()
        edges = ("xmin", "ymin", "xmax", "ymax")
        columns["box"] = pa.array(boxes, pa.struct([(edge, number) for edge in edges]))
        about["covering"] = {"bbox": {edge: ["box", edge] for edge in edges}}
    body, footer = write(pa.table(columns), row_group_size=rows)
    footer.key_value_metadata = [KeyValue(key="geo", value=key_of(**about))]
    if edit is not None:
        edit(footer)
    return body + tail_of(footer.encode())


def points(*places: tuple[float, float], **how: Any) -> bytes:
    """GeoParquet of points, each with its box, narrow enough to prove that none goes over the antimeridian."""
    xs, ys = zip(*places, strict=True)
    how.setdefault("bbox", [min(xs), min(ys), max(xs), max(ys)])
    how.setdefault("geometry_types", ["Point"])
    boxes = [square(x, y, x, y) for x, y in places]
    return geo_file([point(x, y) for x, y in places], boxes, **how)


def element_of(data: bytes, name: str = "g") -> SchemaElement:
    return next(it for it in inlay.read_metadata(data).schema if it.name == name)


def geo_of(data: bytes) -> Any:
    """The key of a file; None where there is none."""
    pairs = inlay.read_metadata(data).key_value_metadata or []
    return next((json.loads(pair.value or "") for pair in pairs if pair.key == "geo"), None)


def boxes_of(data: bytes) -> list[tuple[float, ...] | None]:
    """xmin, ymin, xmax, ymax of each row group."""
    boxes: list[tuple[float, ...] | None] = []
    for group in inlay.read_metadata(data).row_groups:
        meta = group.columns[0].meta_data
        assert meta is not None
        said = meta.geospatial_statistics
        box = said.bbox if said is not None else None
        boxes.append(None if box is None else (box.xmin, box.ymin, box.xmax, box.ymax))
    return boxes


def retyped(data: bytes, kind: Any = None) -> bytes:
    """The file with this type on `g`."""
    return edited(
        data, lambda footer: setattr(footer.schema[1], "logicalType", kind or GeometryType())
    )


def edited(data: bytes, edit: Callable[[FileMetaData], None]) -> bytes:
    """The file with another footer."""
    size = int.from_bytes(data[-8:-4], "little")
    footer = FileMetaData.decode(data[-8 - size : -8])
    edit(footer)
    return data[: -8 - size] + tail_of(footer.encode())


def with_nan_counts(footer: FileMetaData) -> None:
    """As newer writers say of floating-point numbers without NaN: then the footer proves a box."""
    for group in footer.row_groups:
        for chunk in group.columns[1:]:
            if chunk.meta_data is not None and chunk.meta_data.statistics is not None:
                chunk.meta_data.statistics.nan_count = 0


def memory(data: bytes) -> io.BytesIO:
    return io.BytesIO(data)
