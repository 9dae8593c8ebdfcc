"""Open and closed enums, tags, unions: what is unknown is kept, or refused where that was asked for."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import pytest

from inlay_runtime.errors import EncodeError, InvalidValueError, UnionError
from inlay_runtime.extension import Extension
from inlay_runtime.union import UnknownVariant
from tests.runtime import wire
from tests.runtime.wire import Field


def test_a_known_value_is_the_member_itself(kitchen: Any) -> None:
    value = kitchen.Scalars.decode(bytes.fromhex("a50a00")).color
    assert value is kitchen.Color.BLUE
    assert not value.is_unknown


@pytest.mark.parametrize("number", [77, -77, 2, -1, (1 << 31) - 1, -(1 << 31)])
def test_an_unknown_value_is_an_int_like_member(kitchen: Any, number: int) -> None:
    data = wire.struct(Field(10, wire.I32, wire.integer(number)))
    scalars = kitchen.Scalars.decode(data)
    color = scalars.color
    assert isinstance(color, kitchen.Color)
    assert color == number
    assert hash(color) == hash(number)
    assert color == kitchen.Color(number)
    assert color.value == number
    assert color.is_unknown
    assert color + 1 == number + 1
    sign = "NEGATIVE_" if number < 0 else ""
    assert color.name == f"UNKNOWN_{sign}{abs(number)}"
    assert repr(color) == f"<Color.UNKNOWN_{sign}{abs(number)}: {number}>"
    assert scalars.encode() == data
    assert color not in list(kitchen.Color)


def test_an_unknown_value_leaves_the_class_as_it_was(kitchen: Any) -> None:
    members = dict(kitchen.Color.__members__)
    kitchen.Color(77)
    assert dict(kitchen.Color.__members__) == members
    with pytest.raises(KeyError):
        kitchen.Color["UNKNOWN_77"]


@pytest.mark.parametrize("value", [1 << 31, -(1 << 31) - 1, "RED", None, 1.5])
def test_what_no_i32_can_be_is_no_member(kitchen: Any, value: object) -> None:
    with pytest.raises(ValueError, match="is not a valid Color"):
        kitchen.Color(value)


@pytest.mark.parametrize(
    "copied", [copy.copy, copy.deepcopy, lambda x: pickle.loads(pickle.dumps(x))]
)
def test_members_survive_copies(kitchen: Any, copied: Any) -> None:
    raw = wire.struct(Field(1, wire.STRUCT, wire.struct(Field(1, wire.TRUE))))
    tag = kitchen.Unions.decode(wire.struct(Field(1, wire.STRUCT, raw))).unit
    for member in (kitchen.Color.BLUE, kitchen.Unit.FIRST, kitchen.Strict.ONE):
        assert copied(member) is member
    for member in (kitchen.Color(77), kitchen.Unit(77), tag):
        again = copied(member)
        assert again == member
        assert type(again) is type(member)
        assert again.name == member.name
        assert getattr(again, "raw", None) == getattr(member, "raw", None)


def test_a_closed_enum_refuses_what_it_does_not_list(kitchen: Any) -> None:
    with pytest.raises(InvalidValueError, match="Strict has no value 3"):
        kitchen.Unions.decode(bytes.fromhex("650600"))
    with pytest.raises(ValueError, match="3 is not a valid Strict"):
        kitchen.Strict(3)


def test_a_listed_name_that_looks_unknown_does_not_confuse(kitchen: Any) -> None:
    assert kitchen.Trap(1).name == "UNKNOWN_7"
    assert not kitchen.Trap(1).is_unknown
    seven = kitchen.Trap(7)
    assert seven.is_unknown, "the IDL lists no 7, whatever its names are"
    assert seven != kitchen.Trap(1)
    assert pickle.loads(pickle.dumps(seven)) == 7


def test_members_match_by_value(kitchen: Any) -> None:
    def describe(color: Any) -> str:
        match color:
            case kitchen.Color.RED:
                return "red"
            case kitchen.Color.BLUE:
                return "blue"
            case _:
                return "other"

    assert [describe(kitchen.Color(n)) for n in (0, 5, 77)] == ["red", "blue", "other"]


def test_dictionaries_find_what_is_equal(kitchen: Any) -> None:
    gained = wire.struct(Field(1, wire.STRUCT, wire.struct(Field(1, wire.TRUE))))
    tag = kitchen.Unions.decode(wire.struct(Field(1, wire.STRUCT, gained))).unit
    names = {kitchen.Unit.FIRST: "first", kitchen.Color(77): "77"}
    assert names[tag] == "first"
    assert names[kitchen.Color(77)] == "77"
    assert len({tag, kitchen.Unit.FIRST}) == 1


# Tags

TAGS = [
    ("plain", "1c0000", 1, None),
    ("far", "0c500000", 40, "any"),
    ("unknown", "7c0000", 7, "any"),
    ("unknown, negative", "0c050000", -3, "any"),
    ("gained a field", "1c110000", 1, "raw"),
    ("extension in the variant", "1c08ffff0101410000", 1, "raw"),
    ("extension behind the variant", "1c0008feff03014100", 1, "raw"),
    ("extension before the variant", "08feff0301410c020000", 1, "raw"),
    ("field 32767 of another type", "1c0005feff030200", 1, "raw"),
    ("long header", "0c020000", 1, "raw"),
    ("unknown and no struct", "750200", 7, "raw"),
]


@pytest.mark.parametrize(
    ("data", "number", "raw"), [row[1:] for row in TAGS], ids=[r[0] for r in TAGS]
)
def test_tags_equal_the_plain_tag_and_carry_their_bytes(
    kitchen: Any, data: str, number: int, raw: str | None
) -> None:
    union = bytes.fromhex(data)
    whole = wire.struct(Field(1, wire.STRUCT, union))
    unions = kitchen.Unions.decode(whole)
    tag = unions.unit
    assert tag == kitchen.Unit(number) == number
    assert isinstance(tag, kitchen.Unit)
    assert tag.is_unknown == (number in (7, -3))
    if raw is None:
        assert tag is kitchen.Unit.FIRST
        assert tag.raw is None
    elif raw == "raw":
        assert tag.raw == union
    assert unions.encode() == whole
    unions.unit = kitchen.Unit.SECOND
    assert unions.encode() == bytes.fromhex("1c2c000000")


def test_a_tag_with_id_0_is_read_like_any_other() -> None:
    from tests.runtime.compiled import compile_text

    module = compile_text(
        "struct A {}\nstruct B {}\nunion U { 0: A ZERO, 1: B ONE }\nstruct S { 1: optional U u }"
    )
    data = bytes.fromhex("1c 0c00 00 00 00")
    value = module.S.decode(data)
    assert value.u == module.U.ZERO
    assert module.S.decode_from(data)[1] == len(data)
    assert value.encode() == data
    assert module.S(u=module.U.ZERO).encode() == data


def test_closed_tags_refuse_what_they_do_not_list(kitchen: Any) -> None:
    with pytest.raises(InvalidValueError, match="StrictUnit has no variant 7"):
        kitchen.Unions.decode(bytes.fromhex("2c7c000000"))
    with pytest.raises(ValueError, match="7 is not a valid StrictUnit"):
        kitchen.StrictUnit(7)


@pytest.mark.parametrize(
    ("data", "offset"),
    [
        ("2c 1c 1100 00 00", 2),
        ("2c 1c 1502 00 00 00", 2),
        ("2c 0c02 08ffff01 0161 00 00 00", 3),
    ],
    ids=["a boolean", "an integer", "an extension"],
)
def test_closed_tags_refuse_a_variant_that_is_no_empty_struct(
    kitchen: Any, data: str, offset: int
) -> None:
    with pytest.raises(
        InvalidValueError, match="FIRST of StrictUnit is not an empty struct"
    ) as caught:
        kitchen.Unions.decode(bytes.fromhex(data))
    assert caught.value.offset == offset


def test_closed_tags_keep_how_an_empty_variant_is_spelled(kitchen: Any) -> None:
    data = bytes.fromhex("2c 0c02 00 00 00")
    unions = kitchen.Unions.decode(data)
    assert unions.strict_unit == kitchen.StrictUnit.FIRST
    assert unions.encode() == data


# Unions


def test_variants_match_by_class(kitchen: Any) -> None:
    def describe(shape: Any) -> str:
        match shape:
            case kitchen.Point(x=x, y=y):
                return f"point {x} {y}"
            case kitchen.Text(text=text):
                return f"text {text}"
            case kitchen.Empty():
                return "empty"
            case UnknownVariant(field_id, raw):
                return f"unknown {field_id} {raw.hex()}"
        raise AssertionError(shape)

    unions = ["3c 1c15021504 0000 00", "3c 2c1801 61 00 00 00", "3c 3c0000 00", "3c 9c0000 00"]
    shapes = [kitchen.Unions.decode(bytes.fromhex(data)).shape for data in unions]
    assert [describe(shape) for shape in shapes] == ["point 1 2", "text a", "empty", "unknown 9 00"]


def test_wrappers_match_by_class_and_value(kitchen: Any) -> None:
    match kitchen.WrappedLeft(kitchen.Point(x=1, y=2)):
        case kitchen.WrappedLeft(kitchen.Point(x=x)):
            assert x == 1
        case _:
            raise AssertionError
    assert kitchen.WrappedLeft(1) != kitchen.WrappedRight(1)
    assert kitchen.WrappedNumber(1) == kitchen.WrappedNumber(1)
    assert kitchen.WrappedNumber(1) != 1
    assert repr(kitchen.WrappedNumber(1)) == "WrappedNumber(1)"


def test_unknown_variants_are_equal_by_id_type_and_bytes() -> None:
    one = UnknownVariant(9, b"\0")
    assert one == UnknownVariant(9, b"\0")
    assert hash(one) == hash(UnknownVariant(9, b"\0"))
    assert one != UnknownVariant(8, b"\0")
    assert one != UnknownVariant(9, b"\0\0")
    assert one != UnknownVariant(9, b"\0", wire.I8)
    assert one != object()


ENCLOSED = [
    ("extension", "3c00 08ffff01 0141 00"),
    ("extension before", "08feff03 0141 0c06 00 00"),
    ("no extension: another type", "3c00 05feff03 02 00"),
    ("on a variant with fields", "1c 1502 1504 00 08feff03 0141 00"),
    ("on an unknown variant", "9c00 08feff03 0141 00"),
    ("on both", "3c 08feff03 0142 00 08feff03 0141 00"),
]


@pytest.mark.parametrize("data", [row[1] for row in ENCLOSED], ids=[row[0] for row in ENCLOSED])
def test_what_a_union_holds_beside_its_variant_is_kept(kitchen: Any, data: str) -> None:
    whole = wire.struct(Field(3, wire.STRUCT, bytes.fromhex(data)))
    unions = kitchen.Unions.decode(whole)
    plain = kitchen.Unions.decode(bytes.fromhex("3c3c000000"))
    assert unions.encode() == whole
    assert unions != plain
    for other in (copy.copy(unions), copy.deepcopy(unions), pickle.loads(pickle.dumps(unions))):
        assert other == unions
        assert other.encode() == whole
    unions.shape = kitchen.Empty()
    assert unions.encode() == plain.encode(), "it goes with its variant"


def test_a_wrapper_keeps_what_its_union_held(kitchen: Any) -> None:
    whole = bytes.fromhex("5c 1502 08feff03 0141 00 00")
    plain = kitchen.Unions.decode(bytes.fromhex("5c 1502 00 00"))
    unions = kitchen.Unions.decode(whole)
    assert unions.encode() == whole
    assert unions.wrapped.value == 1
    assert unions != plain, "the union's extension is data"
    assert pickle.loads(pickle.dumps(unions)).encode() == whole


def test_a_closed_union_refuses_unknown_variants(kitchen: Any) -> None:
    with pytest.raises(UnionError, match="StrictShape has no variant 9"):
        kitchen.Unions.decode(bytes.fromhex("4c9c000000"))
    value = kitchen.Unions(strict_shape=UnknownVariant(9, b"\0"))
    with pytest.raises(EncodeError, match="strict_shape: expected a variant of StrictShape"):
        value.encode()


def test_the_same_variant_in_two_unions(kitchen: Any) -> None:
    point = kitchen.Point(x=1, y=2)
    unions = kitchen.Unions(shape=point, strict_shape=point)
    assert unions.encode() == bytes.fromhex("3c1c150215040000 1c1c150215040000 00".replace(" ", ""))


# Extensions where they are not wanted


def test_attaching_an_extension_to_an_empty_variant_is_refused(kitchen: Any) -> None:
    from inlay_runtime.errors import ExtensionError

    empty = kitchen.Empty()
    with pytest.raises(ExtensionError, match="empty variant"):
        empty.extension = Extension(b"x")
    with pytest.raises(ExtensionError, match="empty variant"):
        empty.replace(extension=Extension(b"x"))
    with pytest.raises(TypeError):
        kitchen.Empty(extension=Extension(b"x"))
    assert empty.extension is None
    empty.extension = None
    assert empty == kitchen.Empty()


def test_an_extension_that_was_read_on_an_empty_variant_is_kept(kitchen: Any) -> None:
    data = bytes.fromhex("8c 08ffff01 0141 00 00")
    unions = kitchen.Unions.decode(data)
    assert unions.empty.extension == Extension(b"A")
    for other in (
        unions,
        copy.copy(unions),
        copy.deepcopy(unions),
        pickle.loads(pickle.dumps(unions)),
        unions.replace(unit=None),
        kitchen.Unions(empty=copy.copy(unions.empty)),
        kitchen.Unions(empty=unions.empty.replace()),
    ):
        assert other.encode() == data
    unions.empty.extension = None
    assert unions.encode() == bytes.fromhex("8c0000")


def test_an_empty_variant_decodes_with_an_extension_behind_its_stop(kitchen: Any) -> None:
    data = b"\x00" + wire.trailing_extension(b"A")
    empty = kitchen.Empty.decode(data)
    assert empty.encode() == data
    assert copy.deepcopy(empty).encode() == data
