"""The content of one extension."""

from __future__ import annotations

from uuid import UUID

from inlay.footers.containers import Entry, unwrap
from inlay.footers.extensions.absent import explain_absent
from inlay.footers.extensions.compose import without_entry
from inlay.footers.extensions.struct_bytes import DamagedError, StructBytes
from inlay_runtime.finding import Finding


def extract(
    struct: StructBytes,
    uuid: UUID | None = None,
    at: str = "",
    *,
    raw: bool = False,
    whole: bool = False,
) -> bytes:
    """What is in the container of the extension with this UUID, or of the only one in the struct; with
    `whole`, or where the container is not known, the payload.

    Raises FooterPathError, NoExtensionError where it is not there, DamagedError where a CRC does not agree.
    """
    carrier = struct.locate(at)
    if carrier.slot is None:
        raise explain_absent(struct, carrier)
    entry, _ = without_entry(struct.entries(carrier), uuid, struct.registry, raw=raw)
    if whole:
        return entry.payload
    content = unwrap(entry.payload, registry=struct.registry)
    if uuid is not None and isinstance(content, Finding) and content.code == "unknown":
        content = unwrap(entry.payload, kind=_bare_kind(entry, uuid), registry=struct.registry)
    if isinstance(content, Finding):
        if content.code == "unknown":
            return entry.payload
        offset = struct.offset + carrier.slot.payload
        raise DamagedError(content.placed(carrier.shown, offset))
    return content.data


def _bare_kind(entry: Entry, uuid: UUID) -> str:
    """Of a UUID that somebody has to name: nothing else tells it from content."""
    return "uuid_last" if entry.payload[-16:] == uuid.bytes else "uuid_first"
