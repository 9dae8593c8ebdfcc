"""Evidence of bounds that do not say all: zeros of one sign, NaN, and boxes of geometries with each way to write a CRS."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from math import isnan, nan
from pathlib import Path
from struct import pack
from typing import Any, Final

import inlay
from parquet_format.parquet import (
    BoundingBox,
    ColumnOrder,
    GeometryType,
    GeospatialStatistics,
    KeyValue,
    Statistics,
)
from tests.compat.written import (
    KEY,
    Evidence,
    Half,
    Tried,
    Values,
    arrow,
    evidence_of,
    parquet,
    with_nan,
)
from tests.readers.sources import footer_of, with_footer

PROJJSON: Final = (
    '{"type":"GeographicCRS","name":"WGS 84","datum":{"type":"GeodeticReferenceFrame","name":"World Geodetic System 1984",'
    '"ellipsoid":{"name":"WGS 84","semi_major_axis":6378137,"inverse_flattening":298.257223563}},"coordinate_system":'
    '{"subtype":"ellipsoidal","axis":[{"name":"Longitude","abbreviation":"lon","direction":"east","unit":"degree"},'
    '{"name":"Latitude","abbreviation":"lat","direction":"north","unit":"degree"}]}}'
)
CRS: Final = {
    "by authority": "EPSG:3857",
    "by srid": "srid:3857",
    "as PROJJSON": PROJJSON,
    "by projjson": "projjson:crs",
}
_TOTAL: Final = ColumnOrder.IEEE_754_TOTAL_ORDER


Places = Sequence[Sequence[tuple[float, float]]]
"""Points of each row group."""


def bounds(half: Half) -> Iterator[Evidence]:
    yield from _of_zeros(half)
    yield from _of_places(half)


def _of_zeros(half: Half) -> Iterator[Evidence]:
    """Both zeros are one value, and a bound or a hash is of one of them."""
    groups = [[0.0, 1.5], [-0.0, -0.0]] if half == "made" else [[0.0] * 4, [2.5, -0.0], [-0.0] * 6]
    for name, order, has_filter in (
        ("bounds with zeros of one sign", ColumnOrder.TYPE_ORDER, False),
        ("order IEEE 754, zeros of one sign", _TOTAL, False),
        ("index Bloom filter, zeros of one sign", ColumnOrder.TYPE_ORDER, True),
    ):
        write = partial(_write_floats, groups=groups, order=order, has_filter=has_filter)
        yield evidence_of(name, half, write, Tried([it for group in groups for it in group]))
    groups = [[nan, nan], [1.5, 2.5]] if half == "made" else [[nan] * 5, [7.25, 1.0, 0.5]]
    write = partial(_write_floats, groups=groups, order=_TOTAL)
    values = with_nan([it for group in groups for it in group])
    yield evidence_of("order IEEE 754, bounds of NaN", half, write, values)


def _write_floats(
    path: Path, groups: Sequence[Sequence[float]], order: ColumnOrder, has_filter: bool = False
) -> None:
    """Bounds are the least and the greatest in total order, as they come."""
    # Without statistics, which pyarrow writes into headers of pages, too, in the order of the type.
    _write_groups(path, groups, arrow().float64(), order is not _TOTAL)
    metadata = footer_of(path)
    assert metadata.column_orders is not None
    metadata.column_orders[0] = order
    for group, values in zip(metadata.row_groups, groups, strict=True):
        chunk = group.columns[0].meta_data
        assert chunk is not None
        least, greatest = (pack("<d", it) for it in (min(values, key=_key), max(values, key=_key)))
        nans = sum(map(isnan, values))
        chunk.statistics = Statistics(
            null_count=0, nan_count=nans, min_value=least, max_value=greatest
        )
    with_footer(path, metadata)
    if has_filter:
        inlay.add_index(
            path, what=["bloom-filter"], columns=["c"], target=inlay.Target(in_place=True)
        )


def _key(value: float) -> tuple[float, int]:
    """Among numbers, -0.0 before 0.0; a chunk has NaN alone or none."""
    return (value, pack(">d", value)[0] < 0x80)


def _write_groups(
    path: Path, groups: Sequence[Values], kind: Any, has_statistics: bool = True
) -> None:
    pa = arrow()
    schema = pa.schema({"c": kind, KEY: pa.int64()})
    first = 0
    options = {"store_schema": False, "write_statistics": has_statistics}
    with parquet().ParquetWriter(path, schema, **options) as writer:
        for values in groups:
            keys = pa.array(range(first, first + len(values)), pa.int64())
            writer.write_table(pa.table([pa.array(values, kind), keys], schema=schema))
            first += len(values)


def _of_places(half: Half) -> Iterator[Evidence]:
    """A box leaves out a coordinate that is NaN."""
    if half == "made":
        points: Places = [[(1, 2)], [(3, 4), (5, 6)]]
        hidden: Places = [[(1, 2)], [(nan, 2), (5, 6)]]
    else:
        points = [[(7, 7)] * 3, [(9, 1), (8, 2)]]
        hidden = [[(9, 9)] * 3, [(nan, 9), (8, 8)]]
    for name, groups in (("bounds a box", points), ("bounds a box with NaN", hidden)):
        values = [_wkb(it) for group in groups for it in group]
        write = partial(_write_places, groups=groups)
        yield evidence_of(name, half, write, _places(groups, values))
    for name, crs in CRS.items():
        write = partial(_write_places, groups=points, crs=crs)
        values = [_wkb(it) for group in points for it in group]
        yield evidence_of(
            f"type GEOMETRY with a CRS {name}", half, write, _places(points, values), False
        )


def _places(groups: Places, values: Values) -> Tried:
    parsed = [{"type": "Point", "coordinates": [*it]} for group in groups for it in group]
    return Tried(values, parsed=parsed)


def _wkb(point: tuple[float, float]) -> bytes:
    return b"\1" + pack("<I2d", 1, *point)


def _write_places(path: Path, groups: Places, crs: str | None = None) -> None:
    _write_groups(path, [[_wkb(it) for it in group] for group in groups], arrow().binary())
    metadata = footer_of(path)
    metadata.schema[1].logicalType = GeometryType(crs=crs)
    if crs == "projjson:crs":
        metadata.key_value_metadata = [KeyValue(key="crs", value=PROJJSON)]
    for group, points in zip(metadata.row_groups, groups, strict=True):
        chunk = group.columns[0].meta_data
        assert chunk is not None
        chunk.statistics = Statistics(null_count=0)
        chunk.geospatial_statistics = GeospatialStatistics(
            bbox=_box_of(points), geospatial_types=[1]
        )
    with_footer(path, metadata)


def _box_of(points: Sequence[tuple[float, float]]) -> BoundingBox:
    xs, ys = ([it for it in axis if not isnan(it)] for axis in zip(*points, strict=True))
    return BoundingBox(xmin=min(xs), xmax=max(xs), ymin=min(ys), ymax=max(ys))
