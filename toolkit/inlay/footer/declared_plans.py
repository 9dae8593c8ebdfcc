"""Whether the IDL describes all that is in a struct: schema tables for the native pass that says so of most footers."""

from __future__ import annotations

from enum import IntEnum
from typing import TYPE_CHECKING, Any

from inlay_runtime.core import load_native
from inlay_runtime.enums import OpenEnum
from inlay_runtime.limits import DEFAULT_LIMITS
from inlay_runtime.schema import ListOf, Scalar, StructSchema, UnionSchema, wire_type_of
from inlay_runtime.struct import Struct
from inlay_runtime.tags import UnionTag
from inlay_runtime.wire_types import STRUCT

if TYPE_CHECKING:
    from inlay.footer.native_declared import DeclaredPlan, Field
    from inlay_runtime.schema import FieldType


class Held(IntEnum):
    """What a field or the elements of a list are."""

    PLAIN = 1
    ENUM = 2
    STRUCT = 3


native: Any = load_native("inlay.footer.native_declared")
"""The compiled pass, unless it is None."""

_PLANS: dict[StructSchema, DeclaredPlan | None] = {}
_MOST = 64
"""Values of an enum: the pass has a bit for each."""


class _UnplannedError(Exception):
    """A type that the native pass does not know: maps, sets, lists in lists, hooks, enums with large values."""


def is_all_declared(data: bytes, cls: type[Struct], signature: bytes) -> bool:
    """Whether nothing is in a struct that the IDL does not describe, and behind it nothing or the signature. False where
    that is not sure. `data` begins with the struct and can be decoded."""
    if native is None:
        return False
    plan = _plan_of(cls.SCHEMA)
    end = None if plan is None else native.end_of_declared(data, plan, DEFAULT_LIMITS.depth)
    return end is not None and data[end:] in (b"", signature)


def _plan_of(schema: StructSchema) -> DeclaredPlan | None:
    """Made once."""
    if schema not in _PLANS:
        try:
            _PLANS[schema] = _planned(schema, {})
        except _UnplannedError:
            _PLANS[schema] = None
    return _PLANS[schema]


def _planned(schema: StructSchema, begun: dict[StructSchema, Any]) -> DeclaredPlan:
    """`begun` are those around it, for a struct may hold itself."""
    if schema not in begun:
        plan = begun[schema] = native.DeclaredPlan(isinstance(schema, UnionSchema))
        plan.define([_field(field.id, field.type, begun) for field in schema.fields])
    known: DeclaredPlan = begun[schema]
    return known


def _field(field_id: int, type_: FieldType, begun: dict[StructSchema, Any]) -> Field:
    wire, element = wire_type_of(type_), 0
    if isinstance(type_, ListOf):
        element, type_ = wire_type_of(type_.element), type_.element
    if isinstance(type_, Scalar):
        return field_id, Held.PLAIN, wire, element, 0, None
    if isinstance(type_, UnionSchema):
        return field_id, Held.STRUCT, wire, element, 0, _planned(type_, begun)
    if isinstance(type_, type) and issubclass(type_, Struct):
        return field_id, Held.STRUCT, wire, element, 0, _planned(type_.SCHEMA, begun)
    if isinstance(type_, type) and issubclass(type_, UnionTag):
        return field_id, Held.STRUCT, wire, element, 0, _planned_tags(type_)
    if isinstance(type_, type) and issubclass(type_, OpenEnum):
        return field_id, Held.ENUM, wire, element, _bits(type_), None
    raise _UnplannedError


def _planned_tags(tags: type[UnionTag]) -> DeclaredPlan:
    """A union of structs without fields."""
    empty = native.DeclaredPlan(False)
    empty.define([])
    plan: DeclaredPlan = native.DeclaredPlan(True)
    plan.define([(int(tag), Held.STRUCT, STRUCT, 0, 0, empty) for tag in tags])
    return plan


def _bits(enum: type[OpenEnum]) -> int:
    values = [int(value) for value in enum]
    if any(not 0 <= value < _MOST for value in values):
        raise _UnplannedError
    return sum(1 << value for value in set(values))
