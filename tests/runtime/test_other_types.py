"""A field of another type than declared is an unknown field: skipped, kept, written back where it stood."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Iterator
from typing import Any, Final, NamedTuple

import pytest

from inlay_runtime.errors import (
    DecodeError,
    DuplicateFieldError,
    InvalidValueError,
    LimitError,
    MissingFieldError,
    WireTypeError,
)
from inlay_runtime.limits import Limits
from inlay_runtime.remainder import UnknownField
from inlay_runtime.union import UnknownVariant
from tests.runtime import wire
from tests.runtime.compiled import compile_text
from tests.runtime.wire import Field
from tests.support.in_one_test import in_one_test

NUMBER: Final = wire.integer(3)
TEXT: Final = wire.binary("ab")
POINT: Final = wire.struct(Field(1, wire.I32, NUMBER), Field(2, wire.I32, NUMBER))


class Kept(NamedTuple):
    """A field of `cls` that is kept as it came."""

    name: str
    cls: str
    field: Field


def field(name: str, cls: str, id_: int, wire_type: int, value: bytes) -> Kept:
    return Kept(name, cls, Field(id_, wire_type, value))


KEPT: Final = [
    field("i64 for string", "Scalars", 7, wire.I64, NUMBER),
    field("true for i32", "Scalars", 4, wire.TRUE, b""),
    field("i8 for bool", "Scalars", 1, wire.I8, b"\x01"),
    field("i64 for i32", "Scalars", 4, wire.I64, NUMBER),
    field("i16 for enum", "Scalars", 10, wire.I16, NUMBER),
    field("binary for enum", "Scalars", 10, wire.BINARY, TEXT),
    field("list for binary", "Scalars", 8, wire.LIST, wire.list_of(wire.I32, NUMBER)),
    field("binary for a list", "Lists", 4, wire.BINARY, TEXT),
    field("set for a list", "Lists", 4, wire.SET, wire.list_of(wire.I32, NUMBER)),
    field("list for a set", "Sets", 2, wire.LIST, wire.list_of(wire.I64, NUMBER)),
    field("list of structs for integers", "Lists", 4, wire.LIST, wire.list_of(wire.STRUCT, POINT)),
    field("list of integers for structs", "Lists", 11, wire.LIST, wire.list_of(wire.I32, NUMBER)),
    field("list of i8 for i32", "Lists", 4, wire.LIST, wire.list_of(wire.I8, b"\x01")),
    field("list of i8 for bool", "Lists", 1, wire.LIST, wire.list_of(wire.I8, b"\x01")),
    field("list of texts for tags", "Lists", 12, wire.LIST, wire.list_of(wire.BINARY, TEXT)),
    field("long list of texts for integers", "Lists", 4, wire.LIST, wire.list_of(wire.BINARY, *[TEXT] * 20)),
    field("set of texts for integers", "Sets", 2, wire.SET, wire.list_of(wire.BINARY, TEXT)),
    field("a list in a list, the second of texts", "Lists", 18, wire.LIST, wire.list_of(
        wire.LIST, wire.list_of(wire.LIST, wire.list_of(wire.I32, NUMBER), wire.list_of(wire.BINARY, TEXT)))),
    field("a set in a list that is a list", "Lists", 16, wire.LIST, wire.list_of(
        wire.LIST, wire.list_of(wire.I32, NUMBER))),
    field("a map in a list with other values", "Lists", 17, wire.LIST, wire.list_of(
        wire.MAP, wire.map_of(wire.TRUE, wire.I8, b"\x01", b"\x01"))),
    field("map with other keys", "Maps", 2, wire.MAP, wire.map_of(wire.I32, wire.I32, NUMBER, NUMBER)),
    field("map with other values", "Maps", 2, wire.MAP, wire.map_of(wire.BINARY, wire.BINARY, TEXT, TEXT)),
    field("map whose values are lists of texts", "Maps", 4, wire.MAP, wire.map_of(
        wire.I32, wire.LIST, NUMBER, wire.list_of(wire.BINARY, TEXT))),
    field("map whose keys are lists of texts", "Maps", 10, wire.MAP, wire.map_of(
        wire.LIST, wire.STRUCT, wire.list_of(wire.BINARY, TEXT), POINT)),
    field("list for a map", "Maps", 2, wire.LIST, wire.list_of(wire.I32, NUMBER)),
    field("i32 for a struct", "Inside", 14, wire.I32, NUMBER),
    field("list for a struct", "Inside", 14, wire.LIST, wire.list_of(wire.STRUCT, POINT)),
    field("i32 for tags", "Inside", 15, wire.I32, NUMBER),
    field("binary for a union", "Inside", 16, wire.BINARY, TEXT),
    field("binary for an extension's alias", "Scalars", 32767, wire.I32, NUMBER),
]  # fmt: skip

TAKEN: Final = [
    field("list of i64 for i32", "Lists", 4, wire.LIST, wire.list_of(wire.I64, NUMBER)),
    field("empty list of structs for i32", "Lists", 4, wire.LIST, b"\x0c"),
    field("empty map", "Maps", 2, wire.MAP, b"\x00"),
    field("false for bool", "Scalars", 1, wire.FALSE, b""),
    field("list of bools as type 2", "Lists", 1, wire.LIST, b"\x12\x01"),
    field("lists of i64 in lists", "Lists", 18, wire.LIST, wire.list_of(
        wire.LIST, wire.list_of(wire.LIST, wire.list_of(wire.I64, NUMBER), b"\x0b"))),
]  # fmt: skip


def names(row: Kept) -> str:
    return row.name


def attribute(cls: Any, field_id: int) -> str | None:
    row = cls.SCHEMA.by_id.get(field_id)
    return None if row is None else row.attribute


@in_one_test("eager", [True, False])
@in_one_test("row", KEPT)
def test_it_is_absent_and_kept(kitchen: Any, row: Kept, eager: bool) -> None:
    cls = getattr(kitchen, row.cls)
    data = wire.struct(row.field)
    found = cls.decode(data, eager=eager)
    if name := attribute(cls, row.field.id):
        assert getattr(found, name) is None
    assert found.remainder.unknown_fields == (UnknownField(*row.field),)
    assert found.encode() == data
    for copied in (copy.copy(found), pickle.loads(pickle.dumps(found))):
        assert copied == found
        assert copied.encode() == data


@pytest.mark.parametrize("row", TAKEN, ids=names)
def test_what_means_the_same_type_is_taken(kitchen: Any, row: Kept) -> None:
    cls = getattr(kitchen, row.cls)
    data = wire.struct(row.field)
    for strict in (False, True):
        found = cls.decode(data, strict=strict)
        assert getattr(found, cls.SCHEMA.by_id[row.field.id].attribute) is not None
        assert not found.remainder or not found.remainder.unknown_fields
        assert found.encode() == data


@in_one_test("row", [row for row in KEPT if row.field.id != 32767])
def test_a_strict_decode_refuses_it(kitchen: Any, row: Kept) -> None:
    cls = getattr(kitchen, row.cls)
    for eager in (True, False):
        with pytest.raises(WireTypeError, match="expected ") as caught:
            cls.decode(wire.struct(row.field), strict=True, eager=eager)
        assert caught.value.path.startswith(cls.SCHEMA.by_id[row.field.id].name)
    with pytest.raises(WireTypeError):
        cls.decode_from(wire.struct(row.field), strict=True)


def orders() -> Iterator[tuple[str, list[Field]]]:
    """Fields of `Scalars` around one that is not a string."""
    odd = Field(7, wire.I64, NUMBER)
    right = Field(7, wire.BINARY, TEXT)
    before, after = Field(4, wire.I32, NUMBER), Field(8, wire.BINARY, TEXT)
    unknown = Field(40, wire.STRUCT, POINT)
    yield "between others", [before, odd, after]
    yield "out of order", [after, odd, before]
    yield "first, out of order", [odd, before, after]
    yield "beside an unknown one", [before, odd, unknown]
    yield "behind an extension", [before, wire.spec_extension(b"x"), odd]
    yield "right, then another", [before, right, odd, after]
    yield "another, then right", [before, odd, right, after]
    yield "another, later right", [before, odd, after, right]
    yield "right, later another", [right, after, before, odd]


@pytest.mark.parametrize(("name", "fields"), [*orders()], ids=[name for name, _ in orders()])
def test_it_is_written_back_where_it_stood(kitchen: Any, name: str, fields: list[Field]) -> None:
    data = wire.struct(*fields)
    for eager in (True, False):
        found = kitchen.Scalars.decode(data, eager=eager)
        assert found.encode() == data
        assert found.text == ("ab" if "right" in name else None)


def test_the_same_field_twice_with_the_same_type_is_refused(kitchen: Any) -> None:
    odd = Field(7, wire.I64, NUMBER)
    for twice in ([odd, odd], [odd, Field(7, wire.TRUE)]):
        with pytest.raises(DuplicateFieldError, match="field 7 occurs twice"):
            kitchen.Scalars.decode(wire.struct(*twice))
    right = Field(7, wire.BINARY, TEXT)
    with pytest.raises(DuplicateFieldError):
        kitchen.Scalars.decode(wire.struct(right, odd, right))


def test_a_field_that_is_set_takes_its_place(kitchen: Any) -> None:
    odd, after = Field(7, wire.I64, NUMBER), Field(8, wire.BINARY, TEXT)
    for before, behind in (([], [after]), ([after], [])):
        found = kitchen.Scalars.decode(wire.struct(*before, odd, *behind))
        found.text = "ab"
        expected = wire.struct(*before, Field(7, wire.BINARY, TEXT), *behind)
        assert found.encode() == expected
        found.text = None
        assert found.encode() == wire.struct(*before, odd, *behind)


def test_a_required_field_is_missing_and_the_error_says_what_is_there(kitchen: Any) -> None:
    cases = [
        (kitchen.Point, wire.struct(Field(1, wire.I32, NUMBER), Field(2, wire.BINARY, TEXT)),
         "y (field 2): required field y (2) is missing: i32 is declared, and binary is there, at offset 2"),
        (kitchen.Inside, wire.struct(Field(14, wire.STRUCT, wire.struct(Field(1, wire.TRUE)))),
         "point.x (field 1): required field x (1) is missing: i32 is declared, and bool is there, at offset 1"),
    ]  # fmt: skip
    for cls, data, message in cases:
        with pytest.raises(MissingFieldError) as caught:
            cls.decode(data)
        assert str(caught.value) == f"{cls.__name__}.{message}"
    required = compile_text("struct R { 1: required list<list<i32>> rows }").R
    data = wire.struct(Field(1, wire.LIST, wire.list_of(wire.STRUCT, POINT)))
    with pytest.raises(MissingFieldError, match="list of list of i32 is declared, and list of str"):
        required.decode(data)


def test_masks_leave_it_alone(kitchen: Any) -> None:
    inside = wire.struct(
        Field(1, wire.TRUE), Field(7, wire.I64, NUMBER), Field(8, wire.BINARY, TEXT)
    )
    data = wire.struct(Field(2, wire.LIST, wire.list_of(wire.STRUCT, inside, inside)))
    for eager in (True, False):
        found = kitchen.Hosts.decode(data, fields=["many[1].text", "many[1].data"], eager=eager)
        assert found.many[1].text is None
        assert found.many[1].data == b"ab"
        assert kitchen.Hosts.decode(data, fields=["many"], eager=eager).many[1].encode() == inside


# Unions


def test_a_variant_of_another_type_is_an_unknown_one(kitchen: Any) -> None:
    for variant in (
        Field(1, wire.I32, NUMBER),
        Field(2, wire.LIST, wire.list_of(wire.I32, NUMBER)),
        Field(3, wire.TRUE),
    ):
        data = wire.struct(Field(3, wire.STRUCT, wire.struct(variant)))
        for eager in (True, False):
            found = kitchen.Unions.decode(data, eager=eager)
            assert found.shape == UnknownVariant(variant.id, variant.value, variant.type)
            assert found.encode() == data
        with pytest.raises(WireTypeError):
            kitchen.Unions.decode(data, strict=True)


def test_a_wrapped_variant_of_another_type_is_an_unknown_one(kitchen: Any) -> None:
    texts = wire.list_of(wire.BINARY, TEXT)
    data = wire.struct(Field(5, wire.STRUCT, wire.struct(Field(5, wire.LIST, texts))))
    found = kitchen.Unions.decode(data)
    assert found.wrapped == UnknownVariant(5, texts, wire.LIST)
    assert found.encode() == data


def test_a_tag_of_another_type_equals_no_other(kitchen: Any) -> None:
    union = wire.struct(Field(1, wire.I32, NUMBER))
    data = wire.struct(Field(1, wire.STRUCT, union))
    found = kitchen.Unions.decode(data)
    unit = found.unit
    assert unit not in list(kitchen.Unit)
    assert unit.is_unknown
    assert (unit.name, unit.field_id, unit.raw) == ("UNKNOWN_1_I32", 1, union)
    assert found.encode() == data
    assert pickle.loads(pickle.dumps(unit)) == unit
    assert pickle.loads(pickle.dumps(unit)).name == "UNKNOWN_1_I32"
    with pytest.raises(WireTypeError, match="expected struct, found i32"):
        kitchen.Unions.decode(data, strict=True)


@pytest.mark.parametrize("field_id", [2, 4], ids=["closed tags", "a closed union"])
def test_closed_unions_refuse_it(kitchen: Any, field_id: int) -> None:
    union = wire.struct(Field(1, wire.I32, NUMBER))
    with pytest.raises(WireTypeError):
        kitchen.Unions.decode(wire.struct(Field(field_id, wire.STRUCT, union)))


def test_a_struct_that_is_closed_refuses_it() -> None:
    text = """struct S { 1: optional i32 a, 2: optional list<i32> b } (inlay.unknown = "error")"""
    cls = compile_text(text).S
    for data in (
        wire.struct(Field(1, wire.I64, NUMBER)),
        wire.struct(Field(2, wire.LIST, wire.list_of(wire.BINARY, TEXT))),
    ):
        with pytest.raises(WireTypeError):
            cls.decode(data)
    unknown = wire.struct(Field(9, wire.I64, NUMBER))
    assert cls.decode(unknown).encode() == unknown


# Bounds


def test_what_is_no_value_is_refused_all_the_same(kitchen: Any) -> None:
    for value in ("1e 00", "f5 808080808001", "f8 ffffffff07", "28 05 61"):
        with pytest.raises(DecodeError):
            kitchen.Lists.decode(wire.header(4, wire.LIST) + bytes.fromhex(value) + b"\0")
    with pytest.raises(InvalidValueError):
        kitchen.Scalars.decode(wire.struct(Field(7, wire.I32, bytes.fromhex("8080808010"))))


def test_it_is_charged_and_counts_its_levels(kitchen: Any) -> None:
    deep = b"\x19" * 70 + b"\x03"
    with pytest.raises(LimitError, match="nested deeper"):
        kitchen.Scalars.decode(wire.header(7, wire.LIST) + deep + b"\0")
    with pytest.raises(LimitError, match="nested deeper"):
        kitchen.Lists.decode(wire.header(18, wire.LIST) + deep + b"\0")
    data = wire.struct(Field(7, wire.LIST, wire.list_of(wire.I8, b"\x01")))
    with pytest.raises(LimitError, match="memory budget"):
        kitchen.Scalars.decode(data, limits=Limits(memory_factor=0, memory_base=600))
