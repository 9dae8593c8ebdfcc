"""A file taken apart into body, footer and tail: the footer is changed by field, and its length agrees again."""

from __future__ import annotations

from random import Random
from typing import Final

from fuzz.mutators.raw_bytes import mutate_bytes
from fuzz.mutators.thrift_wire import mutate_struct

_TAIL: Final = 8


def mutate_file(data: bytes, rng: Random) -> bytes:
    """Mostly the footer; else bytes near the end, which FlatBuffers and other designs have there, or anywhere."""
    length = int.from_bytes(data[-_TAIL:-4], "little")
    start = len(data) - _TAIL - length
    choice = rng.randrange(6)
    if choice < 3 and start > 0 and length:
        footer = mutate_struct(data[start:-_TAIL], rng)
        return data[:start] + footer + len(footer).to_bytes(4, "little") + data[-4:]
    near = rng.choice((_TAIL, 40, 400))
    if choice < 5 and len(data) > near:
        return data[:-near] + mutate_bytes(data[-near:], rng)
    return mutate_bytes(data, rng)
