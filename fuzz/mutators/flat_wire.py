"""FlatBuffers taken apart by table, changed where they stand; it knows no IDL (docs/wire.md)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from random import Random
from typing import Final, NamedTuple

from fuzz.mutators.raw_bytes import NUMBERS, mutate_bytes

_MOST: Final = 200


class _Spot(NamedTuple):
    """Where something lies: a `table`, its `vtable`, a `slot` of that, an `offset` or a `length` of a vector or string."""

    kind: str
    at: int


@lru_cache(maxsize=1024)
def find_spots(data: bytes) -> Sequence[_Spot]:
    """What can be reached from the root, as far as it can be told without an IDL."""
    spots: list[_Spot] = []
    if len(data) < 8:
        return spots
    waiting, done = [_number(data, 0, 4)], set[int]()
    while waiting and len(spots) < _MOST:
        table = waiting.pop()
        if table in done or not 4 <= table <= len(data) - 4:
            continue
        done.add(table)
        vtable = table - int.from_bytes(data[table : table + 4], "little", signed=True)
        size = _number(data, vtable, 2) if 0 <= vtable <= len(data) - 4 else 0
        if 4 <= size <= 512 and vtable + size <= len(data):
            spots += [_Spot("table", table), _Spot("vtable", vtable)]
            waiting += _follow(data, table, vtable, size, spots)
    return spots


def _follow(data: bytes, table: int, vtable: int, size: int, spots: list[_Spot]) -> list[int]:
    """Where the fields lead to, if they are offsets; vectors of tables count."""
    targets: list[int] = []
    for slot in range(vtable + 4, vtable + size, 2):
        if (field := _number(data, slot, 2)) == 0 or table + field + 4 > len(data):
            continue
        spots.append(_Spot("slot", slot))
        at = table + field
        target = at + _number(data, at, 4)
        if not at < target <= len(data) - 4:
            continue
        spots += [_Spot("offset", at), _Spot("length", target)]
        targets.append(target)
        count = _number(data, target, 4)
        for element in range(target + 4, target + 4 + 4 * min(count, 20), 4):
            if element + 4 <= len(data) and 0 < _number(data, element, 4) < len(data) - element:
                spots.append(_Spot("offset", element))
                targets.append(element + _number(data, element, 4))
    return targets


def mutate_flatbuffer(data: bytes, rng: Random) -> bytes:
    """One to three changes of offsets, lengths, slots and vtables; of bytes, where nothing can be reached."""
    spots = find_spots(data)
    if not spots or rng.randrange(5) == 0:
        return mutate_bytes(data, rng)
    changed = bytearray(data)
    for _ in range(rng.choice((1, 1, 2, 3))):
        spot, other = rng.choice(spots), rng.choice(spots)
        match spot.kind:
            case "slot":
                new = rng.choice((0, 2, 4, 8, 0xFFFF, _number(changed, spot.at, 2) + 2, _number(changed, other.at, 2)))  # fmt: skip
                _put(changed, spot.at, new, 2)
            case "vtable":
                at, size = spot.at + rng.choice((0, 2)), _number(changed, spot.at, 2)
                _put(changed, at, rng.choice((0, 2, 4, size + 2, size - 2, 0xFFFE)), 2)
            case "offset":
                _put(changed, spot.at, rng.choice((other.at - spot.at, *NUMBERS)), 4)
            case "table":
                _put(changed, spot.at, rng.choice((spot.at - other.at, *NUMBERS)), 4)
            case _:
                count = _number(changed, spot.at, 4)
                _put(changed, spot.at, rng.choice((count + 1, count - 1, count * 2, *NUMBERS)), 4)
    return bytes(changed)


def _number(data: bytes | bytearray, at: int, size: int) -> int:
    return int.from_bytes(data[at : at + size], "little")


def _put(data: bytearray, at: int, number: int, size: int) -> None:
    data[at : at + size] = (number & ((1 << 8 * size) - 1)).to_bytes(size, "little")
