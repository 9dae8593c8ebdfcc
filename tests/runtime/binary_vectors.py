"""What bytes of the binary protocol mean, as one table; the fields are those of `kitchen.thrift`."""

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
    UnionError,
    WireTypeError,
)
from inlay_runtime.extension import Extension, Header
from inlay_runtime.limits import DEFAULT_LIMITS, Limits


class BinaryVector(NamedTuple):
    """Bytes, and the value that is read from them and written as them."""

    name: str
    cls: str
    hex: str
    value: Callable[[Any], Any]


class BinaryRefused(NamedTuple):
    name: str
    cls: str
    hex: str
    error: type[DecodeError]
    message: str
    limits: Limits = DEFAULT_LIMITS
    strict: bool = False


VECTORS = [
    BinaryVector("nothing", "Scalars", "00", lambda k: k.Scalars()),
    BinaryVector("true", "Scalars", "02 0001 01 00", lambda k: k.Scalars(flag=True)),
    BinaryVector("false", "Scalars", "02 0001 00 00", lambda k: k.Scalars(flag=False)),
    BinaryVector("i8", "Scalars", "03 0002 80 00", lambda k: k.Scalars(tiny=-128)),
    BinaryVector("i16, least", "Scalars", "06 0003 8000 00", lambda k: k.Scalars(small=-32768)),
    BinaryVector("i16, largest", "Scalars", "06 0003 7fff 00", lambda k: k.Scalars(small=32767)),
    BinaryVector("i32, least", "Scalars", "08 0004 80000000 00", lambda k: k.Scalars(medium=-(1 << 31))),
    BinaryVector("i32", "Scalars", "08 0004 01020304 00", lambda k: k.Scalars(medium=0x01020304)),
    BinaryVector("i64, least", "Scalars", "0a 0005 8000000000000000 00", lambda k: k.Scalars(large=-(1 << 63))),
    BinaryVector("i64", "Scalars", "0a 0005 0102030405060708 00", lambda k: k.Scalars(large=0x0102030405060708)),
    BinaryVector("double, big-endian", "Scalars", "04 0006 3ff8000000000000 00", lambda k: k.Scalars(real=1.5)),
    BinaryVector("double, infinity", "Scalars", "04 0006 7ff0000000000000 00", lambda k: k.Scalars(real=math.inf)),
    BinaryVector("string", "Scalars", "0b 0007 00000006 68c3a96c6c6f 00", lambda k: k.Scalars(text="héllo")),
    BinaryVector("string, empty", "Scalars", "0b 0007 00000000 00", lambda k: k.Scalars(text="")),
    BinaryVector("binary of 200 bytes", "Scalars", "0b 0008 000000c8" + "ab" * 200 + "00", lambda k: k.Scalars(data=b"\xab" * 200)),
    BinaryVector("uuid", "Scalars", "10 0009 00112233445566778899aabbccddeeff 00", lambda k: k.Scalars(id=UUID("00112233-4455-6677-8899-aabbccddeeff"))),
    BinaryVector("enum", "Scalars", "08 000a 00000005 00", lambda k: k.Scalars(color=k.Color.BLUE)),
    BinaryVector("enum that the IDL does not have", "Scalars", "08 000a 00000063 00", lambda k: k.Scalars(color=k.Color(99))),
    BinaryVector("list of booleans", "Lists", "0f 0001 02 00000003 010001 00", lambda k: k.Lists(bools=[True, False, True])),
    BinaryVector("list of i8", "Lists", "0f 0002 03 00000002 01ff 00", lambda k: k.Lists(tinies=[1, -1])),
    BinaryVector("list of i16", "Lists", "0f 0003 06 00000001 fffe 00", lambda k: k.Lists(smalls=[-2])),
    BinaryVector("list of 16 i32", "Lists", "0f 0004 08 00000010" + "00000007" * 16 + "00", lambda k: k.Lists(mediums=[7] * 16)),
    BinaryVector("list of doubles", "Lists", "0f 0006 04 00000001 c006000000000000 00", lambda k: k.Lists(reals=[-2.75])),
    BinaryVector("list of strings", "Lists", "0f 0007 0b 00000002 00000001 61 00000000 00", lambda k: k.Lists(texts=["a", ""])),
    BinaryVector("list of structs", "Lists", "0f 000b 0c 00000001 080001 00000001 080002 00000002 00 00", lambda k: k.Lists(points=[k.Point(x=1, y=2)])),
    BinaryVector("list of tags", "Lists", "0f 000c 0c 00000001 0c0002 00 00 00", lambda k: k.Lists(units=[k.Unit.SECOND])),
    BinaryVector("empty list", "Lists", "0f 000b 0c 00000000 00", lambda k: k.Lists(points=[])),
    BinaryVector("list of sets", "Lists", "0f 0010 0e 00000001 08 00000001 00000005 00", lambda k: k.Lists(int_sets=[[5]])),
    BinaryVector("list of an empty map", "Lists", "0f 0011 0d 00000001 02 02 00000000 00", lambda k: k.Lists(bool_maps=[{}])),
    BinaryVector("set", "Sets", "0e 0002 0a 00000001 ffffffffffffffff 00", lambda k: k.Sets(larges=[-1])),
    BinaryVector("map", "Maps", "0d 0002 0b 08 00000001 00000001 61 00000007 00", lambda k: k.Maps(counts={"a": 7})),
    BinaryVector("empty map", "Maps", "0d 0002 0b 08 00000000 00", lambda k: k.Maps(counts={})),
    BinaryVector("map of booleans", "Maps", "0d 0001 02 02 00000001 00 01 00", lambda k: k.Maps(bools={False: True})),
    BinaryVector("map of an empty map", "Maps", "0d 0005 0b 0d 00000001 00000001 61 03 0e 00000000 00", lambda k: k.Maps(deep={"a": {}})),
    BinaryVector("tag", "Unions", "0c 0001 0c0001 00 00 00", lambda k: k.Unions(unit=k.Unit.FIRST)),
    BinaryVector("variant", "Unions", "0c 0003 0c0001 080001 00000001 080002 00000002 00 00 00", lambda k: k.Unions(shape=k.Point(x=1, y=2))),
    BinaryVector("variant that is not a struct", "Unions", "0c 0005 0b0002 00000001 61 00 00", lambda k: k.Unions(wrapped=k.WrappedName("a"))),
    BinaryVector("extension, id of Thrift", "Scalars", "0b 7fff 00000002 4142 00", lambda k: k.Scalars(extension=Extension(b"AB", Header.ZIGZAG))),
    BinaryVector("extension, id of the document's bytes", "Scalars", "0b c000 00000002 4142 00", lambda k: k.Scalars(extension=Extension(b"AB", Header.SPEC))),
]  # fmt: skip

