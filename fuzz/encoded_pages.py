"""What the targets of encodings share: an input is a page, what it is said to hold, and of which type."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Sequence
from random import Random
from typing import Any

from fuzz.mutators.raw_bytes import mutate_bytes
from fuzz.target import Target
from inlay_runtime.errors import InlayError
from parquet_format.parquet import Type

LARGEST = 5_000
"""Values of a page."""


def check_natively(
    encoding: Any,
    types: Sequence[Type],
    decode: Callable[[memoryview, int, Type], bytes | None],
) -> Callable[[bytes], None]:
    """What native code decodes is encoded, and decoded as the same."""

    def quick(data: bytes) -> None:
        if len(data) < 3:
            return
        type_, count = types[data[0] % len(types)], int.from_bytes(data[1:3], "little") % LARGEST
        values = decode(memoryview(data)[3:], count, type_)
        if values is not None:
            again = encoding.encode(memoryview(values), count, type_)
            assert decode(memoryview(again), count, type_) == values

    return quick


def check_pages(
    encoding: Any,
    types: Sequence[Type],
    decode_pure: Callable[[memoryview, int, Type], bytes] | None,
) -> Callable[[bytes], None]:
    """A page is decoded alike by both, and the values are encoded and decoded as the same."""

    def check(data: bytes) -> None:
        if len(data) < 3:
            return
        type_, count = types[data[0] % len(types)], int.from_bytes(data[1:3], "little") % LARGEST
        page = memoryview(data[3:])
        values = outcome(lambda: encoding.decode(page, count, type_))
        if decode_pure is not None:
            assert outcome(lambda: decode_pure(page, count, type_)) == values
        if isinstance(values, bytes):
            again = encoding.encode(memoryview(values), count, type_)
            assert encoding.decode(memoryview(again), count, type_) == values

    return check


def outcome(decode: Callable[[], bytes]) -> object:
    try:
        return decode()
    except InlayError as error:
        return type(error), str(error)


def plain_columns(codes: str, cases: Sequence[Iterable[float]]) -> list[tuple[int, bytes, int]]:
    """Each case in each type, by its code in `array`: (which type, PLAIN values, how many)."""
    columns = [(which, array(code, case)) for which, code in enumerate(codes) for case in cases]
    return [(which, values.tobytes(), len(values)) for which, values in columns]


def pack_pages(
    encoding: Any, types: Sequence[Type], columns: Sequence[tuple[int, bytes, int]]
) -> list[bytes]:
    """Of (which type, PLAIN values, how many)."""
    return [
        bytes([which])
        + count.to_bytes(2, "little")
        + encoding.encode(memoryview(values), count, types[which])
        for which, values, count in columns
    ]


def mutate_page(data: bytes, rng: Random) -> bytes:
    """Mostly the page; a count that is wrong is soon refused."""
    if rng.randrange(10) == 0:
        return mutate_bytes(data[:3], rng)[:3].ljust(3, b"\0") + data[3:]
    if rng.randrange(2):  # where headers are
        return data[:3] + mutate_bytes(data[3:40], rng) + data[40:]
    return data[:3] + mutate_bytes(data[3:], rng)


def target_of(encoding: Any, types: Sequence[Type], columns: Sequence[tuple[int, bytes, int]], decode_pure: Callable[[memoryview, int, Type], bytes] | None, decode_native: Callable[[memoryview, int, Type], bytes | None] | None, law: str) -> Target:  # fmt: skip
    return Target(
        law,
        check_pages(encoding, types, decode_pure),
        lambda: pack_pages(encoding, types, columns),
        mutate_page,
        quick=None if decode_native is None else check_natively(encoding, types, decode_native),
    )
