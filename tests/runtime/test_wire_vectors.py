"""The table of `vectors`, decoded, encoded where canonical, cut at every length, and with a tail."""

from __future__ import annotations

from typing import Any

import pytest

from inlay_runtime.errors import DecodeError, LimitError, TruncatedError, UnionError, WireTypeError
from inlay_runtime.limits import Limits
from tests.runtime import wire
from tests.runtime.vectors import CONFORMANCE_REFUSED, VECTORS, Refused, Vector
from tests.support.in_one_test import in_one_test

TAIL = b"\x15\x02 a tail"


@pytest.fixture(scope="session")
def module(conformance: Any, kitchen: Any) -> Any:
    """Both modules under one roof: their classes have different names."""
    return type("Both", (), {**vars(kitchen), **vars(conformance)})


def ids(row: Vector | Refused) -> str:
    return f"{row.cls}: {row.name}"


@in_one_test("row", VECTORS)
def test_bytes_decode_to_the_value(module: Any, row: Vector) -> None:
    data = bytes.fromhex(row.hex)
    cls = getattr(module, row.cls)
    value = cls.decode(data)
    expected = row.value(module)
    if row.equal and "unknown" not in row.name:
        assert value == expected
    for field in cls.SCHEMA.fields:
        if row.equal:
            assert getattr(value, field.slot) == getattr(expected, field.slot), field.name
    assert (value.extension and value.extension.payload) == (
        expected.extension and expected.extension.payload
    )


@in_one_test("row", VECTORS)
def test_decode_then_encode_gives_the_bytes_back(module: Any, row: Vector) -> None:
    data = bytes.fromhex(row.hex)
    written = getattr(module, row.cls).decode(data).encode()
    assert written.hex(" ") == bytes.fromhex(row.canonical or row.hex).hex(" ")


SPELLED_BY_INPUT = ("type 2", "types 2", "type 0", "another type", "that says", "types 1 and 2")
"""Rows whose bytes hold what a value made by hand does not say."""


@in_one_test(
    "row",
    [
        row
        for row in VECTORS
        if row.canonical is None
        and row.equal
        and not any(words in row.name for words in SPELLED_BY_INPUT)
        and not any(word in row.name for word in ("first", "middle", "order", "then"))
        and "unknown" not in row.name
        and "gained" not in row.name
        and "tag with an extension" not in row.name
    ],
)
def test_a_value_made_by_hand_encodes_to_the_bytes(module: Any, row: Vector) -> None:
    value = row.value(module)
    assert value.encode().hex(" ") == bytes.fromhex(row.hex).hex(" ")


@in_one_test("row", VECTORS)
def test_every_proper_prefix_is_truncated(module: Any, row: Vector) -> None:
    data = bytes.fromhex(row.hex)
    cls = getattr(module, row.cls)
    _, end = cls.decode_from(data)
    for length in range(end):
        with pytest.raises(TruncatedError) as caught:
            cls.decode(data[:length])
        assert 0 <= caught.value.offset <= length


@in_one_test("row", VECTORS)
def test_a_tail_is_kept_and_written_back(module: Any, row: Vector) -> None:
    data = bytes.fromhex(row.hex)
    cls = getattr(module, row.cls)
    value = cls.decode(data + TAIL)
    _, end = cls.decode_from(data)
    assert value.remainder is not None
    assert value.remainder.trailing == data[end:] + TAIL
    canonical = bytes.fromhex(row.canonical or row.hex)
    assert value.encode() == canonical + TAIL


@in_one_test("row", VECTORS)
def test_decode_from_starts_in_the_middle_and_says_where_it_stopped(
    module: Any, row: Vector
) -> None:
    data = bytes.fromhex(row.hex)
    cls = getattr(module, row.cls)
    _, size = cls.decode_from(data)
    value, end = cls.decode_from(b"before" + data + TAIL, 6)
    assert end == 6 + size
    plain, _ = cls.decode_from(data)
    if "NaN" not in row.name:
        assert value == plain
    assert value.encode() == plain.encode()


