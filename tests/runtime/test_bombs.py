"""Small inputs that ask for much: refused, or made, within a bound on memory and on time."""

from __future__ import annotations

import tracemalloc
from collections.abc import Iterator
from functools import partial
from typing import Any, Final, NamedTuple

import pytest

from inlay_runtime.errors import DecodeError, LimitError
from inlay_runtime.limits import DEFAULT_LIMITS, Limits
from tests.runtime import wire
from tests.runtime.cores import running
from tests.runtime.outcomes import check_error, decoded
from tests.runtime.wire import Field
from tests.support.effort import costs_at_most, takes_at_most
from tests.support.in_one_test import in_one_test

FACTOR: Final = DEFAULT_LIMITS.memory_factor
SLACK_PER_BYTE: Final = DEFAULT_LIMITS.memory_base / 60_000
"""What a bomb of 60,000 bytes may take beside, as `docs/wire.md` has the budget; smaller ones take their part of it."""
UNITS: Final = 150
"""Loops over 20,000 numbers, for the small bombs; the large ones get some for their bytes as well."""
UNITS_PER_BYTE: Final = 0.02


class Bomb(NamedTuple):
    name: str
    cls: str
    data: bytes


SIZES: Final = {
    "300 thousand": 300_000,
    "a million": 1_000_000,
    "2^31-1": (1 << 31) - 1,
    "2^32-1": (1 << 32) - 1,
    "2^35-1": (1 << 35) - 1,
}


def declared() -> Iterator[Bomb]:
    """Sizes without the bytes for them, in known fields and in unknown ones."""
    for name, size in SIZES.items():
        for element in wire.SAMPLES:
            header = bytes([0xF0 | element]) + wire.uleb(size)
            yield Bomb(
                f"unknown list of {name} of type {element}",
                "Empty",
                wire.struct(Field(40, wire.LIST, header)),
            )
        known = [
            ("list<bool>", 1, wire.TRUE), ("list<i32>", 4, wire.I32), ("list<string>", 7, wire.BINARY),
            ("list<Point>", 11, wire.STRUCT), ("list<list<bool>>", 15, wire.LIST),
            ("list<map>", 17, wire.MAP), ("list<Empty>", 19, wire.STRUCT),
        ]  # fmt: skip
        for kind, field_id, element in known:
            header = bytes([0xF0 | element]) + wire.uleb(size)
            yield Bomb(
                f"{kind} of {name}", "Lists", wire.struct(Field(field_id, wire.LIST, header))
            )
        pair = wire.uleb(size) + b"\x11"
        yield Bomb(f"map<bool, bool> of {name}", "Maps", wire.struct(Field(1, wire.MAP, pair)))
        yield Bomb(f"unknown map of {name}", "Empty", wire.struct(Field(40, wire.MAP, pair)))
        for field_id, kind in ((7, "string"), (8, "binary"), (40, "unknown binary")):
            field = Field(field_id, wire.BINARY, wire.uleb(size))
            yield Bomb(f"{kind} of {name}", "Scalars", wire.struct(field))
        yield Bomb(f"extension of {name}", "Empty", wire.SPEC_HEADER + wire.uleb(size) + b"\x00")


def with_room() -> Iterator[Bomb]:
    """A size that the bytes are there for, at every level of a nesting."""
    for levels in (2, 10, 40, 60):
        filler = bytes(3000)
        lists = b"".join(b"\xf9" + wire.uleb(2900 - 10 * at) for at in range(levels))
        yield Bomb(f"{levels} nested lists of thousands", "Empty", b"\x19" + lists + filler)
        maps = b"".join(wire.uleb(1400 - 10 * at) + b"\x3b\x00" for at in range(levels))
        yield Bomb(f"{levels} nested maps of thousands", "Empty", b"\x1b" + maps + filler)
    grids = b"\x19" + b"\xf9\xa0\x1f" + b"\xf9\x90\x1f" * 3 + bytes(4000)
    yield Bomb("known nested lists of thousands", "Grid", grids)


