"""The extension that any struct may carry in field 32767, and the ways its header is spelled.

The extension document of parquet-format writes the header as `08 FF FF 01`, which is ULEB128(32767).
The compact protocol reads the id of a long-form header as a zigzag varint, for which those bytes
mean -16384; the id 32767 is `08 FE FF 03`. Both occur, so both are read, and a rewrite keeps what
was read. `docs/wire.md` has the whole story.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum, unique

from inlay_runtime.shown import represent

EXTENSION_ID = 32767
"""The field id reserved for extensions."""

SPEC_WIRE_ID = -16384
"""What the compact protocol makes of the spelling in the extension document."""


@unique
class Header(Enum):
    """How the header of an extension is spelled, and where it stands."""

    SPEC = "spec"
    """`08 FF FF 01`, as the extension document has it."""

    ZIGZAG = "zigzag"
    """`08 FE FF 03`, as Thrift libraries write field 32767."""

    TRAILING = "trailing"
    """`08 FF FF 01 ... 00` after the stop byte of the outermost struct, as the prototypes do."""

    def __repr__(self) -> str:
        return str(self)

    @property
    def data(self) -> bytes:
        """The four bytes of the header."""
        return b"\x08\xfe\xff\x03" if self is Header.ZIGZAG else b"\x08\xff\xff\x01"


class Extension:
    """The payload of an extension; two are equal when their payloads are.

    `header` is the spelling that was read or is to be written. Without one, the struct's
    configuration decides (`SPEC` for FileMetaData, `ZIGZAG` for others).
    """

    __slots__ = ("header", "payload")
    __match_args__ = ("payload",)

    payload: bytes
    header: Header | None

    def __init__(self, payload: bytes, header: Header | None = None) -> None:
        self.payload = payload
        self.header = header

    def __eq__(self, other: object) -> bool:
        return self.payload == other.payload if isinstance(other, Extension) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.payload)

    __repr__ = represent

    def __parts__(self, decodes: bool) -> Iterator[tuple[str, object]]:
        yield "", self.payload
        if self.header:
            yield "", self.header

    def __reduce__(self) -> tuple[type[Extension], tuple[bytes, Header | None]]:
        return Extension, (self.payload, self.header)
