"""Geometries as GeoParquet describes them, and as the native types GEOMETRY and GEOGRAPHY do: `docs/geo.md`.

inlay.geo.show_geometries(path)        what a file says of them
inlay.geo.check_geometries(path)       the rules that it breaks
inlay.geo.convert_to_native(path)      native types with boxes, by a change of the footer
inlay.geo.convert_to_geoparquet(path)  the other way
inlay.geo.add_boxes(path)              the boxes of native types, from values
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from inlay.ground.missing import explain_missing_of
from inlay_runtime.lazy_names import lazy_names

if TYPE_CHECKING:
    from inlay.verbs.geo.check import GeoCheck, check_geometries
    from inlay.verbs.geo.conversion import GeoConversion
    from inlay.verbs.geo.show import ShownGeoFile, show_geometries
    from inlay.verbs.geo.to_geoparquet import convert_to_geoparquet
    from inlay.verbs.geo.to_native import convert_to_native
    from inlay.verbs.index.boxes import add_boxes

__all__ = [
    "GeoCheck",
    "GeoConversion",
    "ShownGeoFile",
    "add_boxes",
    "check_geometries",
    "convert_to_geoparquet",
    "convert_to_native",
    "show_geometries",
]

_HOMES = {
    "inlay.verbs.geo.check": "GeoCheck check_geometries",
    "inlay.verbs.geo.conversion": "GeoConversion",
    "inlay.verbs.geo.show": "ShownGeoFile show_geometries",
    "inlay.verbs.geo.to_geoparquet": "convert_to_geoparquet",
    "inlay.verbs.geo.to_native": "convert_to_native",
    "inlay.verbs.index.boxes": "add_boxes",
}
"""By module, which is imported when one of its names is first used."""

if not TYPE_CHECKING:
    _get_lazily, __dir__ = lazy_names(__name__, _HOMES)
    __getattr__ = explain_missing_of(__name__, _get_lazily)
