"""Content with a UUID before or behind it, and nothing to check it by."""

from __future__ import annotations

from typing import ClassVar, Final
from uuid import UUID

from inlay.footers.containers.container import Content
from inlay.ground.wording.amounts import count
from inlay_runtime.finding import Finding

UUID_SIZE: Final = 16


class UuidFirst:
    kind: ClassVar[str] = "uuid_first"
    overhead: ClassVar[int] = UUID_SIZE

    def uuid_of(self, payload: bytes) -> UUID | None:
        return UUID(bytes=payload[:UUID_SIZE]) if len(payload) >= UUID_SIZE else None

    def wrap(self, data: bytes, uuid: UUID) -> bytes:
        return uuid.bytes + data

    def unwrap_at(self, buffer: bytes, end: int) -> Content | Finding:
        if end < UUID_SIZE:
            return _short(end)
        uuid = UUID(bytes=buffer[:UUID_SIZE])
        return Content(buffer[UUID_SIZE:end], uuid, self.kind, checked=False, start=0, end=end)


class UuidLast:
    kind: ClassVar[str] = "uuid_last"
    overhead: ClassVar[int] = UUID_SIZE

    def uuid_of(self, payload: bytes) -> UUID | None:
        return UUID(bytes=payload[-UUID_SIZE:]) if len(payload) >= UUID_SIZE else None

    def wrap(self, data: bytes, uuid: UUID) -> bytes:
        return data + uuid.bytes

    def unwrap_at(self, buffer: bytes, end: int) -> Content | Finding:
        if end < UUID_SIZE:
            return _short(end)
        at = end - UUID_SIZE
        uuid = UUID(bytes=buffer[at:end])
        return Content(buffer[:at], uuid, self.kind, checked=False, start=0, end=end)


def _short(end: int) -> Finding:
    return Finding("short", 0, f"{count(end, 'byte holds', 'bytes hold')} no UUID")
