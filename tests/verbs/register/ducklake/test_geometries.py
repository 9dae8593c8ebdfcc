"""Geometries in DuckLake: their boxes and types in its catalog, and the rows that its own reader finds by a place."""

from __future__ import annotations

import json
from collections.abc import Sequence
from math import inf
from pathlib import Path
from typing import Any

import pytest

from inlay.errors import RefusedError
from inlay.verbs.register.register import register
from inlay.verbs.register.targets.ducklake.extra_statistics import unite_geometries
from parquet_format.parquet import BoundingBox, GeographyType, GeometryType
from tests.verbs.register.ducklake.catalogs import ask, make_catalog
from tests.verbs.register.ducklake.ducklake_client import ask_ducklake
from tests.verbs.verify.values.geometry_files import native, point

LOW = BoundingBox(xmin=0.1, xmax=1.5, ymin=2, ymax=3)
HIGH = BoundingBox(xmin=-4, xmax=1, ymin=2.5, ymax=9, zmin=5, zmax=6)


def write(folder: Path, *boxes: tuple[BoundingBox | None, Sequence[int]]) -> Path:
    """A file of one point for each."""
    folder.mkdir()
    for number, (box, kinds) in enumerate(boxes):
        x, y = (box.xmax, box.ymin) if box is not None else (0.0, 0.0)
        (folder / f"{number}.parquet").write_bytes(native([point(x, y)], box, kinds))
    return folder


def record(folder: Path, catalog: Path) -> None:
    options: dict[str, Any] = {"allow": {"ownership"}, "table": "t", "create": True}
    place = f"sqlite:{catalog}" if catalog.suffix == ".sqlite" else str(catalog)
    register([str(folder)], to="ducklake", catalog=place, **options)


def test_boxes_in_the_catalog(tmp_path: Path) -> None:
    catalog = make_catalog(tmp_path)
    record(write(tmp_path / "t", (LOW, [1]), (HIGH, [1, 1002])), catalog)
    assert ask(catalog, "SELECT column_type FROM ducklake_column") == [("geometry",)]
    texts = ask(catalog, "SELECT extra_stats FROM ducklake_file_column_stats ORDER BY data_file_id")
    first, second = (json.loads(text) for (text,) in texts)
    assert first == {
        "bbox": {
            "xmin": 0.1,
            "xmax": 1.5,
            "ymin": 2.0,
            "ymax": 3.0,
            **dict.fromkeys(("zmin", "zmax", "mmin", "mmax")),
        },
        "types": ["point"],
    }
    assert second["types"] == ["point", "linestring_z"]
    ((text,),) = ask(catalog, "SELECT extra_stats FROM ducklake_table_column_stats")
    united = json.loads(text)
    assert united["types"] == ["linestring_z", "point"]
    assert {edge: it for edge, it in united["bbox"].items() if it is not None} == {
        "xmin": -4.0,
        "xmax": 1.5,
        "ymin": 2.0,
        "ymax": 9.0,
        "zmin": 5.0,
        "zmax": 6.0,
    }


@pytest.mark.parametrize(
    ("box", "kinds"),
    [
        (None, [1]),
        (LOW, []),
        (BoundingBox(xmin=5, xmax=1, ymin=0, ymax=1), [1]),
        (BoundingBox(xmin=0, xmax=inf, ymin=0, ymax=1), [1]),
    ],
)
def test_what_is_not_known_is_not_said(
    box: BoundingBox | None, kinds: list[int], tmp_path: Path
) -> None:
    catalog = make_catalog(tmp_path)
    record(write(tmp_path / "t", (LOW, [1]), (box, kinds)), catalog)
    texts = ask(catalog, "SELECT extra_stats FROM ducklake_file_column_stats ORDER BY data_file_id")
    assert [text is None for (text,) in texts] == [False, True]
    assert ask(catalog, "SELECT extra_stats FROM ducklake_table_column_stats") == [(None,)]


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"bbox": {}, "types": []}', "9" * 5000])
def test_what_others_wrote_may_be_anything(text: str) -> None:
    assert unite_geometries([text]) is None


@pytest.mark.parametrize("meaning", [GeographyType(), GeometryType(crs="EPSG:2154")])
def test_what_ducklake_has_no_type_for(
    meaning: GeometryType | GeographyType, tmp_path: Path
) -> None:
    path = tmp_path / "a.parquet"
    path.write_bytes(native([point(1, 2)], LOW, [1], meaning))
    with pytest.raises(RefusedError):
        record(path, make_catalog(tmp_path))


@pytest.mark.needs("DuckLake")
def test_its_reader_finds_rows_by_a_place(tmp_path: Path) -> None:
    catalog, data = tmp_path / "lake.ducklake", tmp_path / "data"
    ask_ducklake(catalog, data, "SELECT 1")
    record(write(tmp_path / "t", (LOW, [1]), (HIGH, [1]), (None, [])), catalog)
    place = "'POLYGON((0.5 2, 1.2 2, 1.2 4, 0.5 4, 0.5 2))'::GEOMETRY"
    near = ask_ducklake(catalog, data, f"SELECT g::VARCHAR FROM lake.t WHERE g && {place}")
    assert near == [["POINT (1 2.5)"]]
    insert = "INSERT INTO lake.t VALUES ('POINT (40 50)'::GEOMETRY)"
    after = ask_ducklake(catalog, data, insert, "SELECT count(*) FROM lake.t")
    assert after == [[4]]