KEPT = [
    ("an unknown field", "Scalars", "0a 0063 0102030405060708 00"),
    ("an unknown boolean", "Scalars", "02 0063 01 00"),
    ("unknown values of every type", "Scalars", "0f 0063 0c 00000001 020001 00 030002 7f 040003 3ff8000000000000 0b0004 00000001 61 0d0005 0308 00000001 02 ffffffff 0e0006 0a 00000000 00 00"),
    ("a negative id", "Scalars", "08 fffe 00000001 00"),
    ("fields out of order", "Scalars", "08 0004 00000001 02 0001 01 00"),
    ("a field of another type", "Scalars", "0b 0004 00000001 61 00"),
    ("another type beside the declared one", "Scalars", "08 0004 00000001 0b 0004 00000001 61 00"),
    ("a list of a wider integer", "Lists", "0f 0004 0a 00000001 0000000000000007 00"),
    ("a list of a narrower integer", "Lists", "0f 0005 06 00000001 0007 00"),
    ("an empty list of no type", "Lists", "0f 0004 00 00000000 00"),
    ("an empty list of another type", "Lists", "0f 0004 0b 00000000 00"),
    ("an unknown tag", "Unions", "0c 0001 0c0009 00 00 00"),
    ("a tag that has gained a field", "Unions", "0c 0001 0c0001 080001 00000001 00 00 00"),
    ("an unknown variant", "Unions", "0c 0003 0c0009 080001 00000001 00 00 00"),
    ("field 32767 that is not binary", "Scalars", "08 7fff 00000001 00"),
    ("text that is not UTF-8", "Scalars", "0b 0007 00000002 fffe 00"),
]  # fmt: skip
"""Bytes that a value made by hand does not have, and that are written back."""

