"""Files of GDAL 3.13.3, with Arrow 22, which no package here has with its Parquet driver: so they lie in `by_gdal`.

`ogr2ogr` wrote five features (a point, another, none, a polygon, a line with heights) with the options below.
"""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any, Final

import pyarrow.parquet as pq
import pytest

import inlay
from inlay.errors import RefusedError
from inlay.geo import convert_to_native

FOLDER: Final = Path(__file__).parent / "by_gdal"
WRITTEN: Final = {
    "covering": "-lco ROW_GROUP_SIZE=2",
    "both": "-lco USE_PARQUET_GEO_TYPES=YES",
    "native": "-lco USE_PARQUET_GEO_TYPES=ONLY",
    "spherical": "-lco EDGES=SPHERICAL",
}


@pytest.mark.parametrize("name", WRITTEN)
def test_they_become_native_and_come_back(name: str, tmp_path: Path) -> None:
    path, undo = tmp_path / f"{name}.parquet", tmp_path / "undo"
    shutil.copy(FOLDER / path.name, path)
    before, rows = path.read_bytes(), pq.read_table(path)
    assert inlay.verify(path, values=True).findings == ()
    convert_to_native(path, undo_to=undo)
    assert inlay.verify(path, values=True).findings == ()
    assert pq.read_table(path).equals(rows)
    group: Any = pq.read_metadata(path).row_group(0)
    (geometry,) = (
        column
        for column in map(group.column, range(group.num_columns))
        if column.path_in_schema == "geometry"
    )
    has_box = geometry.geo_statistics.xmin is not None
    assert has_box == (name != "spherical")
    inlay.undo_metadata(path, undo)
    assert path.read_bytes() == before


def test_geoarrow_is_refused_as_it_is(tmp_path: Path) -> None:
    """`ogr2ogr -lco GEOMETRY_ENCODING=GEOARROW -nlt POINT -where 'id < 3'`."""
    path = tmp_path / "geoarrow.parquet"
    shutil.copy(FOLDER / path.name, path)
    before = path.read_bytes()
    with pytest.raises(RefusedError, match="GeoArrow's encoding 'point'"):
        convert_to_native(path)
    assert path.read_bytes() == before
