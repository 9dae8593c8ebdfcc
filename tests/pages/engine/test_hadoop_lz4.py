"""LZ4 in the frames of Hadoop, and without them."""

from __future__ import annotations

import struct

import pytest

from inlay.footers.containers import lz4
from inlay.footers.containers.lz4 import Lz4Error
from inlay.pages.engine.hadoop_lz4 import compress_framed, decompress_framed

PARTS = [b"abcd" * 40, b"", b"x", bytes(range(200)) * 3]
WHOLE = b"".join(PARTS)


def size(data: bytes) -> bytes:
    return struct.pack(">I", len(data))


def blocks_of(parts: list[bytes]) -> bytes:
    blocks = [lz4.compress(part) for part in parts if part]
    return b"".join(size(block) + block for block in blocks)


FRAMED = {
    "one frame": size(WHOLE) + blocks_of([WHOLE]),
    "a frame of some blocks": size(WHOLE) + blocks_of(PARTS),
    "a frame for each block": b"".join(size(part) + blocks_of([part]) for part in PARTS),
    "no frame": lz4.compress(WHOLE),
    "ours": compress_framed(WHOLE),
}


@pytest.mark.parametrize("name", FRAMED)
def test_every_writer_is_read(name: str) -> None:
    assert decompress_framed(FRAMED[name], len(WHOLE)) == WHOLE


@pytest.mark.parametrize("name", FRAMED)
@pytest.mark.parametrize("more", [-1, 1, 1_000_000])
def test_it_is_as_long_as_it_is_said_to_be(name: str, more: int) -> None:
    with pytest.raises(Lz4Error):
        decompress_framed(FRAMED[name], len(WHOLE) + more)


@pytest.mark.parametrize("name", FRAMED)
def test_no_cut_is_read(name: str) -> None:
    """But where a whole frame, of nothing, is cut."""
    for end in range(len(FRAMED[name])):
        with pytest.raises(Lz4Error):
            decompress_framed(FRAMED[name][:end], len(WHOLE))
