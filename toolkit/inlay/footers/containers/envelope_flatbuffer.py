"""The FlatBuffer of an envelope, `idl/envelope.fbs`: pairs of UUID and payload, written and verified."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from inlay.ground.wording.amounts import count
from inlay_runtime.errors import DecodeError, InlayError
from parquet_format.envelope import Entry, Envelope, Uuid_

MOST_ENTRIES: Final = 1_000


class EnvelopeError(InlayError):
    """Bytes that are no such FlatBuffer; `offset` is where they stop being one."""

    def __init__(self, what: str, offset: int) -> None:
        super().__init__(what, offset)
        self.what = what
        self.offset = offset


def encode(entries: Sequence[tuple[bytes | None, bytes]]) -> bytes:
    """Pairs of UUID and payload; what is written depends on them alone."""
    tables = [
        Entry(uuid=None if uuid is None else Uuid_(bytes_=list(uuid)), payload=payload)
        for uuid, payload in entries
    ]
    return Envelope(entries=tables).encode()


def decode(buffer: bytes) -> list[tuple[bytes | None, bytes]]:
    """Pairs of UUID and payload; EnvelopeError for anything that is not in order."""
    try:
        entries = Envelope.decode(buffer).entries
    except DecodeError as error:
        raise EnvelopeError(str(error), error.offset) from error
    if len(entries) > MOST_ENTRIES:
        raise EnvelopeError(
            f"{count(len(entries), 'entry', 'entries')}, and {MOST_ENTRIES} are allowed", 0
        )
    if sum(len(entry.payload) for entry in entries) > len(buffer):
        raise EnvelopeError("entries share their bytes", 0)
    return [
        (None if entry.uuid is None else bytes(entry.uuid.bytes_), bytes(entry.payload))
        for entry in entries
    ]
