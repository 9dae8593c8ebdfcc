"""Where the texts of a struct are, for the native walk that looks whether all of them are UTF-8."""

from __future__ import annotations

from collections.abc import Callable
from enum import IntEnum
from typing import TYPE_CHECKING, Any, TypeAlias

from inlay_runtime.core import load_native
from inlay_runtime.schema import STRING, ListOf, Scalar, SetOf, StructSchema, UnionSchema
from inlay_runtime.struct import Struct
from inlay_runtime.wire_types import BINARY, STRUCT

if TYPE_CHECKING:
    from inlay.extensions.native_walk import TextPlan
    from inlay_runtime.schema import FieldType

    _Field: TypeAlias = tuple[int, int, int, TextPlan | None]


class TextKind(IntEnum):
    """What a field holds."""

    NOTHING = 0
    TEXT = 1
    TEXTS = 2
    STRUCT = 3
    STRUCTS = 4


_compiled = load_native("inlay.extensions.native_walk")

native_texts: Callable[[bytes, TextPlan, int], bool] | None = (
    None if _compiled is None else _compiled.texts_are_utf8
)
"""Whether every text is UTF-8; False for what is left to Python."""

_PLANS: dict[StructSchema, TextPlan | None] = {}


class _UnplannedError(Exception):
    """A type that the native walk does not know: maps, lists in lists, hooks."""


def plan_of(schema: StructSchema) -> TextPlan | None:
    """None where a type below is not for the native walk. Made once."""
    if schema not in _PLANS:
        try:
            _PLANS[schema] = _planned(schema, {})
        except _UnplannedError:
            _PLANS[schema] = None
    return _PLANS[schema]


def _planned(schema: StructSchema, begun: dict[StructSchema, Any]) -> TextPlan:
    """`begun` are those around it, for a struct may hold itself."""
    from inlay.extensions.native_walk import TextPlan

    if schema not in begun:
        plan = begun[schema] = TextPlan()
        plan.define([_field(field.id, field.type, begun) for field in schema.fields])
    known: TextPlan = begun[schema]
    return known


def _field(field_id: int, type_: FieldType, begun: dict[StructSchema, Any]) -> _Field:
    if isinstance(type_, ListOf | SetOf):
        _, kind, _, below = _field(field_id, type_.element, begun)
        if kind in (TextKind.TEXTS, TextKind.STRUCTS):
            raise _UnplannedError
        listed = {TextKind.TEXT: TextKind.TEXTS, TextKind.STRUCT: TextKind.STRUCTS}
        return field_id, listed.get(TextKind(kind), TextKind.NOTHING), type_.wire_type, below
    if type_ is STRING:
        return field_id, TextKind.TEXT, BINARY, None
    if isinstance(type_, UnionSchema):
        return field_id, TextKind.STRUCT, STRUCT, _planned(type_, begun)
    if isinstance(type_, type) and issubclass(type_, Struct):
        return field_id, TextKind.STRUCT, STRUCT, _planned(type_.SCHEMA, begun)
    if isinstance(type_, Scalar | type):  # an enum, or a union of tags
        return field_id, TextKind.NOTHING, 0, None
    raise _UnplannedError
