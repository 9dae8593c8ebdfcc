"""Several extensions in one slot: each as it would stand there alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from inlay.footers.containers.container import Content
from inlay.footers.containers.envelope_flatbuffer import MOST_ENTRIES, EnvelopeError, decode, encode
from inlay.footers.containers.registry import ENVELOPE, REGISTRY, Registry
from inlay.footers.containers.wrapping import identify, unwrap, wrap
from inlay.ground.wording.amounts import count
from inlay_runtime.finding import Finding

__all__ = ["ENVELOPE", "Entry", "entries_in", "payload_of"]


@dataclass(frozen=True, slots=True)
class Entry:
    """An extension in a slot. `payload` has its own trailer; no UUID where nothing certain tells it."""

    uuid: UUID | None
    payload: bytes

    def carries(self, uuid: UUID) -> bool:
        """Whether this is what somebody means who names `uuid`: a bare one counts if it is asked for."""
        if self.uuid is not None:
            return self.uuid == uuid
        return uuid.bytes in (self.payload[:16], self.payload[-16:])


def entries_in(payload: bytes, registry: Registry = REGISTRY) -> tuple[Entry, ...] | Finding:
    """What a slot holds: the entries of an envelope, or the one extension.

    A finding if it says that it is an envelope and is a damaged one.
    """
    content = unwrap(payload, registry=registry)
    if isinstance(content, Content) and content.uuid == ENVELOPE:
        return _open(content.data)
    if isinstance(content, Finding) and payload[-16:] == ENVELOPE.bytes:
        return content
    return (Entry(identify(payload, registry), payload),)


def payload_of(entries: Sequence[Entry]) -> bytes | None:
    """What the slot has to hold; None if nothing. ValueError for entries that cannot stand together."""
    if len(entries) < 2:
        return entries[0].payload if entries else None
    if problem := _problem([entry.uuid for entry in entries]):
        raise ValueError(problem)
    pairs = [(entry.uuid.bytes if entry.uuid else None, entry.payload) for entry in entries]
    return wrap(encode(pairs), ENVELOPE)


def _open(data: bytes) -> tuple[Entry, ...] | Finding:
    try:
        pairs = decode(data)
    except EnvelopeError as error:
        return Finding("envelope", error.offset, f"the envelope is damaged: {error.what}")
    entries = tuple(Entry(UUID(bytes=uuid) if uuid else None, payload) for uuid, payload in pairs)
    if problem := _problem([entry.uuid for entry in entries]):
        return Finding("envelope", 0, problem)
    return entries


def _problem(uuids: Sequence[UUID | None]) -> str:
    if not uuids:
        return "the envelope is empty"
    if len(uuids) > MOST_ENTRIES:
        return f"an envelope of {count(len(uuids), 'entry', 'entries')}, and {MOST_ENTRIES} are allowed"
    if ENVELOPE in uuids:
        return "an envelope in an envelope"
    if len(set(uuids)) < len(uuids):
        return "two entries of an envelope have the same UUID, or both have none"
    return ""
