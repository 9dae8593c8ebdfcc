"""What a container is: the interface of the plug-ins, and what they make of a payload."""

from __future__ import annotations

from typing import ClassVar, Protocol
from uuid import UUID

from inlay_runtime.finding import Finding
from inlay_runtime.frozen import Frozen


class Content(Frozen):
    """What was in a container of this `kind`, marked with this UUID.

    `checked` if a CRC vouches for it. The payload, trailer included, is `buffer[start:end]`.
    """

    data: bytes
    uuid: UUID
    kind: str
    checked: bool
    start: int
    end: int


class Container(Protocol):
    """A way to mark content with a UUID. Containers keep no state."""

    kind: ClassVar[str]
    """The name that people give, as in `--trailer spec`."""

    overhead: ClassVar[int]
    """Bytes that it adds to the content."""

    def uuid_of(self, payload: bytes) -> UUID | None:
        """What stands where this container has its UUID; None if the payload is too short for one."""
        ...

    def wrap(self, data: bytes, uuid: UUID) -> bytes:
        """The payload that holds `data`."""
        ...

    def unwrap_at(self, buffer: bytes, end: int) -> Content | Finding:
        """The content of the payload that ends at `end` and begins at 0 or, where the trailer
        tells its size, behind it. Offsets in findings are offsets in `buffer`."""
        ...
