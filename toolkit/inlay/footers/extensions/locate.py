"""From a path such as `row_groups[0].columns[3].meta_data` to the struct it names.

A variant of a union is named behind the union: `schema[1].logicalType` is the union, and
`schema[1].logicalType.DECIMAL` the struct in it.
"""

from __future__ import annotations

import difflib
import re
from typing import Final

from inlay.footers.extensions.carrier import Carrier, carrier_at, cursor_at
from inlay.footers.extensions.shapes import CarrierShape, Child
from inlay_runtime.compact.spans import find_field_spans
from inlay_runtime.errors import RequestError
from inlay_runtime.public_home import public_in
from inlay_runtime.wire_types import STRUCT

_SEGMENT: Final = re.compile(r"(?P<name>\w+)(?:\[(?P<position>\d+)\])?")


@public_in("inlay.errors")
class FooterPathError(RequestError, ValueError):
    """A path that names no struct of this footer."""


def locate(data: bytes, path: str, root: CarrierShape) -> Carrier:
    """The struct that `path` names; an empty path and the struct's own name mean the footer struct."""
    start, shape, walked = 0, root, ""
    for segment in path.split(".") if path not in ("", root.name) else ():
        match = _SEGMENT.fullmatch(segment)
        if match is None:
            raise FooterPathError(f"{path!r}: {segment!r} is neither a name nor name[position]")
        field_id, child = _child(shape, match["name"], path)
        if child.is_list and match["position"] is None:
            raise FooterPathError(
                f"{path!r}: {child.name} is a list: say which, as in {child.name}[0]"
            )
        if not child.is_list and match["position"] is not None:
            raise FooterPathError(f"{path!r}: {child.name} is not a list, so it has no positions")
        position = int(match["position"]) if child.is_list else None
        start = _find(data, start, field_id, child, position, path, segment)
        shape = child.shape
        walked = f"{walked}.{segment}".removeprefix(".")
    return carrier_at(data, start, walked, shape)


def _child(shape: CarrierShape, name: str, path: str) -> tuple[int, Child]:
    by_name = {child.name: (field_id, child) for field_id, child in shape.fields.items()}
    if name not in by_name:
        close = difflib.get_close_matches(name, by_name, n=1)
        hint = f"; did you mean {close[0]}?" if close else ""
        raise FooterPathError(
            f"{path!r}: {shape.name} has no struct or list of structs {name}{hint}"
        )
    return by_name[name]


def _find(
    data: bytes,
    start: int,
    field_id: int,
    child: Child,
    position: int | None,
    path: str,
    segment: str,
) -> int:
    spans = [
        field for field in find_field_spans(cursor_at(data, start)) if field.field_id == field_id
    ]
    if not spans:
        raise FooterPathError(f"{path!r}: this file has no {segment}")
    # one of another type may stand beside the one that is meant
    span = next((field for field in spans if child.fits(field.wire_type)), None)
    if span is None:
        raise _no_struct(path, segment)
    if position is None:
        return span.value
    cursor = cursor_at(data, span.value)
    size, element_type = cursor.list_header()
    if position >= size:
        raise FooterPathError(f"{path!r}: there is no {segment}, the list has {size}")
    if element_type != STRUCT:
        raise _no_struct(path, segment)
    for _ in range(position):
        cursor.skip_struct()
    return cursor.position


def _no_struct(path: str, segment: str) -> FooterPathError:
    return FooterPathError(f"{path!r}: {segment} is not a struct in this file")
