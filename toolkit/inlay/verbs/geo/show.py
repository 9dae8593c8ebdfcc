"""What a file says of its geometries, in its key `geo` and in its types."""

from __future__ import annotations

from typing import NamedTuple

from inlay.footers.footer.read import read_footer
from inlay.ground.files.source import Source
from inlay.ground.geometries.crs import Crs
from inlay.ground.geometries.geometry_columns import (
    GeometryColumn,
    GeometryFile,
    describe_native,
    read_geometries,
)
from inlay.ground.schema_copies.errors import CannotAgreeError
from inlay.ground.schema_copies.json_text import Json, as_list, as_text
from inlay.ground.values.geometry_kinds import name_kind
from inlay.verbs.geo.file_statements import unite_kinds
from parquet_format.parquet import BoundingBox


class ShownGeometries(NamedTuple):
    """A column. What the key says is None where it says nothing of it; what the type says, where it has no native type.

    `key_types` and `type_types` are empty where they are not known. `boxes` has one for each row group, None where there is none;
    `statistics` is in how many of these statistics stand beside the box, without which DuckDB does not look at it.
    """

    name: str
    encoding: str | None
    native: str | None
    key_crs: Crs | None
    type_crs: Crs | None
    key_edges: str | None
    type_edges: str | None
    key_types: tuple[str, ...]
    type_types: tuple[str, ...]
    bbox: tuple[float, ...] | None
    covering: dict[str, tuple[str, ...]]
    boxes: tuple[BoundingBox | None, ...]
    statistics: int


class ShownGeoFile(NamedTuple):
    """`version` is that of the key `geo`, None where there is none; `problem` says why a key cannot be read."""

    version: str | None
    problem: str
    primary: str | None
    row_groups: int
    columns: tuple[ShownGeometries, ...]


def show_geometries(source: Source) -> ShownGeoFile:
    """Of a file, from its footer alone. Raises what `inlay.open` raises."""
    return describe_file(read_geometries(read_footer(source).metadata))


def describe_file(geo: GeometryFile) -> ShownGeoFile:
    """Of a footer that was read."""
    return ShownGeoFile(
        geo.version if geo.text is not None else None,
        geo.problem,
        geo.primary,
        len(geo.metadata.row_groups),
        tuple(_describe(geo, column) for column in geo.columns),
    )


def _describe(geo: GeometryFile, column: GeometryColumn) -> ShownGeometries:
    chunks = list(geo.chunks_of(column))
    said = [meta.geospatial_statistics if meta is not None else None for meta in chunks]
    boxes = tuple(it.bbox if it is not None else None for it in said)
    about = column.about or {}
    encoding = column.encoding
    return ShownGeometries(
        column.name,
        encoding if isinstance(encoding, str) else None,
        describe_native(column.native) if column.native is not None else None,
        column.key_crs,
        column.type_crs,
        column.key_edges,
        column.type_edges,
        _read_names(about.get("geometry_types")),
        tuple(name_kind(kind) for kind in unite_kinds(geo, column) or ()),
        _read_numbers(about.get("bbox")),
        column.described.covering,
        boxes,
        sum(
            box is not None and meta is not None and meta.statistics is not None
            for box, meta in zip(boxes, chunks, strict=True)
        ),
    )


def _read_names(value: Json) -> tuple[str, ...]:
    try:
        return tuple(map(as_text, as_list(value)))
    except CannotAgreeError:
        return ()


def _read_numbers(value: Json) -> tuple[float, ...] | None:
    """As they stand in the key; None for what is not a list of numbers."""
    if not isinstance(value, list):
        return None
    numbers = tuple(it for it in value if isinstance(it, int | float) and not isinstance(it, bool))
    return numbers if len(numbers) == len(value) else None
