"""The extension field: every spelling, in every place, read, written, kept and refused."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from typing import Any

import pytest

from inlay_runtime.append import append_extension, strip_extension
from inlay_runtime.errors import EncodeError, ExtensionError
from inlay_runtime.extension import EXTENSION_ID, Extension, Header
from tests.runtime import wire
from tests.runtime.wire import Field
from tests.support.effort import grows_at_most, takes_at_most
from tests.support.in_one_test import in_one_test

A, B = Field(1, wire.I32, b"\x02"), Field(2, wire.I32, b"\x04")
PAYLOADS = {
    "empty": b"",
    "a stop byte": b"\x00",
    "many stop bytes": bytes(40),
    "an extension": wire.SPEC_HEADER + b"\x01A\x00",
    "its own header": wire.ZIGZAG_HEADER,
    "a struct": wire.struct(A, B),
    "a trailer": b"\x15\x02" + b"\xff" * 26,
    "127 bytes": b"\x08" * 127,
    "128 bytes": b"\x08" * 128,
    "16384 bytes": b"\x08" * 16384,
    "70000 bytes": bytes(range(256)) * 274,
}
MAKE = {Header.SPEC: wire.spec_extension, Header.ZIGZAG: wire.zigzag_extension}


def cpp_sample(thrift: bytes, extension: bytes) -> bytes:
    """`AppendExtension` of BinaryProtocolExtensions.md, statement by statement."""

    def append_uleb(x: int, out: bytearray) -> None:
        while True:
            c = x & 0x7F
            if x < 0x80:
                out.append(c)
                return
            out.append(c + 0x80)
            x >>= 7

    out = bytearray(thrift)
    assert out[-1] == 0x00
    out[-1] = 0x08
    append_uleb(32767, out)
    append_uleb(len(extension), out)
    out += extension
    out += b"\x00"
    return bytes(out)


@in_one_test("payload", PAYLOADS.values())
@in_one_test("place", ["first", "middle", "last"])
@in_one_test("header", [Header.SPEC, Header.ZIGZAG])
def test_an_extension_is_read_anywhere_and_written_where_it_was(
    kitchen: Any, header: Header, place: str, payload: bytes
) -> None:
    extension = MAKE[header](payload)
    members = {"first": [extension, A, B], "middle": [A, extension, B], "last": [A, B, extension]}
    data = wire.struct(*members[place])
    point = kitchen.Point.decode(data)
    assert (point.x, point.y) == (1, 2)
    assert point.extension.payload == payload
    assert point.extension.header is header
    assert point.encode() == data
    nested = wire.struct(Field(11, wire.LIST, wire.list_of(wire.STRUCT, data, data)))
    lists = kitchen.Lists.decode(nested)
    assert lists.points[1] == point
    assert lists.encode() == nested
    assert strip_extension(data) == wire.struct(A, B)
    point.extension = None
    assert point.encode() == wire.struct(A, B)


@pytest.mark.parametrize("payload", PAYLOADS.values(), ids=PAYLOADS.keys())
def test_an_extension_behind_the_stop_is_read_and_kept_there(kitchen: Any, payload: bytes) -> None:
    data = wire.struct(A, B) + wire.trailing_extension(payload)
    point = kitchen.Point.decode(data)
    assert point.extension == Extension(payload)
    assert point.extension.header is Header.TRAILING
    assert point.remainder is None
    assert point.encode() == data
    assert strip_extension(data) == wire.struct(A, B)


NO_EXTENSION = [
    ("nothing behind it", wire.trailing_extension(b"A")[:-1]),
    ("something behind it", wire.trailing_extension(b"A") + b"\x00"),
    ("no stop", wire.SPEC_HEADER + b"\x01A\x15"),
    ("too long", wire.SPEC_HEADER + b"\x7fA\x00"),
    ("only a header", wire.SPEC_HEADER),
    ("a field behind the payload", wire.SPEC_HEADER + b"\x01A\x15\x02\x00"),
    ("a field before it", b"\x15\x02" + wire.trailing_extension(b"A")),
    ("a signature", bytes(range(28))),
    ("a stop", b"\x00"),
]


@pytest.mark.parametrize("tail", [row[1] for row in NO_EXTENSION], ids=[r[0] for r in NO_EXTENSION])
def test_bytes_that_are_no_extension_stay_bytes(kitchen: Any, tail: bytes) -> None:
    data = wire.struct(A, B) + tail
    point = kitchen.Point.decode(data)
    assert point.extension is None
    assert point.remainder.trailing == tail
    assert point.encode() == data


def test_reading_and_stripping_agree_on_what_a_trailing_extension_is(kitchen: Any) -> None:
    data = wire.struct(A, B) + wire.ZIGZAG_HEADER + b"\x01A\x00"
    stripped = strip_extension(data)
    point = kitchen.Point.decode(data)
    assert (stripped != data) == (point.extension is not None)


def test_both_an_extension_and_a_tail(kitchen: Any) -> None:
    data = wire.struct(A, B, wire.spec_extension(b"in")) + wire.trailing_extension(b"behind")
    point = kitchen.Point.decode(data)
    assert point.extension == Extension(b"in")
    assert point.encode() == data


@in_one_test("wire_type", [t for t in wire.SAMPLES if t != wire.BINARY])
@in_one_test("field_id", [wire.ZIGZAG_ID, wire.SPEC_ID])
def test_the_ids_with_another_type_are_unknown_fields(
    kitchen: Any, field_id: int, wire_type: int
) -> None:
    value = b"" if wire_type in (wire.TRUE, wire.FALSE) else wire.SAMPLES[wire_type]
    other = Field(field_id, wire_type, value)
    for members in ([A, B, other], [other, A, B]):
        data = wire.struct(*members)
        point = kitchen.Point.decode(data)
        assert point.extension is None
        assert point.remainder.unknown_fields[0].field_id == field_id
        assert point.encode() == data


def test_an_id_with_another_type_does_not_clash_with_an_extension(kitchen: Any) -> None:
    """They are two fields: -16384 is an extension, 32767 is not."""
    data = wire.struct(A, B, Field(wire.ZIGZAG_ID, wire.I32, b"\x02"), wire.spec_extension(b"A"))
    point = kitchen.Point.decode(data)
    assert point.extension == Extension(b"A")
    assert point.encode() == data


# Writing


@pytest.mark.parametrize(
    ("cls", "header", "expected"),
    [
        ("Text", None, wire.ZIGZAG_HEADER + b"\x01A\x00"),
        ("Text", Header.ZIGZAG, wire.ZIGZAG_HEADER + b"\x01A\x00"),
        ("Text", Header.SPEC, wire.SPEC_HEADER + b"\x01A\x00"),
        ("Text", Header.TRAILING, b"\x00" + wire.SPEC_HEADER + b"\x01A\x00"),
        ("Spec", None, wire.SPEC_HEADER + b"\x01A\x00"),
        ("Spec", Header.ZIGZAG, wire.ZIGZAG_HEADER + b"\x01A\x00"),
        ("Aliased", None, wire.ZIGZAG_HEADER + b"\x01A\x00"),
    ],
)
def test_the_header_is_the_extensions_or_the_configured_one(
    kitchen: Any, cls: str, header: Header | None, expected: bytes
) -> None:
    value = getattr(kitchen, cls)(extension=Extension(b"A", header))
    assert value.encode() == expected
    again = getattr(kitchen, cls).decode(expected)
    assert again == value
    assert again.encode() == expected


def test_the_configuration_holds_for_one_struct_and_not_those_inside(kitchen: Any) -> None:
    value = kitchen.Spec(inner=kitchen.Inner(extension=Extension(b"i")), extension=Extension(b"s"))
    assert value.encode() == (
        b"\x2c" + wire.ZIGZAG_HEADER + b"\x01i\x00" + wire.SPEC_HEADER + b"\x01s\x00"
    )


def test_an_extension_is_last_also_when_fields_were_added(kitchen: Any) -> None:
    for members in (
        [A, wire.spec_extension(b"A")],
        [Field(17, wire.I32, b"\x06"), A, wire.spec_extension(b"A")],
    ):
        ids = kitchen.Ids.decode(wire.struct(*members))
        ids.far = 5
        assert ids.encode().endswith(wire.SPEC_HEADER + b"\x01A\x00")


@pytest.mark.parametrize("unknown", [[], [Field(40, wire.TRUE)]])
def test_a_long_header_behind_a_far_field_is_kept(kitchen: Any, unknown: list[Field]) -> None:
    """As `append_extension` writes it, where a header of one byte would do as well."""
    base = wire.struct(*unknown, Field(32760, wire.I32, b"\x02"))
    data = append_extension(base, b"A", Header.ZIGZAG)
    value = kitchen.Ids.decode(data)
    assert value.extension == Extension(b"A")
    assert value.encode() == data
    assert strip_extension(data) == base


def test_a_tail_and_a_new_trailing_extension_do_not_hide_each_other(kitchen: Any) -> None:
    point = kitchen.Point.decode(wire.struct(A, B) + b"a signature")
    point.extension = Extension(b"A", Header.TRAILING)
    try:
        data = point.encode()
    except EncodeError:
        return
    assert kitchen.Point.decode(data) == point


def test_extensions_are_equal_by_payload(kitchen: Any) -> None:
    assert Extension(b"A", Header.SPEC) == Extension(b"A")
    assert hash(Extension(b"A", Header.SPEC)) == hash(Extension(b"A"))
    assert Extension(b"A") != Extension(b"B")
    assert Extension(b"A") != b"A"
    copied = pickle.loads(pickle.dumps(Extension(b"A", Header.SPEC)))
    assert (copied.payload, copied.header) == (b"A", Header.SPEC)
    match copied:
        case Extension(payload):
            assert payload == b"A"
    assert EXTENSION_ID == 32767


# On bytes

STRUCTS = {
    "empty": b"\x00",
    "two fields": wire.struct(A, B),
    "out of order": wire.struct(B, A),
    "nested": wire.struct(Field(3, wire.STRUCT, wire.struct(A)), A),
    "ends in a stop of its own": wire.struct(Field(3, wire.STRUCT, wire.struct(A))),
    "every type": wire.struct(
        *[
            Field(at, wire_type, b"" if wire_type < 3 else sample)
            for at, (wire_type, sample) in enumerate(wire.SAMPLES.items(), 1)
        ]
    ),
    "a payload that looks like an extension": wire.struct(
        Field(1, wire.BINARY, wire.binary(wire.SPEC_HEADER + b"\x01A\x00"))
    ),
    "an inner struct with an extension": wire.struct(
        Field(1, wire.STRUCT, wire.struct(A, wire.spec_extension(b"inner")))
    ),
    "id -16384 of another type": wire.struct(Field(wire.SPEC_ID, wire.I32, b"\x02")),
    "id 32767 of another type": wire.struct(Field(wire.ZIGZAG_ID, wire.TRUE)),
}


@pytest.mark.parametrize("data", STRUCTS.values(), ids=STRUCTS.keys())
def test_append_is_what_the_sample_of_the_document_does(data: bytes) -> None:
    for name, payload in PAYLOADS.items():
        assert append_extension(data, payload) == cpp_sample(data, payload), name


@in_one_test("header", Header)
@in_one_test("data", STRUCTS.values())
def test_strip_undoes_append(data: bytes, header: Header) -> None:
    assert strip_extension(data) == data
    for name, payload in PAYLOADS.items():
        appended = append_extension(data, payload, header)
        assert strip_extension(appended) == data, name
        with pytest.raises(ExtensionError, match=r"already|follow"):
            append_extension(appended, payload, header)


REFUSED = [
    ("nothing", b"", "stop byte"),
    ("no stop byte", wire.fields(A, B), "stop byte"),
    ("a cut value", b"\x18\x05ab\x00", "stop byte"),
    ("a type that does not exist", b"\x1f\x00", "stop byte"),
    ("bytes behind the stop", wire.struct(A) + b"\x01", "1 byte follows"),
    ("two stop bytes", wire.struct(A) + b"\x00", "1 byte follows"),
    ("a trailing extension", wire.struct(A) + wire.trailing_extension(b"A"), "follow"),
    (
        "an extension, document's header",
        wire.struct(A, wire.spec_extension(b"A")),
        "already, at offset 2",
    ),
    (
        "an extension, Thrift's header",
        wire.struct(A, wire.zigzag_extension(b"A")),
        "already, at offset 2",
    ),
    ("an extension first", wire.struct(wire.zigzag_extension(b"A"), A), "already, at offset 0"),
    ("too deep", b"\x1c" * 70 + b"\x00" * 71, "stop byte"),
    ("an id past 32767", wire.fields(Field(32760, wire.TRUE)) + b"\x81\x00", "stop byte"),
]


@pytest.mark.parametrize(("data", "message"), [r[1:] for r in REFUSED], ids=[r[0] for r in REFUSED])
def test_append_refuses(data: bytes, message: str) -> None:
    with pytest.raises(ExtensionError, match=message):
        append_extension(data, b"payload")


@pytest.mark.parametrize(
    "data",
    [row[1] for row in REFUSED if row[2] == "stop byte"],
    ids=[r[0] for r in REFUSED if r[2] == "stop byte"],
)
def test_strip_refuses_what_is_no_struct(data: bytes) -> None:
    with pytest.raises(ExtensionError, match="not a struct"):
        strip_extension(data)


def test_strip_leaves_no_extension_behind() -> None:
    """Neither a second one inside, nor one behind the stop."""
    both = wire.struct(A, wire.spec_extension(b"A")) + wire.trailing_extension(b"B")
    assert strip_extension(strip_extension(both)) == wire.struct(A)
    two = wire.struct(A, wire.spec_extension(b"A"), wire.zigzag_extension(b"B"))
    stripped = strip_extension(strip_extension(two))
    assert stripped == wire.struct(A)


def test_strip_keeps_a_signature() -> None:
    data = wire.struct(A, wire.spec_extension(b"A")) + b"signature"
    assert strip_extension(data) == wire.struct(A) + b"signature"


def test_append_is_linear() -> None:
    """In the fields of the struct, and in the bytes of the payload."""

    def fields(count: int) -> Callable[[], object]:
        base = wire.struct(*[Field(at, wire.I32, b"\x02") for at in range(1, count)])
        return lambda: strip_extension(append_extension(base, bytes(100)))

    payload = bytes(8_000_000)
    base = wire.struct(A)
    assert grows_at_most(64, fields, 1_500, 24_000)
    assert takes_at_most(
        100, lambda: strip_extension(append_extension(base, payload)), lambda: bytearray(payload)
    )
