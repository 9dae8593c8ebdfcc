"""Where the texts of a struct are, for the native walk that looks whether all of them are UTF-8."""

from __future__ import annotations

from collections.abc import Callable
from enum import IntEnum
from typing import TYPE_CHECKING, Final, TypeAlias

from inlay_runtime.core import load_native
from inlay_runtime.schema import STRING, ListOf, Scalar, SetOf, UnionSchema
from inlay_runtime.schema_plans import PlanOf, SchemaPlans, UnplannedError
from inlay_runtime.struct import Struct
from inlay_runtime.wire_types import BINARY, STRUCT

if TYPE_CHECKING:
    from inlay.footers.extensions.native_walk import TextPlan
    from inlay_runtime.schema import FieldSchema, FieldType, StructSchema

    _Field: TypeAlias = tuple[int, int, int, TextPlan | None]


class TextKind(IntEnum):
    """What a field holds."""

    NOTHING = 0
    TEXT = 1
    TEXTS = 2
    STRUCT = 3
    STRUCTS = 4


_compiled = load_native("inlay.footers.extensions.native_walk")

native_texts: Callable[[bytes, TextPlan, int], bool] | None = (
    None if _compiled is None else _compiled.has_utf8_texts
)
"""Whether every text is UTF-8; False for what is left to Python."""


def _begin(_: StructSchema) -> TextPlan:
    from inlay.footers.extensions.native_walk import TextPlan

    return TextPlan()


def _describe(field: FieldSchema, plan_of: PlanOf[TextPlan]) -> _Field:
    return _describe_type(field.id, field.type, plan_of)


def _describe_type(field_id: int, type_: FieldType, plan_of: PlanOf[TextPlan]) -> _Field:
    """Not known are maps, lists in lists, and hooks."""
    if isinstance(type_, ListOf | SetOf):
        _, kind, _, below = _describe_type(field_id, type_.element, plan_of)
        if kind in (TextKind.TEXTS, TextKind.STRUCTS):
            raise UnplannedError
        listed = {TextKind.TEXT: TextKind.TEXTS, TextKind.STRUCT: TextKind.STRUCTS}
        return field_id, listed.get(TextKind(kind), TextKind.NOTHING), type_.wire_type, below
    if type_ is STRING:
        return field_id, TextKind.TEXT, BINARY, None
    if isinstance(type_, UnionSchema):
        return field_id, TextKind.STRUCT, STRUCT, plan_of(type_)
    if isinstance(type_, type) and issubclass(type_, Struct):
        return field_id, TextKind.STRUCT, STRUCT, plan_of(type_.SCHEMA)
    if isinstance(type_, Scalar | type):  # an enum, or a union of tags
        return field_id, TextKind.NOTHING, 0, None
    raise UnplannedError


TEXT_PLANS: Final = SchemaPlans(_begin, _describe)
"""Of no struct with a type that the native walk does not know."""
