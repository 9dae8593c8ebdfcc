"""What tables are made of: the Thrift bytes of a footer, whatever was given."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeAlias

if TYPE_CHECKING:
    from inlay.footers.footer.footer import Footer
    from inlay.ground.files.source import Source
    from inlay_runtime.struct import Buffer
    from parquet_format import footer as v1
    from parquet_format import footer_v0 as v0

FooterData: TypeAlias = "Buffer | v0.FileMetaData | v1.FileMetaData | Footer | Source"

_TAKEN: Final = " (give a file, what inlay.open returns, a footer in FlatBuffers, or the bytes of one in Thrift)"
_MAGICS: Final = (b"PAR1", b"PARE", b"PAR3", b"PARX")
"""What a file begins with, and no Thrift: its first byte would end a struct."""


def read_thrift(data: FooterData) -> Buffer:
    """Thrift as it is; of a file, the footer that a CRC vouches for; of a FlatBuffer, what it stands for.

    Bytes are those of a file if they begin with its magic, and Thrift if not. Raises ConversionError for a FlatBuffer
    that Thrift cannot hold, TypeError for something else, and for a file what `inlay.open` raises.
    """
    if isinstance(data, bytes):
        return _of_file(data) if data[:4] in _MAGICS else data
    if isinstance(data, bytearray | memoryview):
        return _of_bytes(data)
    # Only now: what reads FlatBuffers takes its time to import.
    from mmap import mmap

    if isinstance(data, mmap):
        return _of_bytes(data)
    from inlay.footers.conversion import v0 as v0_conversion
    from inlay.footers.conversion import v1 as v1_conversion
    from inlay.footers.footer.footer import Footer
    from inlay.ground.files.source import is_buffer, is_source
    from parquet_format import footer as v1
    from parquet_format import footer_v0 as v0

    match data:
        case Footer():
            return data.thrift
        case v1.FileMetaData():
            return v1_conversion.to_thrift(data)
        case v0.FileMetaData():
            return v0_conversion.to_thrift(data)
        case _ if is_buffer(data):
            return _of_bytes(memoryview(data))
        case _ if is_source(data):
            return _of_file(data)
        case _:
            raise TypeError(f"no footer: {type(data).__name__}{_TAKEN}")


def _of_bytes(data: Buffer) -> Buffer:
    view = memoryview(data).cast("B")
    return _of_file(view) if bytes(view[:4]) in _MAGICS else data


def _of_file(source: Source) -> Buffer:
    from inlay.footers.footer.read import read_footer

    return read_footer(source).thrift
