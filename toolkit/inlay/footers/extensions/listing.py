"""The extensions of a file, opened as far as that goes, and what is wrong with each."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from uuid import UUID

from inlay.footers.containers import Content, Entry, Registry, unwrap
from inlay.footers.extensions.carrier import Carrier
from inlay.footers.extensions.struct_bytes import DamagedError, StructBytes
from inlay.footers.extensions.uuid_guess import UuidGuess, guess_uuid
from inlay.footers.extensions.walk import extensions_in
from inlay_runtime.finding import Finding

UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class ListedExtension:
    """An extension. `offset` is that of its slot's payload in the file; None inside a FlatBuffer.

    `content` is None if nothing is known about it, or if `finding` says that it is damaged.
    """

    carrier: Carrier
    offset: int | None
    payload: bytes
    uuid: UUID | None
    name: str
    content: Content | None
    finding: Finding | None
    in_envelope: bool

    @property
    def guess(self) -> UuidGuess | None:
        return guess_uuid(self.payload) if self.uuid is None else None

    @property
    def state(self) -> str:
        """`damaged`, `checked` by a CRC, or `not checked`."""
        if self.finding is not None:
            return "damaged"
        return "checked" if self.content is not None and self.content.checked else "not checked"


def list_extensions(struct: StructBytes) -> list[ListedExtension]:
    """Every extension of the footer; those of an envelope one by one."""
    extensions: list[ListedExtension] = []
    for carrier in extensions_in(struct.data, struct.root):
        extensions += list_slot(struct, carrier)
    return extensions


def list_slot(struct: StructBytes, carrier: Carrier) -> Iterator[ListedExtension]:
    """The extensions in one slot."""
    slot = carrier.slot
    payload = carrier.payload_in(struct.data)
    if slot is None or payload is None:
        return
    offset = struct.offset + slot.payload
    try:
        entries = struct.entries(carrier)
    except DamagedError as error:
        finding = error.finding
        yield ListedExtension(
            carrier, offset, payload, None, "envelope", None, finding, in_envelope=False
        )
        return
    in_envelope = [entry.payload for entry in entries] != [payload]
    for entry in entries:
        yield _describe(carrier, offset, entry, struct.registry, in_envelope=in_envelope)


def _describe(
    carrier: Carrier, offset: int, entry: Entry, registry: Registry, *, in_envelope: bool
) -> ListedExtension:
    opened = unwrap(entry.payload, registry=registry)
    content = opened if isinstance(opened, Content) else None
    finding = None
    if isinstance(opened, Finding) and opened.code != UNKNOWN:
        finding = opened.placed(carrier.shown, offset)
    uuid = entry.uuid or (content.uuid if content is not None else None)
    known = registry.get(uuid)
    return ListedExtension(
        carrier=carrier,
        offset=offset,
        payload=entry.payload,
        uuid=uuid,
        name=known.name if known is not None else "",
        content=content,
        finding=finding,
        in_envelope=in_envelope,
    )
