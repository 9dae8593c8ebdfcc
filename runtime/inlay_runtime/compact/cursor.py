"""A position in compact-protocol bytes: takes what the types demand, checks sizes, skips values.

It knows the shape of the protocol and no schema. The rules about hostile input are here, in one place
(`docs/wire.md`):

- a varint has at most 3, 5 or 10 bytes (i16, i32 and sizes, i64);
- a declared size is held against the bytes that are left before anything is made;
- one depth counter serves structs and containers, read or skipped;
- every object is charged to a memory budget.
"""

from __future__ import annotations

from collections.abc import Iterator

from inlay_runtime import amounts
from inlay_runtime.compact.varint import unzigzag
from inlay_runtime.errors import DecodeError, InvalidValueError, LimitError, TruncatedError
from inlay_runtime.extension import EXTENSION_ID
from inlay_runtime.limits import DEFAULT_LIMITS, Limits
from inlay_runtime.wire_types import FALSE, MINIMAL_SIZE, STOP, TRUE, name_of


class Cursor:
    """Positions are indexes into `buffer`; every method moves `position` behind what it took.

    One that is not strict takes integers for what they are on the wire, without looking at their range:
    lists exist whose integers are wider than their label.
    """

    __slots__ = (
        "_budget",
        "_deepest",
        "_end",
        "buffer",
        "depth",
        "is_strict",
        "limits",
        "position",
    )

    def __init__(
        self,
        buffer: bytes,
        position: int = 0,
        limits: Limits = DEFAULT_LIMITS,
        *,
        is_strict: bool = True,
    ) -> None:
        self.buffer = buffer
        self.is_strict = is_strict
        self.position: int = position
        self.limits = limits
        self.depth: int = 0
        self._deepest = limits.depth
        self._end = len(buffer)
        self._budget = limits.memory(len(buffer) - position)

    def enter(self) -> None:
        """One level deeper; the caller lowers `depth` when it leaves."""
        self.depth += 1
        if self.depth > self._deepest:
            raise LimitError.of(
                "depth",
                f"nested deeper than {amounts.count(self._deepest, 'level')}",
                self.position,
            )

    def charge(self, price: int) -> None:
        """Takes `price` bytes from the memory budget."""
        self._budget -= price
        if self._budget < 0:
            raise LimitError.of(
                "memory_factor",
                f"{amounts.count(self._end, 'byte describes', 'bytes describe')} objects that exceed the memory budget",
                self.position,
            )

    def take(self, size: int) -> int:
        """Passes over `size` bytes and returns where they start."""
        start = self.position
        if size > self._end - start:
            raise self._truncated(size)
        self.position = start + size
        return start

    def byte(self) -> int:
        start = self.position
        if start >= self._end:
            raise self._truncated(1)
        self.position = start + 1
        return self.buffer[start]

    def varint(self, longest: int) -> int:
        """ULEB128 of at most `longest` bytes."""
        buffer, start = self.buffer, self.position
        position = start
        value = shift = 0
        try:
            while (byte := buffer[position]) > 0x7F:
                value |= (byte & 0x7F) << shift
                shift += 7
                position += 1
                if position - start == longest:
                    raise InvalidValueError(f"a varint of more than {longest} bytes", start)
        except IndexError:
            raise self._truncated(self._end - start + 1) from None
        self.position = position + 1
        return value | byte << shift

    def integer(self, longest: int, bits: int) -> int:
        """A zigzag varint of at most `longest` bytes, whose value fits `bits` bits."""
        start = self.position
        value = self.varint(longest if self.is_strict else 10)
        if value >> bits and self.is_strict:
            raise InvalidValueError(f"{unzigzag(value)} is out of range for i{bits}", start)
        return (value >> 1) ^ -(value & 1)

    def field_header(self, last_id: int) -> tuple[int, int]:
        """Passes over the header of a field behind the one with `last_id`; its wire type and id, or STOP and `last_id`.

        Raises InvalidValueError for an id that no field can have.
        """
        start = self.position
        byte = self.byte()
        wire_type = byte & 0x0F
        if wire_type == STOP:
            return STOP, last_id
        wire_id = last_id + (byte >> 4) if byte > 0x0F else self.long_field_id()
        if wire_id > EXTENSION_ID:
            raise InvalidValueError(f"field id {wire_id} exceeds {EXTENSION_ID}", start)
        return wire_type, wire_id

    def field_headers(self) -> Iterator[tuple[int, int, int]]:
        """Of each field of the struct that begins here: its wire type, its id, and where its header begins.

        Whoever gets one passes over its value before asking for the next.
        """
        self.enter()
        field_id = 0
        while True:
            start = self.position
            wire_type, field_id = self.field_header(field_id)
            if wire_type == STOP:
                break
            yield wire_type, field_id, start
        self.depth -= 1

    def long_field_id(self) -> int:
        """The id behind a long-form header, which is an i16."""
        return self.integer(3, 16)

    def sized(self) -> int:
        """Passes over a length and that many bytes; returns where the bytes start."""
        header = self.position
        if header < self._end and (size := self.buffer[header]) < 0x80:
            start = header + 1
        else:
            size = self.varint(5)
            start = self.position
        if size > self._end - start:
            self.position = header
            raise TruncatedError(
                f"needs {amounts.count(size, 'byte')}, {amounts.count(self._end - start, 'is left', 'are left')}",
                header,
            )
        if size > self.limits.binary:
            raise LimitError.of(
                "binary",
                f"{amounts.count(size, 'byte exceeds', 'bytes exceed')} the limit of {self.limits.binary:,}",
                header,
            )
        self.position = start + size
        return start

    def list_header(self) -> tuple[int, int]:
        """Size and element type of a list or set: `ssss tttt`, or `1111 tttt` and a varint."""
        start = self.position
        byte = self.byte()
        size = byte >> 4
        element_type = byte & 0x0F
        if size == 15:
            size = self.varint(5)
        if size and element_type not in MINIMAL_SIZE:
            what = f"a list whose element type is {element_type}, which no Thrift type has"
            raise InvalidValueError(what, start)
        self._check_count(size, MINIMAL_SIZE.get(element_type, 1), start)
        return size, element_type

    def map_header(self) -> tuple[int, int, int]:
        """Size, key type and value type of a map: a varint and, unless it is 0, `kkkk vvvv`."""
        start = self.position
        size = self.varint(5)
        if size == 0:
            return 0, 0, 0
        types = self.byte()
        key_type, value_type = types >> 4, types & 0x0F
        for wire_type in (key_type, value_type):
            if wire_type not in MINIMAL_SIZE:
                raise InvalidValueError(f"a map of {name_of(wire_type)}", start)
        self._check_count(size, MINIMAL_SIZE[key_type] + MINIMAL_SIZE[value_type], start)
        return size, key_type, value_type

    def _check_count(self, size: int, element_size: int, start: int) -> None:
        left = self._end - self.position
        if size * element_size > left:
            needed = f"{amounts.count(size, 'element needs', 'elements need')} at least {amounts.count(size * element_size, 'byte')}"
            raise TruncatedError(f"{needed}, {left:,} are left", start)
        if size > self.limits.container:
            raise LimitError.of(
                "container",
                f"{amounts.count(size, 'element exceeds', 'elements exceed')} the limit of {self.limits.container:,}",
                start,
            )

    def skip(self, wire_type: int) -> None:
        """Passes over a field's value of any type. A boolean field has no bytes of its own."""
        if wire_type not in (TRUE, FALSE):
            self.skip_element(wire_type)

    def skip_element(self, wire_type: int) -> None:
        """Passes over an element of a container; a boolean there is a byte."""
        match wire_type:
            case 1 | 2 | 3:  # bool, i8
                self.take(1)
            case 4:
                self.integer(3, 16)
            case 5:
                self.integer(5, 32)
            case 6:
                self.integer(10, 64)
            case 7:  # double
                self.take(8)
            case 8:  # binary
                self.sized()
            case 9 | 10:  # list, set
                size, element_type = self.list_header()
                self.enter()
                for _ in range(size):
                    self.skip_element(element_type)
                self.depth -= 1
            case 11:  # map
                size, key_type, value_type = self.map_header()
                self.enter()
                for _ in range(size):
                    self.skip_element(key_type)
                    self.skip_element(value_type)
                self.depth -= 1
            case 12:
                self.skip_struct()
            case 13:  # uuid
                self.take(16)
            case _:
                raise InvalidValueError(f"a value of {name_of(wire_type)}", self.position)

    def skip_struct(self) -> None:
        """Passes over a struct. A byte whose type nibble is 0 is its stop, whatever the rest says,
        as every known reader has it."""
        self.enter()
        while wire_type := (byte := self.byte()) & 0x0F:
            if byte <= 0x0F:
                self.long_field_id()
            self.skip(wire_type)
        self.depth -= 1

    def _truncated(self, size: int) -> TruncatedError:
        plural = "" if size == 1 else "s"
        left = max(0, self._end - self.position)
        return TruncatedError(f"needs {size:,} byte{plural}, {left:,} are left", self.position)


def is_value(raw: bytes, wire_type: int, limits: Limits, depth: int = 0) -> bool:
    """Whether bytes are one value of a wire type, as a reader at that depth takes it, and nothing else."""
    cursor = Cursor(raw, limits=limits)
    cursor.depth = depth
    try:
        cursor.skip(wire_type)
    except DecodeError:
        return False
    return wire_type != STOP and cursor.position == len(raw)
