"""The names of the fields of a struct by id, as the IDL has them."""

from __future__ import annotations

from typing import Final, TypeAlias

from inlay.footers.extensions.shapes import Child
from inlay_runtime.schema import StructSchema
from inlay_runtime.struct import Struct

Names: TypeAlias = dict[int, str]

_NONE: Final[Names] = {}
_NAMES: Final[dict[StructSchema, Names]] = {}


def names_in(child: Child) -> Names:
    """Those of the structs in a field; none where the IDL has no table of them."""
    type_ = child.type
    if isinstance(type_, type) and issubclass(type_, Struct):
        return names_of(type_.SCHEMA)
    return _NONE


def names_of(schema: StructSchema) -> Names:
    """The same object each time."""
    names = _NAMES.get(schema)
    if names is None:
        names = _NAMES[schema] = {row.id: row.name for row in schema.fields}
    return names
