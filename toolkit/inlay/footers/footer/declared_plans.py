"""Whether the IDL describes all that is in a struct: schema tables for the native pass that says so of most footers."""

from __future__ import annotations

from enum import IntEnum
from typing import TYPE_CHECKING, Any, Final

from inlay_runtime.core import load_native
from inlay_runtime.enums import OpenEnum
from inlay_runtime.limits import DEFAULT_LIMITS
from inlay_runtime.schema import ListOf, Scalar, StructSchema, UnionSchema, wire_type_of
from inlay_runtime.schema_plans import PlanOf, SchemaPlans, UnplannedError
from inlay_runtime.struct import Struct
from inlay_runtime.tags import UnionTag
from inlay_runtime.wire_types import STRUCT

if TYPE_CHECKING:
    from inlay.footers.footer.native_declared import DeclaredPlan, Field
    from inlay_runtime.schema import FieldSchema


class Held(IntEnum):
    """What a field or the elements of a list are."""

    PLAIN = 1
    ENUM = 2
    STRUCT = 3


native: Any = load_native("inlay.footers.footer.native_declared")
"""The compiled pass, unless it is None."""

_MOST = 64
"""Values of an enum: the pass has a bit for each."""


def is_all_declared(data: bytes, cls: type[Struct], signature: bytes) -> bool:
    """Whether nothing is in a struct that the IDL does not describe, and behind it nothing or the signature. False where
    that is not sure. `data` begins with the struct and can be decoded."""
    end = _find_end(data, cls, below=False)
    return end is not None and data[end:] in (b"", signature)


def is_declared_below(data: bytes, cls: type[Struct]) -> bool:
    """The same of all that the fields of a struct hold, whatever else is in it and behind it."""
    return _find_end(data, cls, below=True) is not None


def _find_end(data: bytes, cls: type[Struct], *, below: bool) -> int | None:
    if native is None:
        return None
    plan = _PLANS.plan_of(cls.SCHEMA)
    if plan is None:
        return None
    end: int | None = native.end_of_declared(data, plan, DEFAULT_LIMITS.depth, below)
    return end


def _begin(schema: StructSchema) -> DeclaredPlan:
    plan: DeclaredPlan = native.DeclaredPlan(isinstance(schema, UnionSchema))
    return plan


def _describe(field: FieldSchema, plan_of: PlanOf[DeclaredPlan]) -> Field:
    """Not known are maps, sets, lists in lists, hooks, and enums with large values."""
    field_id, type_ = field.id, field.type
    wire, element = wire_type_of(type_), 0
    if isinstance(type_, ListOf):
        element, type_ = wire_type_of(type_.element), type_.element
    if isinstance(type_, Scalar):
        return field_id, Held.PLAIN, wire, element, 0, None
    if isinstance(type_, UnionSchema):
        return field_id, Held.STRUCT, wire, element, 0, plan_of(type_)
    if isinstance(type_, type) and issubclass(type_, Struct):
        return field_id, Held.STRUCT, wire, element, 0, plan_of(type_.SCHEMA)
    if isinstance(type_, type) and issubclass(type_, UnionTag):
        return field_id, Held.STRUCT, wire, element, 0, _plan_tags(type_)
    if isinstance(type_, type) and issubclass(type_, OpenEnum):
        return field_id, Held.ENUM, wire, element, _bits(type_), None
    raise UnplannedError


def _plan_tags(tags: type[UnionTag]) -> DeclaredPlan:
    """A union of structs without fields."""
    empty = native.DeclaredPlan(False)
    empty.define([])
    plan: DeclaredPlan = native.DeclaredPlan(True)
    plan.define([(int(tag), Held.STRUCT, STRUCT, 0, 0, empty) for tag in tags])
    return plan


def _bits(enum: type[OpenEnum]) -> int:
    values = [int(value) for value in enum]
    if any(not 0 <= value < _MOST for value in values):
        raise UnplannedError
    return sum(1 << value for value in set(values))


_PLANS: Final = SchemaPlans(_begin, _describe)
