"""Malformed vectors: every way to damage a struct, in every place where a struct can stand.

A `Damage` is fields of `Inside` (`idl/kitchen.thrift`) of which one is bad; a `Place` is the bytes around a
struct `Inside`. Their product is the vectors. Every expected class, offset and path is written down
here, not taken from a run.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from inlay_runtime.errors import (
    DecodeError,
    DuplicateFieldError,
    InvalidValueError,
    MissingFieldError,
    TruncatedError,
    UnionError,
    WireTypeError,
)
from tests.runtime import wire
from tests.runtime.wire import Field


class Malformed(NamedTuple):
    name: str
    cls: str
    data: bytes
    error: type[DecodeError]
    offset: int
    path: str


class Damage(NamedTuple):
    """`good` and then `bad` are the fields of the struct; the error is `at` bytes into `bad`.

    `path` is where it lies in the struct, or empty for the struct itself.
    """

    name: str
    bad: bytes
    error: type[DecodeError]
    at: int
    path: str
    good: bytes = b""


class Place(NamedTuple):
    """Where the struct stands: the bytes before it and behind it, and its path."""

    name: str
    cls: str
    before: bytes
    after: bytes
    path: str


def value(field_id: int, wire_type: int, data: str, error: type[DecodeError], at: int, path: str,
          name: str) -> Damage:  # fmt: skip
    """A field whose value is bad `at` bytes behind its header."""
    header = wire.header(field_id, wire_type)
    return Damage(
        name, header + bytes.fromhex(data), error, len(header) + at, f"{path} (field {field_id})"
    )


HUGE: Final = "ffffffff07"
"""2^31 - 1."""

INVALID: Final = InvalidValueError
VALUES: Final = [
    value(3, wire.I16, "80808001", INVALID, 0, "small", "i16 varint of 4 bytes"),
    value(3, wire.I16, "808004", INVALID, 0, "small", "i16 of 32768"),
    value(3, wire.I16, "818004", INVALID, 0, "small", "i16 of -32769"),
    value(3, wire.I16, "ffff7f", INVALID, 0, "small", "i16 of 21 bits"),
    value(4, wire.I32, "808080808001", INVALID, 0, "medium", "i32 varint of 6 bytes"),
    value(4, wire.I32, "8080808010", INVALID, 0, "medium", "i32 of 2^31"),
    value(4, wire.I32, "8180808010", INVALID, 0, "medium", "i32 of -2^31-1"),
    value(4, wire.I32, "ffffffff7f", INVALID, 0, "medium", "i32 of 35 bits"),
    value(5, wire.I64, "8080808080808080808001", INVALID, 0, "large", "i64 varint of 11 bytes"),
    value(5, wire.I64, "80808080808080808002", INVALID, 0, "large", "i64 of 2^63"),
    value(5, wire.I64, "81808080808080808002", INVALID, 0, "large", "i64 of -2^63-1"),
    value(5, wire.I64, "ffffffffffffffffff7f", INVALID, 0, "large", "i64 of 70 bits"),
    value(7, wire.BINARY, "808080808001", INVALID, 0, "text", "string size of 6 bytes"),
    value(7, wire.BINARY, HUGE, TruncatedError, 0, "text", "string of 2^31-1 bytes"),
    value(7, wire.BINARY, "ffffffff7f", TruncatedError, 0, "text", "string of 2^35-1 bytes"),
    value(7, wire.BINARY, "03 61ff62", INVALID, 2, "text", "string that is not UTF-8"),
    value(7, wire.BINARY, "01 c3", INVALID, 1, "text", "string cut in a character"),
    value(7, wire.BINARY, "03 eda080", INVALID, 1, "text", "string with a surrogate"),
    value(7, wire.BINARY, "02 c080", INVALID, 1, "text", "string with an overlong NUL"),
    value(8, wire.BINARY, HUGE, TruncatedError, 0, "data", "binary of 2^31-1 bytes"),
    value(8, wire.BINARY, "808080808001", INVALID, 0, "data", "binary size of 6 bytes"),
    value(10, wire.I32, "808080808001", INVALID, 0, "color", "enum varint of 6 bytes"),
    value(10, wire.I32, "8080808010", INVALID, 0, "color", "enum of 2^31"),
    value(11, wire.LIST, "f5" + HUGE, TruncatedError, 0, "numbers", "list of 2^31-1 integers"),
    value(11, wire.LIST, "f5 808080808001", INVALID, 1, "numbers", "list size of 6 bytes"),
    value(11, wire.LIST, "1e 00", INVALID, 0, "numbers", "list of type 14"),
    value(11, wire.LIST, "1f 00", INVALID, 0, "numbers", "list of type 15"),
    value(11, wire.LIST, "10 00", INVALID, 0, "numbers", "list of type 0, not empty"),
    value(11, wire.LIST, "18 0161", WireTypeError, 0, "numbers", "list of strings for integers"),
    value(11, wire.LIST, "13 01", WireTypeError, 0, "numbers", "list of i8 for i32"),
    value(11, wire.LIST, "11 01", WireTypeError, 0, "numbers", "list of booleans for integers"),
    value(11, wire.LIST, "1c 00", WireTypeError, 0, "numbers", "list of structs for integers"),
    value(11, wire.LIST, "25 02 8080808010", INVALID, 2, "numbers[1]", "list with i32 of 2^31")
    ._replace(path="numbers[1]"),
    value(11, wire.LIST, "16 8080808010", INVALID, 1, "", "list that says i64 with 2^31")
    ._replace(path="numbers[0]"),
    value(12, wire.LIST, "31 010203", INVALID, 3, "", "boolean of 3 in a list")
    ._replace(path="bools[2]"),
    value(12, wire.LIST, "11 ff", INVALID, 1, "", "boolean of 255 in a list")
    ._replace(path="bools[0]"),
    value(12, wire.LIST, "13 01", WireTypeError, 0, "bools", "list of i8 for booleans"),
    value(13, wire.MAP, HUGE + "85", TruncatedError, 0, "counts", "map of 2^31-1 items"),
    value(13, wire.MAP, "808080808001", INVALID, 0, "counts", "map size of 6 bytes"),
    value(13, wire.MAP, "01 e5 00", INVALID, 0, "counts", "map with keys of type 14"),
    value(13, wire.MAP, "01 8f 00", INVALID, 0, "counts", "map with values of type 15"),
    value(13, wire.MAP, "01 05 00", INVALID, 0, "counts", "map with keys of type 0"),
    value(13, wire.MAP, "01 55 02 02", WireTypeError, 0, "counts", "map with integers for keys"),
    value(13, wire.MAP, "01 88 0161 0161", WireTypeError, 0, "counts", "map with strings for values"),
    value(13, wire.MAP, "02 85 0161 02 0161 04", INVALID, 0, "counts", "map with a key twice"),
    value(13, wire.MAP, "01 85 01ff 02", INVALID, 3, "", "map with a key that is not UTF-8")
    ._replace(path="counts[0].key"),
    value(13, wire.MAP, "01 85 0161 8080808010", INVALID, 4, "", "map with a value of 2^31")
    ._replace(path="counts[0].value"),
    value(14, wire.STRUCT, "15 02 00", MissingFieldError, 2, "point", "struct without a required field"),
    value(14, wire.STRUCT, "00", MissingFieldError, 0, "point", "struct without any required field"),
    value(14, wire.STRUCT, "15 02 05 02 04 00", DuplicateFieldError, 2, "", "struct with a field twice")
    ._replace(path="point.x (field 1)"),
    value(14, wire.STRUCT, "15 02 18 0161 00", WireTypeError, 2, "", "struct with a string for an integer")
    ._replace(path="point.y (field 2)"),
    value(15, wire.STRUCT, "00", UnionError, 0, "unit", "tag union without a variant"),
    value(15, wire.STRUCT, "1c 00 1c 00 00", UnionError, 2, "", "tag union with two variants")
    ._replace(path="unit.SECOND (field 2)"),
    value(15, wire.STRUCT, "15 02 00", WireTypeError, 0, "", "tag that is not a struct")
    ._replace(path="unit.FIRST (field 1)"),
    value(16, wire.STRUCT, "00", UnionError, 0, "shape", "union without a variant"),
    value(16, wire.STRUCT, "3c 00 6c 00 00", UnionError, 2, "", "union with an unknown second variant")
    ._replace(path="shape.<unknown 9> (field 9)"),
    value(16, wire.STRUCT, "3c00 0c06 00 00", DuplicateFieldError, 2, "", "union with its variant twice")
    ._replace(path="shape.EMPTY (field 3)"),
    value(16, wire.STRUCT, "35 02 00", WireTypeError, 0, "", "variant that is not a struct")
    ._replace(path="shape.EMPTY (field 3)"),
    value(17, wire.SET, "28 0161 01ff", INVALID, 4, "", "set with text that is not UTF-8")
    ._replace(path="names[1]"),
    value(18, wire.I32, "12", INVALID, 0, "strict", "value of a closed enum"),
    value(19, wire.STRUCT, "7c 00 00", INVALID, 0, "", "variant of closed tags")
    ._replace(path="strict_unit.<unknown 7> (field 7)"),
    value(20, wire.STRUCT, "7c 00 00", UnionError, 1, "", "variant of a closed union")
    ._replace(path="strict_shape.<unknown 7> (field 7)"),
    value(21, wire.LIST, "28 0161 " + HUGE, TruncatedError, 3, "", "list with a string of 2^31-1 bytes")
    ._replace(path="texts[1]"),
    value(22, wire.LIST, "2c 15021504 00 1502 00", MissingFieldError, 8, "", "list with a damaged struct")
    ._replace(path="points[1]"),
]  # fmt: skip

_SAMPLE_FIELDS: Final = {
    1: ("flag", wire.TRUE), 2: ("tiny", wire.I8), 3: ("small", wire.I16), 4: ("medium", wire.I32),
    5: ("large", wire.I64), 6: ("real", wire.DOUBLE), 7: ("text", wire.BINARY), 9: ("id", wire.UUID),
    11: ("numbers", wire.LIST), 13: ("counts", wire.MAP), 14: ("point", wire.STRUCT),
    17: ("names", wire.SET),
}  # fmt: skip


def wrong_types() -> Iterator[Damage]:
    """Every field type, sent as every other."""
    for field_id, (name, right) in _SAMPLE_FIELDS.items():
        for wrong, sample in wire.SAMPLES.items():
            if wrong == right or (right == wire.TRUE and wrong == wire.FALSE):
                continue
            data = b"" if wrong in (wire.TRUE, wire.FALSE) else sample
            yield Damage(
                f"{name} sent as type {wrong}",
                wire.header(field_id, wrong) + data,
                WireTypeError,
                0,
                f"{name} (field {field_id})",
            )


def headers() -> Iterator[Damage]:
    """Bad field headers."""
    yield Damage("field id of 4 bytes", bytes.fromhex("0580808001 02"), INVALID, 1, "")
    yield Damage("field id of 32768", b"\x05" + wire.integer(32768), INVALID, 1, "")
    yield Damage("field id of -32769", b"\x05" + wire.integer(-32769), INVALID, 1, "")
    beyond = wire.fields(Field(32760, wire.TRUE))
    yield Damage("delta past 32767", b"\x81" + b"\x02", INVALID, 0, "", good=beyond)
    for field_id in (1, 40):
        name = "flag" if field_id == 1 else f"<unknown {field_id}>"
        twice = wire.long_header(field_id, wire.TRUE)
        good = wire.fields(Field(field_id, wire.TRUE), Field(50, wire.TRUE))
        yield Damage(
            f"field {field_id} twice", twice, DuplicateFieldError, 0,
            f"{name} (field {field_id})", good,
        )  # fmt: skip
    for nibble in (14, 15):
        yield Damage(
            f"unknown field of type {nibble}", wire.header(40, nibble), INVALID, 2,
            "<unknown 40> (field 40)",
        )  # fmt: skip
    extension = wire.SPEC_HEADER + b"\x01a"
    for spelling in (wire.SPEC_HEADER, wire.ZIGZAG_HEADER):
        yield Damage(
            f"second extension, {spelling.hex()}", spelling + b"\x01b", DuplicateFieldError, 0,
            "extension (field 32767)", extension,
        )  # fmt: skip
        yield Damage(
            f"extension of 2^31-1 bytes, {spelling.hex()}", spelling + bytes.fromhex(HUGE),
            TruncatedError, 4, "extension (field 32767)",
        )  # fmt: skip


def skipped() -> Iterator[Damage]:
    """Bad values in fields that the IDL does not have."""
    rows = [
        ("i16 varint of 4 bytes", wire.I16, "80808001", INVALID, 0),
        ("i32 varint of 6 bytes", wire.I32, "808080808001", INVALID, 0),
        ("i64 varint of 11 bytes", wire.I64, "8080808080808080808001", INVALID, 0),
        ("i16 of 32768", wire.I16, "808004", INVALID, 0),
        ("i32 of 2^31", wire.I32, "8080808010", INVALID, 0),
        ("i64 of 2^63", wire.I64, "80808080808080808002", INVALID, 0),
        ("binary of 2^31-1 bytes", wire.BINARY, HUGE, TruncatedError, 0),
        ("binary size of 6 bytes", wire.BINARY, "808080808001", INVALID, 0),
        ("list of 2^31-1", wire.LIST, "f3" + HUGE, TruncatedError, 0),
        ("set of 2^31-1", wire.SET, "f1" + HUGE, TruncatedError, 0),
        ("list of type 14", wire.LIST, "1e 00", INVALID, 0),
        ("list of type 0, not empty", wire.LIST, "10 00", INVALID, 0),
        ("map of 2^31-1", wire.MAP, HUGE + "11", TruncatedError, 0),
        ("map with keys of type 0", wire.MAP, "01 05 00", INVALID, 0),
        ("struct with a field of type 15", wire.STRUCT, "1f 00 00", INVALID, 1),
        ("struct with an id of 4 bytes", wire.STRUCT, "05 80808001 00", INVALID, 1),
    ]
    for name, wire_type, data, error, at in rows:
        bad = wire.header(40, wire_type) + bytes.fromhex(data)
        path = "<unknown 40> (field 40)"
        if wire_type == wire.STRUCT:
            path = "<unknown 40>.<unknown 1> (field 1)" if "type 15" in name else ""
        yield Damage(f"skipped: {name}", bad, error, len(wire.header(40, wire_type)) + at, path)


DAMAGES: Final = [*VALUES, *wrong_types(), *headers(), *skipped()]

INSIDE: Final = wire.struct(Field(1, wire.TRUE))
PLACES: Final = [
    Place("the root", "Inside", b"", b"\x00", ""),
    Place("a struct", "Hosts", b"\x1c", b"\x00\x00", "one"),
    Place("a list", "Hosts", b"\x29\x3c" + INSIDE, b"\x00" + INSIDE + b"\x00", "many[1]"),
    Place("a long list", "Hosts", b"\x29\xfc\x10" + INSIDE * 15, b"\x00\x00", "many[15]"),
    Place("a set", "Hosts", b"\x3a\x1c", b"\x00\x00", "some[0]"),
    Place("a value of a map", "Hosts", b"\x4b\x02\x8c\x01a" + INSIDE + b"\x01b", b"\x00\x00", "by_name[1].value"),
    Place("a key of a map", "Hosts", b"\x5b\x01\xc5", b"\x00\x02\x00", "keyed[0].key"),
    Place("a union", "Hosts", b"\x6c\x1c", b"\x00\x00\x00", "host.INSIDE"),
    Place("a wrapper", "Hosts", b"\x7c\x2c", b"\x00\x00\x00", "wrapper.RIGHT"),
    Place("a list of lists", "Hosts", b"\x89\x29\x0c\x2c" + INSIDE, b"\x00\x00", "grid[1][1]"),
]  # fmt: skip


def malformed() -> Iterator[Malformed]:
    """Values in every place, the rest in three of them."""
    everywhere = {damage.name for damage in (*VALUES, *headers(), *skipped())}
    for place in PLACES:
        for damage in DAMAGES:
            if damage.name not in everywhere and place.name not in (
                "the root",
                "a list",
                "a union",
            ):
                continue
            before = place.before + damage.good
            yield Malformed(
                f"{damage.name}, in {place.name}",
                place.cls,
                before + damage.bad + place.after,
                damage.error,
                len(before) + damage.at,
                _join(place, damage.path),
            )


def _join(place: Place, inner: str) -> str:
    if not inner:
        return ""  # the bytes do not say which field it is, so the path is not held exactly
    return f"{place.path}.{inner}" if place.path else inner
