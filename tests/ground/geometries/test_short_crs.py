"""A reference system in PROJJSON is called by its code, wherever people read it; whoever compares two sees what tells them apart."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import inlay
from inlay.__main__ import run
from inlay.ground.geometries.short_crs import shorten_crs, with_short_crs
from inlay.ground.refusals import RefusedError
from inlay.ground.schema.notation import format_annotation
from parquet_format.parquet import GeographyType, GeometryType, SchemaElement
from tests.verbs.geo.files import LAMBERT, WGS84, points, retyped

SHORT = "EPSG:2154, PROJJSON"


def typed(crs: dict[str, Any], **more: Any) -> GeometryType:
    return GeometryType(crs=json.dumps({**crs, **more}))


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        (json.dumps(LAMBERT), SHORT),
        ('{"type": "ProjectedCRS"}', "without a code, PROJJSON"),
        ("srid:0", "srid:0"),
        ("EPSG:2154", "EPSG:2154"),
        ("{", "{"),
        ("", ""),
    ],
)
def test_what_is_shown(text: str, shown: str) -> None:
    assert shorten_crs(text) == shown


def test_other_elements_stay_as_they_are() -> None:
    for meaning in (None, GeometryType(), GeographyType()):
        element = SchemaElement(name="g", logicalType=meaning)
        assert with_short_crs(element) == element
    element = SchemaElement(name="g", logicalType=GeographyType(crs=json.dumps(LAMBERT)))
    assert format_annotation(with_short_crs(element)) == f"GEOGRAPHY({SHORT})"


def test_inspect(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "a.parquet"
    path.write_bytes(retyped(points((1, 2)), typed(LAMBERT)))
    assert run(["inspect", str(path)]) == 0
    assert f"g (GEOMETRY({SHORT}))" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("other", "says"),
    [
        (
            typed(WGS84),
            rf"\(GEOMETRY\(EPSG:4326, PROJJSON\)\) in .*, and .*\(GEOMETRY\({SHORT}\)\) in",
        ),
        (
            typed(LAMBERT, remarks="ours"),
            r'"remarks": "ours"}\)\) in .*, and .*"code": 2154}}\)\) in',
        ),
    ],
)
def test_two_that_do_not_go_together(other: GeometryType, says: str, tmp_path: Path) -> None:
    paths = [tmp_path / "a.parquet", tmp_path / "b.parquet"]
    for path, kind in zip(paths, (typed(LAMBERT), other), strict=True):
        path.write_bytes(retyped(points((1, 2)), kind))
    with pytest.raises(RefusedError, match=says):
        inlay.concat(paths, tmp_path / "c.parquet")