def repeated(cls: str, field_id: int, element_type: int, element: bytes, size: int) -> Bomb:
    count = size // len(element)
    data = wire.struct(
        Field(field_id, wire.LIST, wire.list_header(element_type, count) + element * count)
    )
    return Bomb(f"{cls} field {field_id}: {count} times {element.hex()}", cls, data)


SIZE: Final = 12_000


def amplified() -> Iterator[Bomb]:
    """Few bytes for each of many objects."""
    yield repeated("Lists", 10, wire.I32, wire.integer(50), SIZE)  # an unknown enum value
    yield repeated("Lists", 10, wire.I32, wire.integer(5000), SIZE)
    yield repeated("Lists", 12, wire.STRUCT, bytes.fromhex("7c0000"), SIZE)  # an unknown tag
    yield repeated("Lists", 12, wire.STRUCT, bytes.fromhex("1c110000"), SIZE)  # a tag with a field
    yield repeated("Lists", 13, wire.STRUCT, bytes.fromhex("9100"), SIZE)  # an unknown variant
    yield repeated("Lists", 13, wire.STRUCT, bytes.fromhex("3c0000"), SIZE)
    yield repeated("Lists", 13, wire.STRUCT, bytes.fromhex("3c0008feff030000"), SIZE)
    yield repeated("Lists", 14, wire.STRUCT, bytes.fromhex("6100"), SIZE)  # a wrapper
    yield repeated("Lists", 14, wire.STRUCT, bytes.fromhex("590100"), SIZE)
    yield repeated("Lists", 15, wire.LIST, b"\x01", SIZE)  # an empty list
    yield repeated("Lists", 15, wire.LIST, b"\x00", SIZE)
    yield repeated("Lists", 17, wire.MAP, b"\x00", SIZE)  # an empty map
    yield repeated("Lists", 19, wire.STRUCT, b"\x00", SIZE)  # an empty struct
    yield repeated("Lists", 19, wire.STRUCT, bytes.fromhex("1100"), SIZE)  # an unknown boolean
    yield repeated("Lists", 19, wire.STRUCT, bytes.fromhex("08feff030000"), SIZE)  # extensions
    yield repeated("Lists", 19, wire.STRUCT, bytes.fromhex("21010200"), SIZE)  # 2, then 1
    yield repeated("Lists", 7, wire.BINARY, bytes.fromhex("026162"), SIZE)
    yield repeated("Lists", 7, wire.BINARY, bytes.fromhex("04f09f9880"), SIZE)
    yield repeated("Lists", 5, wire.I64, wire.integer(1000), SIZE)
    yield repeated("Lists", 1, wire.TRUE, b"\x01", SIZE)
    yield repeated("Lists", 9, wire.UUID, bytes(16), SIZE)
    yield repeated("Wides", 1, wire.STRUCT, b"\x00", SIZE)  # a struct with 16 empty slots
    yield repeated("Tree", 2, wire.STRUCT, bytes.fromhex("290000"), SIZE)  # an empty list of type 0
    yield repeated("Tree", 2, wire.STRUCT, bytes.fromhex("291c0000"), SIZE)
    booleans = wire.struct(*[Field(at, wire.TRUE) for at in range(1, 32767)])
    yield Bomb("32,766 unknown booleans", "Empty", booleans)
    backwards = b"".join(wire.long_header(at, wire.TRUE) for at in range(32766, 0, -1)) + b"\x00"
    yield Bomb("32,766 unknown booleans, backwards", "Empty", backwards)
    keys = b"".join(wire.binary(at.to_bytes(3)) + b"\x00" for at in range(12_000))
    items = wire.uleb(12_000) + b"\x86" + keys
    yield Bomb("map of 12,000", "Maps", wire.struct(Field(9, wire.MAP, items)))
    pairs = wire.uleb(6_000) + b"\xc8" + bytes.fromhex("1502150400 00") * 6_000
    yield Bomb("map of 6,000 structs", "Maps", wire.struct(Field(3, wire.MAP, pairs)))


SMALL: Final = [*declared(), *with_room()]
LARGE: Final = list(amplified())


def outcome(cls: Any, data: bytes) -> object:
    """The value or the error; anything else is a defect."""
    result = decoded(cls, data)
    if isinstance(result, DecodeError):
        check_error(result, len(data))
    return result


