"""What holds for all values, all bytes, and all bytes that a well-behaved writer may emit."""

from __future__ import annotations

import copy
import pickle
import random
from functools import cache
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inlay_runtime.append import append_extension, strip_extension
from inlay_runtime.errors import DecodeError
from inlay_runtime.extension import Extension, Header
from inlay_runtime.shown import whole
from inlay_runtime.struct import EmptyVariant
from tests.runtime import wire
from tests.runtime.outcomes import check_error, decoded
from tests.runtime.values import Random
from tests.support.examples import examples
from tests.support.in_one_test import in_one_test

CLASSES = [
    "Scalars", "Required", "Lists", "Sets", "Maps", "Unions", "Tree", "Chain", "Ring", "Nest", "Box",
    "Pile", "Keyed", "Grid", "Defaults", "Ids", "Aliased", "Borrowing", "Spec", "Hosts", "Text", "Wide",
]  # fmt: skip
choices = st.randoms(use_true_random=True)
quick = examples(25, shrink=False)


@pytest.mark.parametrize("cls", CLASSES)
@quick
@given(rng=choices)
def test_decode_of_encode_is_the_value(kitchen: Any, cls: str, rng: random.Random) -> None:
    value = Random(rng, kitchen).struct(getattr(kitchen, cls))
    data = value.encode()
    again = getattr(kitchen, cls).decode(data)
    assert again == value
    assert again.encode() == data


@pytest.mark.parametrize("cls", CLASSES)
@quick
@given(rng=choices)
def test_encode_of_decode_is_the_bytes_of_a_well_behaved_writer(
    kitchen: Any, cls: str, rng: random.Random
) -> None:
    data = Random(rng, kitchen).wire_struct(getattr(kitchen, cls).SCHEMA)
    value = getattr(kitchen, cls).decode(data)
    assert value.encode().hex(" ") == data.hex(" ")


@cache
def structs_of(cls: Any, module: Any, seed: str, count: int) -> tuple[bytes, ...]:
    """The same for both cores: to make them takes as long as to read and write them."""
    source = Random(random.Random(seed), module)
    return tuple(source.wire_struct(cls.SCHEMA) for _ in range(count))


@in_one_test("seed", range(4))
@in_one_test("cls", CLASSES)
def test_encode_of_decode_is_the_bytes_in_bulk(kitchen: Any, cls: str, seed: int) -> None:
    """The same, with choices that nobody shrinks and that are cheaper for it."""
    for data in structs_of(getattr(kitchen, cls), kitchen, f"{cls} {seed}", 60):
        assert getattr(kitchen, cls).decode(data).encode().hex(" ") == data.hex(" ")


@pytest.mark.parametrize("cls", CLASSES)
@quick
@given(rng=choices)
def test_copies_are_equal_and_encode_alike(kitchen: Any, cls: str, rng: random.Random) -> None:
    data = Random(rng, kitchen).wire_struct(getattr(kitchen, cls).SCHEMA)
    value = getattr(kitchen, cls).decode(data, eager=True)
    for other in (
        copy.copy(value),
        copy.deepcopy(value),
        pickle.loads(pickle.dumps(value)),
        value.replace(),
        getattr(kitchen, cls).decode(data),
        getattr(kitchen, cls).decode(memoryview(data)),
    ):
        assert other == value
        assert other.encode() == data
        assert type(other) is type(value)


def change(value: Any, other: Any, rng: random.Random) -> None:
    """Takes fields over from another struct, and changes lists where they are, at every level."""
    for field in value.SCHEMA.fields:
        mine, theirs = getattr(value, field.slot), getattr(other, field.slot)
        if rng.randrange(4) == 0 and (theirs is not None or not field.required):
            setattr(value, field.slot, theirs)
        else:
            change_within(mine, rng)
    if rng.randrange(4) == 0 and not isinstance(value, EmptyVariant):
        value.extension = other.extension


def change_within(value: Any, rng: random.Random) -> None:
    match value:
        case list():
            for item in value:
                change_within(item, rng)
            match rng.randrange(5):
                case 0:
                    value.reverse()
                case 1 if value:
                    value.append(value[0])
                case 2 if value:
                    value.pop(rng.randrange(len(value)))
        case dict():
            for item in value.values():
                change_within(item, rng)
            if value and rng.randrange(3) == 0:
                value.pop(next(iter(value)))


