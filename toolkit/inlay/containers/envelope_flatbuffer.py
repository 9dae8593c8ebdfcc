"""`idl/envelope.fbs`, written and verified by hand, until the compiler reads `.fbs`.

    0   root: offset of the table         8   vtable of Envelope, and of Entry with and without a UUID
    Envelope { offset of the vector }     vector { count, offsets of entries }
    Entry { UUID, offset of the bytes }   bytes { count, bytes, padded to 4 }

What is written depends on the entries only. What is read may be laid out in any way that FlatBuffers allows,
and is verified first: alignment, bounds, forward offsets, and no bytes that belong to two entries.
"""

from __future__ import annotations

from collections.abc import Sequence
from struct import Struct
from typing import Final

MOST_ENTRIES: Final = 1_000

_U16: Final = Struct("<H")
_U32: Final = Struct("<I")
_I32: Final = Struct("<i")

_HEAD: Final = (
    _U32.pack(32)  # the root
    + Struct("<HHH").pack(6, 8, 4)  # Envelope: 8 bytes, entries at 4
    + Struct("<HHHH").pack(8, 24, 4, 20)  # Entry: 24 bytes, uuid at 4, payload at 20
    + Struct("<HHHH").pack(8, 8, 0, 4)  # Entry without uuid: 8 bytes, payload at 4
    + b"\0" * 6
)
_ENVELOPE_VTABLE: Final = 4
_ENTRY_VTABLE: Final = 10
_BARE_VTABLE: Final = 18
_UUID_SIZE: Final = 16


class EnvelopeError(Exception):
    """Bytes that are no such FlatBuffer; `offset` is where they stop being one."""

    def __init__(self, what: str, offset: int) -> None:
        super().__init__(what, offset)
        self.what = what
        self.offset = offset


def encode(entries: Sequence[tuple[bytes | None, bytes]]) -> bytes:
    """Pairs of UUID and payload."""
    table = len(_HEAD)
    vector = table + 8
    out = bytearray(_HEAD)
    out += _I32.pack(table - _ENVELOPE_VTABLE) + _U32.pack(4)
    out += _U32.pack(len(entries)) + bytes(4 * len(entries))
    for at, (uuid, payload) in enumerate(entries):
        slot = vector + 4 + 4 * at
        entry = len(out)
        _U32.pack_into(out, slot, entry - slot)
        vtable = _BARE_VTABLE if uuid is None else _ENTRY_VTABLE
        out += _I32.pack(entry - vtable) + (uuid or b"") + _U32.pack(4)
        out += _U32.pack(len(payload)) + payload + bytes(-len(payload) % 4)
    return bytes(out)


def decode(buffer: bytes) -> list[tuple[bytes | None, bytes]]:
    """Pairs of UUID and payload; EnvelopeError for anything that is not in order."""
    reader = _Verified(buffer)
    entries_at = reader.follow(reader.field(reader.follow(0), 0, 4, "entries"))
    count = reader.count(entries_at, 4, 4)
    if count > MOST_ENTRIES:
        raise EnvelopeError(f"{count} entries, and {MOST_ENTRIES} are allowed", entries_at)
    found: list[tuple[bytes | None, bytes]] = []
    total = 0
    for slot in range(entries_at + 4, entries_at + 4 + 4 * count, 4):
        entry = reader.follow(slot)
        payload_at = reader.follow(reader.field(entry, 1, 4, "payload"))
        size = reader.count(payload_at, 1, 1)
        total += size
        if total > len(buffer):
            raise EnvelopeError("entries share their bytes", payload_at)
        uuid_at = reader.optional_field(entry, 0, _UUID_SIZE, 1)
        uuid = buffer[uuid_at : uuid_at + _UUID_SIZE] if uuid_at is not None else None
        found.append((uuid, buffer[payload_at + 4 : payload_at + 4 + size]))
    return found


class _Verified:
    """Accessors that check before they read."""

    def __init__(self, buffer: bytes) -> None:
        self.buffer = buffer

    def follow(self, at: int) -> int:
        """Where the offset at `at` leads: forward, aligned, and to four bytes that are there."""
        self._inside(at, 4, 4)
        offset: int = _U32.unpack_from(self.buffer, at)[0]
        if offset == 0:
            raise EnvelopeError("an offset of 0", at)
        self._inside(at + offset, 4, 4)
        return at + offset

    def field(self, table: int, slot: int, size: int, name: str) -> int:
        at = self.optional_field(table, slot, size, size)
        if at is None:
            raise EnvelopeError(f"{name} is required", table)
        return at

    def optional_field(self, table: int, slot: int, size: int, alignment: int) -> int | None:
        """Where a field of the table lies; None if it is absent."""
        distance: int = _I32.unpack_from(self.buffer, table)[0]
        vtable = table - distance
        self._inside(vtable, 4, 2)
        length = self._u16(vtable)
        table_size = self._u16(vtable + 2)
        if length < 4 or length % 2 or table_size < 4:
            raise EnvelopeError(f"a vtable of {length} bytes for {table_size}", vtable)
        self._inside(vtable, length, 2)
        self._inside(table, table_size, 4)
        place = 4 + 2 * slot
        offset = self._u16(vtable + place) if place < length else 0
        if offset == 0:
            return None
        if offset < 4 or offset + size > table_size:
            raise EnvelopeError(f"a field at {offset} of a table of {table_size}", vtable + place)
        self._inside(table + offset, size, alignment)
        return table + offset

    def count(self, vector: int, size: int, alignment: int) -> int:
        """How many elements the vector has, all of which are there."""
        count: int = _U32.unpack_from(self.buffer, vector)[0]
        self._inside(vector + 4, count * size, alignment)
        return count

    def _u16(self, at: int) -> int:
        value: int = _U16.unpack_from(self.buffer, at)[0]
        return value

    def _inside(self, at: int, size: int, alignment: int) -> None:
        if at < 0 or at + size > len(self.buffer):
            raise EnvelopeError(f"{size} bytes that are not there", at)
        if at % alignment:
            raise EnvelopeError(f"an offset that {alignment} does not divide", at)
