"""A file taken apart into body, footer and tail: structs are changed by field, and what says where they are agrees again."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from random import Random
from typing import Final

from fuzz.mutators.raw_bytes import mutate_bytes
from fuzz.mutators.thrift_wire import NotWire, mutate_struct, read_struct

_MAGIC: Final = 4
_TAIL: Final = 8
_LIST: Final = 9
_LONGEST: Final = 400
"""Bytes of a struct in a body."""

_LARGEST_ID: Final = 40


def mutate_file(data: bytes, rng: Random) -> bytes:
    """Mostly the footer, then a struct of the body; else bytes near the end, which FlatBuffers and other designs have there, or anywhere."""
    length = int.from_bytes(data[-_TAIL:-4], "little")
    start = len(data) - _TAIL - length
    choice = rng.randrange(7)
    if choice < 3 and start > 0 and length:
        footer = mutate_struct(data[start:-_TAIL], rng)
        return data[:start] + footer + len(footer).to_bytes(4, "little") + data[-4:]
    if choice == 3 and start > 0 and (structs := find_structs(data[:start])):
        return _change_in_place(data, *rng.choice(structs), rng)
    near = rng.choice((_TAIL, 40, 400))
    if choice < 6 and len(data) > near:
        return data[:-near] + mutate_bytes(data[-near:], rng)
    return mutate_bytes(data, rng)


@lru_cache(maxsize=256)
def find_structs(body: bytes) -> Sequence[tuple[int, int]]:
    """Where something begins and ends that reads as a struct: headers of pages and of Bloom filters, indexes; and what only looks so."""
    found: list[tuple[int, int]] = []
    for at in range(_MAGIC, len(body)):
        part = body[at : at + _LONGEST]
        try:
            struct, rest = read_struct(part)
        except NotWire:
            continue
        ids, first = struct.ids, struct.children[:1]
        is_much = len(ids) > 1 or [child.type for child in first] == [_LIST]
        if is_much and ids[0] > 0 and ids == sorted(set(ids)) and ids[-1] < _LARGEST_ID:
            found.append((at, at + len(part) - len(rest)))
    return found


def _change_in_place(data: bytes, begin: int, end: int, rng: Random) -> bytes:
    """As long as it was, so that nothing behind it moves; some bytes of it, where no change is."""
    for _ in range(8):
        changed = mutate_struct(data[begin:end], rng)
        if len(changed) == end - begin:
            return data[:begin] + changed + data[end:]
    return data[:begin] + mutate_bytes(data[begin:end], rng)[: end - begin] + data[end:]
