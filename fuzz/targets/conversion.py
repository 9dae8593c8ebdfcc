"""Thrift to FlatBuffers and back: any footer that Thrift reads."""

from __future__ import annotations

from functools import cache
from typing import Any, Final

from fuzz.mutators.thrift_wire import mutate_struct
from fuzz.seeds import make_files, short_footer_of
from fuzz.target import Target, behind_choice, seed_behind
from inlay.footers.conversion import ConversionError, v0, v1
from inlay.footers.conversion.comparison import thrift_crc_of
from inlay.footers.conversion.without_extension import crc_of_struct
from inlay_runtime.errors import DecodeError
from parquet_format import footer, footer_v0

VERSIONS: Final[tuple[tuple[Any, Any], ...]] = (
    (v0, footer_v0.FileMetaData),
    (v1, footer.FileMetaData),
)


def check(data: bytes) -> None:
    """The lowest bit of the first byte chooses the version, the next one the seal."""
    if data:
        _convert(data, by_object=True)


def quick(data: bytes) -> None:
    """Back from the buffer alone, which native code does where it can."""
    if data:
        _convert(data, by_object=False)


def _convert(data: bytes, *, by_object: bool) -> None:
    (version, cls), sealed, thrift = VERSIONS[data[0] & 1], bool(data[0] & 2), data[1:]
    try:
        buffer = version.to_buffer(thrift, sealed=sealed)
    except (ConversionError, DecodeError):
        return
    flat = cls.decode(buffer)
    assert version.to_thrift(flat, buffer=buffer) == thrift
    if sealed:
        assert thrift_crc_of(flat) == crc_of_struct(thrift)
    if by_object:
        assert version.to_thrift(flat) == thrift


@cache
def seeds() -> tuple[bytes, ...]:
    small = sorted({footer for file in make_files() if (footer := short_footer_of(file))})
    return tuple(bytes([number % 4]) + data for number, data in enumerate(small))


TARGET: Final = Target(
    "converted there and back, every byte is the same",
    check,
    seeds,
    behind_choice(mutate_struct),
    longest=1024,
    quick=quick,
    from_file=seed_behind(b"\2", short_footer_of),
)