@pytest.mark.parametrize("row", CONFORMANCE_REFUSED, ids=ids)
def test_conformance_vectors_that_are_refused(module: Any, row: Refused) -> None:
    with pytest.raises(DecodeError) as caught:
        getattr(module, row.cls).decode(bytes.fromhex(row.hex), strict=row.error is WireTypeError)
    assert type(caught.value) is row.error
    assert caught.value.offset == row.offset
    if row.path:
        assert caught.value.path == row.path


def test_no_bytes_at_all_are_truncated_at_0(module: Any) -> None:
    with pytest.raises(TruncatedError) as caught:
        module.S.decode(b"")
    assert caught.value.offset == 0


def test_the_message_of_the_document_is_the_message(kitchen: Any) -> None:
    data = wire.struct(wire.Field(8, wire.BINARY, b"\x28abc"))
    with pytest.raises(TruncatedError) as caught:
        kitchen.Scalars.decode(data)
    assert str(caught.value) == "Scalars.data (field 8): needs 40 bytes, 4 are left, at offset 1"


LIMITS = [
    ("binary", Limits(binary=4), "Scalars", "88 05 0102030405 00", 1),
    ("string", Limits(binary=4), "Scalars", "78 05 6161616161 00", 1),
    ("extension", Limits(binary=4), "Scalars", "08feff03 05 0102030405 00", 4),
    ("skipped binary", Limits(binary=4), "Point", "1502 1504 18 05 0102030405 00", 5),
    ("list", Limits(container=4), "Lists", "29 53 0102030405 00", 1),
    ("list with room behind it", Limits(container=4), "Lists", "29 53 0102030405 00" + "00" * 96, 1),
    ("long list", Limits(container=15), "Lists", "29 f3 10" + "01" * 16 + "00", 1),
    ("set", Limits(container=1), "Sets", "2a 26 0204 00", 1),
    ("map", Limits(container=1), "Maps", "4b 02 59 0200 0400 00", 1),
    ("skipped list", Limits(container=4), "Point", "1502 1504 19 53 0102030405 00", 5),
    ("skipped map", Limits(container=1), "Point", "1502 1504 1b 02 33 01020304 00", 5),
    ("list of structs", Limits(container=1), "Lists", "b9 2c 15021504 00 15021504 00 00", 1),
    ("depth", Limits(depth=2), "Lists", "b9 1c 15021504 00 00", 2),
    ("depth of skipped", Limits(depth=2), "Point", "1502 1504 1c 1c 00 00 00", 6),
    ("memory", Limits(memory_factor=0, memory_base=100), "Lists", "29 53 0102030405 00", None),
]  # fmt: skip


@pytest.mark.parametrize(
    ("limits", "cls", "data", "offset"), [row[1:] for row in LIMITS], ids=[row[0] for row in LIMITS]
)
def test_limits_are_kept(
    kitchen: Any, limits: Limits, cls: str, data: str, offset: int | None
) -> None:
    decoded = getattr(kitchen, cls).decode(bytes.fromhex(data))
    assert decoded is not None, "within the default limits"
    with pytest.raises(LimitError) as caught:
        getattr(kitchen, cls).decode(bytes.fromhex(data), limits=limits)
    if offset is not None:
        assert caught.value.offset == offset


def test_limits_hold_for_a_trailing_extension(kitchen: Any) -> None:
    data = bytes.fromhex("1502 1504 00") + wire.trailing_extension(b"12345")
    value = kitchen.Point.decode(data, limits=Limits(binary=4))
    assert value.extension is None, "too long for the limits, so it stays bytes"
    assert value.encode() == data


def test_a_reason_to_refuse_two_variants(kitchen: Any) -> None:
    with pytest.raises(UnionError, match="more than one variant"):
        kitchen.Unions.decode(bytes.fromhex("3c 3c00 0c0200 00 00"))
