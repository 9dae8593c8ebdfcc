"""`inlay geo` on a terminal and as JSON, on one file and on several."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.verbs.geo.files import LAMBERT, element_of, points
from tests.verbs.verify.values.geometry_files import native, point

if TYPE_CHECKING:
    from tests.support.small_files import Inlay


@pytest.fixture
def lake(tmp_path: Path) -> Path:
    folder = tmp_path / "lake"
    folder.mkdir()
    (folder / "a.parquet").write_bytes(points((1, 2), (3, 4), rows=1, crs=LAMBERT))
    (folder / "b.parquet").write_bytes(points((5, 6)))
    return folder


def test_there_and_back(lake: Path, inlay: Inlay) -> None:
    path, undo = lake / "a.parquet", lake.parent / "undo"
    before = path.read_bytes()
    dry = inlay("geo", "to-native", path, "--dry-run")
    assert path.read_bytes() == before
    outcome = inlay("geo", "to-native", path, "--undo-to", undo)
    assert outcome.out == dry.out.replace("would describe", "described")
    assert outcome.out.startswith(
        f"{path}: described g as GEOMETRY(EPSG:2154, PROJJSON) with 2 of 2 boxes\n"
    )
    assert "bounds of its bytes are left out" in outcome.err
    assert inlay("geo", "to-native", path).out == f"{path}: nothing to change\n"
    back = inlay("geo", "to-geoparquet", path, "--undo", undo)
    assert back.out.startswith(f"{path}: restored what it was\n")
    assert path.read_bytes() == before


def test_several_files(lake: Path, inlay: Inlay) -> None:
    before = [path.read_bytes() for path in sorted(lake.iterdir())]
    undo, out = lake.parent / "undo", lake.parent / "out"
    undo.mkdir()
    out.mkdir()
    outcome = inlay("geo", "to-native", lake, "-o", out, "--keep-1.1")
    assert outcome.code == 0
    assert len(outcome.out.splitlines()) == 3  # and a total
    assert [path.read_bytes() for path in sorted(lake.iterdir())] == before
    assert element_of((out / "b.parquet").read_bytes()).logicalType is not None
    assert inlay("geo", "to-native", lake, "--undo-to", undo).code == 0
    assert inlay("geo", "to-geoparquet", lake, "--undo", undo).code == 0
    assert [path.read_bytes() for path in sorted(lake.iterdir())] == before


def test_documents(lake: Path, inlay: Inlay) -> None:
    path = lake / "a.parquet"
    document: dict[str, Any] = json.loads(inlay("geo", "show", path, "--format", "json").out)
    (column,) = document["columns"]
    assert column["crs"]["key"] == {
        "kind": "projjson",
        "code": "EPSG:2154",
        "text": None,
        "projjson": LAMBERT,
    }
    assert column["crs"]["type"] is None
    assert column["boxes"] == [None, None]
    done = json.loads(inlay("geo", "to-native", path, "--format", "json").out)
    assert done["columns"] == [
        {
            "column": "g",
            "before": "WKB",
            "after": "GEOMETRY(EPSG:2154, PROJJSON)",
            "boxes": 2,
            "row_groups": 2,
        }
    ]
    document = json.loads(inlay("geo", "show", path, "--format", "json").out)
    (column,) = document["columns"]
    assert column["boxes"][1] == {"xmin": 3.0, "xmax": 3.0, "ymin": 4.0, "ymax": 4.0}
    assert column["boxes_with_statistics"] == 2
    assert document["geo_version"] == "2.0.0"
    lines = inlay("geo", "check", lake, "--format", "json").out.splitlines()
    assert [json.loads(line)["advice"] for line in lines] == [[], []]


def test_text_says_what_key_and_type_say(lake: Path, inlay: Inlay) -> None:
    path = lake / "a.parquet"
    assert inlay("geo", "show", path).out.splitlines() == [
        f"{path}: 1 column of geometries, GeoParquet 1.1.0, primary column g, 2 row groups",
        "  g",
        "    type      no native type, WKB by the key",
        "    crs       EPSG:2154, PROJJSON",
        "    edges     planar",
        "    types     Point",
        "    bbox      1, 2, 3, 4",
        "    covering  box.xmin, box.ymin, box.xmax, box.ymax",
    ]
    path.write_bytes(native([point(1, 2)] * 14, None, [1], row_group_size=1))
    lines = inlay("geo", "show", path).out.splitlines()
    assert lines[0] == f"{path}: 1 column of geometries, no key geo, 14 row groups"
    assert "    boxes     0 of 14 row groups, 0 with statistics beside them" in lines
    assert lines[-1].endswith("2 more (--format json has all)")


def test_checks(lake: Path, inlay: Inlay) -> None:
    assert inlay("geo", "check", lake).code == 0
    path = lake / "b.parquet"
    path.write_bytes(points((1, 2), edges="curly"))
    outcome = inlay("geo", "check", lake)
    assert outcome.code == 1
    assert "warning  edges: g: its edges are 'curly', not one of planar, spherical" in outcome.out
    assert inlay("geo", "check", "--explain", "edges").out.startswith("edges (warning)\n")
    assert inlay("geo", "check", "--explain", "edge").code == 2


@pytest.mark.parametrize(
    ("words", "code", "says"),
    [
        (["to-native", "--crs", "somewhere"], 2, "not a reference system that can be given"),
        (["to-native", "--crs", "EPSG:3857"], 4, "would move its points"),
        (["to-geoparquet", "--undo", "u", "--crs", "srid:0"], 2, "--undo takes a change back"),
    ],
)
def test_mistakes(words: list[str], code: int, says: str, lake: Path, inlay: Inlay) -> None:
    outcome = inlay("geo", words[0], lake / "a.parquet", *words[1:])
    assert outcome.code == code
    assert says in outcome.err
