"""What the IDL does not have is passed over, whatever its type and wherever it stands, and kept."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from inlay_runtime.errors import DecodeError, TruncatedError
from inlay_runtime.remainder import UnknownField
from tests.runtime import wire
from tests.runtime.wire import Field
from tests.support.in_one_test import in_one_test

TYPES = list(wire.SAMPLES)
NAMES = {
    wire.TRUE: "true", wire.FALSE: "false", wire.I8: "i8", wire.I16: "i16", wire.I32: "i32",
    wire.I64: "i64", wire.DOUBLE: "double", wire.BINARY: "binary", wire.LIST: "list",
    wire.SET: "set", wire.MAP: "map", wire.STRUCT: "struct", wire.UUID: "uuid",
}  # fmt: skip


def contained(outer: str, wire_type: int, sample: bytes) -> tuple[int, bytes]:
    """A container of two such values: its wire type and its bytes."""
    match outer:
        case "list":
            return wire.LIST, wire.list_of(wire_type, sample, sample)
        case "long list":
            return wire.LIST, wire.list_of(wire_type, *[sample] * 16)
        case "set":
            return wire.SET, wire.list_of(wire_type, sample, sample)
        case "map key":
            return wire.MAP, wire.map_of(wire_type, wire.I8, sample, b"\x15", sample, b"\x00")
        case "map value":
            return wire.MAP, wire.map_of(wire.I8, wire_type, b"\x15", sample, b"\x00", sample)
        case "map of both":
            return wire.MAP, wire.map_of(wire_type, wire_type, sample, sample)
        case _:
            value = b"" if wire_type in (wire.TRUE, wire.FALSE) else sample
            return wire.STRUCT, wire.struct(Field(1, wire_type, value), Field(99, wire_type, value))


OUTER = ["list", "long list", "set", "map key", "map value", "map of both", "struct"]


def check(kitchen: Any, wire_type: int, value: bytes) -> None:
    """The field is skipped between two known ones, kept, written back, and cut anywhere it is refused."""
    data = wire.struct(
        Field(1, wire.I32, b"\x02"), Field(2, wire.I32, b"\x04"), Field(7, wire_type, value)
    )
    point = kitchen.Point.decode(data)
    assert (point.x, point.y) == (1, 2)
    assert point.remainder.unknown_fields == (UnknownField(7, wire_type, value),)
    assert point.encode() == data
    middle = wire.struct(Field(3, wire_type, value), Field(16, wire.I32, b"\x06"))
    ids = kitchen.Ids.decode(middle)
    assert ids.sixteen == 3
    assert ids.encode() == middle
    step = 1 + len(value) // 40
    for length in range(len(data) - len(value), len(data) - 1, step):
        with pytest.raises(TruncatedError):
            kitchen.Point.decode(data[:length])


@pytest.mark.parametrize("wire_type", TYPES, ids=NAMES.get)
def test_a_field_of_every_type_is_skipped(kitchen: Any, wire_type: int) -> None:
    is_boolean = wire_type in (wire.TRUE, wire.FALSE)
    check(kitchen, wire_type, b"" if is_boolean else wire.SAMPLES[wire_type])


@in_one_test(("outer", "inner"), list(product(OUTER, TYPES)))
def test_every_type_is_skipped_inside_every_container(kitchen: Any, outer: str, inner: int) -> None:
    check(kitchen, *contained(outer, inner, wire.SAMPLES[inner]))


@in_one_test(("outer", "middle"), list(product(OUTER, OUTER)))
def test_every_type_is_skipped_two_containers_deep(kitchen: Any, outer: str, middle: str) -> None:
    for inner in TYPES:
        check(kitchen, *contained(outer, *contained(middle, inner, wire.SAMPLES[inner])))


@pytest.mark.parametrize("element", range(16))
def test_an_empty_list_of_any_type_is_skipped(kitchen: Any, element: int) -> None:
    check(kitchen, wire.LIST, bytes([element]))


@pytest.mark.parametrize("variant", TYPES, ids=NAMES.get)
def test_an_unknown_variant_of_every_type_is_kept(kitchen: Any, variant: int) -> None:
    value = b"" if variant in (wire.TRUE, wire.FALSE) else wire.SAMPLES[variant]
    union = wire.struct(Field(9, variant, value))
    for field_id in (1, 3):  # tags, an alias
        data = wire.struct(Field(field_id, wire.STRUCT, union))
        assert kitchen.Unions.decode(data).encode() == data
    shape = kitchen.Unions.decode(wire.struct(Field(3, wire.STRUCT, union))).shape
    assert (shape.field_id, shape.wire_type, shape.raw) == (9, variant, value)


@pytest.mark.parametrize("wire_type", [0, 14, 15])
@pytest.mark.parametrize("outer", [outer for outer in OUTER if outer != "struct"])
def test_types_that_do_not_exist_are_refused_in_every_container(
    kitchen: Any, outer: str, wire_type: int
) -> None:
    field = Field(7, *contained(outer, wire_type, b"\x00"))
    with pytest.raises(DecodeError, match=rf"type (is )?{wire_type}\b|stop"):
        kitchen.Empty.decode(wire.struct(field))


def test_ids_inside_of_what_is_skipped_may_be_anything(kitchen: Any) -> None:
    inner = wire.struct(
        Field(5, wire.TRUE), Field(-7, wire.TRUE), Field(0, wire.I8, b"\x01"), Field(5, wire.FALSE)
    )
    check(kitchen, wire.STRUCT, inner)
