"""The declarations of the `.fbs` for the native engine: what is written of a table, field by field of its Thrift struct."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from enum import IntEnum
from typing import Final, NamedTuple

from inlay.footers.conversion.column_orders import MEMBERS
from inlay.footers.conversion.enum_bytes import match_enums
from inlay.footers.conversion.native_transcoding import StructPlan
from inlay.footers.conversion.transcoding_steps import (
    StepKind,
    TranscodingStep,
    build_blank_step,
    build_vacant_step,
    default_of,
    is_tag,
    kind_of,
)
from inlay_runtime.flat.schema import (
    Counterpart,
    EnumOf,
    SlotSchema,
    TableSchema,
    UnionSchema,
    VectorOf,
)
from inlay_runtime.flat.table import Table
from inlay_runtime.schema import FieldSchema, ListOf
from inlay_runtime.schema import UnionSchema as ThriftUnion
from inlay_runtime.struct import Struct
from parquet_format import footer, footer_v0, parquet

_COMPUTED: Final[Mapping[type[Table], Mapping[str, StepKind]]] = {
    footer.SchemaElement: {"logicalType": StepKind.UNION},
    footer.RowGroup: {"columns": StepKind.COLUMNS},
    footer.ColumnChunk: {"meta_data": StepKind.STRUCT},
    footer.ColumnMetadata: {
        "type": StepKind.TYPE,
        "path_in_schema": StepKind.PATH,
        "num_values": StepKind.NUM_VALUES,
        "statistics": StepKind.STRUCT,
    },
    footer.Statistics: {
        "max": StepKind.MAX,
        "min": StepKind.MIN,
        "max_value": StepKind.MAX_VALUE,
        "min_value": StepKind.MIN_VALUE,
    },
}
"""The slots that code fills, by the Thrift field that they stand for."""

_SIGNS: Final = {"is_max_value_exact": StepKind.MAX_EXACT, "is_min_value_exact": StepKind.MIN_EXACT}
"""In v0 the signs of packed bounds are all that is known of these."""

_ANNOTATIONS: Final = ("converted_type", "scale", "precision")
"""In v0 the logical type is all that is known of these."""

_BOUNDS: Final = (
    *("min_lo4", "min_lo8", "min_hi8", "min_len", "max_lo4", "max_lo8", "max_hi8", "max_len"),
    *("prefix", "max_equals_max_value", "min_equals_min_value", "max_value", "min_value"),
)
_REFUSED: Final = ("unknown_fields", "extension")
_SLOTS: Final = {"meta_data": "metadata", "logicalType": "logical_type"}


class Plans:
    """Those of one version of the schema."""

    def __init__(self, *, is_v0: bool) -> None:
        self._is_v0: Final = is_v0

    def plan(self, table: type[Table], thrift: type[Struct]) -> StructPlan:
        schema = table.SCHEMA
        declared = table.SCHEMA.correspondence
        steps = [] if declared is None else list(self._steps(table, thrift, -1))
        parts: list[tuple[int, int, int]] = []
        for slot in _parts(schema):
            assert isinstance(slot.type, type)
            assert issubclass(slot.type, Table)
            steps += self._steps(slot.type, thrift, len(parts))
            part = slot.type.SCHEMA
            parts.append((slot.id, part.by_name["extension"].id, self._count_slots(part)))
        steps += self._compute_steps(table, thrift)
        steps.sort(key=lambda step: step["field_id"])
        refused = [schema.by_name[name].id for name in _REFUSED if name in schema.by_name]
        bounds = None
        if table is footer.Statistics:
            bounds = [schema.by_name[name].id for name in _BOUNDS]
        return StructPlan(self._count_slots(schema), steps, refused, parts, bounds)

    def _count_slots(self, schema: TableSchema) -> int:
        """Of the table, which v0 may lack as a whole."""
        if self._is_v0:
            own: type[Table] | None = getattr(footer_v0, schema.name, None)
            if own is None:
                return 0
            schema = own.SCHEMA
        return max((slot.id + 1 for slot in schema.fields), default=0)

    def _steps(
        self, table: type[Table], thrift: type[Struct], part: int
    ) -> Iterator[TranscodingStep]:
        declared = table.SCHEMA.correspondence
        assert declared is not None, f"{table.__name__} stands for nothing"
        slots = {slot.slot: slot for slot in table.SCHEMA.fields}
        for row in declared.rows:
            field = thrift.SCHEMA.by_name.get(row.field)
            if field is not None and not (self._is_v0 and self._is_implied(table, row.field)):
                yield self._step(row, slots[row.slot], field, slots, part)

    def _is_implied(self, table: type[Table], name: str) -> bool:
        """By what v0 has in its place."""
        implied = _ANNOTATIONS if table is footer.SchemaElement else _SIGNS
        return name in implied

    def _step(
        self,
        row: Counterpart,
        slot: SlotSchema,
        field: FieldSchema,
        slots: Mapping[str, SlotSchema],
        part: int,
    ) -> TranscodingStep:
        step = build_blank_step(field, slot, kind_of(slot, field))
        step["part"] = part
        step["default"] = default_of(slot)
        step["zero_is_absent"] = row.zero_is_absent
        step["explicit"] = slots[row.explicit].id if row.explicit else -1
        step["is_filled"] = field.required and isinstance(field.type, ListOf)
        step["is_required"] = field.required
        step["below"] = self._below(slot, field)
        return step

    def _compute_steps(self, table: type[Table], thrift: type[Struct]) -> Iterator[TranscodingStep]:
        by_name = table.SCHEMA.by_name
        for name, kind in _COMPUTED.get(table, {}).items():
            field = thrift.SCHEMA.by_name[name]
            slot = by_name[_SLOTS.get(name, name)]
            step = build_blank_step(field, slot, kind)
            if kind is StepKind.COLUMNS:
                step["beside"], step["is_filled"] = by_name["num_rows"].id, True
            if kind is StepKind.UNION and not self._is_v0:
                step["beside"] = by_name["logical_type_is_derived"].id
            if kind in (StepKind.COLUMNS, StepKind.STRUCT, StepKind.UNION):
                step["below"] = self._below(slot, field)
            yield step
        if self._is_v0 and table is footer.SchemaElement:
            for at, name in enumerate(_ANNOTATIONS):
                step = build_blank_step(
                    thrift.SCHEMA.by_name[name], by_name[name], StepKind.ANNOTATION
                )
                step["beside"] = at
                yield step
        if self._is_v0 and table is footer.Statistics:
            for name, kind in _SIGNS.items():
                yield build_blank_step(thrift.SCHEMA.by_name[name], by_name[name], kind)

    def _below(self, slot: SlotSchema, field: FieldSchema) -> StructPlan | None:
        flat, thrift = slot.type, field.type
        if isinstance(flat, VectorOf) and isinstance(thrift, ListOf):
            flat, thrift = flat.element, thrift.element
        if isinstance(flat, UnionSchema):
            assert isinstance(thrift, ThriftUnion)
            return self._union(flat, thrift)
        if is_tag(thrift):
            assert isinstance(flat, EnumOf)
            assert issubclass(flat.enum, IntEnum)
            numbers = match_enums(flat.enum, thrift).of_flat
            return _by_tag({number: (int(tag), _NOTHING) for number, tag in numbers.items()})
        if not (isinstance(flat, type) and issubclass(flat, Table)):
            return None
        assert isinstance(thrift, type)
        assert issubclass(thrift, Struct)
        return self.plan(flat, thrift)

    def _union(self, flat: UnionSchema, thrift: ThriftUnion) -> StructPlan:
        declared = flat.correspondence
        assert declared is not None, f"{flat.name} stands for nothing"
        members: dict[int, tuple[int, StructPlan]] = {}
        for row in declared.rows:
            tag, member = flat.tags[row.slot], thrift.by_name[row.field]
            table, struct_ = flat.variants[tag], member.type
            assert isinstance(table, type)
            assert issubclass(table, Table)
            assert isinstance(struct_, type)
            assert issubclass(struct_, Struct)
            if not self._is_v0 or tag in _V0_UNIONS[flat.name].variants:
                members[tag] = member.id, self.plan(table, struct_)
        return _by_tag(members)

    def orders(self) -> StructPlan:
        """Of column orders, which are tags in Thrift."""
        known = footer_v0.COLUMN_ORDER if self._is_v0 else footer.COLUMN_ORDER
        field_ids: dict[object, int] = {wrapper: number for number, wrapper in MEMBERS.items()}
        empty = self.plan(footer.Empty, parquet.TypeDefinedOrder)
        return _by_tag(
            {
                tag: (field_ids[wrapper], empty)
                for tag, wrapper in footer.COLUMN_ORDER.wrappers.items()
                if wrapper in field_ids and tag in known.variants
            }
        )


_NOTHING: Final = StructPlan(0, [], [], [], None)
"""A struct without fields."""

_V0_UNIONS: Final = {
    union.name: union
    for union in (
        footer_v0.LOGICAL_TYPE,
        footer_v0.ENCRYPTION_ALGORITHM,
        footer_v0.COLUMN_CRYPTO_METADATA,
    )
}


def _by_tag(members: Mapping[int, tuple[int, StructPlan]]) -> StructPlan:
    """A step for each tag up to the last, of which those that nothing is known of have nothing below."""
    steps = [build_vacant_step() for _ in range(max(members) + 1)]
    for tag, (field_id, below) in members.items():
        steps[tag]["field_id"], steps[tag]["below"] = field_id, below
    return StructPlan(0, steps, [], [], None)


def _parts(schema: TableSchema) -> Iterator[SlotSchema]:
    declared = schema.correspondence
    slots = {slot.slot: slot for slot in schema.fields}
    return (slots[row.slot] for row in (declared.rows if declared else ()) if not row.field)


class Version(NamedTuple):
    """What is native in one version of the schema."""

    row_group: StructPlan
    element: StructPlan
    order: StructPlan
    usual_order: int
    """The tag of a leaf without an order beside others that have one; 0 where that is a mistake."""


def _version(*, is_v0: bool) -> Version:
    plans = Plans(is_v0=is_v0)
    return Version(
        row_group=plans.plan(footer.RowGroup, parquet.RowGroup),
        element=plans.plan(footer.SchemaElement, parquet.SchemaElement),
        order=plans.orders(),
        usual_order=footer.COLUMN_ORDER.tags["TypeDefinedOrder"] if is_v0 else 0,
    )


V0: Final = _version(is_v0=True)
V1: Final = _version(is_v0=False)
