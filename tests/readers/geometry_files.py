"""One column of two points, said in each way that there is to say where its coordinates are."""

from __future__ import annotations

import json
import tempfile
from pathlib import Path
from typing import Any, Final

from pyproj import CRS

from inlay.geo import convert_to_native
from parquet_format.parquet import BoundingBox, FileMetaData, GeometryType, KeyValue, Statistics
from tests.verbs.geo.files import edited, geo_file
from tests.verbs.verify.values.geometry_files import native, point

_POINTS: Final = (point(1, 2), point(3, 4))
_BOX: Final = BoundingBox(xmin=1, xmax=3, ymin=2, ymax=4)
_SYSTEM: Final = "EPSG:2154"
_NAME: Final = "lambert"


def build_files() -> dict[str, bytes]:
    """By title; the coordinates are in Lambert-93 but where nothing is said."""
    projjson: dict[str, Any] = CRS(_SYSTEM).to_json_dict()
    text = json.dumps(projjson)
    first = geo_file(_POINTS, crs=projjson, geometry_types=["Point"])
    return {
        "native, unset": _native(None),
        "`srid:2154`": _native("srid:2154"),
        "`projjson:KEY`": _native(f"projjson:{_NAME}", KeyValue(key=_NAME, value=text)),
        "PROJJSON in the type": _native(text),
        "key 1.1": first,
        "key 2.0 and type": _convert(first),
    }


def _native(crs: str | None, *pairs: KeyValue) -> bytes:
    def edit(footer: FileMetaData) -> None:
        footer.key_value_metadata = list(pairs) or None
        meta = footer.row_groups[0].columns[0].meta_data
        assert meta is not None
        meta.statistics = Statistics(null_count=0)

    return edited(native(_POINTS, _BOX, [1], GeometryType(crs=crs)), edit)


def _convert(data: bytes) -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "a.parquet"
        path.write_bytes(data)
        convert_to_native(path)
        return path.read_bytes()
