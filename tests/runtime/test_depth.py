"""64 levels are read, 65 are refused, whatever the levels are made of."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from inlay_runtime.errors import LimitError
from inlay_runtime.limits import Limits
from tests.runtime import wire
from tests.runtime.wire import Field

LEVELS = 64


def nested_list(levels: int) -> bytes:
    """A list in a list in ..., the last one empty."""
    return bytes([0x19]) * (levels - 1) + b"\x00"


def nested_set(levels: int) -> bytes:
    return bytes([0x1A]) * (levels - 1) + b"\x00"


def nested_map(levels: int) -> bytes:
    """A map in a map in ..., the last one empty."""
    return b"\x01\x3b\x00" * (levels - 1) + b"\x00"


def nested_keys(levels: int) -> bytes:
    return b"\x01\xb3" * (levels - 1) + b"\x00" + b"\x07" * (levels - 1)


def nested_struct(levels: int) -> bytes:
    return b"\x1c" * (levels - 1) + b"\x00" * levels


def mixed(levels: int) -> bytes:
    """A struct that holds a list, of sets, of maps, of structs, ..."""
    if levels == 1:
        return b"\x00"
    kinds = [wire.STRUCT, wire.LIST, wire.SET, wire.MAP]
    value = b"\x00"
    for level in range(levels - 1, 0, -1):
        kind, inner = kinds[(level - 1) % 4], kinds[level % 4]
        match kind:
            case wire.STRUCT:
                value = bytes([0x10 | inner]) + value + b"\x00"
            case wire.LIST | wire.SET:
                value = bytes([0x10 | inner]) + value
            case _:
                value = bytes([1, 0x30 | inner, 0]) + value
    return value


def field(wire_type: int, build: Callable[[int], bytes]) -> Callable[[int], bytes]:
    """A struct (one level) with an unknown field."""
    return lambda levels: wire.struct(Field(40, wire_type, build(levels - 1)))


def known(before: str, after: str, per: int) -> Callable[[int], bytes]:
    """A struct that holds itself; what is left of the levels is unknown structs."""

    def build(levels: int) -> bytes:
        times, rest = divmod(levels - 1, per)
        core = wire.struct(Field(40, wire.STRUCT, nested_struct(rest))) if rest else b"\x00"
        return bytes.fromhex(before) * times + core + bytes.fromhex(after) * times

    return build


def tags(levels: int) -> bytes:
    """A tag that has gained a field, which is deep."""
    raw = wire.struct(
        Field(1, wire.STRUCT, wire.struct(Field(1, wire.STRUCT, nested_struct(levels - 3))))
    )
    return wire.struct(Field(1, wire.STRUCT, raw))


def unknown_variant(levels: int) -> bytes:
    raw = wire.struct(Field(9, wire.STRUCT, nested_struct(levels - 2)))
    return wire.struct(Field(3, wire.STRUCT, raw))


def near_limit(levels: int) -> bytes:
    """Known structs up to the last but three, then an unknown list."""
    inner = wire.struct(Field(40, wire.LIST, nested_list(3)))
    return b"\x2c" * (levels - 4) + inner + b"\x00" * (levels - 4)


ALL: list[tuple[str, str, Callable[[int], bytes]]] = [
    ("struct in a struct", "Chain", known("2c", "00", 1)),
    ("struct in a list", "Tree", known("291c", "00", 2)),
    ("struct in a set", "Pile", known("1a1c", "00", 2)),
    ("value of a map", "Ring", known("1b018c0161", "00", 2)),
    ("key of a map", "Keyed", known("1b01c5", "0200", 2)),
    ("variant of an alias union", "Nest", known("1c1c", "0000", 2)),
    ("variant of a wrapper union", "Box", known("1c2c", "0000", 2)),
    ("list of lists", "Grid", known("19191c", "00", 3)),
    ("skipped struct", "Empty", field(wire.STRUCT, nested_struct)),
    ("skipped list", "Empty", field(wire.LIST, nested_list)),
    ("skipped set", "Empty", field(wire.SET, nested_set)),
    ("skipped map", "Empty", field(wire.MAP, nested_map)),
    ("skipped keys", "Empty", field(wire.MAP, nested_keys)),
    ("skipped, mixed", "Empty", field(wire.STRUCT, mixed)),
    ("tag that has gained fields", "Unions", tags),
    ("unknown variant", "Unions", unknown_variant),
    ("known near the limit, then unknown", "Chain", near_limit),
]  # fmt: skip


@contextmanager
def recursion_limit(limit: int) -> Iterator[None]:
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(limit)
    try:
        yield
    finally:
        sys.setrecursionlimit(before)


@pytest.mark.parametrize(("cls", "build"), [row[1:] for row in ALL], ids=[row[0] for row in ALL])
@pytest.mark.parametrize("python_limit", [None, 10_000])
def test_64_levels_are_read_and_65_refused(
    kitchen: Any, cls: str, build: Callable[[int], bytes], python_limit: int | None
) -> None:
    with recursion_limit(python_limit or sys.getrecursionlimit()):
        data = build(LEVELS)
        assert getattr(kitchen, cls).decode(data).encode() == data
        for levels in (LEVELS + 1, LEVELS + 2, 100, 500):
            with pytest.raises(LimitError, match="deeper than 64") as caught:
                getattr(kitchen, cls).decode(build(levels))
            assert 0 < caught.value.offset < len(build(levels))


@pytest.mark.parametrize(("cls", "build"), [row[1:] for row in ALL], ids=[row[0] for row in ALL])
def test_a_lower_limit_is_kept_exactly(
    kitchen: Any, cls: str, build: Callable[[int], bytes]
) -> None:
    for levels in range(7, 20):
        getattr(kitchen, cls).decode(build(levels), limits=Limits(depth=levels))
        with pytest.raises(LimitError):
            getattr(kitchen, cls).decode(build(levels), limits=Limits(depth=levels - 1))


def test_siblings_are_not_levels(kitchen: Any) -> None:
    tree = b"\x29\xfc\xc8\x01" + b"\x00" * 200 + b"\x00"
    assert len(kitchen.Tree.decode(tree).children) == 200
    unknown = wire.struct(*[Field(at, wire.STRUCT, b"\x00") for at in range(40, 240)])
    assert kitchen.Empty.decode(unknown).encode() == unknown


def test_a_raised_limit_is_kept_too(kitchen: Any) -> None:
    with recursion_limit(20_000):
        data = known("2c", "00", 1)(900)
        deep = Limits(depth=900)
        assert kitchen.Chain.decode(data, limits=deep).encode(limits=deep) == data
        with pytest.raises(LimitError) as caught:
            kitchen.Chain.decode(data, limits=Limits(depth=899))
        assert caught.value.path.count("next") == 899


def test_depth_holds_with_assertions_switched_off() -> None:
    code = (
        "from inlay_runtime.compact.cursor import Cursor\n"
        "from inlay_runtime.errors import LimitError\n"
        "for levels, ends in ((64, 0), (65, 1)):\n"
        "    try:\n"
        "        Cursor(b'\\x1c' * (levels - 1) + b'\\0' * levels).skip_element(12)\n"
        "    except LimitError:\n"
        "        print(levels, 'refused')\n"
        "    else:\n"
        "        print(levels, 'read')\n"
    )
    output = subprocess.run(
        [sys.executable, "-O", "-c", code],
        env={"PYTHONPATH": ":".join(sys.path)},
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    assert output.split("\n")[:2] == ["64 read", "65 refused"]