@pytest.mark.parametrize("cls", CLASSES)
def test_what_was_read_and_changed_is_written_as_changed(kitchen: Any, cls: str) -> None:
    rng = random.Random(f"change {cls}")
    class_ = getattr(kitchen, cls)
    structs = structs_of(class_, kitchen, f"structs {cls}", 300)
    for mine, theirs in zip(structs[::2], structs[1::2], strict=True):
        value = class_.decode(mine)
        change(value, class_.decode(theirs), rng)
        again = class_.decode(value.encode())
        assert again == value
        assert again.encode() == value.encode()


@pytest.mark.parametrize("cls", CLASSES)
@examples(60, shrink=False)
@given(data=st.binary(max_size=60))
def test_any_bytes_are_a_value_or_a_decode_error(kitchen: Any, cls: str, data: bytes) -> None:
    check_any(getattr(kitchen, cls), data)


@pytest.mark.parametrize("cls", CLASSES)
@quick
@given(rng=choices)
def test_damaged_bytes_are_a_value_or_a_decode_error(
    kitchen: Any, cls: str, rng: random.Random
) -> None:
    data = bytearray(Random(rng, kitchen).wire_struct(getattr(kitchen, cls).SCHEMA))
    for _ in range(8):
        damaged = bytearray(data)
        for _ in range(rng.randint(1, 3)):
            at = rng.randrange(len(damaged))
            match rng.randrange(3):
                case 0:
                    damaged[at] ^= 1 << rng.randrange(8)
                case 1:
                    del damaged[at : at + 1]
                    damaged = damaged or bytearray(b"\x00")
                case _:
                    damaged.insert(at, rng.choice([0, 1, 0x08, 0x0C, 0x19, 0x1C, 0x7F, 0x80, 0xFF]))
        check_any(getattr(kitchen, cls), bytes(damaged))


def check_any(cls: Any, data: bytes) -> None:
    """A value whose rewrite is stable, or an error with an offset in the bytes and a path."""
    value = decoded(cls, data)
    if isinstance(value, DecodeError):
        check_error(value, len(data))
        return
    written = value.encode()
    again = cls.decode(written)
    assert again.encode() == written, "the rewrite is canonical"
    assert again == value
    if "Remainder" not in whole(value) and "<memory" not in whole(value):
        assert whole(again) == whole(value)


@pytest.mark.parametrize("header", Header)
@examples(150, shrink=False)
@given(rng=choices, payload=st.binary(max_size=300), cls=st.sampled_from(CLASSES))
def test_strip_of_append_is_the_bytes(
    kitchen: Any, header: Header, rng: random.Random, payload: bytes, cls: str
) -> None:
    source = Random(rng, kitchen)
    schema = getattr(kitchen, cls).SCHEMA
    members = [f for f in source.wire_fields(schema, 0) if not source.is_extension(f)]
    members = [f for f in members if f.id < 32752]
    data = source.shuffled(members)
    with_extension = append_extension(data, payload, header)
    assert strip_extension(with_extension) == data
    assert strip_extension(data) == data
    value = getattr(kitchen, cls).decode(with_extension)
    assert value.extension == Extension(payload)
    assert value.extension.header is header
    assert value.encode() == with_extension
    value.extension = None
    assert value.encode() == data


@pytest.mark.parametrize("header", [Header.SPEC, Header.ZIGZAG])
@examples(80, shrink=False)
@given(rng=choices, payload=st.binary(max_size=20), cls=st.sampled_from(CLASSES))
def test_strip_takes_an_extension_from_anywhere(
    kitchen: Any, header: Header, rng: random.Random, payload: bytes, cls: str
) -> None:
    source = Random(rng, kitchen)
    schema = getattr(kitchen, cls).SCHEMA
    members = [f for f in source.wire_fields(schema, 0) if not source.is_extension(f)]
    make = wire.spec_extension if header is Header.SPEC else wire.zigzag_extension
    members = [f for f in members if f.id < 32752]
    at = rng.randint(0, len(members))
    data = wire.struct(*members[:at], make(payload), *members[at:])
    assert strip_extension(data) == wire.struct(*members)
    assert getattr(kitchen, cls).decode(data).extension == Extension(payload)
