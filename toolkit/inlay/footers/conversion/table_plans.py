"""The declarations of the `.fbs` for `native_tables.pyx`: where the value of each slot comes from in Thrift's struct."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from enum import IntEnum
from functools import cache
from typing import Final, NamedTuple

from inlay.footers.conversion.column_orders import MEMBERS
from inlay.footers.conversion.enum_bytes import match_enums
from inlay.footers.conversion.native_tables import Members, Shape
from inlay_runtime.flat.schema import (
    I8,
    U8,
    Counterpart,
    EnumOf,
    SlotSchema,
    UnionSchema,
    VectorOf,
)
from inlay_runtime.flat.table import Table
from inlay_runtime.schema import FieldSchema, ListOf, wire_type_of
from inlay_runtime.schema import UnionSchema as ThriftUnion
from inlay_runtime.struct import Struct
from inlay_runtime.tags import UnionTag
from inlay_runtime.wire_types import BINARY, BOOL, DOUBLE, STRUCT
from inlay_runtime.wire_types import I8 as BYTE
from parquet_format import footer, footer_v0, parquet


class Source(IntEnum):
    """Where the value of a slot comes from."""

    NOTHING = 0
    INTEGER = 1
    BYTE = 2
    BOOL = 3
    DOUBLE = 4
    ENUM = 5
    TAG = 6
    TEXT = 7
    DATA = 8
    INTEGERS = 9
    ENUMS = 10
    TEXTS = 11
    TABLE = 12
    TABLES = 13
    UNION = 14
    PART = 15
    LOGICAL_TYPE = 16
    ORDER = 17
    COLUMNS = 18
    PATH = 19
    PREFIX = 20
    OLD_BOUND = 21
    WHOLE_BOUND = 22


class Special(IntEnum):
    """A table with slots that code fills."""

    NONE = 0
    ELEMENT = 1
    ROW_GROUP = 2
    COLUMN = 3
    STATISTICS = 4


class Computed(NamedTuple):
    """What code fills in a special table: children by slot, with a number for the bounds; and scalars, in the order that
    the engine has them."""

    special: Special
    children: Mapping[str, tuple[Source, int]]
    scalars: tuple[str, ...] = ()


_BOUNDS: Final = tuple(
    name.format(bound)
    for bound in ("min", "max")
    for name in ("{}_lo4", "{}_lo8", "{}_hi8", "{}_len", "{0}_equals_{0}_value")
)
_COMPUTED: Final[Mapping[type[Table], Computed]] = {
    footer.SchemaElement: Computed(
        Special.ELEMENT,
        {"logical_type": (Source.LOGICAL_TYPE, -1), "column_order": (Source.ORDER, -1)},
        ("logical_type_is_derived",),
    ),
    footer.RowGroup: Computed(Special.ROW_GROUP, {"columns": (Source.COLUMNS, -1)}),
    footer.ColumnChunk: Computed(Special.NONE, {"metadata": (Source.TABLE, -1)}),
    footer.ColumnMetadata: Computed(
        Special.COLUMN,
        {"statistics": (Source.TABLE, -1), "path_in_schema": (Source.PATH, -1)},
        ("num_values", "type", "is_fully_dict_encoded"),
    ),
    footer.Statistics: Computed(
        Special.STATISTICS,
        {
            "prefix": (Source.PREFIX, -1),
            "max": (Source.OLD_BOUND, 1),
            "min": (Source.OLD_BOUND, 0),
            "max_value": (Source.WHOLE_BOUND, 1),
            "min_value": (Source.WHOLE_BOUND, 0),
        },
        _BOUNDS,
    ),
}
_FIELDS: Final = {"metadata": "meta_data", "logical_type": "logicalType"}
"""The Thrift fields of slots that code fills, where they are called otherwise."""


class Shapes:
    """Those of one version of the schema."""

    def __init__(self, *, is_v0: bool) -> None:
        self._is_v0: Final = is_v0

    def shape(self, table: type[Table], struct: type[Struct], *, is_member: bool = False) -> Shape:
        """`table` is that of v1, which has the declarations."""
        layout = self._layout(table)
        declared = table.SCHEMA.correspondence
        rows = {} if declared is None else {row.slot: row for row in declared.rows}
        full = {slot.slot: slot for slot in table.SCHEMA.fields}
        computed = _COMPUTED.get(table, Computed(Special.NONE, {}))
        places = [slot.slot for slot in layout.SCHEMA.fields]
        origins = [
            self._origin(full[name], rows.get(name), struct, computed, places) for name in places
        ]
        wires = {field.id: wire_type_of(field.type) for field in struct.SCHEMA.fields}
        scalars = [places.index(name) if name in places else -1 for name in computed.scalars]
        return Shape(layout, wires, origins, computed.special, scalars, is_member)

    def _layout(self, table: type[Table]) -> type[Table]:
        """The class of the version. A table that v0 lacks is in none of its slots."""
        if not self._is_v0:
            return table
        cls: type[Table] = getattr(footer_v0, table.__name__)
        return cls

    def _origin(
        self,
        slot: SlotSchema,
        row: Counterpart | None,
        struct: type[Struct],
        computed: Computed,
        places: list[str],
    ) -> tuple[int, int, int, int, bool, Shape | Members | None]:
        if slot.slot in computed.children:
            source, number = computed.children[slot.slot]
            field = struct.SCHEMA.by_name.get(_FIELDS.get(slot.slot, slot.slot))
            if source is Source.ORDER:
                return source, 0, -1, 0, False, self.orders()
            if field is None:
                return source, 0, number, 0, False, None
            return source, field.id, number, 0, False, self._below(slot, field)
        if row is None:
            return Source.NOTHING, 0, -1, 0, False, None
        if not row.field:
            assert isinstance(slot.type, type)
            assert issubclass(slot.type, Table)
            return Source.PART, 0, -1, 0, False, self.shape(slot.type, struct)
        field = struct.SCHEMA.by_name[row.field]
        explicit = places.index(row.explicit) if row.explicit in places else -1
        element = wire_type_of(field.type.element) if isinstance(field.type, ListOf) else 0
        below = self._below(slot, field)
        return _source(slot, field), field.id, explicit, element, row.empty_is_absent, below

    def _below(self, slot: SlotSchema, field: FieldSchema) -> Shape | Members | None:
        flat, thrift = slot.type, field.type
        if isinstance(flat, VectorOf) and isinstance(thrift, ListOf):
            flat, thrift = flat.element, thrift.element
        if isinstance(flat, UnionSchema):
            assert isinstance(thrift, ThriftUnion)
            return Members(list(self._members(flat, thrift)))
        if isinstance(flat, EnumOf) and isinstance(thrift, type) and issubclass(thrift, UnionTag):
            assert issubclass(flat.enum, IntEnum)
            numbers = match_enums(flat.enum, thrift).of_thrift
            return Members([(tag, int(number) + 1, None, 0) for tag, number in numbers.items()])
        if isinstance(flat, type) and issubclass(flat, Table):
            assert isinstance(thrift, type)
            assert issubclass(thrift, Struct)
            return self.shape(flat, thrift)
        return None

    def _members(
        self, flat: UnionSchema, thrift: ThriftUnion
    ) -> Iterator[tuple[int, int, Shape | None, int]]:
        declared = flat.correspondence
        assert declared is not None, f"{flat.name} stands for nothing"
        known = _V0_UNIONS[flat.name].variants if self._is_v0 else flat.variants
        for row in declared.rows:
            tag, member = flat.tags[row.slot], thrift.by_name[row.field]
            table, struct = flat.variants[tag], member.type
            assert isinstance(table, type)
            assert issubclass(table, Table)
            assert isinstance(struct, type)
            assert issubclass(struct, Struct)
            shape = self.shape(table, struct, is_member=True) if tag in known else None
            yield member.id, tag, shape, _traits(row.slot)

    def orders(self) -> Members:
        """Of column orders, by Thrift's field ids."""
        known = footer_v0.COLUMN_ORDER if self._is_v0 else footer.COLUMN_ORDER
        empty = self.shape(footer.Empty, parquet.TypeDefinedOrder)
        tags = {wrapper: tag for tag, wrapper in footer.COLUMN_ORDER.wrappers.items()}
        return Members(
            [
                (field_id, tags[wrapper], empty if tags[wrapper] in known.variants else None, 0)
                for field_id, wrapper in MEMBERS.items()
                if isinstance(wrapper, type)
            ]
        )


