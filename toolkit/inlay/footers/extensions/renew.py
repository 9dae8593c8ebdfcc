"""What depends on the bytes of the footer before it, made anew when those have changed: the seal and the index.

Every new Thrift footer passes here: edits of extensions, and all that writes a changed FileMetaData.
"""

from __future__ import annotations

from collections.abc import Sequence

from inlay.footers.containers import ENVELOPE, INDEX, RENEWED, SEAL, Entry, payload_of
from inlay.footers.extensions.index import build_index_entry
from inlay.footers.extensions.splice import with_payload
from inlay.footers.extensions.struct_bytes import StructBytes


def may_depend(thrift: bytes) -> bool:
    """Whether anything in the footer looks like one of them, which takes no walk."""
    return any(uuid.bytes in thrift for uuid in (*RENEWED, ENVELOPE))


def renew_entries(struct: StructBytes) -> tuple[bytes, tuple[str, ...]]:
    """The footer, and the names of what was made anew in it. Raises CannotIndexError for a footer that no longer can have
    its index, DamagedError for an envelope that cannot be opened."""
    if not may_depend(struct.data):
        return struct.data, ()
    carrier = struct.carrier
    slot = carrier.slot
    entries = struct.entries(carrier)
    if slot is None or not any(entry.uuid in RENEWED for entry in entries):
        return struct.data, ()
    fresh = [_renewed(struct, entry, slot.start) for entry in entries]
    names = tuple(
        known.name
        for entry in entries
        if entry.uuid in RENEWED and (known := struct.registry.get(entry.uuid)) is not None
    )
    return with_payload(struct.data, carrier, _payload(fresh), slot.header), names


def _renewed(struct: StructBytes, entry: Entry, before: int) -> Entry:
    if entry.uuid == SEAL:
        return struct.new_seal(before)
    return build_index_entry(struct.data) if entry.uuid == INDEX else entry


def _payload(entries: Sequence[Entry]) -> bytes:
    return payload_of(entries) or b""
