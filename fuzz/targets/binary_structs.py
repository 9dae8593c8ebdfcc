"""Any bytes as a struct of parquet.thrift in the binary protocol."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any, Final

from fuzz.mutators.raw_bytes import mutate_bytes
from fuzz.seeds import short_footer_of
from fuzz.target import Target, behind_choice
from fuzz.targets import thrift_structs
from fuzz.targets.thrift_structs import CLASSES
from inlay_runtime.errors import DecodeError
from inlay_runtime.struct import native
from tests.native.views import outcome, seen
from tests.runtime.cores import running

_LONGEST: Final = 4_096


def check(data: bytes) -> None:
    """The first byte chooses the struct. Both cores read, refuse and write it alike."""
    if not data:
        return
    cls, wire = CLASSES[data[0] % len(CLASSES)], data[1:]
    with running("pure"):
        pure = outcome(cls, wire, protocol="binary")
        expected = seen(pure)
        written = None if isinstance(pure, tuple) else pure.encode(protocol="binary")
    with running("native"):
        for eager in (True, False):
            found = outcome(cls, wire, protocol="binary", eager=eager)
            assert seen(found) == expected
            if written is not None:
                assert found.encode(protocol="binary") == written
    if written is not None:
        check_written(cls, pure, written)


def quick(data: bytes) -> None:
    """What was read is written, and read again as the same."""
    if not data:
        return
    cls = CLASSES[data[0] % len(CLASSES)]
    try:
        value = cls.decode(data[1:], protocol="binary")
    except DecodeError:
        return
    check_written(cls, value, value.encode(protocol="binary"))


def check_written(cls: Any, value: Any, written: bytes) -> None:
    again = cls.decode(written, protocol="binary")
    assert again == value
    assert again.encode(protocol="binary") == written


def mutate_binary(data: bytes, rng: Random) -> bytes:
    """Integers of the protocol begin with the highest byte, so some changes are at the end of four."""
    if rng.random() < 0.5 or len(data) < 4:
        return mutate_bytes(data, rng)
    changed = bytearray(data)
    for _ in range(rng.choice((1, 2, 3))):
        at = rng.randrange(len(changed))
        changed[at] = rng.choice((0, 1, 2, 3, 6, 8, 10, 11, 12, 13, 14, 15, 16, 0x7F, 0xFF))
    return bytes(changed)


@cache
def seeds() -> tuple[bytes, ...]:
    return tuple(_seeds())


def _seeds() -> Iterator[bytes]:
    for seed in thrift_structs.seeds():
        binary = _translated(CLASSES[seed[0] % len(CLASSES)], seed[1:])
        if binary is not None:
            yield seed[:1] + binary


def _translated(cls: Any, compact: bytes) -> bytes | None:
    """A struct of the compact protocol in the binary one, if it is one and not too long."""
    try:
        binary: bytes = cls.decode(compact).encode(protocol="binary")
    except DecodeError:
        return None
    return binary if len(binary) < _LONGEST else None


def _seed_of(file: bytes) -> bytes | None:
    footer = short_footer_of(file)
    binary = None if footer is None else _translated(CLASSES[0], footer)
    return None if binary is None else b"\0" + binary


TARGET: Final = Target(
    "both cores read, refuse and write the same of the binary protocol; what was read is written and read again as the same bytes",
    check,
    seeds,
    behind_choice(mutate_binary),
    longest=_LONGEST,
    quick=quick if native else None,
    from_file=_seed_of,
)
