"""The binary protocol: what bytes mean, both ways, what is refused and where, and the laws beside the compact one."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inlay_runtime.binary.numbers import NUMBERS, WIRE_TYPES
from inlay_runtime.errors import (
    DecodeError,
    EncodeError,
    LimitError,
    NotDecodedError,
    TruncatedError,
)
from inlay_runtime.extension import Extension, Header
from inlay_runtime.limits import Limits
from inlay_runtime.struct import Buffer
from tests.runtime import binary_vectors, vectors
from tests.runtime.binary_vectors import KEPT, REFUSED, BinaryRefused, BinaryVector
from tests.runtime.outcomes import check_error, decoded
from tests.runtime.test_properties import CLASSES
from tests.runtime.values import Random
from tests.support.examples import examples
from tests.support.in_one_test import in_one_test

TAIL = b"\x08\xff\xff\x01\x02AB\x00 a tail"


def read(cls: Any, data: Buffer, **options: Any) -> Any:
    return cls.decode(data, protocol="binary", **options)


@in_one_test("row", binary_vectors.VECTORS)
def test_bytes_are_read_as_the_value_and_the_value_written_as_the_bytes(
    kitchen: Any, row: BinaryVector
) -> None:
    cls, data, value = getattr(kitchen, row.cls), bytes.fromhex(row.hex), row.value(kitchen)
    for eager in (True, False):
        found = read(cls, data, eager=eager)
        assert found == value
        assert found.encode(protocol="binary").hex(" ") == data.hex(" ")
        assert found.extension is None or found.extension.header is value.extension.header
    assert value.encode(protocol="binary").hex(" ") == data.hex(" ")
    assert cls.decode(found.encode()) == value


@pytest.mark.parametrize(("name", "cls", "data"), KEPT, ids=[row[0] for row in KEPT])
def test_what_the_idl_does_not_have_is_written_back(
    kitchen: Any, name: str, cls: str, data: str
) -> None:
    value = read(getattr(kitchen, cls), bytes.fromhex(data))
    assert value.encode(protocol="binary").hex() == bytes.fromhex(data).hex()
    assert read(getattr(kitchen, cls), bytes.fromhex(data), eager=True) == value


@in_one_test("row", REFUSED)
def test_what_is_refused_and_where(kitchen: Any, row: BinaryRefused) -> None:
    cls, data = getattr(kitchen, row.cls), bytes.fromhex(row.hex)
    with pytest.raises(DecodeError) as caught:
        read(cls, data, limits=row.limits, strict=row.strict)
    assert type(caught.value) is row.error
    said = str(caught.value).removeprefix(f"{row.cls}.")
    assert said == (row.message or said)
    assert caught.value.root == row.cls
    assert 0 <= caught.value.offset <= len(data)
    assert caught.value.path


@in_one_test("row", binary_vectors.VECTORS)
def test_every_proper_prefix_is_truncated_and_a_tail_is_kept(
    kitchen: Any, row: BinaryVector
) -> None:
    cls, data = getattr(kitchen, row.cls), bytes.fromhex(row.hex)
    for length in range(len(data)):
        with pytest.raises(TruncatedError) as caught:
            read(cls, data[:length])
        assert 0 <= caught.value.offset <= length
    value = read(cls, data + TAIL)
    assert value.remainder.trailing == TAIL
    assert value.encode(protocol="binary") == data + TAIL
    value, end = cls.decode_from(b"before" + data + TAIL, 6, protocol="binary")
    assert end == 6 + len(data)
    assert value.encode(protocol="binary") == data


@in_one_test("row", vectors.VECTORS)
def test_what_the_compact_protocol_says_the_binary_one_says(
    kitchen: Any, conformance: Any, row: vectors.Vector
) -> None:
    cls = getattr(kitchen, row.cls, None) or getattr(conformance, row.cls)
    value, _ = cls.decode_from(bytes.fromhex(row.hex))
    data = value.encode(protocol="binary")
    again = read(cls, data)
    assert again.encode(protocol="binary") == data
    if row.equal:
        assert again == value


@pytest.mark.parametrize("cls", CLASSES)
@examples(6, shrink=False)
@given(rng=st.randoms(use_true_random=True))
def test_any_value_is_the_same_in_both_protocols(
    kitchen: Any, cls: str, rng: random.Random
) -> None:
    kind = getattr(kitchen, cls)
    value = Random(rng, kitchen).struct(kind)
    data = value.encode(protocol="binary")
    again = read(kind, data)
    assert again == value
    assert again.encode() == value.encode()
    assert again.encode(protocol="binary") == data


@pytest.mark.parametrize("cls", CLASSES)
@examples(6, shrink=False)
@given(rng=st.randoms(use_true_random=True))
def test_what_a_well_behaved_writer_emits_comes_through_the_binary_protocol(
    kitchen: Any, cls: str, rng: random.Random
) -> None:
    kind = getattr(kitchen, cls)
    value = kind.decode(Random(rng, kitchen).wire_struct(kind.SCHEMA))
    data = value.encode(protocol="binary")
    again = read(kind, data)
    assert again == value
    assert again.encode(protocol="binary") == data


def draw_damaged(rng: random.Random, kitchen: Any, kind: Any, *, at_least: int) -> bytes:
    """A value in the binary protocol, in which so many bytes are others, or up to three."""
    data = bytearray(Random(rng, kitchen).struct(kind).encode(protocol="binary"))
    for _ in range(rng.randint(at_least, 3)):
        data[rng.randrange(len(data))] = rng.randrange(256)
    return bytes(data)


@pytest.mark.parametrize("cls", CLASSES)
@examples(12, shrink=False)
@given(rng=st.randoms(use_true_random=True))
def test_eager_and_lazy_agree_on_any_bytes_and_limits(
    kitchen: Any, cls: str, rng: random.Random
) -> None:
    """Eager decoding goes straight to instances, the lazy one through the compact protocol."""
    kind = getattr(kitchen, cls)
    data = draw_damaged(rng, kitchen, kind, at_least=0)
    limits = Limits(
        depth=rng.choice((2, 4, 64)),
        container=rng.choice((1, 100)),
        binary=rng.choice((2, 100)),
        memory_base=rng.choice((100, 1 << 20)),
        memory_factor=rng.choice((0, 1, 8, 128)),
    )
    for options in ({}, {"limits": limits}):
        eager = decoded(kind, data, protocol="binary", eager=True, **options)
        lazy = decoded(kind, data, protocol="binary", **options)
        if isinstance(lazy, DecodeError):
            assert (type(eager), str(eager)) == (type(lazy), str(lazy))
        else:
            assert eager == lazy
            for protocol in ("binary", "compact"):
                assert eager.encode(protocol=protocol) == lazy.encode(protocol=protocol)


@pytest.mark.parametrize("cls", CLASSES)
@examples(12, shrink=False)
@given(rng=st.randoms(use_true_random=True))
def test_damaged_bytes_are_read_or_refused_with_a_place(
    kitchen: Any, cls: str, rng: random.Random
) -> None:
    kind = getattr(kitchen, cls)
    data = draw_damaged(rng, kitchen, kind, at_least=1)
    value = decoded(kind, data, protocol="binary")
    if isinstance(value, DecodeError):
        check_error(value, len(data))
    else:
        assert read(kind, value.encode(protocol="binary")) == value


def test_an_empty_map_that_the_idl_does_not_have_loses_its_types(kitchen: Any) -> None:
    value = read(
        kitchen.Point, bytes.fromhex("080001 00000001 080002 00000002 0d0063 0b08 00000000 00")
    )
    written = value.encode(protocol="binary")
    assert written.hex() == "08000100000001080002000000020d0063" + "0000" + "0000000000"
    assert read(kitchen.Point, written) == value


def test_integers_that_are_wider_than_their_label_get_the_declared_one(kitchen: Any) -> None:
    value = kitchen.Lists.decode(bytes.fromhex("49 14 808004 00"))  # i16, and 32768 in it
    assert value.mediums == [32768]
    assert value.encode(protocol="binary").hex() == "0f00040800000001" + "00008000" + "00"


def test_a_trailing_extension_becomes_a_field(kitchen: Any) -> None:
    value = kitchen.Point.decode(bytes.fromhex("1502 1504 00 08ffff01 02 4142 00"))
    assert value.extension.header is Header.TRAILING
    data = value.encode(protocol="binary")
    assert data.hex() == "0800010000000108000200000002" + "0b7fff000000024142" + "00"
    assert value.extension.header is Header.TRAILING, "the value stays as it was"
    assert read(kitchen.Point, data).extension == Extension(b"AB")


def test_a_mask_decodes_what_it_names(kitchen: Any) -> None:
    data = kitchen.Lists(points=[kitchen.Point(x=1, y=2)] * 20, texts=["a"]).encode(
        protocol="binary"
    )
    for tail in (b"", TAIL):
        value = read(kitchen.Lists, data + tail, fields=["points[3].x"])
        assert value.points[3].x == 1
        with pytest.raises(NotDecodedError):
            _ = value.texts
        with pytest.raises(NotDecodedError):
            value.encode(protocol="binary")


def test_a_value_that_its_field_cannot_hold_is_named(kitchen: Any) -> None:
    with pytest.raises(EncodeError, match=r"mediums\[1\].*out of range"):
        kitchen.Lists(mediums=[1, 1 << 40]).encode(protocol="binary")
    with pytest.raises(EncodeError, match="binary"):
        kitchen.Scalars(data=b"12345").encode(protocol="binary", limits=Limits(binary=4))


def test_another_protocol_is_refused_with_those_that_there_are(kitchen: Any) -> None:
    said = "protocol is 'json', and may be 'compact' or 'binary'"
    with pytest.raises(ValueError, match=said):
        kitchen.Point.decode(b"\0", protocol="json")
    with pytest.raises(ValueError, match=said):
        kitchen.Point.decode_from(b"\0", protocol="json")
    with pytest.raises(ValueError, match=said):
        kitchen.Point(x=1, y=2).encode(protocol="json")


def test_deeper_than_the_native_core_goes(kitchen: Any) -> None:
    value = kitchen.Chain()
    for _ in range(200):
        value = kitchen.Chain(next=value)
    deep = Limits(depth=300)
    data = value.encode(protocol="binary", limits=deep)
    assert read(kitchen.Chain, data, limits=deep).encode(protocol="binary", limits=deep) == data
    with pytest.raises(LimitError, match="nested deeper than 64 levels"):
        read(kitchen.Chain, data)


def test_any_buffer_will_do(kitchen: Any) -> None:
    data = kitchen.Point(x=1, y=2).encode(protocol="binary")
    for buffer in (bytearray(data), memoryview(data)):
        assert read(kitchen.Point, buffer) == kitchen.Point(x=1, y=2)


def test_types_have_one_number_each() -> None:
    assert {number: NUMBERS[wire] for number, wire in WIRE_TYPES.items()} == {
        number: number for number in WIRE_TYPES
    }


@pytest.mark.needs("native core")
def test_plain_structs_are_built_without_the_translation(kitchen: Any) -> None:
    compact = pytest.importorskip("inlay_runtime.native.compact")
    value = kitchen.Lists(points=[kitchen.Point(x=1, y=2)] * 20, texts=["a"])
    plain = value.encode(protocol="binary")
    assert compact.decode_binary(kitchen.Lists, plain, 0, Limits()) == (value, len(plain))
    assert (
        compact.decode_binary(kitchen.Lists, b"\x08\x00\x63\0\0\0\1" + plain, 0, Limits()) is None
    )
