"""Pages come out of their compression as long as their headers say, or not at all."""

from __future__ import annotations

import pytest

from inlay.pages.engine.codecs import CodecError, compress, decompress
from parquet_format.parquet import CompressionCodec

CODECS = [
    CompressionCodec.UNCOMPRESSED,
    CompressionCodec.SNAPPY,
    CompressionCodec.GZIP,
    CompressionCodec.BROTLI,
    CompressionCodec.ZSTD,
    CompressionCodec.LZ4_RAW,
    CompressionCodec.LZ4,
]
PLAIN = b"abc" * 100


@pytest.mark.parametrize("codec", CODECS, ids=lambda codec: codec.name)
@pytest.mark.parametrize("more", [-300, -5, -1, 0, 1, 5, 10_000])
def test_a_page_is_as_long_as_it_says(codec: CompressionCodec, more: int) -> None:
    packed = compress(codec, PLAIN)
    for data in (packed, memoryview(packed)):
        if more == 0:
            assert bytes(decompress(codec, data, len(PLAIN))) == PLAIN
        elif codec == CompressionCodec.UNCOMPRESSED or more > -300:
            with pytest.raises(CodecError):
                decompress(codec, data, len(PLAIN) + more)


@pytest.mark.parametrize("codec", CODECS, ids=lambda codec: codec.name)
def test_what_is_decompressed_cannot_be_changed(codec: CompressionCodec) -> None:
    assert memoryview(decompress(codec, compress(codec, PLAIN), len(PLAIN))).readonly
