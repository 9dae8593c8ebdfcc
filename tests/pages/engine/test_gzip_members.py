"""A page of many gzip members is read in work that grows with its length, not with its square."""

from __future__ import annotations

import gzip
import zlib
from typing import Final

import pytest

from inlay.pages.engine.codecs import CodecError, decompress
from parquet_format.parquet import CompressionCodec

EMPTY: Final = gzip.compress(b"", mtime=0)
TEXT: Final = gzip.compress(b"abc" * 100, mtime=0)
LARGE: Final = gzip.compress(bytes(range(256)) * 400, mtime=0)

PAGES: Final = {
    "one": (TEXT, b"abc" * 100),
    "empty ones": (EMPTY * 3_000 + TEXT, b"abc" * 100),
    "a letter each, as zlib has it": (zlib.compress(b"a") * 3_000, b"a" * 3_000),
    "large and small ones": ((LARGE + EMPTY * 20) * 30, bytes(range(256)) * 400 * 30),
}
"""Compressed, and plain."""

MOST: Final = 20
"""How often a byte may be given to zlib, or copied by it. Members of 9 bytes come near: for each 64 are given, and 55 copied."""

open_member = zlib.decompressobj


class CountingMember:
    """A decompressor that counts the bytes it is given, and those it copies for who goes on behind it."""

    work = 0

    def __init__(self, bits: int) -> None:
        self._member = open_member(bits)

    def decompress(self, data: bytes | memoryview, most: int) -> bytes:
        plain = self._member.decompress(data, most)
        CountingMember.work += len(data) + len(self.unused_data) + len(self.unconsumed_tail)
        return plain

    @property
    def eof(self) -> bool:
        return self._member.eof

    @property
    def unused_data(self) -> bytes:
        return self._member.unused_data

    @property
    def unconsumed_tail(self) -> bytes:
        return self._member.unconsumed_tail


@pytest.mark.parametrize("name", PAGES)
def test_work_grows_with_the_page(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    data, plain = PAGES[name]
    monkeypatch.setattr(CountingMember, "work", 0)
    monkeypatch.setattr("zlib.decompressobj", CountingMember)
    assert bytes(decompress(CompressionCodec.GZIP, data, len(plain))) == plain
    assert len(data) <= CountingMember.work <= MOST * len(data)


@pytest.mark.parametrize("name", PAGES)
def test_damage_is_refused_in_every_member(name: str) -> None:
    """The last one is cut, has another check sum, or is followed by what is not a member; and a page of another size."""
    data, plain = PAGES[name]
    spoilt = bytearray(data)
    spoilt[-5 if data[:2] == EMPTY[:2] else -1] ^= 1
    for wrong, size in (
        (bytes(spoilt), len(plain)),
        (data + b"no member", len(plain)),
        (data, len(plain) - 1),
        (data, len(plain) + 1),
        (data[: len(data) // 2], len(plain)),
    ):
        with pytest.raises(CodecError):
            decompress(CompressionCodec.GZIP, wrong, size)
