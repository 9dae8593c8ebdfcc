"""What stands before a struct that is a message of a service: its name, its kind and its number (thrift-binary-protocol.md, "Message")."""

from __future__ import annotations

from collections.abc import Iterable
from enum import IntEnum, unique
from typing import TYPE_CHECKING, Final

from inlay_runtime.binary.to_compact import BinaryCursor
from inlay_runtime.compact.cursor import Cursor
from inlay_runtime.compact.varint import unsigned
from inlay_runtime.errors import EncodeError, InvalidValueError
from inlay_runtime.limits import DEFAULT_LIMITS, Limits
from inlay_runtime.shown import represent
from inlay_runtime.struct import check_protocol, immutable
from inlay_runtime.text import bytes_of, text_from

if TYPE_CHECKING:
    from inlay_runtime.struct import Buffer, WireProtocol

_STRICT: Final = 0x800100
"""The first three bytes of a message of the binary protocol, whose sign says that this is not a length of a name."""

_COMPACT: Final = 0x82
_VERSION: Final = 1
"""Of the compact protocol; the kind is in the three bits above."""


@unique
class MessageKind(IntEnum):
    """What a message is to whom it is sent."""

    CALL = 1
    REPLY = 2
    EXCEPTION = 3
    ONEWAY = 4


class Message:
    """The head of a message; a struct of arguments or of a result follows.

    `is_strict` is how the binary protocol frames it: with a version, or as before there was one.
    """

    __slots__ = ("is_strict", "kind", "name", "sequence_id")

    def __init__(
        self, name: str, kind: MessageKind, sequence_id: int = 0, *, is_strict: bool = True
    ) -> None:
        self.name = name
        self.kind = kind
        self.sequence_id = sequence_id
        self.is_strict = is_strict

    @classmethod
    def decode_from(
        cls,
        data: Buffer,
        offset: int = 0,
        *,
        protocol: WireProtocol = "binary",
        limits: Limits = DEFAULT_LIMITS,
    ) -> tuple[Message, int]:
        """The head at `offset`, and the offset of the struct behind it.

        Raises DecodeError for bytes that are no such head, with their offset; ValueError for a protocol that there is not.
        """
        check_protocol(protocol)
        if offset < 0:
            raise ValueError(f"offset {offset} is negative")
        read = _read_binary if protocol == "binary" else _read_compact
        return read(immutable(data), offset, limits)

    def encode(self, *, protocol: WireProtocol = "binary") -> bytes:
        """What goes before the struct. Raises EncodeError for a number that is not i32, and ValueError as `decode_from` does."""
        check_protocol(protocol)
        if not -(1 << 31) <= self.sequence_id < 1 << 31:
            raise EncodeError(f"{self.sequence_id} is out of range for i32", "sequence_id")
        name = bytes_of(self.name)
        number = self.sequence_id & 0xFFFFFFFF
        if protocol == "compact":
            head = bytes([_COMPACT, self.kind << 5 | _VERSION])
            return head + unsigned(number) + unsigned(len(name)) + name
        sized, last = len(name).to_bytes(4, "big") + name, number.to_bytes(4, "big")
        if self.is_strict:
            return _STRICT.to_bytes(3, "big") + bytes([self.kind]) + sized + last
        return sized + bytes([self.kind]) + last

    def _key(self) -> tuple[object, ...]:
        return self.name, self.kind, self.sequence_id, self.is_strict

    def __eq__(self, other: object) -> bool:
        return self._key() == other._key() if isinstance(other, Message) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._key())

    __repr__ = represent

    def __parts__(self, decodes: bool) -> Iterable[tuple[str, object]]:
        shown = [("", self.name), ("", self.kind), ("sequence_id", self.sequence_id)]
        return shown if self.is_strict else [*shown, ("is_strict", False)]


def _read_binary(buffer: bytes, offset: int, limits: Limits) -> tuple[Message, int]:
    cursor = BinaryCursor(buffer, offset, limits)
    first = cursor.number(4)
    is_strict = first < 0
    if is_strict:
        version = first >> 8 & 0xFFFFFF
        if version != _STRICT:
            raise InvalidValueError(
                f"a message of version {version:#x}; the only one is {_STRICT:#x}", offset
            )
        kind = _kind(first & 0xFF, offset + 3)
        name = cursor.payload()
    else:
        cursor.position = offset  # that was the length of the name
        name = cursor.payload()
        kind = _kind(cursor.byte(), cursor.position - 1)
    number = cursor.number(4)
    return Message(text_from(name), kind, number, is_strict=is_strict), cursor.position


def _read_compact(buffer: bytes, offset: int, limits: Limits) -> tuple[Message, int]:
    cursor = Cursor(buffer, offset, limits)
    first = cursor.byte()
    if first != _COMPACT:
        raise InvalidValueError(
            f"a message begins with {_COMPACT:#x} in the compact protocol, and here is {first:#x}",
            offset,
        )
    second = cursor.byte()
    if second & 0x1F != _VERSION:
        raise InvalidValueError(
            f"a message of version {second & 0x1F}; the only one is {_VERSION}", offset + 1
        )
    kind = _kind(second >> 5, offset + 1)
    start = cursor.position
    number = cursor.varint(5)
    if number >> 32:
        raise InvalidValueError(f"{number} is out of range for a number of 32 bits", start)
    at = cursor.sized()
    name = buffer[at : cursor.position]
    signed = number - (1 << 32) if number >> 31 else number
    return Message(text_from(name), kind, signed), cursor.position


def _kind(number: int, offset: int) -> MessageKind:
    if number not in list(MessageKind):
        allowed = ", ".join(f"{each.value} {each.name}" for each in MessageKind)
        raise InvalidValueError(f"{number} is not a kind of message ({allowed})", offset)
    return MessageKind(number)
