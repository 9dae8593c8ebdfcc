"""Any bytes as a struct of parquet.thrift."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any, Final
from zlib import crc32

from fuzz.mutators.thrift_wire import mutate_struct
from fuzz.sampling import SHARE
from fuzz.seeds import footer_of, make_files, short_footer_of
from fuzz.target import Target, behind_choice, seed_behind
from inlay_runtime.errors import DecodeError
from inlay_runtime.limits import DEFAULT_LIMITS
from inlay_runtime.mask import mask_for
from inlay_runtime.struct import native
from parquet_format import parquet
from tests.native.comparison import compare

CLASSES: Final[tuple[Any, ...]] = (
    parquet.FileMetaData,
    parquet.PageHeader,
    parquet.ColumnIndex,
    parquet.OffsetIndex,
    parquet.BloomFilterHeader,
    parquet.ColumnMetaData,
    parquet.FileCryptoMetaData,
)

_LONGEST: Final = 1_024


def check(data: bytes) -> None:
    """The first byte chooses the struct."""
    if not data:
        return
    cls, wire = CLASSES[data[0] % len(CLASSES)], data[1:]
    compare(cls, wire, data)
    try:
        value = cls.decode(wire)
    except DecodeError:
        return
    encoded = value.encode()
    assert cls.decode(encoded).encode() == encoded


def quick(data: bytes) -> None:
    """Native code reads as much at once as lazily; all fields are written, and read again and written as the same.

    The bytes choose whether it reads all fields or some, and whether strictly.
    """
    if not data:
        return
    cls, wire = CLASSES[data[0] % len(CLASSES)], data[1:]
    way = crc32(data) // SHARE
    mask, strict = _mask_of(cls) if way & 1 else None, bool(way & 2)
    assert native is not None
    at_once, lazily = (native.decode(cls, wire, 0, DEFAULT_LIMITS, eager, mask, strict) for eager in (True, False))  # fmt: skip
    if at_once is None or lazily is None:
        assert at_once is lazily
        return
    assert lazily[1] == at_once[1]
    if mask is None:
        encoded = at_once[0].encode()
        assert lazily[0].encode() == encoded
        assert cls.decode(encoded).encode() == encoded


@cache
def _mask_of(cls: Any) -> Any:
    """Every second field."""
    return mask_for(cls.SCHEMA, [field.name for field in cls.SCHEMA.fields[::2]])


@cache
def seeds() -> tuple[bytes, ...]:
    return tuple(_seeds())


def _seeds() -> Iterator[bytes]:
    for file in make_files():
        if (footer := footer_of(file)) is not None and len(footer) < _LONGEST:
            yield b"\0" + footer
    for number, cls in enumerate(CLASSES):
        for drawn in range(4):
            wire = _draw(cls, f"seed {drawn}").encode()
            if len(wire) < _LONGEST:
                yield bytes([number]) + wire


def _draw(cls: Any, seed: str) -> Any:
    """An instance with what is required, and some of what is not."""
    from random import Random

    from tests.runtime.values import Random as Values

    return Values(Random(seed), parquet, depth=2).struct(cls)


TARGET: Final = Target(
    "both cores and every mode of reading say the same; what was read is written and read again as the same bytes",
    check,
    seeds,
    behind_choice(mutate_struct),
    longest=_LONGEST,
    quick=quick if native else None,
    from_file=seed_behind(b"\0", short_footer_of),
)
