"""A footer with fields of another type than declared, such as real writers have left: every kind of them."""

from __future__ import annotations

from collections.abc import Sequence

from tests.runtime import wire
from tests.runtime.wire import Field

STORED = b"PAR1" + b"\x15\x00" * 40
"""The bytes before the footer."""

ODD_PATHS = [
    "schema[1].logicalType.TIMESTAMP.unit.MILLIS",
    "schema[2].logicalType.STRING",
    "row_groups[0].columns[0].meta_data.bloom_filter_length",
    "row_groups[0].ordinal",
    "key_value_metadata[1].value",
    "key_value_metadata[2].value",
    "column_orders[1].TYPE_ORDER",
]
"""Of such fields in `odd_footer()`, in the order of their bytes."""


def odd_footer(columns: int = 2, row_groups: int = 1) -> bytes:
    integer, binary = wire.integer, wire.binary
    group = wire.struct(
        Field(1, wire.LIST, structs([_column(at) for at in range(columns)])),
        Field(2, wire.I64, integer(80 * columns)),
        Field(3, wire.I64, integer(1)),
        Field(7, wire.BINARY, binary("an i16")),
    )
    unit = wire.struct(Field(1, wire.I32, integer(1)))
    timestamp = wire.struct(Field(1, wire.TRUE), Field(2, wire.STRUCT, unit))
    root = wire.struct(Field(4, wire.BINARY, binary("root")), Field(5, wire.I32, integer(columns)))
    logical = [wire.struct(Field(8, wire.STRUCT, timestamp)), wire.struct(Field(1, wire.TRUE))]
    pairs = [
        wire.struct(Field(1, wire.BINARY, binary("text")), Field(2, wire.BINARY, binary("kept"))),
        wire.struct(Field(1, wire.BINARY, binary("number")), Field(2, wire.I64, integer(2))),
        wire.struct(Field(1, wire.BINARY, binary("flag")), Field(2, wire.TRUE)),
    ]
    orders = [wire.struct(Field(1, wire.STRUCT, b"\0"))] * columns
    orders[1] = wire.struct(Field(1, wire.I32, integer(1)))
    return wire.struct(
        Field(1, wire.I32, integer(1)),
        Field(2, wire.LIST, structs([root, *(_leaf(at, logical) for at in range(columns))])),
        Field(3, wire.I64, integer(row_groups)),
        Field(4, wire.LIST, structs([group] * row_groups)),
        Field(5, wire.LIST, structs(pairs)),
        Field(7, wire.LIST, structs(orders)),
    )


def odd_file() -> bytes:
    footer = odd_footer()
    return STORED + footer + len(footer).to_bytes(4, "little") + b"PAR1"


def structs(elements: Sequence[bytes]) -> bytes:
    return wire.list_of(wire.STRUCT, *elements)


def _leaf(at: int, logical: Sequence[bytes]) -> bytes:
    fields = [
        Field(1, wire.I32, wire.integer(2)),
        Field(3, wire.I32, wire.integer(0)),
        Field(4, wire.BINARY, wire.binary(f"c{at}")),
    ]
    if at < len(logical):
        fields.append(Field(10, wire.STRUCT, logical[at]))
    return wire.struct(*fields)


def _column(at: int) -> bytes:
    integer = wire.integer
    meta_data = [
        Field(1, wire.I32, integer(2)),
        Field(2, wire.LIST, wire.list_of(wire.I32, integer(0))),
        Field(3, wire.LIST, wire.list_of(wire.BINARY, wire.binary(f"c{at}"))),
        Field(4, wire.I32, integer(0)),
        Field(5, wire.I64, integer(1)),
        Field(6, wire.I64, integer(40)),
        Field(7, wire.I64, integer(40)),
        Field(9, wire.I64, integer(4 + 40 * at)),
    ]
    if at == 0:
        sizes = wire.struct(Field(1, wire.STRUCT, b"\0"), Field(2, wire.I32, integer(273)))
        meta_data.append(Field(15, wire.LIST, structs([sizes])))
    return wire.struct(
        Field(2, wire.I64, integer(4 + 40 * at)),
        Field(3, wire.STRUCT, wire.struct(*meta_data)),
    )
