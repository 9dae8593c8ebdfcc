"""Thrift to FlatBuffers and back: any footer that Thrift reads."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any, Final

from fuzz.mutators.thrift_wire import mutate_struct
from fuzz.seeds import footer_of, make_files
from fuzz.target import Target
from inlay.conversion import ConversionError, v0, v1
from inlay.conversion.without_extension import crc_of_struct
from inlay_runtime.errors import DecodeError
from parquet_format import footer, footer_v0

VERSIONS: Final[tuple[tuple[Any, Any], ...]] = (
    (v0, footer_v0.FileMetaData),
    (v1, footer.FileMetaData),
)


def check(data: bytes) -> None:
    """The lowest bit of the first byte chooses the version, the next one the seal."""
    if not data:
        return
    (version, cls), sealed, thrift = VERSIONS[data[0] & 1], bool(data[0] & 2), data[1:]
    try:
        buffer = version.to_buffer(thrift, sealed=sealed)
    except (ConversionError, DecodeError):
        return
    flat = cls.decode(buffer)
    assert version.to_thrift(flat) == thrift
    assert version.to_thrift(flat, buffer=buffer) == thrift
    if sealed:
        assert version.thrift_crc_of(flat) == crc_of_struct(thrift)


@cache
def seeds() -> tuple[bytes, ...]:
    footers = {footer for file in make_files() if (footer := footer_of(file))}
    small = sorted(data for data in footers if len(data) < 1_200)
    return tuple(bytes([number % 4]) + data for number, data in enumerate(small))


def footer_seed(file: bytes) -> bytes | None:
    """Only short footers, which take little time."""
    footer = footer_of(file)
    return None if footer is None or len(footer) > 1_200 else b"\2" + footer


def mutate(data: bytes, rng: Random) -> bytes:
    return data[:1] + mutate_struct(data[1:], rng)


TARGET: Final = Target(
    "converted there and back, every byte is the same",
    check,
    seeds,
    mutate,
    from_file=footer_seed,
)
