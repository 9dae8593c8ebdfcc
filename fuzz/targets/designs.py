"""Footers of the other designs (modular, jump table), alone and beside Thrift, and the index of a footer."""

from __future__ import annotations

from random import Random
from typing import Final
from zlib import crc32

from fuzz.sampling import SHARE
from fuzz.target import Target
from tests.footers.designs.fuzz import CUT, MOST_PATCHES, PATCH, one_input, one_question, targets

_VALUES: Final = (0, 1, 2, 3, 7, 8, 0x0F, 0x19, 0x7F, 0x80, 0xFE, 0xFF)


def quick(data: bytes) -> None:
    """One question, chosen by the bytes, of the native core."""
    one_question(data, crc32(data) // SHARE)


def seeds() -> list[bytes]:
    return [bytes([number]) for number in range(len(targets()))]


def mutate(data: bytes, rng: Random) -> bytes:
    """A patch more, less or changed: the place is counted from the end."""
    patches = [data[at : at + PATCH] for at in range(1, len(data) - PATCH + 1, PATCH)]
    place = CUT if rng.randrange(20) == 0 else int(rng.expovariate(1 / 300)) % CUT
    patch = place.to_bytes(2, "little") + bytes([rng.choice((*_VALUES, rng.randrange(256)))])
    at = rng.randrange(len(patches) + 1)
    patches[at : at + rng.randrange(2)] = [patch] if rng.randrange(4) else []
    return (data[:1] or b"\0") + b"".join(patches[:MOST_PATCHES])


TARGET: Final = Target(
    "both cores answer every question alike; an index that lies changes no answer",
    one_input,
    seeds,
    mutate,
    quick=quick,
    longest=1 + PATCH * MOST_PATCHES,
    # Each input takes some thousand branches, and to keep count of the rare ones takes two fifths of the time.
    options=("-entropic=0",),
)
