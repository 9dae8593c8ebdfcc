"""What bytes mean, as one table.

The first rows are those of the reference ("Byte vectors worth keeping as conformance tests"), the others
follow the table of `docs/wire.md`.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, NamedTuple
from uuid import UUID

from inlay_runtime.errors import (
    DecodeError,
    DuplicateFieldError,
    InvalidValueError,
    LimitError,
    MissingFieldError,
    TruncatedError,
    WireTypeError,
)
from inlay_runtime.extension import Extension, Header


class Vector(NamedTuple):
    """Bytes and their meaning. `canonical` is what a rewrite gives, where that is not `hex`."""

    name: str
    cls: str
    hex: str
    value: Callable[[Any], Any]
    canonical: str | None = None
    equal: bool = True
    """Whether the value, made by hand, equals what is decoded (it cannot have unknown fields)."""


class Refused(NamedTuple):
    name: str
    cls: str
    hex: str
    error: type[DecodeError]
    offset: int
    path: str


CONFORMANCE = [
    Vector("unknown list<i8>", "S", "1502 193301 0201 150e 00", lambda c: c.S(a=1, c=7)),
    Vector("unknown list<bool>", "S", "1502 193101 0201 150e 00", lambda c: c.S(a=1, c=7)),
    Vector(
        "extension, header of the document",
        "S",
        "1502 08ffff01 02 4142 00",
        lambda c: c.S(a=1, extension=Extension(b"AB", Header.SPEC)),
    ),
    Vector(
        "extension, header of Thrift",
        "S",
        "1502 08feff03 02 4142 00",
        lambda c: c.S(a=1, extension=Extension(b"AB", Header.ZIGZAG)),
    ),
    Vector("stop byte with a high nibble", "S", "1502 70", lambda c: c.S(a=1), "1502 00"),
    Vector("unknown map<bool, bool>", "S", "1502 1b01 11 01 02 150e 00", lambda c: c.S(a=1, c=7)),
]
CONFORMANCE_REFUSED = [
    Refused("c sent as binary", "S", "1502 2802 4142 00", WireTypeError, 2, "c (field 3)"),
    Refused("a twice, long form", "S", "1502 0502 08 00", DuplicateFieldError, 2, "a (field 1)"),
    Refused(
        "varint of 11 bytes",
        "S",
        "15 8280808080808080808000 00",
        InvalidValueError,
        1,
        "a (field 1)",
    ),
    Refused(
        "i64 in an i32", "S", "15 feffffffffffffffff01 00", InvalidValueError, 1, "a (field 1)"
    ),
    Refused("required field missing", "S", "00", MissingFieldError, 0, "S"),
    Refused("only a header", "S", "15", TruncatedError, 1, "a (field 1)"),
    Refused(
        "2^31-1 unknown structs",
        "S",
        "1502 19fc ffffffff07 00",
        TruncatedError,
        3,
        "<unknown 2> (field 2)",
    ),
    Refused(
        "70 nested unknown structs",
        "S",
        "1502" + "1c" * 70 + "00" * 71,
        LimitError,
        2 + 64,
        "",
    ),
]

SCALARS = [
    Vector("nothing", "Scalars", "00", lambda k: k.Scalars()),
    Vector("true", "Scalars", "11 00", lambda k: k.Scalars(flag=True)),
    Vector("false", "Scalars", "12 00", lambda k: k.Scalars(flag=False)),
    Vector("two booleans", "Scalars", "11 a2 00", lambda k: k.Scalars(flag=True, other=False)),
    Vector("i8", "Scalars", "23 80 00", lambda k: k.Scalars(tiny=-128)),
    Vector("i8, largest", "Scalars", "23 7f 00", lambda k: k.Scalars(tiny=127)),
    Vector("i16, least", "Scalars", "34 ffff03 00", lambda k: k.Scalars(small=-32768)),
    Vector("i16, largest", "Scalars", "34 feff03 00", lambda k: k.Scalars(small=32767)),
    Vector("i32, least", "Scalars", "45 ffffffff0f 00", lambda k: k.Scalars(medium=-(1 << 31))),
    Vector("i32, largest", "Scalars", "45 feffffff0f 00", lambda k: k.Scalars(medium=(1 << 31) - 1)),
    Vector("i32 minus one", "Scalars", "45 01 00", lambda k: k.Scalars(medium=-1)),
    Vector("i32 of 63, one byte", "Scalars", "45 7e 00", lambda k: k.Scalars(medium=63)),
    Vector("i32 of 64, two bytes", "Scalars", "45 8001 00", lambda k: k.Scalars(medium=64)),
    Vector("i64, least", "Scalars", "56 ffffffffffffffffff01 00", lambda k: k.Scalars(large=-(1 << 63))),
    Vector("i64, largest", "Scalars", "56 feffffffffffffffff01 00", lambda k: k.Scalars(large=(1 << 63) - 1)),
    Vector("double, little-endian", "Scalars", "67 000000000000f83f 00", lambda k: k.Scalars(real=1.5)),
    Vector("double, infinity", "Scalars", "67 000000000000f07f 00", lambda k: k.Scalars(real=math.inf)),
    Vector("double, minus zero", "Scalars", "67 0000000000000080 00", lambda k: k.Scalars(real=-0.0)),
    Vector("double, a signalling NaN", "Scalars", "67 010000000000f07f 00", lambda k: k.Scalars(), equal=False),
    Vector("string", "Scalars", "78 05 68c3a96c6c 00", lambda k: k.Scalars(text="héll")),
    Vector("string, empty", "Scalars", "78 00 00", lambda k: k.Scalars(text="")),
    Vector("string with a NUL", "Scalars", "78 03 610062 00", lambda k: k.Scalars(text="a\0b")),
    Vector("binary that is not UTF-8", "Scalars", "88 02 fffe 00", lambda k: k.Scalars(data=b"\xff\xfe")),
    Vector(
        "uuid, in the order of its text",
        "Scalars",
        "9d 00112233445566778899aabbccddeeff 00",
        lambda k: k.Scalars(id=UUID("00112233-4455-6677-8899-aabbccddeeff")),
    ),
    Vector("enum", "Scalars", "a5 0a 00", lambda k: k.Scalars(color=k.Color.BLUE)),
    Vector("enum, negative", "Scalars", "a5 05 00", lambda k: k.Scalars(color=k.Color.BELOW)),
    Vector("enum, four bytes", "Scalars", "a5 80897a 00", lambda k: k.Scalars(color=k.Color.FAR)),
    Vector("enum, unknown", "Scalars", "a5 9a01 00", lambda k: k.Scalars(color=k.Color(77))),
]  # fmt: skip
LENIENT = [
    Vector("i32 longer than needed", "Scalars", "45 828000 00", lambda k: k.Scalars(medium=1), "45 02 00"),
    Vector("i16 longer than needed", "Scalars", "34 828000 00", lambda k: k.Scalars(small=1), "34 02 00"),
    Vector("i32 of five bytes", "Scalars", "45 8280808000 00", lambda k: k.Scalars(medium=1), "45 02 00"),
    Vector("i64 of ten bytes", "Scalars", "56 82808080808080808000 00", lambda k: k.Scalars(large=1), "56 02 00"),
    Vector("size longer than needed", "Scalars", "88 818000 41 00", lambda k: k.Scalars(data=b"A"), "88 01 41 00"),
    Vector("enum longer than needed", "Scalars", "a5 8a00 00", lambda k: k.Scalars(color=k.Color.BLUE), "a5 0a 00"),
    Vector("a long header where a short one serves", "Scalars", "01 02 00", lambda k: k.Scalars(flag=True), "11 00"),
    Vector("a field id longer than needed", "Scalars", "01 828000 00", lambda k: k.Scalars(flag=True), "11 00"),
    Vector("list size longer than needed", "Lists", "29 f3 02 0102 00", lambda k: k.Lists(tinies=[1, 2]), "29 23 0102 00"),
    Vector("false as 0 in a list", "Lists", "19 31 010002 00", lambda k: k.Lists(bools=[True, False, False]), "19 31 010202 00"),
    Vector("stop byte f0", "Scalars", "11 f0", lambda k: k.Scalars(flag=True), "11 00"),
    Vector("stop byte of an inner struct", "Lists", "b9 1c 1502 1504 30 00", lambda k: k.Lists(points=[k.Point(x=1, y=2)]), "b9 1c 1502 1504 00 00"),
    Vector("false as 0 in a map", "Maps", "1b 02 11 0100 0001 00", lambda k: k.Maps(bools={True: False, False: True}), "1b 02 11 0102 0201 00"),
]  # fmt: skip
CONTAINERS = [
    Vector("list<bool>, type 1", "Lists", "19 31 010201 00", lambda k: k.Lists(bools=[True, False, True])),
    Vector("list<bool>, type 2", "Lists", "19 32 010201 00", lambda k: k.Lists(bools=[True, False, True])),
    Vector("empty list of its type", "Lists", "49 05 00", lambda k: k.Lists(mediums=[])),
    Vector("empty list of type 0", "Lists", "49 00 00", lambda k: k.Lists(mediums=[])),
    Vector("empty list of another type", "Lists", "b9 08 00", lambda k: k.Lists(points=[])),
    Vector("empty list of booleans, type 2", "Lists", "19 02 00", lambda k: k.Lists(bools=[])),
    Vector("list<i32> that says i64", "Lists", "49 26 0204 00", lambda k: k.Lists(mediums=[1, 2])),
    Vector("list<i64> that says i32", "Lists", "59 25 0204 00", lambda k: k.Lists(larges=[1, 2])),
    Vector("list<i64> that says i32, beyond it", "Lists", "59 25 80808080808001 04 00", lambda k: k.Lists(larges=[1 << 41, 2])),
    Vector("list<i32> that says i16, beyond it", "Lists", "49 14 e0c508 00", lambda k: k.Lists(mediums=[70000])),
    Vector("map<string, i32> that says i16, beyond it", "Maps", "2b 01 84 01 61 e0c508 00", lambda k: k.Maps(counts={"a": 70000})),
    Vector("list<i64> that says i32, beyond it, out of order", "Lists", "59 25 80808080808001 04 09 02 01 00", lambda k: k.Lists(larges=[1 << 41, 2], bools=[])),
    Vector("list<i16> that says i32", "Lists", "39 15 02 00", lambda k: k.Lists(smalls=[1])),
    Vector("list of 14", "Lists", "29 e3" + "01" * 14 + "00", lambda k: k.Lists(tinies=[1] * 14)),
    Vector("list of 15", "Lists", "29 f3 0f" + "01" * 15 + "00", lambda k: k.Lists(tinies=[1] * 15)),
    Vector("list of 300", "Lists", "29 f3 ac02" + "01" * 300 + "00", lambda k: k.Lists(tinies=[1] * 300)),
    Vector("list<bool> of 20, type 2", "Lists", "19 f2 14" + "01" * 20 + "00", lambda k: k.Lists(bools=[True] * 20)),
    Vector("list<uuid>", "Lists", "99 1d" + "07" * 16 + "00", lambda k: k.Lists(ids=[UUID(bytes=b"\7" * 16)])),
    Vector("list<double>", "Lists", "69 17 000000000000f83f 00", lambda k: k.Lists(reals=[1.5])),
    Vector("list<enum>", "Lists", "a9 25 0a 9a01 00", lambda k: k.Lists(colors=[k.Color.BLUE, k.Color(77)])),
    Vector("list of tags", "Lists", "c9 2c 1c0000 2c0000 00", lambda k: k.Lists(units=[k.Unit.FIRST, k.Unit.SECOND])),
    Vector("list of an alias union", "Lists", "d9 2c 1c15021504 0000 3c0000 00", lambda k: k.Lists(shapes=[k.Point(x=1, y=2), k.Empty()])),
    Vector("list of a wrapper union", "Lists", "e9 2c 1502 00 6200 00", lambda k: k.Lists(wrappeds=[k.WrappedNumber(1), k.WrappedFlag(False)])),
    Vector("list<list<bool>>, inner type 1", "Lists", "f9 29 11 01 21 0102 00", lambda k: k.Lists(bool_lists=[[True], [True, False]])),
    Vector("list<list<bool>>, inner type 2", "Lists", "f9 29 12 01 22 0102 00", lambda k: k.Lists(bool_lists=[[True], [True, False]])),
    Vector("list<list<bool>>, inner types 1 and 2", "Lists", "f9 29 11 01 22 0102 00", lambda k: k.Lists(bool_lists=[[True], [True, False]])),
    Vector("list<list<bool>>, an empty one of type 0", "Lists", "f9 29 00 11 01 00", lambda k: k.Lists(bool_lists=[[], [True]])),
    Vector("list<set<i32>>", "Lists", "09 20 1a 25 0204 00", lambda k: k.Lists(int_sets=[[1, 2]])),
    Vector("list<map<bool, bool>>", "Lists", "09 22 2b 01 11 0102 00 00", lambda k: k.Lists(bool_maps=[{True: False}, {}])),
    Vector("list<map<bool, bool>>, types 2", "Lists", "09 22 1b 01 22 0102 00", lambda k: k.Lists(bool_maps=[{True: False}])),
    Vector("list of lists of lists", "Lists", "09 24 19 19 15 02 00", lambda k: k.Lists(cubes=[[[1]]])),
    Vector("list of empty structs", "Lists", "09 26 3c 00 00 00 00", lambda k: k.Lists(empties=[k.Empty(), k.Empty(), k.Empty()])),
    Vector("set<bool>", "Sets", "1a 21 0102 00", lambda k: k.Sets(bools=[True, False])),
    Vector("set<bool>, type 2", "Sets", "1a 22 0102 00", lambda k: k.Sets(bools=[True, False])),
    Vector("set with an element twice", "Sets", "2a 26 0202 00", lambda k: k.Sets(larges=[1, 1])),
    Vector("set of structs", "Sets", "4a 1c 15021504 00 00", lambda k: k.Sets(points=[k.Point(x=1, y=2)])),
    Vector("set<set<bool>>, inner type 2", "Sets", "5a 1a 12 01 00", lambda k: k.Sets(nested=[[True]])),
    Vector("map<bool, bool>", "Maps", "1b 02 11 0102 0201 00", lambda k: k.Maps(bools={True: False, False: True})),
    Vector("map<bool, bool>, types 2", "Maps", "1b 02 22 0102 0201 00", lambda k: k.Maps(bools={True: False, False: True})),
    Vector("map<string, i32>", "Maps", "2b 01 85 01 61 02 00", lambda k: k.Maps(counts={"a": 1})),
    Vector("map<string, i32> that says i64", "Maps", "2b 01 86 01 61 02 00", lambda k: k.Maps(counts={"a": 1})),
    Vector("map, empty", "Maps", "2b 00 00", lambda k: k.Maps(counts={})),
    Vector("map with struct keys", "Maps", "3b 01 c8 15021504 00 01 61 00", lambda k: k.Maps(by_point=[(k.Point(x=1, y=2), "a")])),
    Vector("map with struct keys, empty", "Maps", "3b 00 00", lambda k: k.Maps(by_point=[])),
    Vector("map<i32, list<bool>>", "Maps", "4b 01 59 02 21 0102 00", lambda k: k.Maps(flags={1: [True, False]})),
    Vector("map<i32, list<bool>>, type 2", "Maps", "4b 01 59 02 22 0102 00", lambda k: k.Maps(flags={1: [True, False]})),
    Vector("map of maps of sets", "Maps", "5b 01 8b 01 61 01 3a 05 11 01 00", lambda k: k.Maps(deep={"a": {5: [True]}})),
    Vector("map<enum, tag>", "Maps", "6b 01 5c 0a 1c0000 00", lambda k: k.Maps(by_color={k.Color.BLUE: k.Unit.FIRST})),
    Vector("map<tag, union>", "Maps", "7b 01 cc 1c0000 3c0000 00", lambda k: k.Maps(by_unit={k.Unit.FIRST: k.Empty()})),
    Vector("map with uuid keys", "Maps", "8b 01 d7" + "01" * 16 + "000000000000f83f 00", lambda k: k.Maps(by_id={UUID(bytes=b"\1" * 16): 1.5})),
    Vector("map with list keys", "Maps", "ab 01 9c 25 0204 15021504 00 00", lambda k: k.Maps(by_list=[([1, 2], k.Point(x=1, y=2))])),
]  # fmt: skip
UNIONS = [
    Vector("tag", "Unions", "1c 1c0000 00", lambda k: k.Unions(unit=k.Unit.FIRST)),
    Vector("tag with a far id", "Unions", "1c 0c500000 00", lambda k: k.Unions(unit=k.Unit.FAR)),
    Vector("tag, unknown", "Unions", "1c 7c0000 00", lambda k: k.Unions(unit=k.Unit(7))),
    Vector("tag that has gained a field", "Unions", "1c 1c11 00 00 00", lambda k: k.Unions(unit=k.Unit.FIRST)),
    Vector("tag with an extension in it", "Unions", "1c 1c 08ffff01 0141 00 00 00", lambda k: k.Unions(unit=k.Unit.FIRST)),
    Vector("tag with an extension behind it", "Unions", "1c 1c00 08feff03 0141 00 00", lambda k: k.Unions(unit=k.Unit.FIRST)),
    Vector("tag, unknown and no struct", "Unions", "1c 7502 00 00", lambda k: k.Unions(unit=k.Unit(7))),
    Vector("closed tag", "Unions", "2c 2c0000 00", lambda k: k.Unions(strict_unit=k.StrictUnit.SECOND)),
    Vector("alias", "Unions", "3c 1c15021504 0000 00", lambda k: k.Unions(shape=k.Point(x=1, y=2))),
    Vector("alias, empty variant", "Unions", "3c 3c0000 00", lambda k: k.Unions(shape=k.Empty())),
    Vector("wrapper, boolean", "Unions", "5c 6100 00", lambda k: k.Unions(wrapped=k.WrappedFlag(True))),
    Vector("wrapper, string", "Unions", "5c 28 0161 00 00", lambda k: k.Unions(wrapped=k.WrappedName("a"))),
    Vector("wrapper, first of two", "Unions", "5c 3c 15021504 00 00 00", lambda k: k.Unions(wrapped=k.WrappedLeft(k.Point(x=1, y=2)))),
    Vector("wrapper, second of two", "Unions", "5c 4c 15021504 00 00 00", lambda k: k.Unions(wrapped=k.WrappedRight(k.Point(x=1, y=2)))),
    Vector("wrapper, list<bool>", "Unions", "5c 59 21 0102 00 00", lambda k: k.Unions(wrapped=k.WrappedFlags([True, False]))),
    Vector("wrapper, list<bool> of type 2", "Unions", "5c 59 22 0102 00 00", lambda k: k.Unions(wrapped=k.WrappedFlags([True, False]))),
    Vector("wrapper of a union", "Unions", "5c 7c 3c0000 00 00", lambda k: k.Unions(wrapped=k.WrappedShape(k.Empty()))),
    Vector("wrapper, map", "Unions", "5c 8b 01 86 0161 02 00 00", lambda k: k.Unions(wrapped=k.WrappedCounts({"a": 1}))),
    Vector("wrapper, enum", "Unions", "5c 95 0a 00 00", lambda k: k.Unions(wrapped=k.WrappedColor(k.Color.BLUE))),
    Vector("alias with another type's extension id", "Unions", "3c 3c00 05feff03 02 00 00", lambda k: k.Unions(shape=k.Empty()), equal=False),
    Vector("alias with an extension", "Unions", "3c 3c00 08ffff01 0141 00 00", lambda k: k.Unions(shape=k.Empty()), equal=False),
    Vector("alias with an extension first", "Unions", "3c 08feff03 0141 0c0600 00 00", lambda k: k.Unions(shape=k.Empty()), equal=False),
    Vector("empty variant with an extension", "Unions", "3c 3c 08ffff01 0141 00 00 00", lambda k: k.Unions(shape=k.Empty()), equal=False),
    Vector("empty variant that has gained fields", "Unions", "3c 3c 1502 1801 41 00 00 00", lambda k: k.Unions(shape=k.Empty()), equal=False),
    Vector("enum with a name that looks unknown", "Unions", "75 02 00", lambda k: k.Unions(trap=k.Trap(1))),
]  # fmt: skip
FIELDS = [
    Vector("out of order", "Scalars", "45 02 03 04 7f 00", lambda k: k.Scalars(medium=1, tiny=127)),
    Vector("last first", "Scalars", "a5 0a 01 02 00", lambda k: k.Scalars(color=k.Color.BLUE, flag=True)),
    Vector("ids below zero", "Ids", "05 05 02 25 04 00", lambda k: k.Ids(below=1, minus=2)),
    Vector("id -1, then 1", "Ids", "05 01 02 25 04 00", lambda k: k.Ids(minus=1, one=2)),
    Vector("ids far apart", "Ids", "15 02 f5 04 15 06 05 a01f 08 00", lambda k: k.Ids(one=1, sixteen=2, seventeen=3, far=4)),
    Vector("1, then -1", "Ids", "15 02 05 01 04 00", lambda k: k.Ids(one=1, minus=2)),
    Vector("unknown id 0", "Scalars", "05 00 02 11 00", lambda k: k.Scalars(flag=True), equal=False),
    Vector("unknown id 100", "Scalars", "11 05 c801 02 00", lambda k: k.Scalars(flag=True), equal=False),
    Vector("unknown between known", "Ids", "15 02 15 04 e5 06 00", lambda k: k.Ids(one=1, sixteen=3), equal=False),
    Vector("unknown booleans", "Point", "15 02 15 04 11 12 00", lambda k: k.Point(x=1, y=2), equal=False),
    Vector("unknown last id, 32767, of another type", "Point", "15 02 15 04 05 feff03 02 00", lambda k: k.Point(x=1, y=2), equal=False),
    Vector("unknown id -16384 of another type", "Point", "15 02 15 04 05 ffff01 02 00", lambda k: k.Point(x=1, y=2), equal=False),
    Vector("extension first", "Point", "08 feff03 0141 05 02 02 15 04 00", lambda k: k.Point(x=1, y=2, extension=Extension(b"A"))),
    Vector("extension first, document's header", "Point", "08 ffff01 0141 05 02 02 15 04 00", lambda k: k.Point(x=1, y=2, extension=Extension(b"A"))),
    Vector("extension in the middle", "Point", "15 02 08 feff03 0141 05 04 04 00", lambda k: k.Point(x=1, y=2, extension=Extension(b"A"))),
    Vector("extension, empty", "Point", "15 02 15 04 08 ffff01 00 00", lambda k: k.Point(x=1, y=2, extension=Extension(b"", Header.SPEC))),
    Vector("extension of 200 bytes", "Point", "15 02 15 04 08 feff03 c801" + "08" * 200 + "00", lambda k: k.Point(x=1, y=2, extension=Extension(b"\x08" * 200))),
    Vector("extension behind the stop", "Point", "15 02 15 04 00 08ffff01 0141 00", lambda k: k.Point(x=1, y=2, extension=Extension(b"A", Header.TRAILING))),
    Vector("extension in a nested struct", "Lists", "b9 1c 15 02 15 04 08 feff03 0141 00 00", lambda k: k.Lists(points=[k.Point(x=1, y=2, extension=Extension(b"A"))])),
    Vector("extension under a declared name", "Aliased", "15 02 08 feff03 0141 00", lambda k: k.Aliased(a=1, extension=Extension(b"A"))),
    Vector("defaults, all absent", "Defaults", "05 28 0e 00", lambda k: k.Defaults(), equal=False),
    Vector("defaults, one explicit", "Defaults", "11 05 28 0e 00", lambda k: k.Defaults(), equal=False),
]  # fmt: skip
VECTORS = [*CONFORMANCE, *SCALARS, *LENIENT, *CONTAINERS, *UNIONS, *FIELDS]
