"""A page that comes out of its compression part by part is what it is at once; and where it is not sound at once, it is not in parts."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from random import Random
from typing import Final
from unittest.mock import patch

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inlay.pages.engine import page_bytes
from inlay.pages.engine.codecs import CodecError, compress, decompress
from inlay.pages.engine.page_bytes import PageBody, UnsplitPageError, decompress_parts
from inlay.pages.engine.walk import PlacedPage, read_held
from inlay_runtime.crc import crc32
from parquet_format.parquet import CompressionCodec, PageHeader, PageType
from tests.support.examples import examples

CODECS: Final = sorted(set(CompressionCodec) - {CompressionCodec.LZO})
PIECES: Final = [b"", b"a", b"abc" * 100, bytes(range(256)) * 3, Random(57).randbytes(2_000)]
PARTS: Final = st.sampled_from([1, 2, 5, 64, 1 << 20])


def open_parts(data: bytes, crc: int | None = None) -> PageBody:
    header = PageHeader(
        type=PageType.DATA_PAGE,
        uncompressed_page_size=0,
        compressed_page_size=len(data),
        crc=crc,
    )
    return PageBody(read_held(data, 100), PlacedPage(header, 100, 100, 100 + len(data)))


@contextmanager
def read_by(size: int) -> Iterator[None]:
    with patch.object(page_bytes, "PART", size):
        yield


@examples(300)
@given(st.sampled_from(CODECS), st.lists(st.sampled_from(PIECES), max_size=9), PARTS)
@pytest.mark.needs("native core")
def test_it_is_the_same(codec: CompressionCodec, pieces: list[bytes], part: int) -> None:
    plain = b"".join(pieces)
    with read_by(part):
        parts = open_parts(compress(codec, plain))
        assert bytes(decompress_parts(codec, parts, len(plain))) == plain
        assert not parts.left


@examples(300)
@given(
    st.sampled_from(CODECS),
    st.lists(st.sampled_from(PIECES), min_size=1, max_size=5),
    PARTS,
    st.integers(0, 10_000),
    st.integers(0, 255),
    st.booleans(),
)
def test_no_damage_is_overlooked(
    codec: CompressionCodec, pieces: list[bytes], part: int, place: int, change: int, is_cut: bool
) -> None:
    plain = b"".join(pieces)
    packed = bytearray(compress(codec, plain))
    if is_cut:
        del packed[place % (len(packed) + 1) :]
    elif packed:
        packed[place % len(packed)] ^= change
    try:
        with read_by(part):
            in_parts = bytes(decompress_parts(codec, open_parts(bytes(packed)), len(plain)))
    except UnsplitPageError:
        return
    try:
        assert in_parts == bytes(decompress(codec, bytes(packed), len(plain)))
    except CodecError as error:
        raise AssertionError("at once it is damaged") from error


@pytest.mark.parametrize("is_right", [True, False])
def test_all_bytes_are_held_against_the_crc(is_right: bool) -> None:
    data = b"some bytes"
    with read_by(3):
        parts = open_parts(data, crc32(data) ^ (not is_right))
        assert parts.read(4) == data[:4]
        with pytest.raises(UnsplitPageError):
            parts.require_crc()
        while parts.left:
            parts.read(3)
        if is_right:
            parts.require_crc()
        else:
            with pytest.raises(UnsplitPageError):
                parts.require_crc()