def peak_of(cls: Any, data: bytes) -> int:
    tracemalloc.start()
    try:
        before, _ = tracemalloc.get_traced_memory()
        kept = outcome(cls, data)
        _, peak = tracemalloc.get_traced_memory()
        del kept
        return peak - before
    finally:
        tracemalloc.stop()


def test_there_are_enough_bombs() -> None:
    assert len(SMALL) + len(LARGE) >= 100


@in_one_test("bomb", SMALL)
def test_small_bombs_are_refused_at_once(kitchen: Any, bomb: Bomb) -> None:
    cls = getattr(kitchen, bomb.cls)
    assert isinstance(outcome(cls, bomb.data), DecodeError)
    assert peak_of(cls, bomb.data) <= FACTOR * len(bomb.data) + (256 << 10)
    assert costs_at_most(UNITS, partial(outcome, cls, bomb.data))


@pytest.mark.parametrize("bomb", LARGE, ids=lambda bomb: bomb.name)
def test_large_bombs_stay_within_the_budget(kitchen: Any, bomb: Bomb) -> None:
    cls = getattr(kitchen, bomb.cls)
    assert costs_at_most(UNITS + UNITS_PER_BYTE * len(bomb.data), partial(outcome, cls, bomb.data))
    peak = peak_of(cls, bomb.data)
    per_byte = peak / len(bomb.data)
    assert per_byte <= FACTOR + SLACK_PER_BYTE, f"{per_byte:.0f} bytes for each byte of input"


def test_the_budget_is_what_the_limits_say(kitchen: Any) -> None:
    bomb = repeated("Wides", 1, wire.STRUCT, b"\x00", 20_000)
    with pytest.raises(
        LimitError, match=r"memory budget, at offset \d+; limits=Limits\(memory_factor=\.\.\.\)"
    ):
        kitchen.Wides.decode(bomb.data, limits=Limits(memory_base=0, memory_factor=100))
    kitchen.Wides.decode(bomb.data, limits=Limits(memory_base=0, memory_factor=1000))


def test_damage_at_the_end_of_much_costs_no_more_than_reading_it(kitchen: Any) -> None:
    """An error is looked up by a second walk, and not by one for each value; pure Python does both."""
    good = repeated("Lists", 11, wire.STRUCT, bytes.fromhex("1502150400"), 200_000)
    bad = good.data[:-2] + b"\x1f\x00"
    cls = kitchen.Lists
    assert isinstance(outcome(cls, bad), DecodeError)

    def read_pure() -> None:
        with running("pure"):
            outcome(cls, good.data)

    assert takes_at_most(8, partial(outcome, cls, bad), read_pure)


@pytest.mark.parametrize("levels", [1, 8, 32, 60])
def test_fields_out_of_order_at_every_level_cost_a_walk_for_each(kitchen: Any, levels: int) -> None:
    """Field 2 first and then field 1, which is seen only once the large field 2 was read."""
    payload = wire.Field(40, wire.BINARY, wire.binary(bytes(20_000)))
    data = wire.struct(payload, wire.Field(39, wire.TRUE))
    for _ in range(levels):
        data = b"\x2c" + data + b"\x05\x02\x02" + b"\x00"
    value = kitchen.Chain.decode(data)
    assert value.encode() == data
    assert costs_at_most(UNITS, lambda: kitchen.Chain.decode(data).encode())


@pytest.mark.parametrize("unknown", [100, 3_000])
def test_notes_for_the_rewrite_cost_no_more_with_many_fields(kitchen: Any, unknown: int) -> None:
    """Inner lists whose element type has to be remembered, beside many fields."""
    count = 4_000
    lists = Field(15, wire.LIST, wire.list_header(wire.LIST, count) + b"\x00" * count)
    fields = [Field(at, wire.TRUE) for at in range(100, 100 + unknown)]
    data = wire.struct(lists, *fields)
    value = kitchen.Lists.decode(data)
    assert value.encode() == data
    bound = UNITS + UNITS_PER_BYTE * len(data)
    assert costs_at_most(bound, partial(outcome, kitchen.Lists, data))
    assert costs_at_most(bound, value.encode)
