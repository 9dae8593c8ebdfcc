"""The key `geo` for columns of which it says nothing yet, from what their types and row groups say."""

from __future__ import annotations

from typing import Final

from inlay.ground.geometries.geometry_columns import PLANAR, GeometryColumn, GeometryFile
from inlay.ground.schema_copies.json_text import Json, Object
from inlay.ground.values.geometry_kinds import name_kind
from inlay.verbs.geo.file_statements import unite_boxes, unite_kinds
from inlay.verbs.geo.key_text import change_columns

FIRST_VERSION: Final = "1.1.0"
SECOND_VERSION: Final = "2.0.0"


def describe_for_key(geo: GeometryFile, column: GeometryColumn, crs: Object) -> Object:
    """What the key says of a column; `crs` has its member of that name, if it has one."""
    kinds: list[Json] = [name_kind(kind) for kind in unite_kinds(geo, column) or ()]
    about: Object = {"encoding": "WKB", "geometry_types": kinds, **crs}
    if column.type_edges != PLANAR:
        about["edges"] = column.type_edges
    box = unite_boxes(geo, column)
    if box is not None:
        about["bbox"] = list(box)
    return about


def add_columns(geo: GeometryFile, version: str, members: dict[str, Object], new: Object) -> Object:
    """The key of the file in this version: with `new` columns, and with other reference systems in old ones."""
    document = geo.document if geo.document is not None else {}
    columns = document.get("columns")
    if not isinstance(columns, dict):
        return {"version": version, "primary_column": next(iter(new)), "columns": new}
    described: Object = {**document, "columns": {**columns, **new}}
    return change_columns(described, version, members)