_NESTED = "0c 0063" * 65
REFUSED = [
    BinaryRefused("no bytes", "Scalars", "", TruncatedError, "Scalars: needs 1 byte, 0 are left, at offset 0"),
    BinaryRefused("half an id", "Scalars", "08 00", TruncatedError, "Scalars: needs 2 bytes, 1 are left, at offset 1"),
    BinaryRefused("half an i32", "Scalars", "08 0004 0000", TruncatedError, "medium (field 4): needs 4 bytes, 2 are left, at offset 3"),
    BinaryRefused("no stop", "Scalars", "08 0004 00000001", TruncatedError, "Scalars: needs 1 byte, 0 are left, at offset 7"),
    BinaryRefused("a type that there is not", "Scalars", "09 0004 00", InvalidValueError, "Scalars: a field of type 9, which the binary protocol does not have, at offset 0"),
    BinaryRefused("a boolean of 2", "Scalars", "02 0001 02 00", InvalidValueError, "flag (field 1): 2 is not a boolean (1 is true, 0 is false), at offset 3"),
    BinaryRefused("a boolean of 255 in a list", "Lists", "0f 0001 02 00000001 ff 00", InvalidValueError, "bools[0]: 255 is not a boolean (1 is true, 0 is false), at offset 8"),
    BinaryRefused("a text that is too long", "Scalars", "0b 0007 00000005 61 00", TruncatedError, "text (field 7): needs 5 bytes, 2 are left, at offset 3"),
    BinaryRefused("a negative size of a text", "Scalars", "0b 0007 ffffffff 61 00", InvalidValueError, "text (field 7): -1 is not a size: it is negative, at offset 3"),
    BinaryRefused("a negative size of a list", "Lists", "0f 0004 08 80000000 00", InvalidValueError, "mediums (field 4): -2147483648 is not a size: it is negative, at offset 4"),
    BinaryRefused("2^31-1 structs", "Lists", "0f 000b 0c 7fffffff 00", TruncatedError, "points (field 11): 2,147,483,647 elements need at least 2,147,483,647 bytes, 1 are left, at offset 3"),
    BinaryRefused("an element of no type", "Lists", "0f 0004 00 00000001 00", InvalidValueError, "mediums (field 4): a list of type 0, which the binary protocol does not have, at offset 3"),
    BinaryRefused("an element of a type that there is not", "Lists", "0f 0004 07 00000000 00", InvalidValueError, "mediums (field 4): a list of type 7, which the binary protocol does not have, at offset 3"),
    BinaryRefused("a key of a type that there is not", "Maps", "0d 0002 11 08 00000000 00", InvalidValueError, "counts (field 2): a map of type 17, which the binary protocol does not have, at offset 3"),
    BinaryRefused("a map that is too large", "Maps", "0d 0002 0b 08 00000002 00000000 00000001 00", TruncatedError, "counts (field 2): 2 elements need at least 16 bytes, 9 are left, at offset 3"),
    BinaryRefused("in a list in a struct", "Lists", "0f 000b 0c 00000002 080001 00000001 080002 00000002 00 080001 0000", TruncatedError, "points[1].x (field 1): needs 4 bytes, 2 are left, at offset 26"),
    BinaryRefused("a field twice", "Scalars", "08 0004 00000001 08 0004 00000002 00", DuplicateFieldError, "medium (field 4): field 4 occurs twice, at offset 7"),
    BinaryRefused("a required field missing", "Point", "08 0001 00000001 00", MissingFieldError, "Point: required field y (2) is missing, at offset 7"),
    BinaryRefused("a required field missing in a list", "Lists", "0f 000b 0c 00000001 080001 00000001 00 00", MissingFieldError, "points[0]: required field y (2) is missing, at offset 15"),
    BinaryRefused("no variant", "Unions", "0c 0003 00 00", UnionError, "shape (field 3): no variant, at offset 3"),
    BinaryRefused("a key twice", "Maps", "0d 0002 0b 08 00000002 00000001 61 00000001 00000001 61 00000002 00", InvalidValueError, "counts (field 2): a map holds the same key twice, at offset 3"),
    BinaryRefused("a value of a closed enum", "Unions", "08 0006 00000009 00", InvalidValueError, "strict (field 6): Strict has no value 9, at offset 3"),
    BinaryRefused("a wider integer that does not fit", "Lists", "0f 0004 0a 00000001 0000000100000000 00", InvalidValueError, "mediums[0]: 4294967296 is out of range for i32, at offset 8"),
    BinaryRefused("text in the middle of which is not UTF-8", "Text", "0b 0001 00000004 6161ff61 00", InvalidValueError, "text (field 1): not UTF-8: invalid start byte, at offset 9", strict=True),
    BinaryRefused("another type, strictly", "Scalars", "02 0001 01 0b 0004 00000001 61 00", WireTypeError, "medium (field 4): expected i32, found binary, at offset 4", strict=True),
    BinaryRefused("nested too deeply", "Scalars", _NESTED, LimitError, ""),
    BinaryRefused("a binary over the limit", "Scalars", "0b 0008 00000005 0102030405 00", LimitError, "data (field 8): 5 bytes exceed the limit of 4, at offset 3; limits=Limits(binary=...) allows more", Limits(binary=4)),
    BinaryRefused("a list over the limit", "Lists", "0f 0002 03 00000005 0102030405 00", LimitError, "tinies (field 2): 5 elements exceed the limit of 4, at offset 3; limits=Limits(container=...) allows more", Limits(container=4)),
    BinaryRefused("a map over the limit", "Maps", "0d 0001 02 02 00000002 00000101 00", LimitError, "bools (field 1): 2 elements exceed the limit of 1, at offset 3; limits=Limits(container=...) allows more", Limits(container=1)),
    BinaryRefused("deeper than the limit", "Lists", "0f 000b 0c 00000001 00 00", LimitError, "", Limits(depth=2)),
    BinaryRefused("more objects than the budget", "Lists", "0f 0002 03 00000005 0102030405 00", LimitError, "", Limits(memory_factor=0, memory_base=100)),
]  # fmt: skip
