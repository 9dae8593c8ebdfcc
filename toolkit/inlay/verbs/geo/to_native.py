"""GeoParquet's columns of WKB annotated as GEOMETRY or GEOGRAPHY, with a box for each row group: a change of the footer alone."""

from __future__ import annotations

from typing import Final, NamedTuple

from inlay.changes.rewrite.change import Planned, Target
from inlay.changes.rewrite.system import POSIX, System
from inlay.changes.rewrite.undo import edit_undoably
from inlay.ground.files.paths import AnyPath, require_path
from inlay.ground.files.source import Seekable
from inlay.ground.geometries.geometry_columns import (
    ALL_EDGES,
    GeometryColumn,
    GeometryFile,
    NativeType,
    describe_native,
    read_geometries,
    type_of_edges,
)
from inlay.ground.keywords import check_keywords
from inlay.ground.mistakes import RequestError
from inlay.ground.refusals import RefusedError
from inlay.ground.schema.notation import format_annotation, format_physical
from inlay.ground.schema_copies.geo_fit import explain_unfit_geo
from inlay.ground.schema_copies.json_text import Object
from inlay.ground.wording.printable import shorten
from inlay.pages.engine.body import list_extents
from inlay.pages.engine.errors import name_file_in_errors
from inlay.pages.engine.leaf import Leaf
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
from inlay.verbs.geo.covering_boxes import CoveringValues
from inlay.verbs.geo.first_geometries import explain_first
from inlay.verbs.geo.key_text import follow_types, set_key
from inlay.verbs.geo.native_boxes import describe_chunks
from inlay.verbs.geo.new_key import (
    FIRST_VERSION,
    SECOND_VERSION,
    add_columns,
    describe_for_key,
)
from parquet_format.parquet import FileMetaData

_MAJORS: Final = ("1.", "2.")
_MOST_SHOWN: Final = 60
_DEFAULT_TARGET: Final = Target()


class _Wanted(NamedTuple):
    crs: str | None
    keep_key: bool


@check_keywords
def convert_to_native(
    path: AnyPath,
    *,
    crs: str | None = None,
    keep_key: bool = False,
    undo_to: AnyPath | None = None,
    target: Target = _DEFAULT_TARGET,
    system: System = POSIX,
) -> GeoConversion:
    """Annotates the columns that the key `geo` describes as GEOMETRY or GEOGRAPHY. No page moves, and no geometry is read but those of the
    first page of each column.

    Boxes come from the covering column, where there is one. `crs` is what the types are to say, in place of what the key says: PROJJSON,
    `OGC:CRS84`, `srid:0`, `projjson:KEY`, or the code of what the key says. The key becomes that of GeoParquet 2.0, or stays as it is
    with `keep_key`. `undo_to` is a file for `undo_metadata`. Raises RefusedError for what cannot be converted (`docs/geo.md`),
    RequestError for a `crs` that is none, and what changing a file raises.
    """
    name = require_path(path, "convert_to_native")
    undo = None if undo_to is None else require_path(undo_to, "undo_to")
    wanted = _Wanted(crs, keep_key)

    def plan(source: Seekable) -> Planned[PlannedColumns]:
        file = open_thrift(source, name)
        metadata = file.metadata()
        with CoveringValues(file.source) as values:
            planned = _convert(metadata, file, wanted, values)
        return plan_new_end(file, metadata, planned, target)

    with name_file_in_errors(name):
        done = edit_undoably(name, plan, undo_to=undo, target=target, system=system)
    return GeoConversion(done.outcome, tuple(done.result.columns), tuple(done.result.notes))


def _convert(
    metadata: FileMetaData, file: ThriftFile, wanted: _Wanted, values: CoveringValues
) -> PlannedColumns:
    list_extents(
        metadata, file.footer
    )  # which refuses chunks that lie elsewhere, or over each other
    geo = read_geometries(metadata)
    if geo.text is None and not geo.columns:
        return PlannedColumns([], [NO_GEOMETRIES])
    _require_key(geo)
    before = list(metadata.schema)
    planned = PlannedColumns([], [])
    retyped: set[int] = set()
    members: dict[str, Object] = {}
    for column in geo.columns:
        was = column.native
        crs = choose_crs(column, wanted.crs)
        if crs.members is not None and column.about is not None:
            members[column.name] = crs.members
        native = _choose_type(geo, column, crs.text)
        if native != was:
            if was is None:
                _require_wkb(geo, column, file.source)
            number = geo.number_of(column)
            before[number] = before[number].replace()
            metadata.schema[number].logicalType = native
            retyped.add(number)
        changed, boxes, notes = describe_chunks(geo, column, values)
        planned.notes.extend(notes)
        if changed or native != was:
            planned.columns.append(
                ConvertedColumn(
                    column.name,
                    "WKB" if was is None else describe_native(was),
                    describe_native(native),
                    boxes,
                    len(metadata.row_groups),
                )
            )
    planned.notes.extend(_write_key(geo, members, wanted))
    planned.notes.extend(follow_types(metadata, before, frozenset(retyped)))
    return planned


