"""The declarations of the `.fbs` for the native engine: what is written of a table, field by field of its Thrift struct."""

from __future__ import annotations

import struct
from collections.abc import Iterator, Mapping
from enum import IntEnum
from typing import Any, Final, TypedDict

from inlay.conversion.native_transcoding import StructPlan
from inlay_runtime.flat.schema import (
    Counterpart,
    EnumOf,
    Scalar,
    SlotSchema,
    TableSchema,
    UnionSchema,
    VectorOf,
)
from inlay_runtime.flat.table import Table
from inlay_runtime.schema import FieldSchema, ListOf, wire_type_of
from inlay_runtime.struct import Struct
from inlay_runtime.wire_types import BOOL, DOUBLE, I8
from parquet_format import footer, parquet


class Kind(IntEnum):
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


_COMPUTED: Final[Mapping[type[Table], Mapping[str, Kind]]] = {
    footer.RowGroup: {"columns": Kind.COLUMNS},
    footer.ColumnChunk: {"meta_data": Kind.STRUCT},
    footer.ColumnMetadata: {
        "type": Kind.TYPE,
        "path_in_schema": Kind.PATH,
        "num_values": Kind.NUM_VALUES,
        "statistics": Kind.STRUCT,
    },
    footer.Statistics: {
        "max": Kind.MAX,
        "min": Kind.MIN,
        "max_value": Kind.MAX_VALUE,
        "min_value": Kind.MIN_VALUE,
    },
}
"""The slots that code fills, by the Thrift field that they stand for."""

_SIGNS: Final = {"is_max_value_exact": Kind.MAX_EXACT, "is_min_value_exact": Kind.MIN_EXACT}
"""In v0 the signs of packed bounds are all that is known of these."""

_BOUNDS: Final = (
    *("min_lo4", "min_lo8", "min_hi8", "min_len", "max_lo4", "max_lo8", "max_hi8", "max_len"),
    *("prefix", "max_equals_max_value", "min_equals_min_value", "max_value", "min_value"),
)
_REFUSED: Final = ("unknown_fields", "extension")
_SLOTS: Final = {"meta_data": "metadata"}


class Step(TypedDict):
    field_id: int
    wire: int
    element: int
    kind: Kind
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


class Plans:
    """Those of one version of the schema; `has_signs` is v0."""

    def __init__(self, *, has_signs: bool) -> None:
        self._has_signs: Final = has_signs

    def plan(self, table: type[Table], thrift: type[Struct]) -> StructPlan:
        schema = table.SCHEMA
        steps = list(self._steps(table, thrift, -1))
        parts: list[tuple[int, int]] = []
        for slot in _parts(schema):
            assert isinstance(slot.type, type)
            assert issubclass(slot.type, Table)
            steps += self._steps(slot.type, thrift, len(parts))
            parts.append((slot.id, slot.type.SCHEMA.by_name["extension"].id))
        steps += self._compute_steps(table, thrift)
        steps.sort(key=lambda step: step["field_id"])
        refused = [schema.by_name[name].id for name in _REFUSED if name in schema.by_name]
        bounds = None
        if table is footer.Statistics:
            bounds = [schema.by_name[name].id for name in _BOUNDS]
        return StructPlan(steps, refused, parts, bounds)

    def _steps(self, table: type[Table], thrift: type[Struct], part: int) -> Iterator[Step]:
        declared = table.SCHEMA.correspondence
        assert declared is not None, f"{table.__name__} stands for nothing"
        slots = {slot.slot: slot for slot in table.SCHEMA.fields}
        for row in declared.rows:
            field = thrift.SCHEMA.by_name.get(row.field)
            if field is not None and not (self._has_signs and row.field in _SIGNS):
                yield self._step(row, slots[row.slot], field, slots, part)

    def _step(
        self,
        row: Counterpart,
        slot: SlotSchema,
        field: FieldSchema,
        slots: Mapping[str, SlotSchema],
        part: int,
    ) -> Step:
        step = _blank(field, slot, _kind_of(slot, field))
        step["part"] = part
        step["default"] = _number(slot)
        step["zero_is_absent"] = row.zero_is_absent
        step["explicit"] = slots[row.explicit].id if row.explicit else -1
        step["is_filled"] = field.required and isinstance(field.type, ListOf)
        step["is_required"] = field.required
        step["below"] = self._below(slot, field)
        return step

    def _compute_steps(self, table: type[Table], thrift: type[Struct]) -> Iterator[Step]:
        by_name = table.SCHEMA.by_name
        for name, kind in _COMPUTED.get(table, {}).items():
            field = thrift.SCHEMA.by_name[name]
            slot = by_name[_SLOTS.get(name, name)]
            step = _blank(field, slot, kind)
            if kind is Kind.COLUMNS:
                step["beside"], step["is_filled"] = by_name["num_rows"].id, True
            if kind in (Kind.COLUMNS, Kind.STRUCT):
                step["below"] = self._below(slot, field)
            yield step
        if self._has_signs and table is footer.Statistics:
            for name, kind in _SIGNS.items():
                yield _blank(thrift.SCHEMA.by_name[name], by_name[name], kind)

    def _below(self, slot: SlotSchema, field: FieldSchema) -> StructPlan | None:
        flat, thrift = slot.type, field.type
        if isinstance(flat, VectorOf) and isinstance(thrift, ListOf):
            flat, thrift = flat.element, thrift.element
        if not (isinstance(flat, type) and issubclass(flat, Table)):
            return None
        assert isinstance(thrift, type)
        assert issubclass(thrift, Struct)
        return self.plan(flat, thrift)


