"""`unfit-geo`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import duckdb
import pytest

from parquet_format.parquet import FieldRepetitionType, KeyValue, SchemaElement, Type
from tests.verbs.lint.footers import (
    advise,
    advise_on_file,
    chunk,
    column,
    footer,
    make_fine,
    row_group,
)

RULE = "unfit-geo"
SEEN = "what the key geo says of geometries cannot be right: "


def about(**members: Any) -> dict[str, Any]:
    return {"encoding": "WKB", "geometry_types": [], **members}


def document(**members: Any) -> dict[str, Any]:
    return {"version": "1.1.0", "primary_column": "g", "columns": {"g": about()}, **members}


def in_column(**members: Any) -> dict[str, Any]:
    return document(columns={"g": about(**members)})


COVERING = {corner: ["box", corner] for corner in ("xmin", "ymin", "xmax", "ymax")}

CASES: list[tuple[Any, str | None]] = [
    (document(), None),
    ({**document(), "version": None, "schema_version": "0.1.0"}, "it has no version as text"),
    (
        {"schema_version": "0.1.0", "primary_column": "g", "columns": {"g": {"encoding": "WKB"}}},
        None,
    ),
    (document(version=1.1), "it has no version as text"),
    ([], "it is not a JSON object"),
    (document(columns={}), "it describes no columns"),
    (document(columns=["g"]), "it describes no columns"),
    (document(primary_column="h"), "its primary_column 'h' is none of its columns"),
    (document(primary_column=["g"]), "its primary_column ['g'] is none of its columns"),
    (document(primary_column="h", columns={"h": about()}), "the file has no column 'h'"),
    (document(columns={"g": 1}), "it describes 'g' with 1"),
    (
        in_column(encoding="wkb"),
        "of 'g' the encoding is 'wkb', not one of WKB, point, linestring, polygon, multipoint, multilinestring, multipolygon",
    ),
    (in_column(encoding="point"), "of 'g' the encoding is point, but the column is not a group"),
    (
        document(primary_column="box", columns={"box": about()}),
        "of 'box' the encoding is WKB, and its type is not BYTE_ARRAY",
    ),
    (document(primary_column="box", columns={"box": about(encoding="point")}), None),
    (in_column(bbox=[179.0, -1, -179.0, 1]), None),
    (in_column(bbox=[0, 0, 0, 1, 1, 1]), None),
    (in_column(bbox=[0, 1, 1, 0]), "of 'g' the bbox has 1 as a minimum and 0 as its maximum"),
    (in_column(bbox=[0, 1, 1]), "of 'g' the bbox is not a list of 4, 6 or 8 numbers"),
    (in_column(bbox=None), "of 'g' the bbox is not a list of 4, 6 or 8 numbers"),
    (in_column(bbox=[0, float("nan"), 1, 1]), "of 'g' the bbox has what is not a finite number"),
    (in_column(bbox=[0, True, 1, "1"]), "of 'g' the bbox has what is not a finite number"),
    (in_column(covering={"bbox": COVERING}), None),
    (
        in_column(covering={"bbox": {**COVERING, "xmin": ["box", "x"]}}),
        "of 'g' the covering leads to ['box', 'x'], which is not there",
    ),
    (
        in_column(covering={"bbox": {"xmin": [["box"], {}, 3, "\ud800"]}}),
        "of 'g' the covering leads to [a list, an object, 3, '\\ud800'], which is not there",
    ),
    (
        in_column(encoding={}),
        "of 'g' the encoding is an object, not one of WKB, point, linestring, polygon, multipoint, multilinestring, multipolygon",
    ),
    (in_column(covering=3), "of 'g' the covering leads to 3, which is not there"),
]


def advise_on(value: str | None, folder: Path) -> list[str]:
    """A geometry, and a column of boxes."""
    box = SchemaElement(name="box", num_children=4, repetition_type=FieldRepetitionType.OPTIONAL)
    corners = [column(name, Type.DOUBLE) for name in COVERING]
    chunks = [
        chunk("g", Type.BYTE_ARRAY),
        *(chunk(f"box.{name}", Type.DOUBLE) for name in COVERING),
    ]
    metadata = footer(
        [column("g", Type.BYTE_ARRAY), box, *corners],
        [row_group(*chunks)],
        children=2,
        key_value_metadata=[KeyValue(key="geo", value=value)],
    )
    return [each.seen for each in advise(RULE, metadata, folder)]


@pytest.mark.parametrize(("value", "said"), CASES)
def test_by_what_it_says(tmp_path: Path, value: Any, said: str | None) -> None:
    expected = [] if said is None else [f"{SEEN}{said}"]
    assert advise_on(json.dumps(value), tmp_path) == expected


@pytest.mark.parametrize("text", ["", None, "{", "[" * 100_000, "\udcff"])
def test_no_json(tmp_path: Path, text: str | None) -> None:
    assert advise_on(text, tmp_path) == [f"{SEEN}it is not JSON"]


def test_long_text_is_cut(tmp_path: Path) -> None:
    (seen,) = advise_on(json.dumps(document(primary_column="x" * 100_000)), tmp_path)
    assert len(seen) < 300


@pytest.mark.parametrize("version", ["V1", "V2", "BOTH"])
def test_what_duckdb_writes_is_right(tmp_path: Path, version: str) -> None:
    path = tmp_path / "g.parquet"
    points = "SELECT 'POINT(1 2)'::GEOMETRY g"
    duckdb.sql(f"COPY ({points}) TO '{path}' (FORMAT parquet, GEOPARQUET_VERSION '{version}')")
    assert advise_on_file(RULE, path) == []


def test_a_fine_file_is_not(tmp_path: Path) -> None:
    assert advise(RULE, make_fine(), tmp_path) == []
