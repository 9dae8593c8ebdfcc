"""What tables are made of: the Thrift bytes of a footer, whatever was given."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Final, TypeAlias

if TYPE_CHECKING:
    from inlay.footer.footer import Footer
    from inlay.forms.opened import ParquetFile
    from inlay_runtime.struct import Buffer
    from parquet_format import footer as v1
    from parquet_format import footer_v0 as v0

FooterData: TypeAlias = (
    "Buffer | v0.FileMetaData | v1.FileMetaData | Footer | ParquetFile | str | os.PathLike[str]"
)


_BUFFERS: Final = (bytes, bytearray, memoryview)
_TAKEN: Final = (
    " (taken are a path, what inlay.open returns, a footer in FlatBuffers, the bytes of one in Thrift)"
)


def thrift_bytes(data: FooterData) -> Buffer:
    """Thrift as it is; of a tail or a file, the footer that a CRC vouches for; of a FlatBuffer, what it stands for.

    Raises ConversionError for a FlatBuffer that Thrift cannot hold, TypeError for something else,
    and for a path what `inlay.open` raises.
    """
    if isinstance(data, _BUFFERS):
        return data
    # Only now: what reads FlatBuffers takes its time to import.
    from mmap import mmap

    if isinstance(data, mmap):
        return data
    from inlay.conversion import v0 as v0_conversion
    from inlay.conversion import v1 as v1_conversion
    from inlay.footer.footer import Footer
    from inlay.footer.read import read_footer
    from inlay.forms.opened import ParquetFile
    from parquet_format import footer as v1
    from parquet_format import footer_v0 as v0

    match data:
        case str() | os.PathLike():
            return vouched(read_footer(data)).thrift
        case ParquetFile():
            return vouched(data.tail).thrift
        case Footer():
            return vouched(data).thrift
        case v1.FileMetaData():
            return v1_conversion.to_thrift(data)
        case v0.FileMetaData():
            return v0_conversion.to_thrift(data)
        case _:
            raise TypeError(f"no footer: {type(data).__name__}{_TAKEN}")
