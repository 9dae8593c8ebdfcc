"""Any bytes as a struct of parquet.thrift."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any, Final

from fuzz.mutators.thrift_wire import mutate_struct
from fuzz.seeds import footer_of, make_files
from fuzz.target import Target
from inlay_runtime.errors import DecodeError
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


@cache
def seeds() -> tuple[bytes, ...]:
    return tuple(_seeds())


def _seeds() -> Iterator[bytes]:
    for file in make_files():
        if (footer := footer_of(file)) is not None and len(footer) < 3000:
            yield b"\0" + footer
    for number, cls in enumerate(CLASSES):
        yield bytes([number]) + _smallest(cls).encode()


def _smallest(cls: Any) -> Any:
    """An instance with what is required."""
    from random import Random

    from tests.runtime.values import Random as Values

    return Values(Random("seed"), parquet, depth=2).struct(cls)


def footer_seed(file: bytes) -> bytes | None:
    """Only short footers, which take little time."""
    footer = footer_of(file)
    return None if footer is None or len(footer) > 1_200 else b"\0" + footer


def mutate(data: bytes, rng: Any) -> bytes:
    return data[:1] + mutate_struct(data[1:], rng)


TARGET: Final = Target(
    "both cores and every mode of reading say the same; what was read is written and read again as the same bytes",
    check,
    seeds,
    mutate,
    from_file=footer_seed,
)
