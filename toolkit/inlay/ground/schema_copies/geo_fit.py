"""Whether GeoParquet's description, the key `geo`, can be right of a file."""

from __future__ import annotations

from collections.abc import Iterator
from math import isfinite
from typing import Final, TypeAlias

from inlay.ground.schema.tree import Node, SchemaTree
from inlay.ground.schema_copies.errors import CannotAgreeError
from inlay.ground.schema_copies.json_text import Json, Object, parse
from parquet_format.parquet import Type

_WKB: Final = "WKB"
_OF_ARROW: Final = (
    "point",
    "linestring",
    "polygon",
    "multipoint",
    "multilinestring",
    "multipolygon",
)
_BOX_LENGTHS: Final = (4, 6, 8)

Leaves: TypeAlias = "set[tuple[str, ...]]"
"""Their paths, each name as `repr` writes it."""


def explain_unfit_geo(text: str, schema: SchemaTree) -> str | None:
    """The first thing that cannot be right, as a clause; None where nothing is. Versions before 1.0 are read, too."""
    try:
        document = parse(text)
    except CannotAgreeError:
        return "it is not JSON"
    if not isinstance(document, dict):
        return "it is not a JSON object"
    return next(_explain_document(document, text, schema), None)


def _explain_document(document: Object, text: str, schema: SchemaTree) -> Iterator[str]:
    if not isinstance(document.get("version", document.get("schema_version")), str):
        yield "it has no version as text"
    described = document.get("columns")
    if not isinstance(described, dict) or not described:
        yield "it describes no columns"
        return
    if document.get("primary_column") not in list(described):
        yield f"its primary_column {_show(document.get('primary_column'))} is none of its columns"
    columns = schema.root.children if schema.root is not None else ()
    leaves: Leaves = set()
    if "covering" in text:
        leaves = {tuple(map(repr, leaf.path)) for leaf in schema.leaves}
    nodes = {node.element.name: node for node in columns}
    for name, about in described.items():
        if name not in nodes:
            yield f"the file has no column {name!r}"
        elif not isinstance(about, dict):
            yield f"it describes {name!r} with {_show(about)}"
        else:
            for what in _explain_column(about, nodes[name], leaves):
                yield f"of {name!r} {what}"


def _explain_column(about: Object, node: Node, leaves: Leaves) -> Iterator[str]:
    encoding = about.get("encoding")
    if encoding == _WKB:
        if node.element.type != Type.BYTE_ARRAY:
            yield f"the encoding is {_WKB}, and its type is not BYTE_ARRAY"
    elif encoding not in _OF_ARROW:
        yield f"the encoding is {_show(encoding)}, not one of {', '.join((_WKB, *_OF_ARROW))}"
    elif node.is_leaf:
        yield f"the encoding is {encoding}, but the column is not a group"
    if "bbox" in about and (what := _explain_box(about["bbox"])) is not None:
        yield what
    for path in _list_paths(about.get("covering")):
        if not _leads_to_leaf(path, leaves):
            yield f"the covering leads to {_show(path)}, which is not there"


def _explain_box(box: Json) -> str | None:
    if not isinstance(box, list) or len(box) not in _BOX_LENGTHS:
        return "the bbox is not a list of 4, 6 or 8 numbers"
    numbers = [it for it in box if isinstance(it, int | float) and not isinstance(it, bool)]
    if len(numbers) < len(box) or not all(isinstance(it, int) or isfinite(it) for it in numbers):
        return "the bbox has what is not a finite number"
    half = len(box) // 2
    for axis in range(
        1, half
    ):  # that of x goes over the antimeridian, if its minimum is the larger one
        if numbers[axis] > numbers[half + axis]:
            return f"the bbox has {numbers[axis]} as a minimum and {numbers[half + axis]} as its maximum"
    return None


def _list_paths(covering: Json) -> Iterator[Json]:
    """The paths of a covering; a covering of another shape gives itself."""
    boxes = covering.get("bbox") if isinstance(covering, dict) else covering
    if isinstance(boxes, dict):
        yield from boxes.values()
    elif boxes is not None:
        yield boxes


def _leads_to_leaf(path: Json, leaves: Leaves) -> bool:
    return isinstance(path, list) and tuple(map(_show_flat, path)) in leaves


def _show(value: Json) -> str:
    return (
        f"[{', '.join(map(_show_flat, value))}]" if isinstance(value, list) else _show_flat(value)
    )


def _show_flat(value: Json) -> str:
    """What is nested may be nested too deeply to be shown."""
    if isinstance(value, dict | list):
        return "an object" if isinstance(value, dict) else "a list"
    return repr(value)