_V0_UNIONS: Final = {
    union.name: union for union in (footer_v0.LOGICAL_TYPE, footer_v0.COLUMN_CRYPTO_METADATA)
}


def _traits(variant: str) -> int:
    """What a logical type means for the bounds of its column: 1 if they may be cut short, 2 if v0 may not show them."""
    if variant in ("StringType", "EnumType", "JsonType", "BsonType"):
        return 1
    return 2 if variant == "FileType" else 0


def _source(slot: SlotSchema, field: FieldSchema) -> Source:
    thrift = field.type
    match slot.type:
        case VectorOf(element=element) if isinstance(thrift, ListOf):
            if isinstance(element, EnumOf):
                return Source.ENUMS
            if wire_type_of(thrift.element) == STRUCT:
                return Source.TABLES
            return Source.TEXTS if wire_type_of(thrift.element) == BINARY else Source.INTEGERS
        case VectorOf(element=element):
            assert element in (I8, U8), "a vector of bytes stands for a binary"
            return Source.DATA
        case UnionSchema():
            return Source.UNION
        case EnumOf():
            is_tag = isinstance(thrift, type) and issubclass(thrift, UnionTag)
            return Source.TAG if is_tag else Source.ENUM
        case type():
            return Source.TABLE
        case _:
            plain = {
                BOOL: Source.BOOL,
                BYTE: Source.BYTE,
                DOUBLE: Source.DOUBLE,
                BINARY: Source.TEXT,
            }
            return plain.get(wire_type_of(thrift), Source.INTEGER)


class TableVersion(NamedTuple):
    """What is native in one version of the schema."""

    element: Shape
    row_group: Shape
    orders: Members


@cache
def plan_version(*, is_v0: bool) -> TableVersion:
    """Made once."""
    shapes = Shapes(is_v0=is_v0)
    return TableVersion(
        shapes.shape(footer.SchemaElement, parquet.SchemaElement),
        shapes.shape(footer.RowGroup, parquet.RowGroup),
        shapes.orders(),
    )
