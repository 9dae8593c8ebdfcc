"""A step of a plan for the native engine: what is written of one slot."""

from __future__ import annotations

import struct
from enum import IntEnum
from typing import Any, TypedDict, TypeGuard

from inlay.footers.conversion.native_transcoding import StructPlan
from inlay_runtime.flat.schema import EnumOf, Scalar, SlotSchema, UnionSchema, VectorOf
from inlay_runtime.schema import FieldSchema, ListOf, wire_type_of
from inlay_runtime.tags import UnionTag
from inlay_runtime.wire_types import BOOL, DOUBLE, I8


class StepKind(IntEnum):
    """What a step writes."""

    BYTE = 0
    INTEGER = 1
    BOOL = 2
    DOUBLE = 3
    BYTES = 4
    STRUCT = 5
    UNION = 6
    INTEGERS = 7
    TEXTS = 8
    STRUCTS = 9
    COLUMNS = 10
    TYPE = 11
    PATH = 12
    NUM_VALUES = 13
    MAX = 14
    MIN = 15
    MAX_VALUE = 16
    MIN_VALUE = 17
    MAX_EXACT = 18
    MIN_EXACT = 19
    TAG = 20
    ANNOTATION = 21


class TranscodingStep(TypedDict):
    field_id: int
    wire: int
    element: int
    kind: StepKind
    slot: int
    part: int
    size: int
    default: int | None
    is_required: bool
    is_filled: bool
    zero_is_absent: bool
    explicit: int
    beside: int
    below: StructPlan | None


def build_blank_step(field: FieldSchema, slot: SlotSchema, kind: StepKind) -> TranscodingStep:
    step = build_vacant_step()
    step["field_id"], step["wire"] = field.id, wire_type_of(field.type)
    step["kind"], step["slot"], step["size"] = kind, slot.id, _size(slot.type)
    if isinstance(field.type, ListOf):
        step["element"] = wire_type_of(field.type.element)
        if isinstance(slot.type, VectorOf):
            step["size"] = _size(slot.type.element)
    return step


def build_vacant_step() -> TranscodingStep:
    return TranscodingStep(
        field_id=0,
        wire=0,
        element=0,
        kind=StepKind.BYTE,
        slot=0,
        part=-1,
        size=0,
        default=None,
        is_required=False,
        is_filled=False,
        zero_is_absent=False,
        explicit=-1,
        beside=-1,
        below=None,
    )


def kind_of(slot: SlotSchema, field: FieldSchema) -> StepKind:
    match slot.type, field.type:
        case (VectorOf(element=EnumOf() | Scalar()), ListOf()):
            return StepKind.INTEGERS
        case (VectorOf(element=type()), ListOf()):
            return StepKind.STRUCTS
        case (VectorOf(), ListOf()):
            return StepKind.TEXTS
        case (UnionSchema(), _):
            return StepKind.UNION
        case (type(), _):
            return StepKind.STRUCT
        case (EnumOf(), thrift) if is_tag(thrift):
            return StepKind.TAG
        case (Scalar() | EnumOf(), _):
            wire = wire_type_of(field.type)
            return {BOOL: StepKind.BOOL, I8: StepKind.BYTE, DOUBLE: StepKind.DOUBLE}.get(
                wire, StepKind.INTEGER
            )
        case _:
            return StepKind.BYTES


def _size(type_: Any) -> int:
    scalar = type_.scalar if isinstance(type_, EnumOf) else type_
    return scalar.size if isinstance(scalar, Scalar) else 0


def default_of(slot: SlotSchema) -> int | None:
    """The default, of a double its bits."""
    if isinstance(slot.default, float):
        return int.from_bytes(struct.pack("<d", slot.default), "little", signed=True)
    return slot.default if isinstance(slot.default, int) else None


def is_tag(type_: object) -> TypeGuard[type[UnionTag]]:
    return isinstance(type_, type) and issubclass(type_, UnionTag)
