"""Pages with other bytes."""

from __future__ import annotations

import random
import struct


def replace_bytes(page: bytes, at: int, layout: str, *values: int) -> bytes:
    """A page with other bytes at a place."""
    changed = bytearray(page)
    struct.pack_into(layout, changed, at, *values)
    return bytes(changed)


def mutate(page: bytes, chance: random.Random) -> bytes:
    """A few other bytes, and now and then an earlier end."""
    mutated = bytearray(page)
    for _ in range(chance.randint(1, 3)):
        mutated[chance.randrange(len(mutated))] = chance.randrange(256)
    if chance.random() < 0.2:
        del mutated[chance.randrange(len(mutated)) :]
    return bytes(mutated)
