"""What `inlay inspect` says of geometries, and that a bound that is shown is a bound."""

from __future__ import annotations

from fractions import Fraction
from math import inf, nan
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inlay.cli.inspect.geometries import cut_box, format_box, format_geometry_types, is_box
from inlay.cli.inspect.values import cut_bounds
from parquet_format.parquet import (
    BoundingBox,
    ColumnChunk,
    ColumnMetaData,
    CompressionCodec,
    FileMetaData,
    GeospatialStatistics,
    RowGroup,
    SchemaElement,
    Type,
)
from tests.support.examples import examples

if TYPE_CHECKING:
    from tests.support.small_files import Inlay, MakeFile

BOXES: list[tuple[dict[str, float], str]] = [
    ({}, "x 1 .. 1, y 2 .. 2"),
    ({"mmin": 7.0, "mmax": 7.0}, "x 1 .. 1, y 2 .. 2, m 7 .. 7"),
    ({"zmin": 7.0, "zmax": 7.0}, "x 1 .. 1, y 2 .. 2, z 7 .. 7"),
    ({"zmin": 0.0, "zmax": 1.5, "mmin": -0.0, "mmax": 1e300}, "x 1 .. 1, y 2 .. 2, z 0 .. 1.5, m -0 .. 1e+300"),
    ({"xmin": 178.99999999999997, "xmax": -178.99999999999997}, "x 178.99999999999997 .. -178.99999999999997, y 2 .. 2"),
    ({"zmin": 3.0}, "x 1 .. 1, y 2 .. 2, z 3 .. -"),
    ({"ymin": nan, "ymax": inf}, "x 1 .. 1, y nan .. inf"),
]  # fmt: skip


@pytest.mark.parametrize(("changed", "words"), BOXES)
def test_a_box_says_its_axes_and_all_digits(changed: dict[str, float], words: str) -> None:
    box = BoundingBox(xmin=1.0, xmax=1.0, ymin=2.0, ymax=2.0)
    for name, value in changed.items():
        setattr(box, name, value)
    assert format_box(box) == words
    assert is_box(words)
    for width in range(12, 60):
        assert len(cut_box(words, width)) <= width


@pytest.mark.parametrize(
    ("types", "words"),
    [
        ([1], "Point"),
        ([1, 1001, 2002, 3007], "Point, Point Z, LineString M, GeometryCollection ZM"),
        ([3, 4, 5, 6], "Polygon, MultiPoint, MultiLineString, MultiPolygon"),
        ([0, 8, 999, 4001, -1, -999], "0, 8, 999, 4001, -1, -999"),
        ([], ""),
        ([1] * 18, ", ".join(["Point"] * 16) + ", and 2 more"),
    ],
)
def test_types_by_name(types: list[int], words: str) -> None:
    assert format_geometry_types(types) == words


def test_a_narrow_box_is_a_box_around_it() -> None:
    words = "x 178.99999999999997 .. 179.00000000000003, y -1.25 .. 2"
    assert cut_box(words, 40) == "x 178.999 .. 179.001, y -1.25 .. 2"
    assert cut_bounds(words, 29) == "x 178 .. 180, y -1.25 .. 2"
    assert cut_bounds(words, 12).endswith("...")


@examples(60)
@given(st.floats(allow_nan=False, allow_infinity=False), st.integers(min_value=7, max_value=24))
def test_numbers_are_rounded_outward(value: float, width: int) -> None:
    shown = cut_bounds(f"{value} .. {value}", 2 * width + 4)
    low, _, high = shown.partition(" .. ")
    if "..." not in low:
        assert Fraction(low) <= Fraction(repr(value))
    if "..." not in high:
        assert Fraction(high) >= Fraction(repr(value))


def test_the_tree_names_axes_and_types_and_json_has_numbers(
    make_file: MakeFile, inlay: Inlay
) -> None:
    box = BoundingBox(xmin=178.99999999999997, xmax=179.0, ymin=2.0, ymax=2.0, mmin=7.0, mmax=7.0)
    chunk = ColumnMetaData(
        type=Type.BYTE_ARRAY,
        encodings=[],
        path_in_schema=["g"],
        codec=CompressionCodec.UNCOMPRESSED,
        num_values=1,
        total_uncompressed_size=1,
        total_compressed_size=1,
        data_page_offset=4,
        geospatial_statistics=GeospatialStatistics(bbox=box, geospatial_types=[2001, 1003]),
    )
    schema = [
        SchemaElement(name="schema", num_children=1),
        SchemaElement(name="g", type=Type.BYTE_ARRAY),
    ]
    group = RowGroup(
        columns=[ColumnChunk(file_offset=0, meta_data=chunk)], total_byte_size=1, num_rows=1
    )
    path = make_file(
        FileMetaData(version=2, schema=schema, num_rows=1, row_groups=[group]).encode()
    )
    text = inlay("inspect", path).out
    assert "x 178.99999999999997 .. 179, y 2 .. 2, m 7 .. 7" in text
    assert "Point M, Polygon Z" in text
    assert "178.99999999999997" in inlay("inspect", path, "--format", "json").out
