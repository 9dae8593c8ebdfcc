"""What GeoPandas reads after a rename, and of files that were put together: geometries, coordinates, boxes, the index."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import Any, Final

import pytest

import inlay

pytestmark = pytest.mark.needs("geopandas")

WAYS: Final[dict[str, dict[str, Any]]] = {
    "WKB": {},
    "with boxes": {"write_covering_bbox": True, "schema_version": "1.1.0"},
    "GeoArrow": {"geometry_encoding": "geoarrow"},
}
"""How GeoPandas writes geometries."""

NEW_NAMES: Final = {"name": "title", "geometry": "place", "area": "zone", "i": "j"}


def frame_of(start: int) -> Any:
    geopandas, pandas, shapely = map(import_module, ("geopandas", "pandas", "shapely"))
    points = [shapely.Point(start + at, -at) for at in range(3)]
    return geopandas.GeoDataFrame(
        {
            "name": ["a", "b", None],
            "geometry": points,
            "area": geopandas.GeoSeries(points, crs=3857).buffer(1).set_axis([start, 7, 9]),
        },
        crs=4326,
        index=pandas.Index([start, 7, 9], name="i"),
    )


def read(path: Path, **how: Any) -> Any:
    return import_module("geopandas").read_parquet(path, **how)


def assert_same(new: Any, old: Any) -> None:
    assert list(new.columns) == list(old.columns)
    assert list(new.dtypes) == list(old.dtypes)
    assert new.index.equals(old.index)
    assert new.index.name == old.index.name
    assert new.geometry.name == old.geometry.name
    assert new.crs == old.crs
    for name in new.columns:
        assert list(new[name]) == list(old[name])
        assert getattr(new[name], "crs", None) == getattr(old[name], "crs", None)


@pytest.mark.parametrize("way", WAYS)
def test_renamed(way: str, tmp_path: Path) -> None:
    path = tmp_path / "a.parquet"
    frame_of(1).to_parquet(path, **WAYS[way])
    old = read(path)
    new_names = NEW_NAMES | ({"bbox": "box"} if way == "with boxes" else {})
    assert inlay.set_metadata(str(path), rename=new_names).notes == ()
    expected = old.rename(columns=new_names).rename_axis("j").set_geometry("place")
    assert_same(read(path), expected)
    if way == "with boxes":
        assert list(read(path, bbox=(0, -0.5, 1.5, 0.5)).title) == ["a"]


@pytest.mark.parametrize("way", WAYS)
def test_put_together(way: str, tmp_path: Path) -> None:
    paths = [tmp_path / "0.parquet", tmp_path / "1.parquet"]
    for number, path in enumerate(paths):
        frame_of(number).to_parquet(path, **WAYS[way])
    out = tmp_path / "out.parquet"
    inlay.concat(paths, out)
    assert_same(read(out), import_module("pandas").concat(map(read, paths)))
    if way == "with boxes":
        assert list(read(out, bbox=(-0.5, -0.5, 0.5, 0.5)).name) == ["a"]