def _parts(schema: TableSchema) -> Iterator[SlotSchema]:
    declared = schema.correspondence
    slots = {slot.slot: slot for slot in schema.fields}
    return (slots[row.slot] for row in (declared.rows if declared else ()) if not row.field)


def _blank(field: FieldSchema, slot: SlotSchema, kind: Kind) -> Step:
    is_list = isinstance(field.type, ListOf)
    return Step(
        field_id=field.id,
        wire=wire_type_of(field.type),
        element=wire_type_of(field.type.element) if isinstance(field.type, ListOf) else 0,
        kind=kind,
        slot=slot.id,
        part=-1,
        size=_size(slot.type.element if isinstance(slot.type, VectorOf) and is_list else slot.type),
        default=None,
        is_required=False,
        is_filled=False,
        zero_is_absent=False,
        explicit=-1,
        beside=-1,
        below=None,
    )


def _kind_of(slot: SlotSchema, field: FieldSchema) -> Kind:
    match slot.type, field.type:
        case (VectorOf(element=EnumOf() | Scalar()), ListOf()):
            return Kind.INTEGERS
        case (VectorOf(element=type()), ListOf()):
            return Kind.STRUCTS
        case (VectorOf(), ListOf()):
            return Kind.TEXTS
        case (UnionSchema(), _):
            return Kind.UNION
        case (type(), _):
            return Kind.STRUCT
        case (Scalar() | EnumOf(), _):
            wire = wire_type_of(field.type)
            return {BOOL: Kind.BOOL, I8: Kind.BYTE, DOUBLE: Kind.DOUBLE}.get(wire, Kind.INTEGER)
        case _:
            return Kind.BYTES


def _size(type_: Any) -> int:
    scalar = type_.scalar if isinstance(type_, EnumOf) else type_
    return scalar.size if isinstance(scalar, Scalar) else 0


def _number(slot: SlotSchema) -> int | None:
    """The default, of a double its bits."""
    if isinstance(slot.default, float):
        return int.from_bytes(struct.pack("<d", slot.default), "little", signed=True)
    return slot.default if isinstance(slot.default, int) else None


V0: Final = Plans(has_signs=True).plan(footer.RowGroup, parquet.RowGroup)
V1: Final = Plans(has_signs=False).plan(footer.RowGroup, parquet.RowGroup)
