"""Bytes without a known shape: the usual mistakes, and numbers at the edges."""

from __future__ import annotations

from random import Random
from typing import Final

EDGES: Final = (0, 1, 2, 0x0F, 0x15, 0x7F, 0x80, 0xF9, 0xFE, 0xFF)
NUMBERS: Final = (0, 1, 0x7F, 0x80, 0xFFFF, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF, (1 << 63) - 1)


def mutate_bytes(data: bytes, rng: Random) -> bytes:
    """One to three changes."""
    changed = bytearray(data)
    for _ in range(rng.choice((1, 1, 2, 3))):
        at = rng.randrange(len(changed) + 1)
        match rng.randrange(7):
            case 0 if at < len(changed):
                changed[at] ^= 1 << rng.randrange(8)
            case 1 if at < len(changed):
                changed[at] = rng.choice((*EDGES, rng.randrange(256)))
            case 2:
                size = rng.choice((2, 4, 8))
                number = rng.choice(NUMBERS) & ((1 << 8 * size) - 1)
                changed[at : at + size] = number.to_bytes(size, "little")
            case 3:
                changed[at:at] = rng.randbytes(rng.randrange(1, 5))
            case 4:
                del changed[at : at + rng.randrange(1, 9)]
            case 5:
                start = rng.randrange(len(changed) + 1)
                changed[at:at] = changed[start : start + rng.randrange(1, 33)]
            case _:
                del changed[at + 1 :]
    return bytes(changed)
