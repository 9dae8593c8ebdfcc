"""Binary protocol to compact protocol: every value is read, checked against the limits, and appended in its compact spelling."""

from __future__ import annotations

from contextlib import suppress
from typing import Final

from inlay_runtime import amounts
from inlay_runtime.binary.numbers import LEAST_BYTES, NO_TYPE, WIDTHS, WIRE_TYPES, name_of
from inlay_runtime.compact.cursor import Cursor
from inlay_runtime.compact.varint import unsigned, zigzag
from inlay_runtime.errors import InvalidValueError, LimitError, TruncatedError
from inlay_runtime.extension import EXTENSION_ID, SPEC_WIRE_ID
from inlay_runtime.limits import DEFAULT_LIMITS, Limits
from inlay_runtime.wire_types import (
    BINARY,
    BOOL,
    DOUBLE,
    FALSE,
    I8,
    LIST,
    MAP,
    SET,
    STOP,
    STRUCT,
    TRUE,
    UUID,
)

_EXTENSION_IDS: Final = (EXTENSION_ID, SPEC_WIRE_ID)


class _Found(Exception):
    """The translation has come to what stands at the offset that is looked for."""


class BinaryCursor(Cursor):
    """A position in binary bytes; `compact` is what has been translated.

    `until` is an offset in these, for who looks for its place.
    """

    __slots__ = ("_is_payload", "_place", "_placed", "compact", "until")

    def __init__(
        self,
        buffer: bytes,
        position: int = 0,
        limits: Limits = DEFAULT_LIMITS,
        *,
        until: int | None = None,
    ) -> None:
        super().__init__(buffer, position, limits)
        self.compact = bytearray()
        self.until = until
        self._place = position
        self._placed = 0
        self._is_payload = False

    def struct(self) -> None:
        """A struct, up to behind its stop byte."""
        self.enter()
        field_id: int | None = 0
        while field_id is not None:
            field_id = self.field(field_id)
        self.depth -= 1

    def field(self, last_id: int) -> int | None:
        """A field behind the one with `last_id`, and its id; None for the stop byte."""
        self.mark()
        start = self.position
        number = self.byte()
        if number == STOP:
            self.compact.append(STOP)
            return None
        if number not in WIRE_TYPES:
            raise InvalidValueError(f"a field of {name_of(number)}", start)
        wire_type = WIRE_TYPES[number]
        field_id = self.number(2)
        if wire_type == BOOL:
            at = len(self.compact)
            self._header(last_id, field_id, I8)  # of a value that has bytes, until it is known
            self.compact[at] += (TRUE if self.boolean() else FALSE) - I8
        else:
            self._header(last_id, field_id, wire_type)
            self.value(wire_type)
        return field_id

    def _header(self, last_id: int, field_id: int, wire_type: int) -> None:
        """As a canonical writer has it; the header of an extension has a spelling of its own, which is long."""
        delta = field_id - last_id
        if 0 < delta < 16 and not (wire_type == BINARY and field_id in _EXTENSION_IDS):
            self.compact.append(delta << 4 | wire_type)
        else:
            self.compact.append(wire_type)
            self.compact += unsigned(zigzag(field_id))

    def value(self, wire_type: int) -> None:
        """A value of a field that is not a boolean, or an element of a container."""
        self.mark()
        if wire_type in WIDTHS:
            self.compact += unsigned(zigzag(self.number(WIDTHS[wire_type])))
        elif wire_type == BINARY:
            self._binary()
        elif wire_type == STRUCT:
            self.struct()
        elif wire_type in (LIST, SET):
            self._list()
        elif wire_type == MAP:
            self._map()
        elif wire_type == BOOL:
            self.compact.append(TRUE if self.boolean() else FALSE)
        elif wire_type == I8:
            self.compact.append(self.byte())
        elif wire_type == DOUBLE:
            start = self.take(8)
            self.compact += self.buffer[start : self.position][::-1]
        elif wire_type == UUID:
            start = self.take(16)
            self.compact += self.buffer[start : self.position]

    def number(self, width: int) -> int:
        """A signed integer of that many bytes, the highest first."""
        start = self.take(width)
        return int.from_bytes(self.buffer[start : self.position], "big", signed=True)

    def boolean(self) -> bool:
        start = self.position
        value = self.byte()
        if value > 1:
            raise InvalidValueError(f"{value} is not a boolean (1 is true, 0 is false)", start)
        return bool(value)

    def _size(self) -> int:
        start = self.position
        size = self.number(4)
        if size < 0:
            raise InvalidValueError(f"{size} is not a size: it is negative", start)
        return size

    def payload_size(self) -> int:
        """Passes over a length, which fits the bytes left; those bytes come next."""
        header = self.position
        size = self._size()
        left = self._end - self.position
        if size > left:
            self.position = header
            needed = amounts.count(size, "byte")
            has = amounts.count(left, "is left", "are left")
            raise TruncatedError(f"needs {needed}, {has}", header)
        if size > self.limits.binary:
            exceeding = amounts.count(size, "byte exceeds", "bytes exceed")
            reason = f"{exceeding} the limit of {self.limits.binary:,}"
            raise LimitError.of("binary", reason, header)
        return size

    def payload(self) -> bytes:
        """A length, and that many bytes."""
        start = self.take(self.payload_size())
        return self.buffer[start : self.position]

    def _binary(self) -> None:
        size = self.payload_size()
        self.compact += unsigned(size)
        self.mark(is_payload=True)
        start = self.take(size)
        self.compact += self.buffer[start : self.position]

    def _list(self) -> None:
        """A list or a set: the type of its elements and their number."""
        start = self.position
        element_type = self._type("a list")
        size = self._size()
        self._check_elements(size, (element_type,), "a list", start)
        if size < 15:
            self.compact.append(size << 4 | element_type)
        else:
            self.compact.append(0xF0 | element_type)
            self.compact += unsigned(size)
        self.enter()
        for _ in range(size):
            self.value(element_type)
        self.depth -= 1

    def _map(self) -> None:
        """The types of keys and values and the number of both. The compact protocol has no types for an empty map."""
        start = self.position
        key_type, value_type = self._type("a map"), self._type("a map")
        size = self._size()
        self._check_elements(size, (key_type, value_type), "a map", start)
        self.compact += unsigned(size)
        if size:
            self.compact.append(key_type << 4 | value_type)
        self.enter()
        for _ in range(size):
            self.value(key_type)
            self.value(value_type)
        self.depth -= 1

    def _type(self, container: str) -> int:
        """Of elements, keys or values."""
        start = self.position
        number = self.byte()
        if number == NO_TYPE:
            return STOP
        if number not in WIRE_TYPES:
            raise InvalidValueError(f"{container} of {name_of(number)}", start)
        return WIRE_TYPES[number]

    def _check_elements(
        self, size: int, types: tuple[int, ...], container: str, start: int
    ) -> None:
        if size and STOP in types:
            raise InvalidValueError(f"{container} of {name_of(NO_TYPE)}", start)
        if size:
            self._check_count(size, sum(LEAST_BYTES[each] for each in types), start)

    def mark(self, *, is_payload: bool = False) -> None:
        """Here begins what is translated next; a payload has the same bytes in both protocols."""
        if self.until is None:
            return
        if len(self.compact) > self.until:
            raise _Found
        self._place = self.position
        self._placed = len(self.compact)
        self._is_payload = is_payload

    def find_place(self) -> int:
        """Translates up to `until`: where that came from which stands there."""
        with suppress(_Found):
            self.struct()
            self.mark()
        if self.until is None or not self._is_payload:
            return self._place
        return self._place + self.until - self._placed
