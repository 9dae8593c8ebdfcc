"""The hash table from paths to ordinals of elements.

The key is FNV-1a-64 over the names joined by NUL bytes, ASCII letters in lower case. The search for a key begins at the hash
modulo the number of slots, goes up and around the end, and stops at an empty slot.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from inlay.footers.index.packed import WIDEST
from inlay.ground.wording import amounts
from inlay_runtime.core import load_native
from inlay_runtime.errors import InvalidValueError

_BASIS: Final = 0xCBF29CE484222325
_PRIME: Final = 0x100000001B3
_MASK: Final = (1 << 64) - 1
_HASH_BITS: Final = 64


class SlotLayout(NamedTuple):
    """A slot has `width` bytes: at the bottom the ordinal plus 1, above it `discriminator_bits` top bits of the hash."""

    slots: int
    width: int
    discriminator_bits: int

    @property
    def ordinal_bits(self) -> int:
        return self.width * 8 - self.discriminator_bits


def layout_for(elements: int) -> SlotLayout:
    """A power of two of slots, at most seven of ten full. Bits that ordinals leave free tell hashes apart."""
    count = 1 << max((elements * 10 + 6) // 7 - 1, 1).bit_length()
    bits = elements.bit_length()
    width = (bits + 7) // 8
    return SlotLayout(count, width, width * 8 - bits)


def slots_of(table: bytes | memoryview, count: int, discriminator_bits: int) -> SlotLayout:
    """How the slots of a table lie. Raises InvalidValueError for numbers that no table of this length can have."""
    width, rest = divmod(len(table), count) if count > 0 else (0, 1)
    if rest or not 0 < width <= WIDEST:
        what = f"{amounts.count(len(table), 'byte is', 'bytes are')} not {amounts.count(count, 'slot')} of 1 to {WIDEST} bytes"
        raise InvalidValueError(what, 0, "name_hash_table.table")
    if not 0 <= discriminator_bits < width * 8:
        what = f"{amounts.count(discriminator_bits, 'discriminator bit')} in slots of {amounts.count(width * 8, 'bit')}"
        raise InvalidValueError(what, 0, "name_hash_table.discriminator_bits")
    return SlotLayout(count, width, discriminator_bits)


def hash_path(key: bytes) -> int:
    """`key` has a NUL byte between two names."""
    value = _BASIS
    for byte in key.lower():
        value = (value ^ byte) * _PRIME & _MASK
    return value


def fill_slots_pure(keys: Sequence[bytes], layout: SlotLayout) -> bytes:
    table = bytearray(layout.slots * layout.width)
    for ordinal, key in enumerate(keys, 1):
        hashed = hash_path(key)
        at = hashed % layout.slots
        while any(table[at * layout.width : (at + 1) * layout.width]):
            at = (at + 1) % layout.slots
        top = hashed >> (_HASH_BITS - layout.discriminator_bits)
        slot = top << layout.ordinal_bits | (ordinal + 1)
        table[at * layout.width : (at + 1) * layout.width] = slot.to_bytes(layout.width, "little")
    return bytes(table)


def find_candidates_pure(table: bytes | memoryview, layout: SlotLayout, key: bytes) -> list[int]:
    hashed = hash_path(key)
    count, width, _ = layout
    top = hashed >> (_HASH_BITS - layout.discriminator_bits)
    ordinals: list[int] = []
    for step in range(count):
        at = (hashed + step) % count * width
        slot = int.from_bytes(table[at : at + width], "little")
        if not slot:
            break
        if slot >> layout.ordinal_bits == top:
            ordinals.append((slot & ((1 << layout.ordinal_bits) - 1)) - 1)
    return ordinals


_compiled = load_native("inlay.footers.index.native_index")


def fill_slots(keys: Sequence[bytes], layout: SlotLayout) -> bytes:
    """The table in which the key at position `n` leads to ordinal `n + 1`: the root is in none."""
    if _compiled is None:
        return fill_slots_pure(keys, layout)
    table: bytes = _compiled.fill_slots(keys, layout.slots, layout.width, layout.discriminator_bits)
    return table


def find_candidates(table: bytes | memoryview, layout: SlotLayout, key: bytes) -> list[int]:
    """The ordinals that may have this key, in the order of the search; -1 for a slot whose ordinal is zero.

    A table without an empty slot is searched once around.
    """
    if _compiled is None:
        return find_candidates_pure(table, layout, key)
    ordinals: list[int] = _compiled.find_candidates(
        table, layout.slots, layout.width, layout.discriminator_bits, key
    )
    return ordinals
