"""The trailer that the extension document draws; its bytes are the runtime's (`inlay_runtime.containers`).

content | crc32(content) | size(content) | crc32(size) | UUID
"""

from __future__ import annotations

from typing import ClassVar, Final
from uuid import UUID

from inlay.footers.containers.container import Content
from inlay.ground.wording.amounts import count
from inlay_runtime import containers
from inlay_runtime.finding import Finding

LARGEST: Final = (1 << 32) - 1


class SpecTrailer:
    kind: ClassVar[str] = "spec"
    overhead: ClassVar[int] = containers.SPEC_TRAILER

    def uuid_of(self, payload: bytes) -> UUID | None:
        return UUID(bytes=payload[-16:]) if len(payload) >= self.overhead else None

    def wrap(self, data: bytes, uuid: UUID) -> bytes:
        """ValueError for content whose size does not fit the trailer."""
        if len(data) > LARGEST:
            raise ValueError(
                f"{count(len(data), 'byte does', 'bytes do')} not fit a trailer that counts to {LARGEST}"
            )
        return containers.wrap(data, uuid, self.kind)

    def unwrap_at(self, buffer: bytes, end: int) -> Content | Finding:
        lies = containers.spec_content(buffer, end)
        if isinstance(lies, Finding):
            return lies
        uuid = UUID(bytes=buffer[end - 16 : end])
        return Content(buffer[lies], uuid, self.kind, checked=True, start=lies.start, end=end)
