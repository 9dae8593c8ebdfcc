"""Pages in the codec LZ4, which Parquet has replaced by LZ4_RAW: LZ4 blocks in the frames of Hadoop.

    size of what follows, decompressed | size of a block | block | ... until the first size is reached | the next frame

Both sizes are 4 bytes, big-endian. Some writers left the frames out, and wrote one block.
"""

from __future__ import annotations

import struct
from typing import Final

from inlay.footers.containers import lz4
from inlay.footers.containers.lz4 import Lz4Error
from inlay.ground.wording.amounts import count

_SIZE: Final = struct.Struct(">I")


def compress_framed(data: bytes) -> bytes:
    """One frame with one block."""
    block = lz4.compress(data)
    return _SIZE.pack(len(data)) + _SIZE.pack(len(block)) + block


def decompress_framed(data: bytes, size: int) -> bytes:
    """Exactly `size` bytes. Raises Lz4Error."""
    try:
        return _read_frames(data, size)
    except Lz4Error:
        return lz4.decompress(data, size)


def _read_frames(data: bytes, size: int) -> bytes:
    parts: list[bytes] = []
    at = total = 0
    while at < len(data):
        goal = total + _take(data, at)
        at += _SIZE.size
        if goal > size:
            raise Lz4Error(f"frames of more than {count(size, 'byte')}")
        while total < goal:
            length = _take(data, at)
            at += _SIZE.size
            block = data[at : at + length]
            held = lz4.measure_decompressed(block)
            if total + held > goal or not held:
                raise Lz4Error("a block that is none of its frame")
            parts.append(lz4.decompress(block, held))
            at += length
            total += held
    if total != size:
        raise Lz4Error(f"the frames hold {count(total, 'byte')}, and the page has {size:,}")
    return b"".join(parts)


def _take(data: bytes, at: int) -> int:
    if at + _SIZE.size > len(data):
        raise Lz4Error("the bytes end within a frame")
    return int.from_bytes(data[at : at + _SIZE.size], "big")
