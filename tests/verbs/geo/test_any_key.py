"""Whatever the key says, commands answer, convert or refuse: nothing else is raised, and what they write is a file that agrees with itself."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

import inlay
from inlay.geo import (
    check_geometries,
    convert_to_geoparquet,
    convert_to_native,
    show_geometries,
)
from parquet_format.parquet import GeographyType, GeometryType, KeyValue
from tests.support.examples import examples
from tests.verbs.geo.files import CRS84, LAMBERT, WGS84, edited, points

PLACES: Final = points((1, 2), (3, 4), rows=1)
ODD: Final = st.recursive(
    st.none() | st.booleans() | st.integers(-9, 10**400) | st.floats() | st.text(max_size=5),
    lambda it: st.lists(it, max_size=4) | st.dictionaries(st.text(max_size=4), it, max_size=3),
    max_leaves=6,
)


def or_odd(usual: Any) -> Any:
    return st.one_of(*[usual] * 5, ODD)


COLUMN: Final = st.fixed_dictionaries(
    {},
    optional={
        "encoding": or_odd(st.sampled_from(["WKB", "WKB", "WKB", "point"])),
        "geometry_types": or_odd(st.lists(st.sampled_from(["Point", "Point Z", "Polygon"]))),
        "crs": or_odd(st.sampled_from([None, CRS84, WGS84, LAMBERT, "EPSG:4326"])),
        "edges": or_odd(st.sampled_from(["planar", "spherical", "karney"])),
        "bbox": or_odd(st.lists(st.floats(-200, 200), min_size=4, max_size=8)),
        "covering": or_odd(
            st.just({"bbox": {it: ["box", it] for it in ("xmin", "ymin", "xmax", "ymax")}})
        ),
    },
)
KEY: Final = st.fixed_dictionaries(
    {},
    optional={
        "version": or_odd(st.sampled_from(["1.0.0", "1.1.0", "2.0.0", "0.4.0"])),
        "primary_column": or_odd(st.just("g")),
        "columns": or_odd(st.dictionaries(st.sampled_from(["g", "g", "h", "box"]), or_odd(COLUMN))),
    },
)
TYPES: Final = (
    st.none()
    | st.builds(
        GeometryType, crs=st.sampled_from([None, "srid:0", "EPSG:3857", "x", "projjson:geo", "{"])
    )
    | st.builds(GeographyType, crs=st.none())
)


@examples(150)
@given(key=KEY, kind=TYPES)
def test_any_key_is_answered(key: Any, kind: Any, tmp_path: Path) -> None:
    def say(footer: Any) -> None:
        footer.key_value_metadata = [KeyValue(key="geo", value=json.dumps(key))]
        footer.schema[1].logicalType = kind

    data = edited(PLACES, say)
    check_geometries(data)
    show_geometries(data)
    path = tmp_path / "a.parquet"
    for convert in (convert_to_native, convert_to_geoparquet):
        path.write_bytes(data)
        try:
            convert(path)
        except inlay.InlayError:
            assert path.read_bytes() == data
            continue
        assert inlay.read_table(path).num_rows == 2
        after = path.read_bytes()
        assert after[:200] == data[:200]
        convert(path)
        assert path.read_bytes() == after


@pytest.mark.parametrize("depth", [99, 101, 500, 100_000])
def test_what_is_nested_deeply_is_refused(depth: int, tmp_path: Path) -> None:
    text = '{"version": "1.1.0", "primary_column": "g", "columns": {"g": {"encoding": "WKB"}}, "x": %s}'
    nested = text % ("[" * depth + "]" * depth)
    pairs = [KeyValue(key="geo", value=nested)]
    path = tmp_path / "a.parquet"
    path.write_bytes(edited(PLACES, lambda it: setattr(it, "key_value_metadata", pairs)))
    if depth < 100:
        assert convert_to_native(path).outcome.changed
        return
    with pytest.raises(inlay.InlayError, match=r"nested more than 100 deep|it is not JSON"):
        convert_to_native(path)
