"""LZ4 blocks ("LZ4_RAW"): pyarrow's codec, with the check that it lacks.

An LZ4 block is a row of sequences (lz4_Block_format.md): a token whose halves are the length of the
literals and the length of the match less four, each continued while a byte is 255; the literals; two bytes
of offset. The last sequence ends behind its literals.
"""

from __future__ import annotations

from typing import Final

from inlay.ground.wording.amounts import count
from inlay_runtime.errors import InlayError

_FEWEST_MATCHED: Final = 4


class Lz4Error(InlayError):
    """Bytes that are not an LZ4 block."""


def compress(data: bytes) -> bytes:
    from pyarrow import Codec

    return Codec("lz4_raw").compress(data, asbytes=True)


def decompress(block: bytes, size: int) -> bytes:
    """Raises Lz4Error for a block that does not hold exactly `size` bytes.

    The codec believes the size it is given, and where the block holds less hands out whatever lay in memory.
    """
    held = measure_decompressed(block)
    if held != size:
        raise Lz4Error(f"the block holds {count(held, 'byte')}, and the trailer says {size}")
    from pyarrow import Codec

    try:
        return Codec("lz4_raw").decompress(block, decompressed_size=size, asbytes=True)
    except (OSError, ValueError) as error:
        raise Lz4Error(str(error)) from error


def measure_decompressed(block: bytes) -> int:
    """What the lengths in the block come to; Lz4Error where they lead out of it."""
    at = total = 0
    try:
        while True:
            token = block[at]
            literals, at = _length(block, at + 1, token >> 4)
            total += literals
            at += literals
            if at == len(block):
                return total
            if not block[at] and not block[at + 1]:  # which the format forbids
                raise Lz4Error("the block repeats bytes that are not a distance away")
            matched, at = _length(block, at + 2, token & 0x0F)
            total += matched + _FEWEST_MATCHED
    except IndexError:
        raise Lz4Error("the block ends in the middle of a sequence") from None


def _length(block: bytes, at: int, length: int) -> tuple[int, int]:
    if length == 0x0F:
        while True:
            more = block[at]
            at += 1
            length += more
            if more != 0xFF:
                break
    return length, at
