"""Reads the scalars of the compact protocol: what a field or an element holds that holds nothing else."""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING, Final

from inlay_runtime.compact.cursor import Cursor
from inlay_runtime.errors import InvalidValueError
from inlay_runtime.limits import DEFAULT_LIMITS, Limits
from inlay_runtime.text import text_from
from inlay_runtime.wire_types import FALSE, STOP, TRUE

if TYPE_CHECKING:
    from uuid import UUID

_DOUBLE: Final = struct.Struct("<d")


class ScalarReader(Cursor):
    """`wire_type` is that of the field at the cursor. A `strict` one refuses strings that are not UTF-8; any other
    escapes the text."""

    __slots__ = ("_short_size", "strict", "wire_type")

    def __init__(
        self,
        buffer: bytes,
        position: int = 0,
        limits: Limits = DEFAULT_LIMITS,
        *,
        strict: bool = False,
    ) -> None:
        super().__init__(buffer, position, limits)
        self.strict = strict
        self.wire_type: int = STOP
        # sizes below it take one byte and are within the limits
        self._short_size = min(0x80, limits.binary + 1)

    def boolean(self) -> bool:
        """A boolean field: its value is the type in the header."""
        return self.wire_type == TRUE

    def boolean_element(self) -> bool:
        """A boolean in a container: 1 is true, 2 is false, and so is 0, which some writers emit."""
        start = self.position
        value = self.byte()
        if value > FALSE:
            raise InvalidValueError(f"{value} is not a boolean (1 is true, 0 or 2 is false)", start)
        return value == TRUE

    def i8(self) -> int:
        value = self.byte()
        return value - 256 if value > 0x7F else value

    def i16(self) -> int:
        return self.integer(3, 16)

    def i32(self) -> int:
        start = self.position
        if start < self._end and (byte := self.buffer[start]) < 0x80:
            self.position = start + 1
            return (byte >> 1) ^ -(byte & 1)
        return self.integer(5, 32)

    def i64(self) -> int:
        start = self.position
        if start < self._end and (byte := self.buffer[start]) < 0x80:
            self.position = start + 1
            return (byte >> 1) ^ -(byte & 1)
        return self.integer(10, 64)

    def double(self) -> float:
        """Eight bytes, little-endian (as Apache Thrift has it; the specification's text once said
        big-endian)."""
        start = self.take(8)
        value: float = _DOUBLE.unpack_from(self.buffer, start)[0]
        return value

    def uuid(self) -> UUID:
        from uuid import UUID

        start = self.take(16)
        return UUID(bytes=self.buffer[start : start + 16])

    def binary(self) -> bytes:
        start = self.position + 1
        if start <= self._end and (size := self.buffer[start - 1]) < self._short_size:
            end = start + size
            if end <= self._end:
                self.position = end
                return self.buffer[start:end]
        start = self.sized()
        return self.buffer[start : self.position]

    def borrowed(self) -> memoryview:
        """A binary as a window on the input, which stays alive as long as the window does."""
        start = self.sized()
        return memoryview(self.buffer)[start : self.position]

    def string(self) -> str:
        """Text; bytes that are not UTF-8 are escaped in it."""
        return self.utf8() if self.strict else text_from(self.binary())

    def utf8(self) -> str:
        """Text that has to be UTF-8."""
        data = self.binary()
        try:
            return data.decode()
        except UnicodeDecodeError as error:
            start = self.position - len(data) + error.start
            raise InvalidValueError(f"not UTF-8: {error.reason}", start) from None
