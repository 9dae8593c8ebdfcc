"""GeoParquet's description of geometries: where they may lie, of what kinds they are, in which coordinates."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from inlay.ground.schema_copies.columns import Column, ColumnKind, Columns
from inlay.ground.schema_copies.errors import CannotAgreeError, ContradictionError
from inlay.ground.schema_copies.json_text import (
    Json,
    Object,
    as_list,
    as_object,
    as_text,
    parse_object,
    parse_objects,
    replace_members,
    unparse,
)
from inlay.ground.schema_copies.text import Text

_MEANING: Final[Object] = {
    "encoding": None,
    "crs": "OGC:CRS84",
    "edges": "planar",
    "orientation": None,
    "epoch": None,
}
"""Members that say what the numbers in a geometry mean, and what it means if they are absent."""


def follow_geo(text: str, columns: Columns) -> Text:
    """Columns follow by their names; what is said of the rows goes with the rows. Raises CannotAgreeError."""
    document = parse_object(text)
    described = _columns(document)
    names = columns.new_names
    retyped = {column.name for column in columns.top if column.is_retyped}
    first = {column.name: column for column in reversed(columns.top)}
    notes: list[str] = []
    kept: Object = {}
    for name, about in described.items():
        if name in retyped:
            raise CannotAgreeError(f"column {name!r} has another type now")
        if name in names:
            new_rows = columns.new_rows
            kept[names[name]] = _followed(name, about, first, notes, new_rows=new_rows)
    if not kept:
        raise CannotAgreeError("none of the columns that it described is left")
    primary = as_text(document.get("primary_column"))
    if primary in names:
        primary = names[primary]
    else:
        primary = next(iter(kept))
        notes.append(f"the primary column is {primary!r} now")
    changed = replace_members(document, {"primary_column": primary, "columns": kept})
    return Text(text if changed == document else unparse(changed, text), tuple(notes))


def merge_geo(texts: Sequence[str], _rows: Sequence[int]) -> Text:
    """Boxes and kinds of geometries put together. Raises CannotAgreeError, and ContradictionError where coordinates mean
    other places."""
    documents = parse_objects(texts)
    tables = [_columns(document) for document in documents]
    first = documents[0]
    for number, (document, table) in enumerate(zip(documents, tables, strict=True)):
        if table.keys() != tables[0].keys():
            raise CannotAgreeError("the files describe different columns in it")
        if document.get("primary_column") != first.get("primary_column"):
            raise CannotAgreeError("the files have different primary columns")
        for name, about in table.items():
            _require_same_places(name, tables[0][name], about, number)
    notes: list[str] = []
    merged: Object = {
        name: _merged(name, [table[name] for table in tables], notes) for name in tables[0]
    }
    changed = replace_members(first, {"columns": merged})
    return Text(texts[0] if changed == first else unparse(changed, texts[0]), tuple(notes))


def list_geometries(text: str) -> list[str]:
    """The columns that it describes. Raises CannotAgreeError."""
    return list(_columns(parse_object(text)))


def _columns(document: Object) -> Mapping[str, Object]:
    return {name: as_object(about) for name, about in as_object(document.get("columns")).items()}


def _followed(
    name: str, about: Object, top: Mapping[str, Column], notes: list[str], *, new_rows: bool
) -> Object:
    changed = dict(about)
    if new_rows:
        if changed.pop("bbox", None) is not None:
            notes.append(f"the box around {name!r} was that of the old rows")
        if about.get("geometry_types"):
            changed["geometry_types"] = []  # which means that they are not known
    if (covering := about.get("covering")) is not None:
        followed = _covering(as_object(covering), top)
        if followed is None:
            notes.append(f"the column of boxes of {name!r} is gone")
            del changed["covering"]
        else:
            changed["covering"] = followed
    return changed


def _covering(covering: Object, top: Mapping[str, Column]) -> Object | None:
    """Its paths in the new names; None if one leads to a column that is gone."""
    followed: Object = {}
    for kind, about in covering.items():
        paths: Object = {}
        for corner, path in as_object(about).items():
            names = _path([as_text(part) for part in as_list(path)], top)
            if names is None:
                return None
            paths[corner] = names
        followed[kind] = paths
    return followed


def _path(path: Sequence[str], top: Mapping[str, Column]) -> list[Json] | None:
    names: list[Json] = []
    below = top
    for part in path:
        column = below.get(part)
        if column is None or not column.is_kept:
            return None
        names.append(column.new_name)
        children = column.children if column.kind is ColumnKind.STRUCT else ()
        below = {child.name: child for child in reversed(children)}
    return names


def _require_same_places(name: str, first: Object, other: Object, number: int) -> None:
    for member, default in _MEANING.items():
        if _named(first.get(member, default)) != _named(other.get(member, default)):
            raise ContradictionError(number, f"the geometries {name!r} have another {member!r}")


def _named(value: Json) -> Json:
    """A reference system that is spelt out, as its identifier."""
    match value:
        case {"id": {"authority": "OGC", "code": "CRS84"}}:
            return _MEANING["crs"]
        case _:
            return value


def _merged(name: str, all_about: Sequence[Object], notes: list[str]) -> Object:
    first = all_about[0]
    merged = dict(first)
    boxes = [about.get("bbox") for about in all_about]
    if any(box != boxes[0] for box in boxes):
        box = _around(boxes)
        if box is None:
            merged.pop("bbox", None)
            notes.append(f"the boxes around {name!r} cannot be put together")
        else:
            merged["bbox"] = box
    kinds = [as_list(about.get("geometry_types", [])) for about in all_about]
    known = all(kinds)
    merged["geometry_types"] = _union(kinds) if known else []
    if any(about.get("covering") != first.get("covering") for about in all_about):
        merged.pop("covering", None)
        notes.append(f"the files have different columns of boxes for {name!r}")
    return merged


def _union(kinds: Sequence[Sequence[Json]]) -> list[Json]:
    return list(dict.fromkeys(as_text(kind) for several in kinds for kind in several))


def _around(boxes: Sequence[Json]) -> list[Json] | None:
    """The box around all; None where one is missing, of another dimension, or goes over the antimeridian."""
    numbers: list[list[float]] = []
    for box in boxes:
        if not isinstance(box, list) or len(box) not in (4, 6):
            return None
        corners = [float(corner) for corner in box if isinstance(corner, int | float)]
        half = len(box) // 2
        ordered = all(low <= high for low, high in zip(corners, corners[half:], strict=False))
        if len(corners) != len(box) or not ordered:
            return None
        numbers.append(corners)
    if len({len(corners) for corners in numbers}) != 1:
        return None
    half = len(numbers[0]) // 2
    low = [min(corners) for corners in zip(*(box[:half] for box in numbers), strict=True)]
    high = [max(corners) for corners in zip(*(box[half:] for box in numbers), strict=True)]
    return [*low, *high]
