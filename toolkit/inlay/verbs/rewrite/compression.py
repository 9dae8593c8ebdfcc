"""`CODEC[:LEVEL]`: how the pages of the new file are compressed."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import pyarrow as pa

from inlay.ground.mistakes import RequestError
from parquet_format.parquet import CompressionCodec

CODECS: Final = ("none", "snappy", "gzip", "brotli", "lz4", "zstd")
_LEVELED: Final = ("gzip", "brotli", "zstd")
_NAMES: Final = {
    CompressionCodec.UNCOMPRESSED: "none",
    CompressionCodec.SNAPPY: "snappy",
    CompressionCodec.GZIP: "gzip",
    CompressionCodec.BROTLI: "brotli",
    CompressionCodec.LZ4: "lz4",
    CompressionCodec.LZ4_RAW: "lz4",
    CompressionCodec.ZSTD: "zstd",
}


class Compression(NamedTuple):
    codec: str
    level: int | None = None
    """None for the level that pyarrow takes."""


def parse_compression(text: str) -> Compression:
    """Raises RequestError, which says what to write."""
    codec, colon, level = text.partition(":")
    if codec not in CODECS:
        words = f"{', '.join(CODECS[:-1])} or {CODECS[-1]}"
        raise RequestError(f"compression {text!r}: write {words}, such as zstd:9")
    if not colon:
        return Compression(codec)
    if codec not in _LEVELED:
        raise RequestError(f"compression {text!r}: {codec} has no levels: write {codec}")
    library: Any = pa.Codec
    # Of gzip, zlib takes 0 for no compression, which pyarrow does not offer.
    least = max(library.minimum_compression_level(codec), 0 if codec == "brotli" else 1)
    most = library.maximum_compression_level(codec)
    if not level.isdecimal() or not least <= int(level) <= most:
        raise RequestError(f"compression {text!r}: {codec} has the levels {least} to {most}")
    return Compression(codec, int(level))


def keep_codec(codec: CompressionCodec | None) -> Compression:
    """That of a source, by the name that pyarrow writes it by: LZ4 with Hadoop's frame becomes LZ4_RAW."""
    return Compression("zstd" if codec is None else _NAMES.get(codec, "zstd"))
