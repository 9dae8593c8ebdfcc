"""Blocks that are decompressed natively, and CRCs: what pyarrow and zlib say, whatever the bytes."""

from __future__ import annotations

import random
import zlib
from collections.abc import Callable
from typing import Any, Final

import pyarrow as pa
import pytest

from inlay.pages.engine.codecs import CodecError, decompress
from inlay_runtime.core import load_native
from inlay_runtime.crc import crc32
from parquet_format.parquet import CompressionCodec

pytestmark = pytest.mark.needs("native core")

_native: Any = load_native("inlay.pages.engine.native_pages")
_codec: Any = pa.Codec

CODECS: Final = {
    "snappy": (CompressionCodec.SNAPPY, "decompress_snappy"),
    "lz4_raw": (CompressionCodec.LZ4_RAW, "decompress_lz4"),
}
Part = Callable[[random.Random, list[bytes]], bytes]
PARTS: Final[tuple[Part, ...]] = (
    lambda rng, _: rng.randbytes(rng.randrange(1, 90)),
    lambda rng, _: bytes([rng.randrange(3)]) * rng.randrange(1, 300),
    lambda rng, _: rng.randbytes(rng.randrange(1, 20)) * rng.randrange(1, 30),
    lambda rng, before: rng.choice(before) if before else b"x",
    lambda rng, _: b"%016x" % rng.getrandbits(64),
)
"""What compresses to literals, to copies from near and far, and to copies that overlap what they write."""


def draw_plain(rng: random.Random) -> bytes:
    parts: list[bytes] = []
    wanted = rng.choice([1, 10, 60, 300, 4_000, 20_000])
    while sum(map(len, parts)) < wanted:
        parts.append(rng.choice(PARTS)(rng, parts))
    return b"".join(parts)


def fill(name: str, block: bytes, size: int, declared: int | None = None) -> bytes | None:
    """Natively; None where it is refused. `declared` are all bytes of the block, `size` those that are wanted."""
    room = pa.allocate_buffer(size)
    decompress_block = getattr(_native, CODECS[name][1])
    is_filled = decompress_block(block, room, size if declared is None else declared)
    return room.to_pybytes() if is_filled else None


@pytest.mark.parametrize("name", CODECS)
def test_every_block_comes_back(name: str) -> None:
    rng = random.Random(name)
    for _ in range(100):
        plain = draw_plain(rng)
        block = _codec(name).compress(plain, asbytes=True)
        assert fill(name, block, len(plain)) == plain
        assert bytes(decompress(CODECS[name][0], memoryview(block), len(plain))) == plain
        for wrong in (len(plain) - 1, len(plain) + 1, 2 * len(plain)):
            assert fill(name, block, wrong) is None


@pytest.mark.parametrize("name", CODECS)
def test_the_beginning_comes_back_alone(name: str) -> None:
    """Of a whole block and of one that is cut: right, or refused. Nothing is written behind it (`allocate_buffer` pads to 64)."""
    rng = random.Random(name)
    refused = 0
    for _ in range(300):
        plain = draw_plain(rng)
        block = _codec(name).compress(plain, asbytes=True)
        wanted = rng.randrange(len(plain))
        assert fill(name, block, wanted, len(plain)) == plain[:wanted]
        cut = block[: rng.randrange(len(block))]
        start = fill(name, cut, wanted, len(plain))
        refused += start is None
        assert start in (None, plain[:wanted])
    assert 60 < refused < 250


@pytest.mark.parametrize("name", CODECS)
def test_a_damaged_block_is_refused_or_read_as_pyarrow_reads_it(name: str) -> None:
    rng = random.Random(name)
    refused = 0
    for _ in range(300):
        plain = draw_plain(rng)
        block = bytearray(_codec(name).compress(plain, asbytes=True))
        for _ in range(rng.randrange(1, 4)):
            block[rng.randrange(len(block))] = rng.randrange(256)
        damaged = bytes(block[: rng.choice([len(block), rng.randrange(len(block))])])
        filled = fill(name, damaged, len(plain))
        if filled is None:
            refused += 1
        else:
            theirs = _codec(name).decompress(damaged, len(plain), asbytes=True)
            assert filled == theirs
    assert 60 < refused < 300


# The size of what comes out, then elements: a literal of one byte is 00 and the byte, 01 + offset copies four.
HOSTILE_SNAPPY: Final = (
    ("nothing", b"", 4),
    ("only a size", b"\x04", 4),
    ("a size without an end", b"\x80" * 6, 4),
    ("a size of 2 ** 33", b"\x84\x80\x80\x80\x20" + b"\x0cabcd", 4),
    ("a copy before the beginning", b"\x05\x00a\x01\x02", 5),
    ("a copy of what is not there yet", b"\x05\x00a\x01\x00", 5),
    ("a literal that ends early", b"\x04\x0cab", 4),
    ("a literal of 4 GiB", b"\x04\xfc\xff\xff\xff\xff", 4),
    ("a copy beyond the end", b"\x02\x00a\x01\x01", 2),
    ("a copy of four bytes of offset, cut", b"\x05\x00a\x0f\x01", 5),
    ("bytes behind the last", b"\x01\x00a\x00b", 1),
)
HOSTILE_LZ4: Final = (
    ("nothing", b"", 4),
    ("literals that end early", b"\x40ab", 4),
    ("a length without an end", b"\xf0\xff\xff", 400),
    ("a match before the beginning", b"\x14a\x02\x00" + b"\x80abcdefgh", 17),
    ("a match at its own place", b"\x14a\x00\x00" + b"\x80abcdefgh", 17),
    ("a match up to the last byte", b"\x13a\x01\x00", 8),
    ("a match beyond the end", b"\x1fa\x01\x00\xff\x00" + b"\x50abcde", 20),
)


@pytest.mark.parametrize(
    ("name", "block", "size"),
    [
        *[pytest.param("snappy", block, size, id=what) for what, block, size in HOSTILE_SNAPPY],
        *[pytest.param("lz4_raw", block, size, id=what) for what, block, size in HOSTILE_LZ4],
    ],
)
def test_lies_of_a_block_are_an_error(name: str, block: bytes, size: int) -> None:
    assert fill(name, block, size) is None
    with pytest.raises(CodecError):
        decompress(CODECS[name][0], block, size)


def test_a_crc_is_that_of_zlib() -> None:
    """Of every length up to some steps of folding, at every alignment, and continued from what lies before."""
    rng = random.Random(1)
    data = rng.randbytes(100_000)
    for size in (*range(700), *(rng.randrange(len(data) - 16) for _ in range(200))):
        start = rng.randrange(16)
        part = memoryview(data)[start : start + size]
        before = rng.getrandbits(32)
        assert crc32(part) == zlib.crc32(part)
        assert crc32(part, before) == zlib.crc32(part, before)
