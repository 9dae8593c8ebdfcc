"""Names by their hash: FNV-1a of 64 bits, in an open-addressed table of packed slots.

A slot is 0 where it is empty, else the highest bits of the hash above an ordinal plus one. The first slot of a name is its
hash modulo the number of slots, which is a power of two; the next ones follow, and the first comes after the last.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from inlay_runtime import amounts
from inlay_runtime.errors import InvalidValueError
from inlay_runtime.packed.bits import Buffer, PackedBits, native_function, value_at, width_of

native_hash = native_function("name_hash")
native_probe = native_function("probe")

DISCRIMINATOR_BITS: Final = 8
_BASIS: Final = 0xCBF29CE484222325
_PRIME: Final = 0x100000001B3
_MASK: Final = (1 << 64) - 1


def name_hash(name: bytes) -> int:
    """FNV-1a of the name with A to Z as a to z."""
    if native_hash is not None:
        natively: int = native_hash(name)
        return natively
    value = _BASIS
    for byte in name.lower():
        value = (value ^ byte) * _PRIME & _MASK
    return value


def build_table(names: Sequence[bytes]) -> tuple[list[int], int]:
    """The slots for names by ordinal, at most 0.7 of them taken, and the bits of an ordinal in a slot."""
    bits = width_of(len(names))
    count = 1 << width_of(max(-(-len(names) * 10 // 7), 1) - 1)
    slots = [0] * count
    for ordinal, name in enumerate(names):
        value = name_hash(name)
        at = value & count - 1
        while slots[at]:
            at = at + 1 & count - 1
        slots[at] = value >> 64 - DISCRIMINATOR_BITS << bits | ordinal + 1
    return slots, bits


def check_table(table: PackedBits, discriminator_bits: int, ordinal_bits: int) -> None:
    """Raises InvalidValueError for a number of slots that is not a power of two, and bits that do not fit a slot."""
    if table.length <= 0 or table.length & table.length - 1:
        raise InvalidValueError(
            f"{amounts.count(table.length, 'slot')} of names, no power of two", table.start
        )
    wide = discriminator_bits + ordinal_bits
    if discriminator_bits < 0 or ordinal_bits < 0 or not table.width <= wide <= 64:
        what = f"slots of {amounts.count(table.width, 'bit')} for {discriminator_bits} of a hash and {ordinal_bits} of an ordinal"
        raise InvalidValueError(what, table.start)


def probe(
    buffer: Buffer, table: PackedBits, value: int, discriminator_bits: int, ordinal_bits: int
) -> list[int]:
    """The ordinals whose slots have the discriminator of this hash, in the order of probing; ends at an empty slot."""
    if native_probe is not None:
        natively: list[int] | None = native_probe(
            buffer, table, value, discriminator_bits, ordinal_bits
        )
        if natively is not None:
            return natively
    ordinals: list[int] = []
    discriminator = value >> 64 - discriminator_bits if discriminator_bits else 0
    for step in range(table.length):
        slot = value_at(buffer, table, value + step & table.length - 1)
        if not slot:
            break
        ordinal = (slot & (1 << ordinal_bits) - 1) - 1
        if slot >> ordinal_bits == discriminator and ordinal >= 0:
            ordinals.append(ordinal)
    return ordinals
