"""Native GEOMETRY and GEOGRAPHY described as GeoParquet 1.1 has it: WKB in plain bytes, and the key `geo`."""

from __future__ import annotations

from typing import Final

from inlay.changes.rewrite.change import Planned, Target
from inlay.changes.rewrite.system import POSIX, System
from inlay.changes.rewrite.undo import edit_undoably
from inlay.ground.files.paths import AnyPath, require_path
from inlay.ground.files.source import Seekable
from inlay.ground.geometries.geometry_columns import (
    PLANAR,
    GeometryColumn,
    GeometryFile,
    describe_native,
    read_geometries,
)
from inlay.ground.keywords import check_keywords
from inlay.ground.refusals import RefusedError
from inlay.ground.schema_copies.json_text import Object
from inlay.ground.values.geometry_kinds import name_kind
from inlay.pages.engine.body import list_extents
from inlay.pages.engine.errors import name_file_in_errors
from inlay.pages.engine.new_end import plan_new_end
from inlay.pages.engine.thrift_file import ThriftFile, open_thrift
from inlay.verbs.geo.chosen_crs import choose_crs
from inlay.verbs.geo.conversion import (
    NO_GEOMETRIES,
    TYPE_IS_RIGHT,
    ConvertedColumn,
    GeoConversion,
    PlannedColumns,
)
from inlay.verbs.geo.file_statements import unite_kinds
from inlay.verbs.geo.key_text import follow_types, set_key
from inlay.verbs.geo.new_key import FIRST_VERSION, add_columns, describe_for_key
from parquet_format.parquet import FileMetaData

_EDGES: Final = (PLANAR, "spherical")
_DEFAULT_TARGET: Final = Target()


@check_keywords
def convert_to_geoparquet(
    path: AnyPath,
    *,
    crs: str | None = None,
    undo_to: AnyPath | None = None,
    target: Target = _DEFAULT_TARGET,
    system: System = POSIX,
) -> GeoConversion:
    """Takes the native types off, with their boxes, and says in the key `geo`, version 1.1.0, what they said. No page is read or moved.

    `crs` is the PROJJSON of a column whose type has a code alone. `undo_to` is a file for `undo_metadata`; with that of
    `convert_to_native`, `undo_metadata` gives the bytes of before. Raises RefusedError for what GeoParquet 1.1 cannot say
    (`docs/geo.md`), RequestError for a `crs` that is none, and what changing a file raises.
    """
    name = require_path(path, "convert_to_geoparquet")
    undo = None if undo_to is None else require_path(undo_to, "undo_to")

    def plan(source: Seekable) -> Planned[PlannedColumns]:
        file = open_thrift(source, name)
        metadata = file.metadata()
        planned = _convert(metadata, file, crs)
        return plan_new_end(file, metadata, planned, target)

    with name_file_in_errors(name):
        done = edit_undoably(name, plan, undo_to=undo, target=target, system=system)
    return GeoConversion(done.outcome, tuple(done.result.columns), tuple(done.result.notes))


def _convert(metadata: FileMetaData, file: ThriftFile, crs: str | None) -> PlannedColumns:
    list_extents(metadata, file.footer)
    geo = read_geometries(metadata)
    planned = PlannedColumns([], [])
    if geo.problem:
        raise RefusedError("geo", f"its key geo cannot be read: {geo.problem}")
    natives = [column for column in geo.columns if column.native is not None]
    if not natives:
        if geo.text is None:
            planned.notes.append(NO_GEOMETRIES)
        return planned
    before = list(metadata.schema)
    members: dict[str, Object] = {}
    new: Object = {}
    numbers: list[int] = []
    for column in natives:
        _require_sayable(geo, column)
        chosen = choose_crs(column, crs, for_key=True)
        if column.about is None:
            new[column.name] = describe_for_key(geo, column, chosen.members or {})
        elif chosen.members is not None:
            members[column.name] = chosen.members
        numbers.append(geo.number_of(column))
        planned.columns.append(_converted(geo, column))
    for number in numbers:
        before[number] = before[number].replace()
        metadata.schema[number].logicalType = None
    for column in natives:
        for meta in geo.chunks_of(column):
            if meta is not None:
                meta.geospatial_statistics = None
    version = geo.version if geo.version.startswith("1.") else FIRST_VERSION
    document = add_columns(geo, version, members, new)
    planned.notes.extend(
        set_key(metadata, document, geo.text if geo.document is not None else None)
    )
    planned.notes.extend(follow_types(metadata, before, frozenset(numbers)))
    return planned


def _require_sayable(geo: GeometryFile, column: GeometryColumn) -> None:
    """Raises RefusedError for what GeoParquet 1.1 cannot say."""
    shown = f"column {column.name!r}"
    if not column.is_at_root or column.leaf is None:
        reason = f"{shown} is nested or repeated, and geometries of GeoParquet stand at the top: have it written as a column of its own"
        raise RefusedError("nested", reason)
    if column.about is not None and column.key_edges != column.type_edges:
        reason = f"{shown} has edges that are {column.type_edges} by its type, and others by the key geo: {TYPE_IS_RIGHT}"
        raise RefusedError("edges", reason)
    if column.type_edges not in _EDGES:
        reason = f"{shown} has edges that are {column.type_edges}, and GeoParquet 1.1 knows {' and '.join(_EDGES)}: keep the native type"
        raise RefusedError("edges", reason)
    measured = [
        name_kind(kind) for kind in unite_kinds(geo, column) or () if kind // 1000 in (2, 3)
    ]
    if measured:
        reason = f"{shown} has a {measured[0]}, and GeoParquet 1.1 has no M: keep the native type"
        raise RefusedError("types", reason)


def _converted(geo: GeometryFile, column: GeometryColumn) -> ConvertedColumn:
    assert column.native is not None
    return ConvertedColumn(
        column.name, describe_native(column.native), "WKB", 0, len(geo.metadata.row_groups)
    )