def _write_key(geo: GeometryFile, members: dict[str, Object], wanted: _Wanted) -> list[str]:
    """The key in its new version; a new one for columns that have their types alone. Returns what there is to say."""
    new: Object = {}
    for column in geo.columns:
        if column.about is None and column.is_at_root:
            try:
                crs = choose_crs(column, wanted.crs, for_key=True).members
            except RequestError as error:
                return [f"the key geo is left as it is: {error}"]
            new[column.name] = describe_for_key(geo, column, crs or {})
    if geo.document is None and not new:
        return []
    version = SECOND_VERSION
    if wanted.keep_key:
        version = geo.version or FIRST_VERSION
    document = add_columns(geo, version, members, new)
    return [] if document == geo.document else set_key(geo.metadata, document, geo.text)


def _require_key(geo: GeometryFile) -> None:
    """Raises RefusedError for a key that cannot be right."""
    if geo.tree.problems:
        raise RefusedError("schema", f"its schema is damaged: {geo.tree.problems[0]}")
    if geo.text is None:
        return
    what = geo.problem or explain_unfit_geo(geo.text, geo.tree)
    if what is not None:
        reason = f"its key geo cannot be right: {shorten(what, 200)}; `inlay geo check` says more"
        raise RefusedError("geo", reason)
    if not geo.version.startswith(_MAJORS):
        reason = (
            f"its key geo has version {shorten(geo.version, _MOST_SHOWN)!r}, before 1.0, whose geometries may be EWKB: "
            "have GeoPandas or another writer write it anew"
        )
        raise RefusedError("geo", reason)


def _choose_type(geo: GeometryFile, column: GeometryColumn, crs: str | None) -> NativeType:
    """Raises RefusedError for a column that cannot have one."""
    node, shown = column.node, f"column {column.name!r}"
    assert node is not None  # _require_key has seen to it
    if column.about is None:
        assert column.native is not None
        return column.native.replace(crs=crs)
    if column.encoding != "WKB":
        reason = (
            f"{shown} is in GeoArrow's encoding {column.encoding!r}, and native types are WKB: have it written as that, in GeoPandas by "
            'to_parquet(geometry_encoding="WKB")'
        )
        raise RefusedError("encoding", reason)
    if geo.is_ambiguous(column):
        reason = (
            f"two columns are called {column.name!r}: `inlay set --rename` gives one another name"
        )
        raise RefusedError("names", reason)
    if column.leaf is None or not column.is_at_root:
        reason = f"{shown} is nested or repeated, and geometries of GeoParquet stand at the top: have it written as a column of its own"
        raise RefusedError("nested", reason)
    if column.native is None and (node.element.logicalType, node.element.converted_type) != (
        None,
        None,
    ):
        kind = format_annotation(node.element) or format_physical(node.element)
        reason = f"{shown} is {kind} by its type, and WKB by the key geo: if the key is right, `inlay set --logical-type` takes the type off"
        raise RefusedError("type", reason)
    edges = column.key_edges
    native = type_of_edges(edges, crs) if edges is not None else None
    if native is None:
        said = shorten(str(column.about.get("edges")), _MOST_SHOWN)
        reason = (
            f"{shown} has edges that no type has: {said}, and not {', '.join(ALL_EDGES)}; "
            "if they are such, `inlay set --key` says so"
        )
        raise RefusedError("edges", reason)
    if column.type_edges not in (None, edges):
        reason = f"{shown} has edges that are {edges} by the key geo, and {column.type_edges} by its type: {TYPE_IS_RIGHT}"
        raise RefusedError("edges", reason)
    return native if column.native is None else column.native.replace(crs=crs)


def _require_wkb(geo: GeometryFile, column: GeometryColumn, source: Seekable) -> None:
    """Of the first page; `inlay verify --values` looks at all."""
    assert column.node is not None
    leaf = Leaf.of(column.node)
    meta = next((it for it in geo.chunks_of(column) if it is not None and it.num_values), None)
    what = explain_first(source, meta, leaf) if meta is not None else ""
    if what:
        reason = (
            f"of column {column.name!r} {what}, and native types are ISO WKB: have it written as that, in GeoPandas by to_parquet, "
            "in PostGIS by ST_AsBinary"
        )
        raise RefusedError("wkb", reason)
